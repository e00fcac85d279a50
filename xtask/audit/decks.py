"""Two decks side by side: decks.csv, recomputed from tournaments of an agent against itself with either deck on the same deals."""

from checks import rows
from games import Rules
from p_values import RatioDifference
from people import games_against_itself
from rules_compare import check_difference, check_p_values, margin, measures

DECKS = ("animals.txt", "tools.txt")


def clues(games, measure):
    """Returns (failures, clues) of each game: clues that the own team misses, or those that the opponents find, if they could."""
    found = []
    for game in games:
        guess = "guess" if measure == "missed_rate" else "interception"
        digits = [(half["code"][n], half[guess][n]) for half in game.halves if half[guess] for n in range(3)]
        found.append((sum((own == seen) == (guess == "interception") for own, seen in digits), len(digits)))
    return found


def same_deals(a, b):
    """Returns the number of deals whose codes are the same with both decks, as far as both are played."""
    codes = [{(half["deal"], half["round"], half["side"]): half["code"] for game in games for half in game.halves} for games in (a, b)]
    other = {key[0] for key in codes[0].keys() & codes[1].keys() if codes[0][key] != codes[1][key]}
    return len(a) - len(other)


def check_clues(checks, place, row, games, cells):
    """Compares the cells of a rate of clues, and returns the p-values of no difference and of one beyond the margin."""
    found = RatioDifference(*(clues(each, row["measure"]) for each in games))
    p_values = found.p_value(), found.equivalence_p(margin(row["measure"]))
    expected = {
        "value_a": found.ratios[0],
        "value_b": found.ratios[1],
        "difference": found.value,
        "variance_ratio": found.variance_ratio,
        "margin": margin(row["measure"]),
        "difference_p": p_values[0],
        "equivalence_p": p_values[1],
    }
    checks.cells(place, row, {**cells, **expected})
    checks.ends(place, row, ("difference_low", "difference_high"), found.ends())
    return p_values


def audit(checks, place, count):
    """Compares decks.csv; the games are those with either deck."""
    printed, p_values = rows(f"{place}/decks/decks.csv"), {"difference_p": [], "equivalence_p": []}
    name = lambda row: f"decks.csv, {row['measure']}"
    order = ["missed_rate", "overheard_rate", "mean_rounds", "tiebreak_rate", "shared_rate"]
    checks.equal("decks.csv, rows", [row["measure"] for row in printed], order)
    games = [games_against_itself(place, f"deck-{deck}", Rules(), count) for deck in DECKS]
    same = same_deals(*games)
    for row in printed:
        cells = {"deck_a": DECKS[0], "deck_b": DECKS[1], "deals": count, "games": count, "same_deals": same}
        counted = measures(8, [], None).get(row["measure"])
        if counted:
            means = [list(map(counted, each)) for each in games]
            found = check_difference(checks, name(row), row, means, row["measure"], cells)
        else:
            found = check_clues(checks, name(row), row, games, cells)
        for column, p in zip(p_values, found):
            p_values[column].append(p)
    check_p_values(checks, name, printed, p_values, True)
