"""Evaluation of guessers on recorded clues: eval.csv, recomputed from the guesses."""

import csv
import math
import random

from checks import rows
from games import rest_digit
from intervals import interval_in_range, mean_of_parts


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


def audit(checks, folder, clues, guesses):
    """Compares eval.csv with the guesses that it counts."""
    codes = {row["id"]: row["code"] for row in rows(clues)}
    (row,) = rows(f"{folder}/eval.csv")
    guesses = rows(guesses)
    count = len(codes)
    right = [float(guess["guess"] == codes[guess["id"]]) for guess in guesses]
    digits = sum(x == y for guess in guesses for x, y in zip(guess["guess"], codes[guess["id"]]))
    expected = {
        "task": "decode",
        "file": "clues.csv",
        "agent": "human",
        "n": count,
        "code_accuracy": sum(right) / count,
        "digit_accuracy": digits / 3 / count,
        # The clues are those of an agent, which knows its words.
        "unknown_words": 0,
        "faults": 0,
        "fault_rate": 0.0,
        # No two codes are equally likely to this agent.
        "strict_accuracy": sum(right) / count,
    }
    checks.cells("eval.csv", row, expected)
    check_interval(checks, row, "code_accuracy", accuracy_ends(right))
    losses = [-math.log(max(float(guess["p_true"]), 1e-300)) for guess in guesses]
    # A probability is printed with six digits.
    ends = [math.fsum(-math.log(min(float(guess["p_true"]) + by, 1.0)) for guess in guesses) / count for by in (5e-7, -5e-7)]
    checks.between("eval.csv, log_loss", float(row["log_loss"]), *ends, 1e-6)
    check_interval(checks, row, "log_loss", mean_ends(losses, math.log(24), math.inf))
    # The distance of the true code is known; that of the others is least if they are alike, and greatest if one has all.
    missing = [(1 - float(guess["p_true"])) ** 2 for guess in guesses]
    ends = [factor * math.fsum(missing) / count for factor in (24 / 23, 2.0)]
    checks.between("eval.csv, brier", float(row["brier"]), *ends, 1e-6)
    factor = float(row["brier"]) * count / math.fsum(missing)
    check_interval(checks, row, "brier", mean_ends([factor * x for x in missing], 2.0, 2.0), 0.03)


def check_interval(checks, row, column, ends, room=0.0):
    """Both ends of an interval lie where other draws put them; `room` is a share of the distance from the number."""
    value = float(row[column])
    for name, (least, most) in zip((f"{column}_low", f"{column}_high"), ends):
        spare = 2e-6 + room * max(abs(least - value), abs(most - value))
        checks.between(f"eval.csv, {name}", float(row[name]), least, most, spare)


# The program's resamples, and those that are drawn here.
RESAMPLES, OWN_RESAMPLES = 2000, 4000


def tails(found, share):
    """Returns where the lower and the upper quantile of the program's resamples may lie, by quantiles of these."""
    around = 5 * math.sqrt(share * (1 - share) * (1 / RESAMPLES + 1 / OWN_RESAMPLES))
    last = len(found) - 1
    places = [math.floor(max(share - around, 0.0) * last), math.ceil((share + around) * last)]
    return [found[place] for place in places], [found[last - place] for place in reversed(places)]


def accuracy_ends(right):
    """Returns between which numbers the ends of the interval of a share lie: the quantiles of the shares of resampled rows, and at
    least the interval of independent trials."""
    mean, error, _ = mean_of_parts([(x, 1) for x in right])
    low, high = interval_in_range(mean, error, len(right), 0.0, 1.0)
    source = random.Random(1)
    found = sorted(math.fsum(source.choices(right, k=len(right))) / len(right) for _ in range(OWN_RESAMPLES))
    lower, upper = tails(found, 0.025)
    return [min(low, end) for end in lower], [max(high, end) for end in upper]


def studentised(values, mean):
    """Returns the sorted deviations of resampled means, each over its own standard error."""
    source, found = random.Random(1), []
    count = len(values)
    for _ in range(OWN_RESAMPLES):
        sample = source.choices(values, k=count)
        own = math.fsum(sample) / count
        error = math.sqrt(math.fsum((x - own) ** 2 for x in sample) / (count - 1) / count)
        found.append((own - mean) / error if error > 0 else math.copysign(math.inf, own - mean))
    return sorted(found)


def mean_ends(values, usual, most):
    """Returns between which numbers the ends of the interval of a mean lie, of values from 0 to `most`, as a rule to `usual`: the
    studentised bootstrap, at least Student's interval, and at least what values that were not seen allow."""
    mean, error, student = mean_of_parts([(x, 1) for x in values])
    range_high = max(usual, *values)
    unseen = interval_in_range(mean, error, len(values), 0.0, range_high)
    lower, upper = tails(studentised(values, mean), 0.025 * (1 - 4 / len(values)))
    cut = lambda end: min(max(end, 0.0), range_high)
    # The upper quantile gives the lower end.
    low = [min(student[0], unseen[0], cut(mean - t * error)) for t in reversed(upper)]
    high = [max(student[1], unseen[1], cut(mean - t * error)) for t in reversed(lower)]
    return [max(end, 0.0) for end in low], [min(end, most) for end in high]
