"""halves.csv: what of a half follows from the rules, from other halves of its deal, and from the sums of deals.csv."""

import math
from collections import defaultdict
from pathlib import Path

from checks import rows
from games import SIDES, rest_digit, right

# What another run of the same games may have otherwise: who scored, and how.
JUDGED = ("a_white", "a_black")


def log_bounds(probability):
    """Returns the least and the greatest log2 of a probability that is printed with six digits; below 2^-30 it counts as that."""
    low, high = float(probability) - 5e-7, float(probability) + 5e-7
    return (max(math.log2(low), -30.0) if low > 0 else -30.0, math.log2(min(high, 1.0)))


def within_digits(bits, probabilities):
    """Whether a sum of log2 lies within what the digits of the probabilities allow."""
    low, high = (math.fsum(log_bounds(probability)[n] for probability in probabilities) for n in (0, 1))
    return low - 1e-6 <= bits <= high + 1e-6


def audit(checks, folder, team_size):
    """Compares every half of a log under rules that cost no code for an illegal clue (R25)."""
    halves = rows(f"{folder}/halves.csv")
    name = f"{Path(folder).name}/halves.csv"
    order = [(int(half["game"]), int(half["round"]), SIDES.index(half["side"])) for half in halves]
    checks.equal(f"{name}, order", order, sorted(set(order)))
    for half in halves:
        check_half(checks, f"{name}, game {half['game']}, round {half['round']}, {half['side']}", half, team_size)
    check_deals(checks, name, halves)
    check_sums(checks, name, halves, rows(f"{folder}/deals.csv"))


def is_code(text):
    """Whether a text is a code (R3)."""
    return len(text) == len(set(text)) == 3 and set(text) <= set("1234")


def check_half(checks, place, half, team_size):
    """Flags and roles follow from the rules; a team names the likeliest code."""
    checks.cells(place, half, {
        "guess_right": int(right(half, "guess")),
        "intercepted": int(right(half, "interception")),
        "encryptor": 1 + (int(half["round"]) - 1) % team_size,
        "forfeited": 0,
    })  # fmt: skip
    # There is no interception in the first round (R6).
    first = half["round"] == "1"
    checks.equal(f"{place}, an interception", (half["interception"] == "", half["p_interception"] == ""), (first, first))
    for guess, chance in [("guess", "p_guess"), ("interception", "p_interception")][: 1 if first else 2]:
        checks.equal(f"{place}, code and {guess} are codes", is_code(half["code"]) and is_code(half[guess]), True)
        p = float(half[chance])
        least, most = (1 / 24, 1.0) if right(half, guess) else (0.0, 0.5)
        checks.equal(f"{place}, {guess} fits {chance} {p}", least - 5e-7 <= p <= most + 5e-7, True)


def check_deals(checks, name, halves):
    """All games of a deal have its codes and keywords, a game has one deal, and a team that reads the same clues of its own makes
    the same guess."""
    said, seen = defaultdict(tuple), {}
    for half in halves:
        game, deal, side, code = (half[column] for column in ("game", "deal", "side", "code"))
        place = f"{name}, game {game}, round {half['round']}, {side}"
        said[game, side] += (code, half["clue_1"], half["clue_2"], half["clue_3"])
        facts = {
            ("code", deal, side, half["round"]): code,
            ("deal", game): deal,
            ("agent", game, side): half["agent"],
            ("guess", deal, side, half["agent"], said[game, side]): (half["guess"], half["p_guess"]),
        }
        for n, digit in enumerate(code + rest_digit(code), 1):
            checks.cell(place, half, f"slot_{digit}", half[f"keyword_{n}"])
        facts.update({("keyword", deal, side, digit): half[f"keyword_{n}"] for n, digit in enumerate(code + rest_digit(code), 1)})
        other = [key[0] for key, value in facts.items() if seen.setdefault(key, value) != value]
        checks.equal(f"{place}, what is not as in other halves", other, [])


def check_sums(checks, name, halves, deals):
    """The probabilities of a deal's halves have the sums of logarithms of deals.csv, as far as their digits tell."""
    games = defaultdict(list)
    for half in halves:
        games[half["game"]].append(half)
    met = defaultdict(list)
    for own in games.values():
        met[own[0]["deal"], frozenset(half["agent"] for half in own)] += own
    for row in deals:
        pairing = (row["agent_a"], row["agent_b"])
        own = met.pop((row["deal"], frozenset(pairing)), [])
        for agent, letter in zip(pairing, "ab"):
            of = [half["p_guess"] for half in own if half["agent"] == agent]
            against = [half["p_interception"] for half in own if half["agent"] != agent and half["interception"]]
            for column, sums, chances in [("p_guess", "decode", of), ("p_interception", "intercept", against)]:
                within = within_digits(int(row[f"{letter}_{sums}_bits"]) / 2**32, chances)
                checks.equal(f"{name}, deal {row['deal']}, {pairing}: {column} of {agent} within deals.csv", within, True)
    checks.equal(f"{name}, pairs of games without a row in deals.csv", sorted(map(str, met)), [])


def compare_runs(checks, folder, again):
    """A tiebreaker changes no half: two runs that differ in it agree in every half, and in all sums but the scores."""
    for file, may_differ in [("halves.csv", ()), ("deals.csv", JUDGED)]:
        one, same = rows(f"{folder}/{file}"), rows(f"{again}/{file}")
        name = f"{Path(folder).name}/{file}"
        checks.equal(f"{name}, rows of the same games by another tiebreaker", len(one), len(same))
        for n, (row, twin) in enumerate(zip(one, same)):
            other = [column for column in row if column not in may_differ and row[column] != twin[column]]
            checks.equal(f"{name}, row {n}, columns that another tiebreaker changes", other, [])
