"""p-values of a difference: of no difference, of a difference within a margin, and of many at once."""

import math
from collections import Counter
from statistics import NormalDist

from intervals import falling_root, hidden_loss, information, seen_loss_ends, student_beyond, student_quantile


def places(values, reach):
    """Returns the values on ±reach as a sample on [0, 1]: each place with its count."""
    return list(Counter(0.5 + value / 2 / reach for value in values).items())


def mirrored(sample):
    """Returns a sample on [0, 1] from the other end."""
    return [(1 - place, count) for place, count in sample]


def rare_events(sample):
    """Returns the number of events across the whole range that would have the variance of the sample."""
    total = sum(count for _, count in sample)
    mean = math.fsum(place * count for place, count in sample) / total
    return math.fsum(count * (place - mean) ** 2 for place, count in sample)


def z_score(values, reach, at=0.0):
    """Returns how far the mean of values on ±reach is from a number, as the root of the likelihood ratio."""
    sample, place = places(values, reach), 0.5 + at / 2 / reach
    if math.fsum(values) / len(values) < at:
        sample, place = mirrored(sample), 1 - place
    return math.sqrt(2 * max(information(sample, place), 0.0) / (1 + 0.65 / (rare_events(sample) + 1)))


def p_value(values, reach):
    """Returns the p-value of "the mean is 0", by the likelihood ratio over all distributions on ±reach."""
    return 2 * NormalDist().cdf(-z_score(values, reach)) if math.fsum(values) else 1.0


def poisson_tail(most, events):
    """Returns the probability of at most `events` events where `most` are expected; `events` may be fractional: the incomplete
    gamma function Q(events + 1, most) by its series."""
    shape = events + 1
    term = total = 1 / shape
    n = 0
    while term > total * 1e-17:
        n += 1
        term *= most / (shape + n)
        total += term
    return 1 - math.exp(shape * math.log(most) - most - math.lgamma(shape)) * total


def equivalence_p(values, reach, margin):
    """Returns the least level up to ½ at which both one-sided ends of the mean lie within the margin, else 1. The likelihood
    ratio at an end is that of Poisson's law between the rare events seen and the most that the level allows."""
    if abs(math.fsum(values) / len(values)) >= margin:
        return 1.0
    sample, place = places(values, reach), 0.5 - margin / 2 / reach
    events = rare_events(sample)
    limit = min(information(one, place) for one in (sample, mirrored(sample)))
    ratio = lambda most: most - events - (events * math.log(most / events) if events else 0.0)
    most = falling_root(lambda most: limit - ratio(most), events, events + 60 + 20 * math.sqrt(events))
    p = poisson_tail(most, events)
    return p if p <= 0.5 else 1.0


def holm(p_values):
    """Returns Holm's adjusted p-values."""
    order = sorted(range(len(p_values)), key=lambda n: p_values[n])
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, n in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[n]))
        adjusted[n] = least
    return adjusted


class RatioDifference:
    """The difference of two ratios on the same deals, each deal given as (sum, parts): the linearised ratios by deal."""

    def __init__(self, a, b):
        self.ratios = [sum(y for y, _ in deals) / sum(n for _, n in deals) for deals in (a, b)]
        self.value = self.ratios[1] - self.ratios[0]
        count = len(a)
        self.freedom = count - 1
        errors = [
            [(y - ratio * n) * count / sum(m for _, m in deals) for y, n in deals]
            for deals, ratio in zip((a, b), self.ratios)
        ]
        squares = math.fsum((y - x) ** 2 for x, y in zip(*errors))
        self.error = math.sqrt(squares / count / self.freedom)
        own = [math.fsum(x * x for x in each) for each in errors]
        self.errors = [math.sqrt(each / count / self.freedom) for each in own]
        self.parts = [sum(n for _, n in deals) for deals in (a, b)]
        spread = math.sqrt(own[0] * own[1])
        self.correlation = min(1.0, max(-1.0, (sum(own) - squares) / 2 / spread)) if spread else 0.0
        apart = math.fsum(x * x for each in errors for x in each)
        self.variance_ratio = apart / squares if squares else None

    def ends(self):
        """Returns the 95 % interval."""
        reach = student_quantile(self.freedom) * self.error
        return self.value - reach, self.value + reach

    def p_value(self):
        """Returns the p-value of "there is no difference"."""
        return 2 * student_beyond(abs(self.value) / self.error, self.freedom)

    def equivalence_p(self, margin):
        """Returns the p-value of two one-sided tests that the difference is within the margin."""
        room = (margin - abs(self.value)) / self.error
        beyond = student_beyond(abs(room), self.freedom)
        return beyond if room > 0 else 1 - beyond


class LossDifference(RatioDifference):
    """The difference of two mean log losses in bits: the ends of both, put together with their correlation (Zou and Donner 2008)."""

    def ends_at(self, t):
        """Returns the interval at a value of Student's t."""
        level = max(2 * student_beyond(t, self.freedom), 2.3e-308)
        if level >= 1:
            return self.value, self.value
        reach = []
        for mean, error, parts in zip(self.ratios, self.errors, self.parts):
            low, high = seen_loss_ends(mean, error, t)
            reach.append(list(zip((mean - low, high - mean), hidden_loss(mean, parts, -math.log(level)))))
        (a_down, a_up), (b_down, b_up) = reach

        def together(one, other):
            seen = one[0] ** 2 + other[0] ** 2 - 2 * self.correlation * one[0] * other[0]
            return math.sqrt(max(0.0, seen) + one[1] ** 2 + other[1] ** 2)

        return max(-30.0, self.value - together(b_down, a_up)), min(30.0, self.value + together(b_up, a_down))

    def ends(self):
        """Returns the 95 % interval."""
        return self.ends_at(student_quantile(self.freedom))

    def p_value(self):
        """Returns the level at which the interval reaches 0."""

        def room(t):
            low, high = self.ends_at(t)
            return low if self.value > 0 else -high

        return 2 * student_beyond(falling_root(room, 0.0, 1e4, 1e-9), self.freedom) if self.value else 1.0
