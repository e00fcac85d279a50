"""Searches for guessers and weights: exploit.csv and frontier.csv, recomputed from tournaments in which all rounds are played. What
a guesser finds that is fitted to games stands in no log: of it the counts and the order are checked."""

import re
from collections import defaultdict
from itertools import groupby
from pathlib import Path

from checks import rows
from games import opposite, right
from intervals import bounded_ratio, falling_root, interval_in_range

ENDLESS = "--set tokens_to_win=0 --set tokens_to_lose=0"

# The first deal that a search never uses, and the deals that are played there and in the last stages.
FRESH, DEALS = 2**40, 20

# The clue giver, and the combinations of its weights.
GIVER = "pragmatic:lambda={},gamma={}"
WEIGHTS = [(0, 0), (0, 0.1), (1, 0), (1, 0.1)]
REFEREES = ("off", "enforce")


def candidates(place):
    """Returns the candidates of the search by the labels that they have in the tournament."""
    tried = [row["spec"] for row in rows(f"{place}/exploit/exploit.csv") if re.match("rung|moves", row["stage"])]
    return {f"c{n}": spec for n, spec in enumerate(dict.fromkeys(tried))}


def observers(place, mode):
    """Returns the number of each weights under a mode of the referee whose best guesser is built in, and that guesser."""
    best = [row["best_guesser"] for row in rows(f"{place}/frontier/frontier.csv") if row["referee"] == mode]
    return [(n, guesser) for n, guesser in enumerate(best) if guesser != "learned"]


def play(run, place):
    """Plays the games of a search and of the weights as tournaments, and the fresh deals one by one."""
    found = candidates(place)
    agents = ["t=nearest", *(f"{label}=nearest/{spec}" for label, spec in found.items())]
    compete(run, "against", agents, 2 * DEALS * len(found), "--gauntlet", "t")
    givers = [f"g{n}={GIVER}/bayes".format(*weights) for n, weights in enumerate(WEIGHTS)]
    for mode in REFEREES:
        referee = ("--set", f"referee={mode}")
        more = ("--gauntlet", "other", *referee)
        compete(run, f"weights-{mode}", [*givers, "other=nearest/bayes"], 2 * DEALS * len(givers), *more)
        for n, guesser in observers(place, mode):
            both = [f"{label}={GIVER}/{by}".format(*WEIGHTS[n]) for label, by in (("a", "bayes"), ("b", guesser))]
            compete(run, f"observed-{mode}-{n}", both, 4 * DEALS, *referee)
    winner = rows(f"{place}/exploit/exploit.csv")[-1]["spec"]
    agents = ("--agent", "t=nearest", "--agent", f"c=nearest/{winner}")
    games = range(2 * FRESH, 2 * (FRESH + DEALS))
    sheets = [run("replay", *ENDLESS.split(), *agents, "--seed", "7", "--game", str(game)) for game in games]
    Path(place, "fresh.txt").write_text("".join(sheets), encoding="utf-8")


def compete(run, folder, agents, games, *more):
    """Plays a tournament without an end by tokens."""
    players = [word for agent in agents for word in ("--agent", agent)]
    settings = f"tournament --log halves {ENDLESS} --seed 7 --games {games} --out {folder}"
    run(*settings.split(), *players, *more)


def halves_of_givers(folder):
    """Returns the halves of each agent against each other by deal."""
    found = defaultdict(lambda: defaultdict(list))
    for _, halves in groupby(rows(f"{folder}/halves.csv"), key=lambda half: half["game"]):
        halves = list(halves)
        agents = {half["side"]: half["agent"] for half in halves}
        for half in halves:
            found[half["agent"], agents[opposite(half["side"])]][int(half["deal"])].append(half)
    return found


def rate(deals, guess):
    """Returns (right guesses, guesses) by deal."""
    made = [[right(half, guess) for half in halves if half[guess]] for halves in deals]
    return [(sum(each), len(each)) for each in made if each]


def check_rate(checks, place, row, columns, deals):
    """Compares a number of halves, a rate and its interval."""
    value, ends = bounded_ratio(deals)
    count, name, *interval = columns
    checks.cells(place, row, {count: sum(n for _, n in deals), name: value})
    checks.ends(place, row, interval, ends)


def fresh(place):
    """Returns (interceptions, chances) of the target's clues on each fresh deal, from the sheets of its games."""
    found = defaultdict(lambda: [0, 0])
    text = Path(place, "fresh.txt").read_text(encoding="utf-8")
    for sheet in re.split(r"(?m)^Game (?=\d)", text)[1:]:
        deal = re.search(r"^Deal (\d+)", sheet, re.MULTILINE)[1]
        own = re.search(r"'s sheet: t\n\n  Own clues\n(.*?)(?=\n  \S[^\n]*\n  Round|\Z|'s sheet)", sheet, re.DOTALL)[1]
        said = re.findall(r"^    ([A-Z][^.]*)\. Tokens", own, re.MULTILINE)[1:]
        found[deal][0] += sum(words.endswith(", intercepted") for words in said)
        found[deal][1] += len(said)
    return [tuple(counts) for counts in found.values()]


