"""The largest |z| of the differences between three rows of means on the same deals. The program draws it; here its distribution
is integrated, and what is printed must be a value that so many draws give."""

import math
from statistics import NormalDist

NORMAL = NormalDist()
DRAWS = 20_000


def covariance(one, other):
    """Returns the covariance of two means over the same deals."""
    count = len(one)
    means = sum(one) / count, sum(other) / count
    return math.fsum((x - means[0]) * (y - means[1]) for x, y in zip(one, other)) / count / (count - 1)


def errors(first, second):
    """Returns the variances and the covariance of two differences from one base, each given by deal."""
    return covariance(first, first), covariance(second, second), covariance(first, second)


def probability(z, first, second):
    """Returns the probability that none of the three differences has a larger |z|, if there is none in truth."""
    a, b, shared = errors(first, second)
    between = max(a + b - 2 * shared, 0.0)
    if a < 1e-12:
        return probability(z, second, second) if b > 1e-12 else 1.0
    slope, rest = shared / a, math.sqrt(max(b - shared * shared / a, 1e-18))
    steps = 1000
    total = 0.0
    for n in range(steps):
        u = z * ((2 * n + 1) / steps - 1)
        one = math.sqrt(a) * u
        low, high = -z * math.sqrt(b), z * math.sqrt(b)
        if between > 1e-12:
            low, high = max(low, one - z * math.sqrt(between)), min(high, one + z * math.sqrt(between))
        if low < high or b < 1e-12:
            inside = NORMAL.cdf((high - slope * one) / rest) - NORMAL.cdf((low - slope * one) / rest) if b > 1e-12 else 1.0
            total += NORMAL.pdf(u) * inside * 2 * z / steps
    return total


def is_drawn(share, expected):
    """Whether a share of the draws may stand for a probability: within five standard errors."""
    return abs(share - expected) <= 5 * math.sqrt(expected * (1 - expected) / DRAWS) + 1 / DRAWS


def is_count(text):
    """Whether a printed p-value is a number of draws and one, of all draws and one."""
    number = round(float(text) * (DRAWS + 1))
    return f"{number / (DRAWS + 1):.6f}" == text
