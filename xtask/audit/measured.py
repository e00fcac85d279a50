"""League, comparison of results and evaluation of guessers, recomputed from logs."""

import csv
import math

from checks import rows
from games import deal_means, halves_of, of_agent, rest_digit, score_of, share_right
from intervals import bounded_interval
from tournament import of_pairing


def audit_league(checks, folder, games, labels):
    """Compares league.csv and matrix.csv with the same games played as a tournament."""
    scores = {}
    for row in rows(f"{folder}/matrix.csv"):
        agent, opponent = row["agent"], row["opponent"]
        means = deal_means(of_pairing(games, (agent, opponent)), score_of(agent))
        scores[agent, opponent] = bounded_interval(means, 0, 1)
        place = f"matrix.csv, {agent}, {opponent}"
        checks.cell(place, row, "score", scores[agent, opponent][0])
        checks.ends(place, row, ("score_low", "score_high"), scores[agent, opponent][1])
    checks.equal("matrix.csv, pairs", len(scores), len(labels) * (len(labels) - 1))
    for row in rows(f"{folder}/league.csv"):
        agent, place = row["agent"], f"league.csv, {row['agent']}"
        own = of_agent(games, agent)
        given, exposed, chances = halves_of(own, agent)
        score, ends = bounded_interval(deal_means(own, score_of(agent)), 0, 1)
        worst = min((scores[agent, other][0], other) for other in labels if other != agent)
        expected = {
            "score": score,
            "decoded_rate": share_right(given, "guess"),
            "interception_rate": share_right(chances, "interception"),
            "intercepted_rate": share_right(exposed, "interception"),
            "worst_opponent": worst[1],
            "worst_score": worst[0],
        }
        checks.cells(place, row, expected)
        checks.ends(place, row, ("score_low", "score_high"), ends)
        checks.ends(place, row, ("worst_score_low", "worst_score_high"), scores[agent, worst[1]][1])
    mix = math.fsum(float(row["equilibrium_share"]) for row in rows(f"{folder}/league.csv"))
    checks.equal("league.csv, the mix is whole", abs(mix - 1) < 1e-5, True)


def audit_compare(checks, folder, logs, labels):
    """Compares scores, lengths and ties of compare.csv."""
    for row in rows(f"{folder}/compare.csv"):
        agent, measure = row["agent_a"], row["measure"]
        values = {
            "score": score_of(agent),
            "mean_rounds": lambda game: float(game.rounds),
            "tiebreak_rate": lambda game: float(game.door != "none"),
        }
        value, place = values.get(measure), f"compare.csv, {agent}, {row['opponent']}, {measure}"
        others = [row["opponent"]] if row["opponent"] else [label for label in labels if label != agent]
        if value is None or agent not in labels:
            difference = float(row["value_b"]) - float(row["value_a"])
            checks.cell(place, row, "difference", difference)
            continue
        met = [[g for g in games if {agent} < set(g.agents.values()) <= {agent, *others}] for games in logs]
        a, b = (deal_means(games, value) for games in met)
        reach = 7.0 if measure == "mean_rounds" else 1.0
        difference, ends = bounded_interval([y - x for x, y in zip(a, b)], -reach, reach)
        expected = {"deals_a": len(a), "deals_b": len(b), "value_a": sum(a) / len(a), "value_b": sum(b) / len(b)}
        checks.cells(place, row, {**expected, "difference": difference})
        checks.ends(place, row, ("difference_low", "difference_high"), ends)


def write_clues(path, games, count):
    """Writes halves of a log as recorded clues for `eval decode`."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["id", "kw1", "kw2", "kw3", "kw4", "code", "clue1", "clue2", "clue3"])
        halves = [half for game in games for half in game.halves if half["round"] == "1"][:count]
        for number, half in enumerate(halves):
            code = half["code"] + rest_digit(half["code"])
            keywords = [half[f"keyword_{code.index(digit) + 1}"] for digit in "1234"]
            clues = [half[f"clue_{n}"] for n in (1, 2, 3)]
            out.writerow([number, *keywords, half["code"], *clues])


def audit_eval(checks, folder, clues, guesses):
    """Compares eval.csv with the guesses that it counts."""
    codes = {row["id"]: row["code"] for row in rows(clues)}
    (row,) = rows(f"{folder}/eval.csv")
    guesses = rows(guesses)
    count = len(codes)
    digits = sum(x == y for guess in guesses for x, y in zip(guess["guess"], codes[guess["id"]]))
    expected = {
        "n": count,
        "code_accuracy": sum(guess["guess"] == codes[guess["id"]] for guess in guesses) / count,
        "digit_accuracy": digits / 3 / count,
        "faults": 0,
        "fault_rate": 0.0,
    }
    checks.cells("eval.csv", row, expected)
    ends = [
        math.fsum(-math.log(min(max(float(guess["p_true"]) + by, 1e-300), 1.0)) for guess in guesses) / count
        for by in (5e-7, -5e-7)
    ]
    loss = float(row["log_loss"])
    checks.equal("eval.csv, log_loss within the digits of the guesses", ends[0] - 1e-6 <= loss <= ends[1] + 1e-6, True)
    for name in ("code_accuracy", "log_loss", "brier"):
        low, value, high = (float(row[column]) for column in (f"{name}_low", name, f"{name}_high"))
        checks.equal(f"eval.csv, {name} inside its interval", low <= value <= high, True)
