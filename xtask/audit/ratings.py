"""Ratings by Davidson's model, fitted again: ratings, covariance and expected scores."""

import math

from checks import rows
from games import by_deal, deal_means, of_agent, score_of
from intervals import bounded_interval, elo, inverse, product, student_quantile

UNIT = 400 / math.log(10)


def chances(parameters, first, second):
    """Returns the chances that the first wins, that the second does, and of a shared victory."""
    *theta, seat, tie = parameters
    half = (theta[first] - theta[second] + seat) / 2
    weights = (math.exp(half), math.exp(-half), math.exp(tie))
    return [weight / sum(weights) for weight in weights]


def slope(parameters, first, second, outcome):
    """Returns the gradient of the log-likelihood of one game."""
    win, loss, tie = chances(parameters, first, second)
    lead = (1 if outcome == 0 else -1 if outcome == 1 else 0) / 2 - (win - loss) / 2
    gradient = [0.0] * len(parameters)
    gradient[first] += lead
    gradient[second] -= lead
    gradient[-2] = lead
    gradient[-1] = (outcome == 2) - tie
    return gradient


def information(parameters, played):
    """Returns the negative second derivative of the log-likelihood; a direction that all strengths share is fixed."""
    size = len(parameters)
    matrix = [[0.0] * size for _ in range(size)]
    for first, second, _ in played:
        win, loss, tie = chances(parameters, first, second)
        lead = {first: 1.0, second: -1.0, size - 2: 1.0}
        variance = (win + loss - (win - loss) ** 2) / 4
        mixed = -(win - loss) * tie / 2
        for i, x in lead.items():
            for j, y in lead.items():
                matrix[i][j] += x * y * variance
            matrix[i][size - 1] += x * mixed
            matrix[size - 1][i] += x * mixed
        matrix[size - 1][size - 1] += tie * (1 - tie)
    for i in range(size - 2):
        for j in range(size - 2):
            matrix[i][j] += 1.0
    return matrix


def fit(played, agents):
    """Returns the likeliest parameters: strengths of mean 0, the first seat, ln ν."""
    parameters = [0.0] * (agents + 2)
    for _ in range(60):
        gradient = [math.fsum(column) for column in zip(*(slope(parameters, *game) for game in played))]
        step = [math.fsum(a * b for a, b in zip(row, gradient)) for row in inverse(information(parameters, played))]
        parameters = [value + by for value, by in zip(parameters, step)]
        mean = sum(parameters[:agents]) / agents
        parameters = [value - mean * (n < agents) for n, value in enumerate(parameters)]
    return parameters


def outcome(game):
    """Returns 0 if White wins, 1 if Black does, 2 for a shared victory."""
    return {"white": 0, "black": 1, None: 2}[game.winner]


def audit(checks, folder, games, labels):
    """Compares the ratings of standings.csv, covariance.csv and expected.csv. White is the first seat."""
    place = {agent: n for n, agent in enumerate(labels)}
    seats = lambda game: (place[game.agents["white"]], place[game.agents["black"]], outcome(game))
    played = [seats(game) for game in games]
    agents = len(labels)
    parameters = fit(played, agents)
    bread = inverse(information(parameters, played))
    deals = by_deal(games)
    sums = [[math.fsum(c) for c in zip(*(slope(parameters, *seats(game)) for game in deal))] for deal in deals]
    meat = [[math.fsum(g[i] * g[j] for g in sums) for j in range(agents + 2)] for i in range(agents + 2)]
    covariance = product(product(bread, meat), bread)
    reach = student_quantile(len(deals) - 1)
    for row in rows(f"{folder}/standings.csv"):
        n = place[row["agent"]]
        value, error = UNIT * parameters[n], UNIT * math.sqrt(covariance[n][n])
        where = f"standings.csv, {row['agent']}"
        checks.cells(where, row, {"rating": value, "rating_basis": "games"}, 1e-3)
        checks.ends(where, row, ("rating_low", "rating_high"), mapped(value, error, row["agent"], games), tolerance=1e-3)
    for row in rows(f"{folder}/covariance.csv"):
        a, b = place[row["agent_a"]], place[row["agent_b"]]
        where = f"covariance.csv, {row['agent_a']}, {row['agent_b']}"
        checks.cell(where, row, "covariance", UNIT**2 * covariance[a][b], 1e-3)
        checks.cell(where, row, "error_basis", "deals")
    for row in rows(f"{folder}/expected.csv"):
        check_expected(checks, row, (parameters, covariance, reach), place, games)


def mapped(rating, error, agent, games):
    """Returns the interval of a score on the scale of the rating: an Elo point of the score is as many points of the rating as
    their standard errors say."""
    means = deal_means(of_agent(games, agent), score_of(agent))
    score, interval = bounded_interval(means, 0, 1)
    deviation = math.sqrt(sum((x - score) ** 2 for x in means)) / len(means)
    points = error / (UNIT * deviation / (score * (1 - score)))
    return [rating + points * (elo(end) - elo(score)) for end in interval]


def expected_score(parameters, a, b):
    """Returns the score that one agent is expected to have against another, with half of the games in either seat."""
    first, second = chances(parameters, a, b), chances(parameters, b, a)
    return (first[0] + second[1]) / 2 + (first[2] + second[2]) / 4


def check_expected(checks, row, fitted, place, games):
    """Compares a row of expected.csv: the delta method by numeric derivatives, on the scale of log odds."""
    parameters, covariance, reach = fitted
    a, b = row["agent_a"], row["agent_b"]
    where = f"expected.csv, {a}, {b}"
    score = expected_score(parameters, place[a], place[b])
    gradient = []
    for n in range(len(parameters)):
        moved = [[value + by * (m == n) for m, value in enumerate(parameters)] for by in (1e-5, -1e-5)]
        gradient.append((expected_score(moved[0], place[a], place[b]) - expected_score(moved[1], place[a], place[b])) / 2e-5)
    variance = product(product([gradient], covariance), [[x] for x in gradient])[0][0]
    odds, error = math.log(score / (1 - score)), math.sqrt(variance) / (score * (1 - score))
    ends = [1 / (1 + math.exp(-(odds + sign * reach * error))) for sign in (-1, 1)]
    met = [game for game in games if {a, b} == set(game.agents.values())]
    seen, interval = bounded_interval(deal_means(met, score_of(a)), 0, 1)
    checks.cells(where, row, {"expected_score": score, "rating_basis": "games", "games": len(met), "a_score": seen}, 1e-5)
    checks.ends(where, row, ("expected_score_low", "expected_score_high"), ends, tolerance=1e-5)
    checks.ends(where, row, ("a_score_low", "a_score_high"), interval)
