"""The normalised Elo difference of pairs of games, and its interval: the range over all distributions of a pair's score that
are likely enough."""

import math

from intervals import critical, falling_root

# A unit is a standard deviation of one game; a pair has two.
UNIT = 800 / math.log(10) / math.sqrt(2)

# The weight of a score that no pair has, in pairs.
EMPTY = 1e-3


def difference(mean, variance):
    """Returns the difference of a mean and a variance of the pairs' scores."""
    return UNIT * (mean - 0.5) / math.sqrt(variance)


def moments(shares):
    """Returns the mean and the variance of scores 0, ¼, ½, ¾ and 1."""
    mean = math.fsum(share * n / 4 for n, share in enumerate(shares))
    return mean, math.fsum(share * (n / 4 - mean) ** 2 for n, share in enumerate(shares))


def farthest(observed, slope, radius):
    """Returns the distribution within a Kullback-Leibler distance of the observed one that is largest in a linear function:
    by Lagrange its shares are the observed ones over (pole − slope)."""

    def shares(room):
        weights = [share / (room + max(slope) - by) for share, by in zip(observed, slope)]
        return [weight / sum(weights) for weight in weights]

    def beyond(power):
        return math.fsum(p * math.log(p / q) for p, q in zip(observed, shares(math.exp(power)))) - radius

    return shares(math.exp(falling_root(beyond, -40.0, 40.0)))


def greatest(counts):
    """Returns the greatest difference: the function is replaced by its slope at a distribution, again and again."""
    mean, variance = moments([count / sum(counts) for count in counts])
    weights = [count or EMPTY for count in counts]
    observed = shares = [weight / sum(weights) for weight in weights]
    radius = critical(variance * sum(counts)) / sum(weights)
    for _ in range(200):
        mean, variance = moments(shares)
        lead = mean - 0.5
        # By the mean and the variance of (mean − ½) / deviation; that of the variance is by (x − mean)².
        slope = [(n / 4 - mean) - lead * (n / 4 - mean) ** 2 / variance / 2 for n in range(5)]
        previous, shares = shares, farthest(observed, slope, radius)
        if max(abs(x - y) for x, y in zip(shares, previous)) < 1e-12:
            break
    return difference(*moments(shares))


def ends(counts):
    """Returns the ends of the 95 % interval for pairs counted by their score: 0, ¼, ½, ¾, 1."""
    return -greatest(counts[::-1]), greatest(counts)
