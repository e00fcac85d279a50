"""A search for rules: search.csv, recomputed from the logs of a tournament under each set of rules. One switch alone is varied, so that
the stages are the single changes and the confirmation on the deals of the next seed."""

from statistics import stdev

from checks import rows
from games import Rules, deal_means, read
from intervals import bounded_ratio
from rules_compare import LEAST, measures

# Two goals, of which the starting rules miss the second, and the last rounds that are tried.
GOALS = {"tiebreak_rate<0.9": ("tiebreak_rate", 0.0, 0.9), "mean_rounds<4.5": ("mean_rounds", 0.0, 4.5)}
LIMITS = (6, 7)
BASE = 8

# The search; its first stage plays the 40 deals that the tournaments of the audit have under each of these rules.
COMMAND = f"rules search {','.join(GOALS)} --vary round_limit={','.join(map(str, LIMITS))}"
GAMES = 1200


def confirmed(place):
    """Returns the rows of the confirmation by the last round of their rules."""
    return {limit_of(row): row for row in rows(f"{place}/search/search.csv") if row["stage"] == "confirmation"}


def limit_of(row):
    """Returns the last round of a row's rules."""
    return BASE if row["rules"] == "base" else int(row["rules"].removeprefix("round_limit="))


def play(run, place, agents):
    """Plays the fresh deals under the rules that are confirmed."""
    players = [word for agent in agents for word in ("--agent", agent)]
    for limit, row in confirmed(place).items():
        settings = f"tournament --log halves --set round_limit={limit} --seed 8 --games {row['games']} --out fresh-{limit}"
        run(*settings.split(), *players)


def audit(checks, place, screened, agents):
    """Compares search.csv. `screened` has the games of the first stage by the last round."""
    printed = rows(f"{place}/search/search.csv")
    stages = {stage: [row for row in printed if row["stage"] == stage] for stage in ("switches", "confirmation")}
    checks.equal("search.csv, stages", [row["stage"] for row in printed], [stage for stage, own in stages.items() for _ in own])
    tried = [row["rules"] for row in stages["switches"][:: len(GOALS)]]
    checks.equal("search.csv, candidates", sorted(tried), sorted(["base", *(f"round_limit={limit}" for limit in LIMITS)]))
    ranks = [rank(stages["switches"], name) for name in tried]
    checks.equal("search.csv, order", ranks, sorted(ranks))
    chosen = [row["rules"] for row in stages["confirmation"][:: len(GOALS)]]
    checks.equal("search.csv, finalists", chosen, [*tried[: tried.index("base")][:3], "base"])
    spreads = {goal: stdev(means_of(screened[BASE], BASE, goal, agents)) for goal in GOALS}
    fresh = {limit: read(f"{place}/fresh-{limit}", Rules(round_limit=limit)) for limit in confirmed(place)}
    for stage, logs, level in (("switches", screened, 0.95), ("confirmation", fresh, 1 - 0.05 / len(stages["confirmation"]))):
        for row, goal in zip(stages[stage], list(GOALS) * len(stages[stage])):
            check_row(checks, row, goal, logs[limit_of(row)], (agents, level, spreads[goal]))


def rank(own, name):
    """Returns by what a candidate is ranked: what its goals lack, and how many switches it changes."""
    of_one = [row for row in own if row["rules"] == name]
    return round(sum(float(row["lack"]) for row in of_one), 3), int(of_one[0]["switches"])


def means_of(games, limit, goal, agents):
    """Returns the mean of a goal's measure in each deal."""
    return deal_means(games, measures(limit, agents, None)[GOALS[goal][0]])


def check_row(checks, row, goal, games, how):
    """Compares a row; `how` has the agents, the level of its interval and the standard deviation of the measure between deals."""
    (agents, level, spread), limit, (measure, least, most) = how, limit_of(row), GOALS[goal]
    place = f"search.csv, {row['stage']}, {row['rules']}, {goal}"
    means = means_of(games, limit, goal, agents)
    ends = (LEAST, limit) if measure == "mean_rounds" else (0, 1)
    value, (low, high) = bounded_ratio([(mean, 1) for mean in means], *ends, level)
    lack = max(least - low, high - most, 0.0) / spread
    cells = {"goal": goal, "measure": measure, "games": len(games), "switches": int(limit != BASE), "value": value}
    checks.cells(place, row, cells)
    checks.cell(place, row, "lack", float(lack), 1e-3)
    checks.ends(place, row, ("value_low", "value_high"), (low, high))
    verdict = "holds" if lack == 0 else "does not hold" if low > most or high < least else "not known yet"
    checks.cell(place, row, "verdict", verdict if row["stage"] == "confirmation" else None)
