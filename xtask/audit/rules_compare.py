"""Comparisons of rules: rules.csv and sweep.csv, recomputed from the logs of a tournament under each set of rules."""

from pathlib import Path

import compare
import joint
from checks import rows
from games import by_deal, deal_means, picks, score_of
from intervals import bounded_interval, bounded_ratio, critical, lower_end
from p_values import equivalence_p, holm, mirrored, places, rare_events, z_score

# Least and greatest number of rounds of a game; two games differ by less than the greatest.
LEAST, MOST = 1, 8

# The largest differences that count as none.
MARGIN, MARGIN_ROUNDS = 0.005, 0.25

# The measures in the order of the rows; the last two need two agents.
ALL = ["white_score", "tiebreak_rate", "shared_rate", "limit_rate", "mean_rounds", "better_score", "first_score"]

# What only a comparison by games that are judged again or one with several looks has.
EMPTY = ["difference_tied", "difference_tied_low", "difference_tied_high", "anytime_low", "anytime_high"]


def measures(limit, agents, better):
    """Returns how each measure is counted in a game: a mean over games."""
    of_all = {
        "white_score": lambda game: game.score("white"),
        "tiebreak_rate": lambda game: float(game.door != "none"),
        "shared_rate": lambda game: float(game.winner is None),
        "limit_rate": lambda game: float(game.rounds == limit),
        "mean_rounds": lambda game: float(game.rounds),
    }
    return {**of_all, "better_score": score_of(better), "first_score": score_of(agents[0])} if better else of_all


def better_of(games, agents):
    """Returns the agent that scores more on every fifth deal under the first rules; nothing where one plays itself."""
    if len(agents) < 2:
        return None
    picked = list(map(score_of(agents[0]), filter(picks, games)))
    return agents[0] if sum(picked) * 2 >= len(picked) else agents[1]


def measured(games, measure):
    """Returns the games that a measure counts: all, or the rest without those that pick the better team."""
    return [game for game in games if not (measure == "better_score" and picks(game))]


def margin(measure):
    """Returns the margin of a measure."""
    return MARGIN_ROUNDS if measure == "mean_rounds" else MARGIN


def reach(measure):
    """Returns the most by which two games differ in a measure."""
    return float(MOST - LEAST) if measure == "mean_rounds" else 1.0


def decided(different, equivalent):
    """Returns the verdict of a test of no difference and a test of one beyond the margin."""
    if different:
        return "different within margin" if equivalent else "different"
    return "equivalent" if equivalent else "undecided"


def by_interval(ends, measure):
    """Returns the verdict of an interval: whether it leaves out 0, and whether it lies within the margin."""
    low, high = ends
    return decided(not low <= 0 <= high, -margin(measure) < low and high < margin(measure))


class Matchup:
    """Games of one table under two sets of rules."""

    def __init__(self, logs, limits, agents):
        self.logs, self.limits, self.agents = logs, limits, agents
        self.better = better_of(logs[0], agents)

    def names(self):
        """Returns the measures."""
        return list(measures(0, self.agents, self.better))

    def means(self, measure):
        """Returns the means of the deals under each set of rules."""
        return [
            deal_means(measured(games, measure), measures(limit, self.agents, self.better)[measure])
            for games, limit in zip(self.logs, self.limits)
        ]

    def tied_deals(self, measure):
        """Returns the number of deals with a tiebreaker under the first rules."""
        return sum(any(game.door != "none" for game in deal) for deal in by_deal(measured(self.logs[0], measure)))


def audit_rules(checks, folder, matchups):
    """Compares rules.csv. `matchups` has the games by table; a single one has no name."""
    printed = rows(f"{folder}/rules.csv")
    table = lambda row: row["table"] if "table" in row else ""
    file = f"{Path(folder).name}/rules.csv"
    name = lambda row: f"{file}, {row['measure']}, {table(row)}".removesuffix(", ")
    expected = [(m, t) for m in ALL for t, matchup in matchups.items() if m in matchup.names()]
    checks.equal(f"{file}, rows", [(row["measure"], table(row)) for row in printed], expected)
    p_values = {"difference_p": [], "equivalence_p": []}
    for row in printed:
        measure, matchup = row["measure"], matchups[table(row)]
        a, b = matchup.means(measure)
        games = len(measured(matchup.logs[0], measure))
        cells = {"deals": len(a), "games": games, "tied_deals": matchup.tied_deals(measure), "method": "played"}
        of_rows = check_difference(checks, name(row), row, (a, b), measure, cells)
        for column, found in zip(p_values, of_rows):
            p_values[column].append(found)
        checks.cells(name(row), row, {**dict.fromkeys(EMPTY), "rules_a": "official", "rules_b": "official,round_limit=6"})
        if len(matchups) > 1:
            level = 1 - 0.05 / len(printed)
            _, ends = bounded_interval([y - x for x, y in zip(a, b)], -reach(measure), reach(measure), level)
            checks.ends(name(row), row, ("overall_low", "overall_high"), ends)
            checks.cell(name(row), row, "verdict", by_interval(ends, measure))
    check_p_values(checks, name, printed, p_values, len(matchups) == 1)


