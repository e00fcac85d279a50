"""Statistics of the audit, written from their definitions with the standard library alone.

The trial of spoilt cells asks for the same again and again, so the slow ones are cached.
"""

import math
from collections import Counter
from functools import cache
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)


def falling_root(function, low, high, near=0.0):
    """Returns the root of a falling function by bisection, as near as asked."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high) or high - low < near:  # No number lies between.
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def student_beyond(t, freedom):
    """Returns the probability that Student's t exceeds a number from 0: the density is integrated by Simpson's rule."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    # With t = √f · tan(a) the integral from 0 has finite ends, also for one degree of freedom.
    steps = 400
    width = math.atan(t / math.sqrt(freedom)) / steps
    weights = [1] + [4, 2] * (steps // 2 - 1) + [4, 1]
    heights = (w * math.cos(n * width) ** (freedom - 1) for n, w in enumerate(weights))
    return 0.5 - scale * sum(heights) * width / 3


@cache
def student_quantile(freedom):
    """Returns the 97.5 % quantile of Student's t."""
    return falling_root(lambda t: student_beyond(t, freedom) - 0.025, 0.0, 1000.0)


def mean_of_parts(deals):
    """Returns the mean, its standard error and its 95 % interval (Student) of deals given as (sum, parts)."""
    count, parts = len(deals), sum(n for _, n in deals)
    mean = math.fsum(y for y, _ in deals) / parts
    squares = math.fsum((y - mean * n) ** 2 for y, n in deals)
    error = math.sqrt(squares * count / (count - 1)) / parts
    reach = student_quantile(count - 1) * error
    return mean, error, (mean - reach, mean + reach)


def critical(events, level=0.95):
    """Returns the log-likelihood ratio at the end of an interval, with the correction for few rare events."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    return z * z / 2 * (1 + 0.65 / (events + 1))


def information(sample, at):
    """Returns the log-likelihood ratio of a mean below the observed one, of values in [0, 1]: the dual, a bet on a larger mean."""

    def slope(stake):
        return math.fsum(count * (x / at - 1) / (1 + stake * (x / at - 1)) for x, count in sample)

    stake = 1.0 if slope(1 - 1e-15) > 0 else falling_root(slope, 0.0, 1 - 1e-15)
    return math.fsum(count * math.log1p(stake * (x / at - 1)) for x, count in sample)


def lower_end(sample, limit):
    """Returns the least mean of values in [0, 1] whose log-likelihood ratio is `limit`."""
    mean = math.fsum(x * count for x, count in sample) / sum(count for _, count in sample)
    if mean <= 0:
        return 0.0
    return falling_root(lambda at: information(sample, at) - limit, mean * 1e-12, mean)


def bounded_interval(values, low, high, level=0.95):
    """Returns the mean and the likelihood-ratio interval of independent values in a known range."""
    return likelihood_interval(tuple(values), low, high, level)


@cache
def likelihood_interval(values, low, high, level):
    """Returns the same of values in a tuple."""
    counts = Counter((value - low) / (high - low) for value in values)
    total = len(values)
    mean = math.fsum(x * n for x, n in counts.items()) / total
    events = math.fsum(n * (x - mean) ** 2 for x, n in counts.items())
    limit = critical(events, level)
    first = lower_end(list(counts.items()), limit)
    last = 1 - lower_end([(1 - x, n) for x, n in counts.items()], limit)
    return low + mean * (high - low), (low + first * (high - low), low + last * (high - low))


def bounded_ratio(deals, low=0.0, high=1.0, level=0.95):
    """Returns a ratio of sums over deals, given as (sum, parts), with its interval inside the range."""
    count, parts = len(deals), sum(n for _, n in deals)
    ratio, error = math.fsum(y for y, _ in deals) / parts, 0.0
    if count > 1:
        squares = math.fsum((y - ratio * n) ** 2 for y, n in deals)
        error = math.sqrt(squares * count / (count - 1)) / parts
    return ratio, interval_in_range(ratio, error, count, low, high, level)


@cache
def interval_in_range(ratio, error, count, low, high, level=0.95):
    """Returns the interval inside a range of a mean over deals: that of independent trials of the same variance, and at
    least the rule of three."""
    place, error = (ratio - low) / (high - low), error / (high - low)
    spread = place * (1 - place)
    trials = spread / error**2 if error > 0 and spread > 0 else count
    limit = critical((count * error) ** 2, level)

    def divergence(at):
        terms = [(place, at), (1 - place, 1 - at)]
        return trials * math.fsum(p * math.log(p / q) for p, q in terms if p > 0)

    first = 0.0 if place <= 0 else falling_root(lambda at: divergence(at) - limit, place * 1e-12, place)
    last = 1.0 if place >= 1 else 1 - falling_root(lambda at: divergence(1 - at) - limit, (1 - place) * 1e-12, 1 - place)
    alike = math.exp(-limit / count)
    first, last = min(first, place * alike, place), max(last, 1 - (1 - place) * alike, place)
    return low + first * (high - low), low + last * (high - low)


def log_loss_ends(mean, error, count, parts, most=30.0, answers=24):
    """Returns the 95 % interval of a mean log loss in bits over deals: that of what was seen, at Student's quantile, and, added as errors
    are, what was not."""
    low, high = seen_loss_ends(mean, error, student_quantile(count - 1), most)
    fewer, more = hidden_loss(mean, parts, 3.0, answers)
    return max(0.0, mean - math.hypot(mean - low, fewer)), min(most, mean + math.hypot(high - mean, more))


def seen_loss_ends(mean, error, t, most=30.0):
    """Returns the interval of a share of the range with the same variance, at a value of Student's t."""
    place, deviation = mean / most, error / most
    if deviation <= 0 or not 0 < place < 1:
        return mean, mean
    trials, limit = place * (1 - place) / deviation**2, t**2 / 2

    def room(at):
        terms = [(place, at), (1 - place, 1 - at)]
        return trials * math.fsum(p * math.log(p / q) for p, q in terms) - limit

    low = most * falling_root(room, place * 1e-12, place)
    return low, most * (1 - falling_root(lambda at: room(1 - at), (1 - place) * 1e-12, 1 - place))


def hidden_loss(mean, parts, events, answers=24):
    """Returns how much smaller and larger a mean loss may be, in bits, by losses rarer than `events` in all parts: right answers downwards,
    and (1 + ln(answers · parts)) / parts nats upwards, where three events stand for one in so many parts."""
    parts = parts * 3.0 / events
    return 3.0 * mean / parts, (1 + max(0.0, math.log(answers * parts))) / parts / math.log(2)


def elo(score):
    """Returns the Elo difference of a score."""
    return 400 * math.log10(score / (1 - score))


def inverse(matrix):
    """Returns the inverse of a matrix by Gauss and Jordan."""
    size = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i])]
    return [row[size:] for row in rows]


def product(one, other):
    """Returns the product of two matrices."""
    return [[math.fsum(a * b for a, b in zip(row, column)) for column in zip(*other)] for row in one]
