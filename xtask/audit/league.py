"""A league, recomputed from the log of a tournament of the same games."""

import math
import random
from functools import partial
from statistics import NormalDist

from checks import rows
from games import deal_means, halves_of, of_agent, score_of, share_right
from intervals import bounded_interval
from tournament import check_bits, of_pairing

# How many tables the program draws for the errors of the mix, and how many are drawn here.
DRAWS, OWN_DRAWS = 1000, 2000


def audit(checks, folder, games, labels, bits):
    """Compares league.csv and matrix.csv. `bits` has the agents' bits by deal."""
    scores, least = {}, {}
    for row in rows(f"{folder}/matrix.csv"):
        agent, opponent = row["agent"], row["opponent"]
        means = deal_means(of_pairing(games, (agent, opponent)), score_of(agent))
        scores[agent, opponent] = bounded_interval(means, 0, 1)
        # The intervals of all opponents at once.
        least[agent, opponent] = bounded_interval(means, 0, 1, 1 - 0.05 / (len(labels) - 1))[1]
        place = f"matrix.csv, {agent}, {opponent}"
        checks.cell(place, row, "score", scores[agent, opponent][0])
        checks.ends(place, row, ("score_low", "score_high"), scores[agent, opponent][1])
    checks.equal("matrix.csv, pairs", len(scores), len(labels) * (len(labels) - 1))
    for row in rows(f"{folder}/league.csv"):
        agent, place = row["agent"], f"league.csv, {row['agent']}"
        own = of_agent(games, agent)
        given, exposed, chances = halves_of(own, agent)
        score, ends = bounded_interval(deal_means(own, score_of(agent)), 0, 1)
        others = [other for other in labels if other != agent]
        worst = min((scores[agent, other][0], other) for other in others)
        expected = {
            "score": score,
            "decoded_rate": share_right(given, "guess"),
            "interception_rate": share_right(chances, "interception"),
            "intercepted_rate": share_right(exposed, "interception"),
            "worst_opponent": worst[1],
            "worst_score": worst[0],
            # The run searched for no best guesser.
            **dict.fromkeys(("best_guesser", "exploited_rate", "exploited_low", "exploited_high")),
        }
        checks.cells(place, row, expected)
        checks.ends(place, row, ("score_low", "score_high"), ends)
        checks.ends(place, row, ("worst_score_low", "worst_score_high"), scores[agent, worst[1]][1])
        lowest = [min(least[agent, other][n] for other in others) for n in (0, 1)]
        checks.ends(place, row, ("least_score_low", "least_score_high"), lowest)
        check_bits(checks, place, row, "leaked_bits", bits[agent])
    check_mix(checks, folder, scores, labels)


def mix(score, labels):
    """Returns the mix of three agents that no agent beats: one that beats both others, or all of them in a cycle, each as much as
    the lead in the game of the other two."""
    for label in labels:
        if all(score(label, other) > 0.5 for other in labels if other != label):
            return {one: float(one == label) for one in labels}
    a, b, c = labels
    leads = {a: abs(score(b, c) - 0.5), b: abs(score(a, c) - 0.5), c: abs(score(a, b) - 0.5)}
    return {label: lead / sum(leads.values()) for label, lead in leads.items()}


def drawn(scores, labels, source):
    """Returns the mix of a table that is drawn from what the scores may be: normal, with either side of the interval as wide as
    it is."""
    table = {}
    for n, a in enumerate(labels):
        for b in labels[n + 1 :]:
            value, (low, high) = scores[a, b]
            z = source.gauss(0, 1) / NormalDist().inv_cdf(0.975)
            table[a, b] = min(max(value + z * (high - value if z > 0 else value - low), 0.0), 1.0)
            table[b, a] = 1 - table[a, b]
    return mix(lambda a, b: table[a, b], labels)


def check_mix(checks, folder, scores, labels):
    """Compares the mix, and the ranges of its shares, which other draws of as many tables must allow."""
    source = random.Random(1)
    own = mix(lambda a, b: scores[a, b][0], labels)
    draws = [drawn(scores, labels, source) for _ in range(OWN_DRAWS)]
    printed = rows(f"{folder}/league.csv")
    for row in printed:
        label, place = row["agent"], f"league.csv, {row['agent']}"
        checks.cell(place, row, "equilibrium_share", own[label])
        shares = sorted(mixed[label] for mixed in draws)
        at = partial(quantile, shares)
        # Five standard errors of the share of draws below an end, of the program's draws and of these.
        around = 5 * math.sqrt(0.025 * 0.975 * (1 / DRAWS + 1 / OWN_DRAWS))
        for column, tail in (("equilibrium_share_low", 0.025), ("equilibrium_share_high", 0.975)):
            least, most = at(tail - around), at(tail + around)
            if column.endswith("low"):
                least, most = min(least, own[label]), min(most, own[label])
            else:
                least, most = max(least, own[label]), max(most, own[label])
            checks.between(f"{place}: {column}", float(row[column]), least, most, 1e-6)


def quantile(values, share):
    """Returns the value below which a share of sorted values lies."""
    return values[round(min(max(share, 0.0), 1.0) * (len(values) - 1))]
