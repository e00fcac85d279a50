"""Rates of teams like people by round: people.csv, recomputed from tournaments of each team against itself on the same deals."""

from checks import rows
from games import Rules, read, right
from intervals import bounded_ratio

# The teams, and what is to be expected of each: the least and the most.
TEAMS = ("new", "regular", "close")
EXPECTED = {
    ("missed", 1, 1): [(0.0, 0.28), (0.0, 0.12), (0.0, 0.12)],
    ("missed", 2, 4): [(0.17, 0.34), (0.07, 0.30), (0.07, 0.17)],
    ("missed", 5, 8): [(0.22, 0.39), (0.12, 0.32), (0.11, 0.22)],
    ("missed", 7, 8): [(0.0, 0.44), (0.0, 0.36), (0.0, 0.25)],
    ("overheard", 2, 4): [(0.10, 0.20), (0.10, 0.32), (0.20, 0.37)],
    ("overheard", 5, 8): [(0.09, 0.19), (0.10, 0.36), (0.19, 0.35)],
    ("mean_rounds", 1, 8): [(4.0, 6.0), (4.0, 6.0), (4.0, 7.0)],
}

# Cases and codes in ten games of people (arXiv 2506.20664).
COUNTED = {
    ("missed", 1, 1): (0, 10),
    ("missed", 2, 4): (5, 30),
    ("missed", 5, 8): (7, 32),
    ("overheard", 2, 4): (6, 30),
    ("overheard", 5, 8): (6, 32),
}


def games_against_itself(place, folder, rules, deals):
    """Returns the games of an agent against itself, one on each of the first deals: those of a tournament of two such agents in
    which the first is White."""
    return [game for game in read(f"{place}/{folder}", rules) if game.agents["white"] == "a" and game.deal < deals]


def counts(games, figure, rounds):
    """Returns (cases, codes) of each game that reaches the rounds, or (rounds, 1)."""
    if figure == "mean_rounds":
        return [(game.rounds, 1) for game in games]
    found = []
    for game in games:
        halves = [half for half in game.halves if rounds[0] <= int(half["round"]) <= rounds[1]]
        if figure == "overheard":
            halves = [half for half in halves if half["interception"]]
            cases = sum(right(half, "interception") for half in halves)
        else:
            cases = sum(not right(half, "guess") for half in halves)
        found.append((cases, len(halves)))
    return [(cases, codes) for cases, codes in found if codes]


def lies(ends, expected):
    """Returns whether an interval lies in a range, outside, or across an end of it."""
    if expected[0] <= ends[0] and ends[1] <= expected[1]:
        return "yes"
    return "no" if ends[1] < expected[0] or ends[0] > expected[1] else "not_known"


def audit(checks, place):
    """Compares people.csv."""
    printed = rows(f"{place}/people/people.csv")
    keys = [(row["preset"], row["figure"], int(row["first_round"]), int(row["last_round"])) for row in printed]
    checks.equal("people.csv, rows", keys, [(team, *figure) for team in TEAMS for figure in EXPECTED])
    games = {team: games_against_itself(place, f"self-{team}-8", Rules(), 40) for team in TEAMS}
    for row, (team, figure, *rounds) in zip(printed, keys):
        name = f"people.csv, {team}, {figure}, {rounds}"
        found = counts(games[team], figure, rounds)
        value, ends = bounded_ratio(found, *((1, 8) if figure == "mean_rounds" else (0, 1)))
        expected = EXPECTED[figure, *rounds][TEAMS.index(team)]
        cases, codes = COUNTED.get((figure, *rounds), (None, None))
        cells = {"n": sum(n for _, n in found), "value": value, "range_low": expected[0], "range_high": expected[1]}
        checks.cells(name, row, {**cells, "inside": lies(ends, expected), "people_cases": cases, "people_codes": codes})
        checks.ends(name, row, ("value_low", "value_high"), ends)
