"""What a sequential test has found."""

from __future__ import annotations

from typing import Any


class SequentialVerdict(list[str]):
    """What a sequential test has found: its lines, and its numbers as attributes, None where there is no test or a number is not defined."""

    decision: str | None = None
    """``"accept_h0"``, ``"accept_h1"``, ``"undecided"`` or ``"no_difference_seen"``."""
    pairs: int | None = None
    """Pairs of games until the decision."""
    llr: float | None = None
    """The log-likelihood ratio, in nats."""
    llr_low: float | None = None
    """The bound below which H0 is accepted, as planned."""
    llr_high: float | None = None
    """The bound above which H1 is accepted, as planned."""
    overshoot_low: float | None = None
    """How far the lower bound was moved in, because a test ends beyond its bounds."""
    overshoot_high: float | None = None
    """How far the upper bound was moved in."""
    elo: float | None = None
    """The difference on the scale of the test, median-unbiased."""
    elo_low: float | None = None
    """Lower end of its 95 % interval."""
    elo_high: float | None = None
    """Upper end of its 95 % interval."""
    los: float | None = None
    """One less the one-sided p-value of equal strength: LOS of chess programs. No probability that the first agent is the stronger one."""

    @classmethod
    def of(cls, lines: list[str], numbers: dict[str, Any]) -> SequentialVerdict:
        """The lines with the numbers of the manifest."""
        verdict = cls(lines)
        for name in cls.__annotations__:
            setattr(verdict, name, numbers.get(name))
        return verdict

    def to_dict(self) -> dict[str, Any]:
        """The numbers by their names."""
        return {name: getattr(self, name) for name in type(self).__annotations__}
