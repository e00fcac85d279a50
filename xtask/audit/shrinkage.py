"""Rates shrunk towards their mean, written from their definition (empirical Bayes with a beta prior).

The true rates are draws from a beta distribution around the mean of all trials, of which a tenth may scatter three times as far
(or none; both are as likely beforehand). How far they scatter is unknown: every variance up to the greatest is as likely. The
integral over it is taken on nodes of this file's own, so results agree to some hundred thousandths.
"""

import math
from collections import Counter
from dataclasses import dataclass
from functools import cache

from intervals import falling_root

FAR_SHARES = (0.0, 0.1)
TIMES = 3.0
GREATEST = 0.98
NODES = 100
LEVEL = 0.05


def beta_below(x, a, b):
    """Returns the distribution function of a beta distribution by the power series, whose terms are all positive."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    total = term = 1.0
    n = 0
    while term > 1e-13 * total:
        term *= x * (a + b + n) / (a + 1 + n)
        total += term
        n += 1
    log_scale = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a + 1) - math.lgamma(b)
    return total * math.exp(log_scale)


def beta_interval(mean, variance):
    """Returns the 95 % interval of the beta distribution with this mean and variance; the mean belongs to it."""
    weight = max(mean * (1 - mean) / variance - 1, 1e-300)
    a, b = weight * mean, weight * (1 - mean)
    low, high = (falling_root(lambda x, part=part: part - beta_below(x, a, b), 0.0, 1.0, 1e-8) for part in (0.025, 0.975))
    return min(low, mean), max(high, mean)


def log_rising(x, more):
    """Returns ln(Γ(x + more) / Γ(x)), of a very large x by the first terms of its series."""
    if x > 1e6:
        return more * math.log(x) + more * (more - 1) / (2 * x)
    return math.lgamma(x + more) - math.lgamma(x)


@dataclass(frozen=True)
class Beta:
    """A beta distribution of true rates, given by its mean and how many trials it weighs as much as."""

    mean: float
    weight: float

    def log_chance(self, yes, no):
        """Returns the logarithm of the chance of these trials in this order."""
        a, b = self.weight * self.mean, self.weight * (1 - self.mean)
        return log_rising(a, yes) + log_rising(b, no) - log_rising(a + b, yes + no)

    def after(self, yes, no):
        """Returns mean and variance after these trials, and how far the mean moves with that of the prior."""
        weight = self.weight + yes + no
        mean = (self.weight * self.mean + yes) / weight
        return mean, mean * (1 - mean) / (weight + 1), self.weight / weight


@dataclass(frozen=True)
class Spread:
    """One way in which the true rates may scatter: shares of distributions, and the variance of the mean of all rates."""

    kinds: list
    mean_variance: float

    def log_chances(self, yes, no):
        """Returns the logarithms of the chances that a rate is of each kind and has these trials."""
        return [math.log(share) + kind.log_chance(yes, no) for share, kind in self.kinds]

    def after(self, yes, no):
        """Returns mean and variance of a rate after these trials: a mixture of the kinds, with the error of the mean of all."""
        logs = self.log_chances(yes, no)
        shares = [math.exp(log - log_sum(logs)) for log in logs]
        found = [kind.after(yes, no) for _, kind in self.kinds]
        mean, within, moved = (sum(share * one[n] for share, one in zip(shares, found)) for n in range(3))
        between = sum(share * (one[0] - mean) ** 2 for share, one in zip(shares, found))
        return mean, within + between + moved**2 * self.mean_variance


def log_sum(logs):
    """Returns the logarithm of a sum of numbers given by their logarithms."""
    greatest = max(logs)
    return greatest + math.log(sum(math.exp(log - greatest) for log in logs))


def spreads(mean, counts):
    """Returns every spread with how likely it is after the trials of all rates. `counts` has how many rates have such trials."""
    found, logs = [], []
    for node in range(NODES):
        # The deviation is the cube of an even step, so that small ones have more nodes; its variance weighs by the fifth power.
        step = (node + 0.5) / NODES
        near = GREATEST * step**3
        for far_share in FAR_SHARES:
            parts = [(1 - far_share, near)] + [(far_share, min(TIMES * near, GREATEST))] * (far_share > 0)
            variance = sum(share * deviation**2 for share, deviation in parts)
            known = sum(rates / (variance + (1 - variance) / (yes + no)) for (yes, no), rates in counts.items())
            kinds = [(share, Beta(mean, deviation**-2 - 1)) for share, deviation in parts]
            spread = Spread(kinds, mean * (1 - mean) / known)
            chance = math.fsum(rates * log_sum(spread.log_chances(*trials)) for trials, rates in counts.items())
            found.append(spread)
            logs.append(5 * math.log(step) + chance)
    whole = log_sum(logs)
    return [(math.exp(log - whole), spread) for log, spread in zip(logs, found) if log - whole > -18]


def design_effect(rates):
    """Returns how many times the variance of independent trials the deals have, of rates that are lists of (right, trials) by deal;
    at least 1."""
    clustered = independent = 0.0
    for deals in rates:
        count, yes, trials = len(deals), sum(y for y, _ in deals), sum(n for _, n in deals)
        if count > 1:
            share = yes / trials
            # Deals are compared with their own mean, which hides a part of their variance: Σ n² / trials² of it.
            hidden = sum((n / trials) ** 2 for _, n in deals)
            if hidden == 1:
                continue
            share_variance = sum((y / trials - share * n / trials) ** 2 for y, n in deals) / (1 - hidden)
            # The mean of share · (1 − share) is smaller than that of the true rate by the variance of the share.
            clustered += trials**2 * share_variance
            independent += trials * (share * (1 - share) + share_variance)
    return max(1.0, clustered / independent) if independent else 1.0


class Population:
    """Rates of one kind, each a list of (right, trials) by deal that is not empty."""

    def __init__(self, rates):
        sums = [(sum(y for y, _ in deals), sum(n for _, n in deals)) for deals in rates]
        self.mean = sum(y for y, _ in sums) / sum(n for _, n in sums)
        self.effect = design_effect(rates)
        self.spreads = spreads(self.mean, Counter((y / self.effect, (n - y) / self.effect) for y, n in sums))
        self.shrunk, self.null_share = cache(self.shrunk), cache(self.null_share)

    def shrunk(self, right, trials):
        """Returns a rate, shrunk, and its 95 % interval."""
        yes, no = right / self.effect, (trials - right) / self.effect
        found = [(chance, *spread.after(yes, no)) for chance, spread in self.spreads]
        value = math.fsum(chance * mean for chance, mean, _ in found)
        variance = math.fsum(chance * (of_one + (mean - value) ** 2) for chance, mean, of_one in found)
        return value, beta_interval(value, variance)

    def p_value(self, right, trials):
        """Returns the p-value of "the true rate is the mean": both tails of Jeffreys' posterior of the effective trials."""
        return self.p_of(right / self.effect, (trials - right) / self.effect)

    def p_of(self, yes, no):
        """Returns the same of independent trials."""
        below = beta_below(self.mean, yes + 0.5, no + 0.5)
        return 2 * min(below, 1 - below)

    def null_share(self, trials):
        """Returns the chance of a p-value below the level if the rate is the mean: every binomial count is tried."""
        whole = max(1, math.floor(trials / self.effect + 0.5))
        chance = lambda n: math.comb(whole, n) * self.mean**n * (1 - self.mean) ** (whole - n)
        return math.fsum(chance(n) for n in range(whole + 1) if self.p_of(n, whole - n) < LEVEL)
