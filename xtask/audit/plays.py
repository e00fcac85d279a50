"""What is played for the audit, and how the results are called."""

import rule_search

THREE = ["human", "close", "new"]
TWO = ["human", "close"]

# The tables of `--tables range` with two agents.
PAIRS = {
    "close+new": ["close", "new"],
    "human+sleuth": ["human", "sleuth=pragmatic:sigma=0.09,lambda=0.5,gamma=0/adaptive:sigma=0.09"],
}
RANGE = ["new", "human", "close", "keen", *PAIRS]

# The search for rules.
SEARCH = ("search", rule_search.COMMAND, TWO, rule_search.GAMES)

# What is played: the folder, the command, the agents, the number of games.
RESULTS = [
    ("log", "tournament --log halves", THREE, 240),
    ("keywords", "tournament --log halves --set tiebreak=keywords_points", THREE, 240),
    ("positions", "tournament --log games --set tiebreak=keywords_points --set keyword_match=position", THREE, 240),
    ("balance", "balance", THREE, 240),
    ("by-keyword", "balance --by keyword", THREE, 240),
    ("by-card", "balance --by card", THREE, 240),
    ("by-pair", "balance --by pair", THREE, 240),
    ("league", "agents league --exploit-games 0", THREE, 240),
    ("talk", "tournament --log halves --discuss 2 --team-size 3", TWO, 40),
    ("silent", "tournament --log halves --team-size 3", TWO, 40),
    ("limit-8", "tournament --log halves", TWO, 80),
    ("limit-7", "tournament --log halves --set round_limit=7", TWO, 80),
    ("limit-6", "tournament --log halves --set round_limit=6", TWO, 80),
    ("rules", "rules compare official official,round_limit=6", TWO, 80),
    ("sweep", "balance --sweep round_limit=6..8", TWO, 80),
    ("three", "balance --rules three-player", ["human"], 80),
    ("tables", "rules compare official official,round_limit=6 --tables range", [], 20),
    ("decks", "balance --deck animals.txt --deck-b tools.txt", ["nearest"], 80),
    ("people", "agents people", [], 40),
    ("exploit", "agents exploit nearest", [], 40),
    ("frontier", "agents frontier --lambda 0,1 --gamma 0,0.1", [], 40),
    SEARCH,
]

# The same deals as tournaments with logs: agents against themselves, and two agents.
LOGS = "tournament --log halves"


def itself(agent):
    """Returns two agents that are the same."""
    return [f"a={agent}", f"b={agent}"]


RESULTS += [(f"self-{name}-{n}", f"{LOGS} --set round_limit={n}", itself(name), 80) for name in RANGE[:4] for n in (8, 6)]
RESULTS += [("self-regular-8", LOGS, itself("regular"), 80)]
RESULTS += [(f"table-{name}-{n}", f"{LOGS} --set round_limit={n}", agents, 20) for name, agents in PAIRS.items() for n in (8, 6)]
RESULTS += [(f"deck-{file}", f"{LOGS} --deck {file}", itself("nearest"), 160) for file in ("animals.txt", "tools.txt")]

# Folders with a page.
PAGES = ["log", "talk", "balance", "by-keyword", "by-card", "by-pair", "rules", "tables", "sweep", "three", "decks", "league", "compare", "eval"]
PAGES += ["people", "exploit", "frontier", "search"]

# Two small decks.
ANIMALS = "dog puppy hound cat kitten wolf fox horse pony donkey"
TOOLS = "hammer river castle violin pepper rocket carpet dragon doctor candle"
