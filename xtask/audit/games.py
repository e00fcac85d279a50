"""Games as the log of halves tells them, judged by the rules of the book (R7 to R14)."""

from dataclasses import dataclass, field
from itertools import groupby

from checks import rows

SIDES = ("white", "black")


def opposite(side):
    """Returns the other side."""
    return SIDES[1 - SIDES.index(side)]


@dataclass
class Rules:
    """What judges a game: the official values, or others."""

    round_limit: int = 8
    tiebreak: str = "points_keywords"
    interception_points: int = 1
    miscommunication_points: int = -1
    final_tie: str = "shared"
    position: bool = False

    def points(self, tokens, side):
        """Returns the points of a side (R12)."""
        return self.interception_points * tokens[side][0] + self.miscommunication_points * tokens[side][1]


def leader(values):
    """Returns the side with more, or nothing."""
    white, black = values["white"], values["black"]
    return None if white == black else "white" if white > black else "black"


def way_out(tokens, rounds, rules):
    """Returns how the tokens end a game after a round: ("won", step, winner), ("tied", door), or nothing."""
    won = {side: tokens[side][0] >= 2 for side in SIDES}
    lost = {side: tokens[side][1] >= 2 for side in SIDES}
    for door, holds in [
        ("a", any(won[side] and lost[side] for side in SIDES)),
        ("b", all(won.values())),
        ("c", all(lost.values())),
    ]:
        if holds:
            return ("tied", door)
    for side in SIDES:
        other = opposite(side)
        if won[side] or lost[other]:
            step = "both" if won[side] and lost[other] else "interceptions" if won[side] else "miscommunications"
            return ("won", step, side)
    return ("tied", "d") if rounds >= rules.round_limit else None


def broken_tie(tokens, rules, keywords):
    """Returns (step, winner) of a tie. `keywords` has the numbers of right keywords by side."""
    steps = {
        "points_keywords": ("points", "keywords"),
        "keywords_points": ("keywords", "points"),
        "points": ("points",),
        "keywords": ("keywords",),
        "shared": (),
    }[rules.tiebreak]
    for step in steps:
        of = {side: rules.points(tokens, side) for side in SIDES} if step == "points" else keywords
        winner = leader(of)
        if winner:
            return (step, winner)
    last = {
        "shared": None,
        "white": "white",
        "black": "black",
        "more_interceptions": leader({side: tokens[side][0] for side in SIDES}),
        "fewer_miscommunications": leader({side: -tokens[side][1] for side in SIDES}),
    }[rules.final_tie]
    return ("final_tie", last) if last else ("shared", None)


def points(winner, side):
    """Returns the points of a side: 1 for a victory, ½ for a shared one."""
    return 0.5 if winner is None else float(winner == side)


@dataclass
class Game:
    """A game, rebuilt from its halves."""

    number: int
    deal: int
    agents: dict
    halves: list
    rounds: int
    after: list = field(default_factory=list)
    door: str = "none"
    step: str = ""
    winner: str = None

    @property
    def tokens(self):
        """The tokens at the end: (interceptions, miscommunications) by side."""
        return self.after[-1]

    def score(self, side):
        """Returns the points of a side."""
        return points(self.winner, side)

    def side_of(self, agent):
        """Returns the side that an agent plays."""
        return [side for side in SIDES if self.agents[side] == agent][0]

    def judge(self, rules, keywords):
        """Returns (door, step, winner) of the game's end by these rules."""
        way = way_out(self.tokens, self.rounds, rules)
        if way[0] == "won":
            return ("none", way[1], way[2])
        return (way[1], *broken_tie(self.tokens, rules, keywords))


def right(half, guess):
    """Whether a guess is the code."""
    return half[guess] != "" and half[guess] == half["code"]


def added(tokens, half):
    """Returns the tokens after a half (R7, R25)."""
    side = half["side"]
    caught = right(half, "interception") or half["forfeited"] == "1"
    missed = not right(half, "guess")
    after = dict(tokens)
    other = opposite(side)
    after[other] = (after[other][0] + caught, after[other][1])
    after[side] = (after[side][0], after[side][1] + missed)
    return after


def read(folder, rules, keywords=None):
    """Returns the games of a tournament's log. `keywords` has the right keywords of each game that might need them: those of the
    tournament itself, unless others are given."""
    games, keywords = [], right_keywords(folder) if keywords is None else keywords
    for number, halves in groupby(rows(f"{folder}/halves.csv"), key=lambda half: int(half["game"])):
        halves = list(halves)
        agents = {half["side"]: half["agent"] for half in halves}
        game = Game(number, int(halves[0]["deal"]), agents, halves, int(halves[-1]["round"]))
        tokens = {side: (0, 0) for side in SIDES}
        game.after.append(tokens)
        for _, of_round in groupby(halves, key=lambda half: half["round"]):
            for half in of_round:
                tokens = added(tokens, half)
            game.after.append(tokens)
        if any(way_out(state, n, rules) for n, state in enumerate(game.after[:-1])):
            raise ValueError(f"{folder}/halves.csv: game {number} goes on after its end")
        game.door, game.step, game.winner = game.judge(rules, keywords.get(number))
        games.append(game)
    return games


def right_keywords(folder):
    """Returns the numbers of right keywords by game and side, where a game has them."""
    found = {}
    for row in rows(f"{folder}/games.csv"):
        if row["white_keywords_right"]:
            found[int(row["game"])] = {side: int(row[f"{side}_keywords_right"]) for side in SIDES}
    return found


def by_deal(games):
    """Returns the games of each deal."""
    deals = {}
    for game in games:
        deals.setdefault(game.deal, []).append(game)
    return [deals[deal] for deal in sorted(deals)]


def deal_means(games, value):
    """Returns the mean of a value over the games of each deal."""
    return [sum(map(value, deal)) / len(deal) for deal in by_deal(games)]


def score_of(agent):
    """Returns the score of an agent in a game, as a function of the game."""
    return lambda game: game.score(game.side_of(agent))


def of_agent(games, agent):
    """Returns the games that an agent plays."""
    return [game for game in games if agent in game.agents.values()]


def picks(game):
    """Whether the game is of a deal that picks the better team (every fifth); the other deals measure it."""
    return game.deal % 5 == 0


def halves_of(games, agent):
    """Returns the halves in which an agent gives, those of them that the opponents may intercept, and those that it may intercept."""
    halves = [half for game in games for half in game.halves]
    given = [half for half in halves if half["agent"] == agent]
    chances = [half for half in halves if half["agent"] != agent and half["interception"]]
    return given, [half for half in given if half["interception"]], chances


def share_right(halves, guess):
    """Returns the share of guesses that are the code."""
    return sum(right(half, guess) for half in halves) / len(halves)


def rest_digit(code):
    """Returns the digit that a code lacks."""
    return next(digit for digit in "1234" if digit not in code)
