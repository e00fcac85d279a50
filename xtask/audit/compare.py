"""Comparison of two results on the same deals: compare.csv, recomputed from the logs of both."""

import math

from checks import rows
from games import deal_means, of_agent, score_of
from intervals import bounded_interval
from p_values import LossDifference, holm, p_value
from tournament import BITS

# The value of a game for an agent by measure, in the order of the rows.
MEASURES = {
    "score": score_of,
    "mean_rounds": lambda agent: lambda game: float(game.rounds),
    "tiebreak_rate": lambda agent: lambda game: float(game.door != "none"),
    **dict.fromkeys(BITS),
}


def spread(values):
    """Returns the sum of squared deviations from the mean."""
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values)


def of_games(a, b, reach):
    """Returns the cells about a mean over deals in two results, and the ends of its difference, which lies within ±reach."""
    each = [y - x for x, y in zip(a, b)]
    difference, ends = bounded_interval(each, -reach, reach)
    cells = {
        "value_a": math.fsum(a) / len(a),
        "value_b": math.fsum(b) / len(b),
        "difference": difference,
        "variance_ratio": (spread(a) + spread(b)) / spread(each) if spread(each) > 1e-12 else None,
        "difference_p": p_value(each, reach),
    }
    return cells, ends


def of_bits(a, b, factor, offset):
    """Returns the same about bits by deal, each given as (sum, parts)."""
    found = LossDifference(*([(-y, n) for y, n in deals] for deals in (a, b)))
    cells = {
        "value_a": offset - factor * found.ratios[0],
        "value_b": offset - factor * found.ratios[1],
        "difference": -factor * found.value,
        "variance_ratio": found.variance_ratio,
        "difference_p": found.p_value(),
    }
    return cells, sorted(-factor * end for end in found.ends())


def check_adjusted(checks, name, printed, column, p_values):
    """Compares a column of p-values that are adjusted for all rows. `name` gives the place of a row."""
    for row, adjusted in zip(printed, holm(p_values)):
        checks.cell(name(row), row, f"{column}_adjusted", adjusted, 1e-6 * len(printed))


def audit(checks, folder, logs, bits, labels):
    """Compares compare.csv. `bits` has the agents' bits by deal in both results."""
    printed, p_values = rows(f"{folder}/compare.csv"), []
    name = lambda row: f"compare.csv, {row['agent_a']}, {row['opponent']}, {row['measure']}"
    checks.equal("compare.csv, rows", [(r["agent_a"], r["measure"]) for r in printed], [(a, m) for a in labels for m in MEASURES])
    for row in printed:
        agent, measure = row["agent_a"], row["measure"]
        if measure in BITS:
            kind, factor, offset = BITS[measure]
            a, b = (list(found[agent][kind].values()) for found in bits)
            cells, ends = of_bits(a, b, factor, offset)
        else:
            a, b = (deal_means(of_agent(games, agent), MEASURES[measure](agent)) for games in logs)
            cells, ends = of_games(a, b, 7.0 if measure == "mean_rounds" else 1.0)
        checks.cells(name(row), row, {"deals_a": len(a), "deals_b": len(b), "agent_b": agent, "method": "paired", **cells})
        checks.ends(name(row), row, ("difference_low", "difference_high"), ends)
        p_values.append(cells["difference_p"])
    # Two agents that met no other: what one row says of one of them, another says of the other.
    mirror = {"intercept_log_loss": "leaked_bits"}
    other = {labels[0]: labels[1], labels[1]: labels[0]}
    facts, first = [], {}
    for row in printed:
        agent, measure = row["agent_a"], row["measure"]
        is_shared = measure in ("score", "mean_rounds", "tiebreak_rate")
        facts.append((mirror.get(measure, measure), "" if is_shared else other[agent] if measure in mirror else agent))
    for fact, p_value in zip(facts, p_values):
        first.setdefault(fact, p_value)
    adjusted = dict(zip(first, holm(list(first.values()))))
    for row, fact in zip(printed, facts):
        checks.cell(name(row), row, "difference_p_adjusted", adjusted[fact], 1e-6 * len(printed))