def check_difference(checks, place, row, means, measure, cells):
    """Compares the cells of a mean under both arms, and returns the p-values of no difference and of one beyond the margin."""
    found, ends = compare.of_games(*means, reach(measure))
    beyond = equivalence_p([y - x for x, y in zip(*means)], reach(measure), margin(measure))
    checks.cells(place, row, {**cells, **found, "margin": margin(measure), "equivalence_p": beyond})
    checks.ends(place, row, ("difference_low", "difference_high"), ends)
    return found["difference_p"], beyond


def check_p_values(checks, name, printed, p_values, is_verdict):
    """Compares adjusted p-values, and the verdicts where they follow from them."""
    for column, found in p_values.items():
        compare.check_adjusted(checks, name, printed, column, found)
    adjusted = (holm(found) for found in p_values.values())
    for row, differ, agree in zip(printed, *adjusted):
        if is_verdict:
            checks.cell(name(row), row, "verdict", decided(differ < 0.05, agree < 0.05))


def audit_sweep(checks, folder, logs, agents):
    """Compares sweep.csv. `logs` has the games by the last round; the base is the longest."""
    base = max(logs)
    better = better_of(logs[base], agents)
    printed = rows(f"{folder}/sweep.csv")
    for measure in dict.fromkeys(row["measure"] for row in printed):
        own = [row for row in printed if row["measure"] == measure]
        means = {n: deal_means(measured(logs[n], measure), measures(n, agents, better)[measure]) for n in logs}
        differences = {n: [y - x for x, y in zip(means[base], means[n])] for n in logs if n != base}
        for row in own:
            check_point(checks, row, means, base)
        check_joint(checks, own, differences, (("difference_low", "difference_high"), 0.95))
        count = len({row["measure"] for row in printed})
        check_joint(checks, own, differences, (("overall_low", "overall_high"), 1 - 0.05 / count))


def limit_of(row, base):
    """Returns the last round of a row's games."""
    return base if row["point"] == "base" else int(row["point"].removeprefix("round_limit="))


def place_of(row):
    """Returns the place of a row of sweep.csv."""
    return f"sweep.csv, {row['point']}, {row['measure']}"


def check_point(checks, row, means, base):
    """Compares the value of a point, and its difference from the base."""
    limit, measure, place = limit_of(row, base), row["measure"], place_of(row)
    low, high = (LEAST, base) if measure == "mean_rounds" else (0, 1)
    own = means[limit]
    checks.cell(place, row, "method", "judged again" if limit == base and row["point"] != "base" else "played")
    value, ends = bounded_ratio([(mean, 1) for mean in own], low, high)
    checks.cells(place, row, {"deals": len(own), "games": 2 * len(own), "value": value, "margin": margin(measure)})
    checks.ends(place, row, ("low", "high"), ends)
    if limit == base:
        columns = ("difference", "difference_low", "difference_high", "p_adjusted", "overall_low", "overall_high")
        checks.cells(place, row, {**dict.fromkeys(columns), "verdict": "base"})
    else:
        checks.cell(place, row, "difference", sum(own) / len(own) - sum(means[base]) / len(means[base]))
        ends = [float(row["overall_low"]), float(row["overall_high"])]
        checks.cell(place, row, "verdict", by_interval(ends, measure))


def check_joint(checks, printed, differences, interval):
    """Compares the intervals of all points of a measure that hold at once: all end at the same |z|, which the draws of the
    largest |z| give for the level. A p-value is a share of these draws."""
    columns, level = interval
    printed = [row for row in printed if row[columns[0]]]
    measure = printed[0]["measure"]
    widest = reach(measure)
    of = lambda row: differences[limit_of(row, None)]
    ends = sorted(z_score(of(row), widest, float(row[column])) for row in printed for column in columns)
    z = ends[len(ends) // 2]
    both = list(differences.values())
    found = joint.probability(z, *both)
    checks.equal(f"{place_of(printed[0])}, level of {columns[0]}: {found}", joint.is_drawn(found, level), True)
    for row in printed:
        sample = places(of(row), widest)
        limit = z * z / 2 * (1 + 0.65 / (rare_events(sample) + 1))
        low, high = lower_end(sample, limit), 1 - lower_end(mirrored(sample), limit)
        checks.ends(place_of(row), row, columns, [widest * (2 * end - 1) for end in (low, high)], tolerance=1e-5 * widest)
        share, own = float(row["p_adjusted"]), joint.probability(z_score(of(row), widest), *both)
        drawn = joint.is_drawn(share, 1 - own) and joint.is_count(row["p_adjusted"])
        checks.equal(f"{place_of(row)}, p_adjusted {share} is drawn where {1 - own} is expected", drawn, True)
