"""keywords.csv, cards.csv and pairs.csv, recomputed from the log of halves of a tournament on the same deals."""

from collections import defaultdict
from functools import cache
from pathlib import Path

from checks import rows
from games import rest_digit
from p_values import holm
from shrinkage import Population

KEYS = {
    "keywords": lambda row: row["keyword"],
    "cards": lambda row: row["card"],
    "pairs": lambda row: frozenset((row["keyword_a"], row["keyword_b"])),
}


def audit(checks, folder, name, games):
    """Compares every row of a table of words."""
    printed, cards = rows(f"{folder}/{name}.csv"), deck()
    check_order(checks, name, printed, cards)
    keys = list(map(KEYS[name], printed))
    if name == "pairs":
        check_rates(checks, name, printed, keys, confused(games), ("confused", "clues"))
        return
    key = cards.get if name == "cards" else str
    check_rates(checks, name, printed, keys, missed(games, key), ("missed", "clues"))
    check_rates(checks, name, printed, keys, overheard(games, key), ("overheard", "chances"))


def deck():
    """Returns the card of every keyword of the built-in deck, in the order of the deck."""
    return {row["en"]: row["card"] for row in rows(Path(__file__).parents[2] / "data" / "deck.csv")}


def check_order(checks, name, printed, cards):
    """Rows stand in the order of the deck, and name its cards."""
    place = {word: n for n, word in enumerate(cards)}
    if name == "pairs":
        found = [(place[row["keyword_a"]], place[row["keyword_b"]]) for row in printed]
    elif name == "cards":
        found = [int(row["card"]) for row in printed]
    else:
        found = [place[row["keyword"]] for row in printed]
    checks.equal(f"{name}.csv, order of the deck", found, sorted(set(found)))
    for row in printed:
        if name == "keywords":
            checks.cell(f"{name}.csv, {row['keyword']}", row, "card", cards[row["keyword"]])
        if name == "cards":
            words = ", ".join(word for word, card in cards.items() if card == row["card"])
            checks.cell(f"{name}.csv, {row['card']}", row, "keywords", words)


def clues(games):
    """Returns every clue: its game, its half, its place in the code, and the keywords by digit."""
    for game in games:
        for half in game.halves:
            held = {digit: half[f"keyword_{n}"] for n, digit in enumerate(half["code"] + rest_digit(half["code"]), 1)}
            for n in range(3):
                if half[f"clue_{n + 1}"]:
                    yield game, half, n, held


def tally():
    """Returns empty sums by key and deal."""
    return defaultdict(lambda: defaultdict(lambda: (0, 0)))


def add(sums, key, deal, wrong):
    """Counts one clue."""
    y, n = sums[key][deal]
    sums[key][deal] = (y + wrong, n + 1)


def missed(games, key):
    """Returns how often the own team took the clues of each key for another keyword, by deal."""
    sums = tally()
    for game, half, n, held in clues(games):
        add(sums, key(held[half["code"][n]]), game.deal, half["guess"][n] != half["code"][n])
    return sums


def overheard(games, key):
    """Returns how often opponents that could found the digit of such a clue."""
    sums = tally()
    for game, half, n, held in clues(games):
        if half["interception"]:
            add(sums, key(held[half["code"][n]]), game.deal, half["interception"][n] == half["code"][n])
    return sums


def confused(games):
    """Returns how often a clue for one of two keywords was taken for the other."""
    sums = tally()
    for game, half, n, held in clues(games):
        word, taken = held[half["code"][n]], held[half["guess"][n]]
        for other in held.values():
            if other != word:
                add(sums, frozenset((word, other)), game.deal, taken == other)
    return sums


@cache
def population_of(rates):
    """Returns the population of rates, each (right, trials) by deal. Cached: the trial of spoilt cells asks for the same often."""
    return Population(rates)


def check_rates(checks, name, printed, keys, sums, columns):
    """Compares the counts, the rate, the shrunk rate and the p-values of each row; they are empty without clues."""
    stem, whole = columns
    population = population_of(tuple(tuple(deals.values()) for deals in sums.values()))
    p_values = {}
    for row, key in zip(printed, keys):
        deals = sums.pop(key, {})
        right, trials = (sum(deal[n] for deal in deals.values()) for n in (0, 1))
        place = f"{name}.csv, {key}"
        checks.cells(place, row, {stem: right, whole: trials, f"{stem}_rate": right / trials if trials else None})
        if whole == "clues":
            checks.cell(place, row, "deals", len(deals))
        if not trials:
            checks.cells(place, row, dict.fromkeys(f"{stem}_{part}" for part in ("shrunk", "low", "high", "p", "p_adjusted", "p_null")))
            continue
        value, ends = population.shrunk(right, trials)
        p_values[key] = population.p_value(right, trials)
        # Both integrate over the spread, on nodes of their own.
        checks.cell(place, row, f"{stem}_shrunk", value, 5e-5)
        checks.ends(place, row, (f"{stem}_low", f"{stem}_high"), ends, tolerance=5e-5)
        checks.cells(place, row, {f"{stem}_p": p_values[key], f"{stem}_p_null": population.null_share(trials)})
    adjusted = dict(zip(p_values, holm(list(p_values.values()))))
    for row, key in zip(printed, keys):
        if key in p_values:
            checks.cell(f"{name}.csv, {key}", row, f"{stem}_p_adjusted", adjusted[key])
    checks.equal(f"{name}.csv, {stem}: what has no row", sorted(map(str, sums)), [])
