"""Pages of results: every number that stands there with an interval is a number of the result's files, with its own interval."""

import html
import re
from pathlib import Path

from checks import rows

NUMBER = r"[-−]?\d+(?:\.\d+)?"
SPAN = re.compile(rf"({NUMBER})(?: %| of 100(?: [a-z]+)?)? \(({NUMBER})(?: %)? to ({NUMBER})(?: %)?(?:, (\d[\d,]*) games)?\)")
DASH = re.compile(rf"({NUMBER}) ({NUMBER})–({NUMBER})")
PLUS = re.compile(rf"({NUMBER}) ±({NUMBER})")


def number(text):
    """Returns a printed number and half a unit of its last digit."""
    return float(text.replace("−", "-")), 0.5 * 10.0 ** -len(text.partition(".")[2])


def triples(folder):
    """Returns every number of the files with its interval and its number of games. The ends of `x` are `x_low` and `x_high`, of
    `missed_shrunk` they are `missed_low` and `missed_high`."""
    found = set()
    for path in sorted(Path(folder).glob("*.csv")):
        if path.name in ("halves.csv", "games.csv", "deals.csv"):
            continue
        # Copies: comparing with a page is not recomputing (`checks.unread`).
        for row in map(dict, rows(path)):
            for low in (column for column in row if column == "low" or column.endswith("_low")):
                high = low.removesuffix("low") + "high"
                stem = low.removesuffix("_low")
                names = {"low": ["value"], "overall_low": ["difference", "value"]}.get(low, [f"{stem}_shrunk", stem, f"{stem}_rate"])
                name = next((name for name in names if name in row), None)
                if name and row[name] and row[low] and row.get(high):
                    # Of a share of all games the page has the number of all.
                    games = "" if stem == "share" else row.get("games", "")
                    found.add((float(row[name]), float(row[low]), float(row[high]), games))
    return found


def scaled(found):
    """Returns the triples as pages show them: as they are, in percent, and from the opponents' side."""
    shown = set()
    for value, low, high, games in found:
        shown.add((value, low, high, games))
        shown.add((100 * value, 100 * low, 100 * high, games))
        shown.add((100 - 100 * value, 100 - 100 * high, 100 - 100 * low, games))
        shown.add((-value, -high, -low, games))
    return shown


def slack(half):
    """How far the rounding in files can move a number that is rounded to `half`: files have six decimals, and shares are shown times 100."""
    return min(1e-4, half / 5)


def near(text, value):
    """Whether a printed number is a value, rounded."""
    printed, half = number(text)
    return abs(printed - value) <= half + slack(half)


def is_spread(text, low, high):
    """Whether what stands behind ± is half of the interval, or its longer part."""
    printed, half = number(text)
    return abs(printed - (high - low) / 2) <= half + slack(half)


def audit(checks, folder, extra=()):
    """Looks for every number with an interval on the page of a result. `extra` has numbers that stand in no file."""
    text = Path(folder, "report.html").read_text(encoding="utf-8")
    described = " ".join(re.findall(r"<desc[^>]*>(.*?)</desc>", text, re.DOTALL))
    plain = re.sub(r"(?s)<(script|style|svg).*?</\1>", " ", text)
    plain = re.sub(r"<[^>]+>", " | ", plain)
    page = html.unescape(described + " | " + plain)
    shown = scaled(triples(folder) | set(extra))
    place = f"{Path(folder).name}/report.html"
    for value, low, high, games in SPAN.findall(page):
        fits = any(
            near(value, v) and near(low, a) and near(high, b) and (not games or n in ("", games.replace(",", "")))
            for v, a, b, n in shown
        )
        checks.equal(f"{place}: {value} ({low} to {high}, {games} games) stands in a file", fits, True)
    for value, low, high in DASH.findall(page):
        fits = any(near(value, v) and near(low, a) and near(high, b) for v, a, b, _ in shown)
        checks.equal(f"{place}: {value} {low}–{high} stands in a file", fits, True)
    for value, spread in PLUS.findall(page):
        fits = any(near(value, v) and is_spread(spread, a, b) for v, a, b, _ in shown)
        checks.equal(f"{place}: {value} ±{spread} stands in a file", fits, True)
