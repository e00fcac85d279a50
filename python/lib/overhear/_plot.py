"""Lines with intervals as SVG."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 640, 320, 70, 16, 56
_COLOURS = ("#1b6ca8", "#c2571a", "#2e7d4f", "#8e3a8c", "#8a6d00", "#555555")


class Mark(NamedTuple):
    """A value over the tick of this number, and its interval if one is known."""

    tick: int
    value: float
    low: float | None
    high: float | None


class Line(NamedTuple):
    """Values that belong together."""

    name: str
    marks: Sequence[Mark]


def figure(lines: Sequence[Line], ticks: Sequence[str], x_name: str, y_name: str, manifest: Mapping[str, Any]) -> str:
    """Lines over ticks at equal distances, with an interval at each value and a line at 0: an SVG image, with what repeats it as metadata."""
    ends = [end for line in lines for mark in line.marks for end in (mark.value, mark.low, mark.high) if end is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    low, high = (low, high) if high > low else (-1.0, 1.0)
    step = (_WIDTH - _LEFT - 20) / max(len(ticks), 1)

    def across(tick: float) -> float:
        return round(_LEFT + step * (tick + 0.5), 1)

    def down(value: float) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low), 1)

    parts = [_straight(_LEFT, down(0), _WIDTH - 20, down(0), "#999999")]
    parts += [_text(_LEFT - 8, down(value) + 4, f"{value:.3g}", "end") for value in sorted({low, 0.0, high})]
    parts += [_text(across(place), _HEIGHT - _BOTTOM + 18, tick) for place, tick in enumerate(ticks)]
    parts += [_text((_LEFT + _WIDTH) / 2, _HEIGHT - _BOTTOM + 36, x_name), _text(14, _TOP - 4, y_name, "start")]
    for number, line in enumerate(lines):
        colour, aside = _COLOURS[number % len(_COLOURS)], (number - (len(lines) - 1) / 2) * min(0.12, 0.6 / len(lines))
        points = [(across(mark.tick + aside), down(mark.value)) for mark in line.marks]
        drawn = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}"/>')
        for mark, (x, y) in zip(line.marks, points):
            if mark.low is not None and mark.high is not None:
                parts.append(_straight(x, down(mark.low), x, down(mark.high), colour))
            parts.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>')
        parts.append(_text(_LEFT + 4, _HEIGHT + 12 + 16 * number, line.name, "start", colour))
    height = _HEIGHT + 12 + 16 * len(lines)
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    body = "\n".join([f"<metadata>{html.escape(json.dumps(manifest))}</metadata>", *parts])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">\n{body}\n</svg>\n'


def _straight(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str = "middle", colour: str = "#222222") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{html.escape(text)}</text>'