def audit_exploit(checks, place):
    """Compares exploit.csv."""
    labels = {spec: label for label, spec in candidates(place).items()}
    halves = halves_of_givers(f"{place}/against")
    printed = rows(f"{place}/exploit/exploit.csv")
    columns = ("halves", "rate", "rate_low", "rate_high")
    for row in printed:
        name, deals = f"exploit.csv, {row['stage']}, {row['spec']}", int(row["games"]) // 2
        if row["spec"] in labels and row["stage"] != "fresh deals":
            of_deals = halves["t", labels[row["spec"]]]
            check_rate(checks, name, row, columns, rate([of_deals[deal] for deal in range(deals)], "interception"))
            checks.cell(name, row, "games", DEALS if row["stage"] == "rung 1" else 2 * DEALS)
        elif row["stage"] in ("learned", "informed") and row["spec"] != "simulation":
            check_learned(checks, name, row)
    check_rate(checks, "exploit.csv, fresh deals", printed[-1], columns, fresh(place))
    checks.cell("exploit.csv, fresh deals", printed[-1], "games", 2 * DEALS)
    check_stages(checks, printed)


def check_stages(checks, printed):
    """Checks the order of each stage, and that the better half of its candidates goes on, at least three."""
    before = None
    for stage, ranked in groupby(printed, key=lambda row: row["stage"]):
        ranked = list(ranked)
        rates, specs = [float(row["rate"]) for row in ranked], [row["spec"] for row in ranked]
        checks.equal(f"exploit.csv, {stage}: order", rates, sorted(rates, reverse=True))
        if stage.startswith("rung") and before:
            checks.equal(f"exploit.csv, {stage}: candidates", sorted(specs), sorted(before[: max(3, -(-len(before) // 2))]))
        elif stage == "moves":
            checks.equal("exploit.csv, moves: around the best", before[0] in specs, True)
        elif stage == "fresh deals":
            checks.equal("exploit.csv, fresh deals: the winner", specs, before[:1])
        before = before if re.match("learned|informed", stage) else specs


def check_learned(checks, name, row):
    """Checks the row of a guesser that is fitted to games, or of a reader that knows the agent: a number of halves of a game against itself on each deal."""
    checks.cells(name, row, {"games": 2 * DEALS, "halves": 14 * DEALS})
    check_found(checks, name, row, ("rate", "rate_low", "rate_high"))


def check_found(checks, name, row, columns):
    """Checks a rate that stands in no log: of all rounds but the first of games against itself. Both ends of its interval must
    belong to the same standard error."""
    found = round(float(row[columns[0]]) * 14 * DEALS)
    checks.cell(name, row, columns[0], found / 14 / DEALS)
    ends = [float(row[column]) for column in columns[1:]]
    checks.equal(f"{name}: {ends} are the ends of one interval", has_error(found / 14 / DEALS, ends), True)


def has_error(value, ends):
    """Returns whether some standard error of a rate gives both ends."""
    errors = [n * 0.005 for n in range(60)]
    low = lambda error: interval_in_range(value, error, DEALS, 0.0, 1.0)[0] - ends[0]
    roots = []
    for first, last in zip(errors, errors[1:]):
        sides = low(first), low(last)
        roots += [error for error, side in zip((first, last), sides) if abs(side) < 2e-6]
        if sides[0] > 0 > sides[1]:
            roots.append(falling_root(low, first, last))
        elif sides[0] < 0 < sides[1]:
            roots.append(falling_root(lambda error: -low(error), first, last))
    return any(abs(interval_in_range(value, error, DEALS, 0.0, 1.0)[1] - ends[1]) < 2e-5 for error in roots)


def audit_frontier(checks, place):
    """Compares frontier.csv."""
    printed = rows(f"{place}/frontier/frontier.csv")
    keys = [(row["referee"], float(row["lambda"]), float(row["gamma"])) for row in printed]
    checks.equal("frontier.csv, rows", keys, [(mode, *weights) for mode in REFEREES for weights in WEIGHTS])
    halves = {mode: halves_of_givers(f"{place}/weights-{mode}") for mode in REFEREES}
    for row, (mode, *weights) in zip(printed, keys):
        deals = halves[mode][f"g{WEIGHTS.index(tuple(weights))}", "other"].values()
        name = f"frontier.csv, {mode}, {weights}"
        check_rate(checks, name, row, ("halves", "decoded_rate", "decoded_low", "decoded_high"), rate(deals, "guess"))
        columns = ("exposed", "intercepted_rate", "intercepted_low", "intercepted_high")
        check_rate(checks, name, row, columns, rate(deals, "interception"))
        check_best(checks, name, row, f"{place}/observed-{mode}-{WEIGHTS.index(tuple(weights))}")


def check_best(checks, name, row, folder):
    """Compares the rate of the best guesser. It is measured on the second half of the deals, as if it sat among the opponents of
    every team; in the tournament of `folder` it sits in one team."""
    columns = ("exploited_rate", "exploited_low", "exploited_high")
    if row["best_guesser"] == "learned":
        check_found(checks, name, row, columns)
        return
    found = halves_of_givers(folder)["a", "b"]
    value, ends = bounded_ratio(rate([found[deal] for deal in range(DEALS, 2 * DEALS)], "interception"))
    checks.cell(name, row, columns[0], value)
    checks.ends(name, row, columns[1:], ends)
