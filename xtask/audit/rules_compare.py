"""Comparisons of rules: rules.csv and sweep.csv, recomputed from the logs of a tournament under each set of rules."""

import math
from collections import Counter
from statistics import NormalDist

from checks import rows
from games import by_deal, deal_means, picks, score_of
from intervals import bounded_interval, bounded_ratio, falling_root, lower_end

# Least and greatest number of rounds of a game; two games differ by less than the greatest.
LEAST, MOST = 1, 8


def measures(limit, first, better):
    """Returns how each measure is counted in a game: a mean over games."""
    return {
        "white_score": lambda game: game.score("white"),
        "tiebreak_rate": lambda game: float(game.door != "none"),
        "shared_rate": lambda game: float(game.winner is None),
        "limit_rate": lambda game: float(game.rounds == limit),
        "mean_rounds": lambda game: float(game.rounds),
        "better_score": score_of(better),
        "first_score": score_of(first),
    }


def better_of(games, agents):
    """Returns the agent that scores more on every fifth deal under the first rules."""
    picked = list(map(score_of(agents[0]), filter(picks, games)))
    return agents[0] if sum(picked) * 2 >= len(picked) else agents[1]


def measured(games, rest):
    """Returns the games that a measure counts: all, or the rest without those that pick the better team."""
    return [game for game in games if not (rest and picks(game))]


def spread(values):
    """Returns the sum of squared deviations from the mean."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def p_value(values, reach):
    """Returns the p-value of "the mean is 0", by the likelihood ratio over all distributions on ±reach."""
    total, mean = len(values), sum(values) / len(values)
    if mean == 0:
        return 1.0
    places = [0.5 + value / 2 / reach for value in values] if mean > 0 else [0.5 - value / 2 / reach for value in values]
    centre = sum(places) / total
    events = sum((place - centre) ** 2 for place in places)
    sample = list(Counter(places).items())
    # The log-likelihood ratio at ½ is the limit whose interval ends there.
    limit = falling_root(lambda limit: lower_end(sample, limit) - 0.5, 0.0, float(total) * 50)
    return 2 * NormalDist().cdf(-math.sqrt(2 * limit / (1 + 0.65 / (events + 1))))


def holm(p_values):
    """Returns Holm's adjusted p-values."""
    order = sorted(range(len(p_values)), key=lambda n: p_values[n])
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, n in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[n]))
        adjusted[n] = least
    return adjusted


def audit_rules(checks, folder, logs, limits, agents):
    """Compares rules.csv. `logs` has the games under both sets of rules, `limits` their last rounds."""
    better = better_of(logs[0], agents)
    printed, p_values = rows(f"{folder}/rules.csv"), []
    for row in printed:
        measure, place = row["measure"], f"rules.csv, {row['measure']}"
        rest = measure == "better_score"
        a, b = (
            deal_means(measured(games, rest), measures(limit, agents[0], better)[measure])
            for games, limit in zip(logs, limits)
        )
        each = [y - x for x, y in zip(a, b)]
        reach = float(MOST - LEAST) if measure == "mean_rounds" else 1.0
        difference, ends = bounded_interval(each, -reach, reach)
        tied = by_deal(measured(logs[0], rest))
        expected = {
            "deals": len(each),
            "games": 2 * len(each),
            "value_a": sum(a) / len(a),
            "value_b": sum(b) / len(b),
            "difference": difference,
            "variance_ratio": (spread(a) + spread(b)) / spread(each),
            "tied_deals": sum(any(game.door != "none" for game in deal) for deal in tied),
        }
        checks.cells(place, row, expected)
        checks.ends(place, row, ("difference_low", "difference_high"), ends)
        p_values.append(p_value(each, reach))
        checks.cell(place, row, "difference_p", p_values[-1], 1e-5)
    for row, adjusted in zip(printed, holm(p_values)):
        place = f"rules.csv, {row['measure']}"
        checks.cell(place, row, "difference_p_adjusted", adjusted, 1e-4)
        checks.equal(f"{place}: verdict and p-value", row["verdict"].startswith("different"), adjusted < 0.05)
        within = float(row["equivalence_p_adjusted"]) < 0.05
        checks.equal(f"{place}: verdict and margin", row["verdict"] in ("equivalent", "different within margin"), within)


def audit_sweep(checks, folder, logs, agents):
    """Compares the values and differences of sweep.csv. `logs` has the games by the last round; the base is the longest."""
    base = max(logs)
    better = better_of(logs[base], agents)
    for row in rows(f"{folder}/sweep.csv"):
        limit = base if row["point"] == "base" else int(row["point"].removeprefix("round_limit="))
        measure, place = row["measure"], f"sweep.csv, {row['point']}, {row['measure']}"
        rest = measure == "better_score"
        own, of_base = (
            deal_means(measured(logs[n], rest), measures(n, agents[0], better)[measure]) for n in (limit, base)
        )
        low, high = (LEAST, base) if measure == "mean_rounds" else (0, 1)
        value, ends = bounded_ratio([(mean, 1) for mean in own], low, high)
        checks.cells(place, row, {"deals": len(own), "games": 2 * len(own), "value": value})
        if limit == base:
            checks.equal(f"{place}, the base", (row["difference"], row["verdict"]), ("", "base"))
        else:
            checks.cell(place, row, "difference", sum(own) / len(own) - sum(of_base) / len(of_base))
        checks.ends(place, row, ("low", "high"), ends)
        # The interval of all pairs at once holds that of the difference alone.
        if row["difference_low"]:
            inside = [float(row[c]) for c in ("overall_low", "difference_low", "difference", "difference_high", "overall_high")]
            checks.equal(f"{place}, intervals within each other", inside, sorted(inside))
