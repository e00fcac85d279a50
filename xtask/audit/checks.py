"""Comparison of printed cells with recomputed numbers."""

import csv
import math
from pathlib import Path


# The columns of each file, and those that something has read, by the name of the file.
COLUMNS = {}
READ = {}

# What tells rows to note it; the first audit is enough.
NOTING = True


class Row(dict):
    """A row that notes which of its columns are read."""

    def __init__(self, cells, read):
        super().__init__(cells)
        self.read = read

    def __getitem__(self, column):
        self.read.add(column)
        return super().__getitem__(column)


def rows(path):
    """Returns the rows of a CSV file. Of a result, which has a manifest, they note what is read."""
    path = Path(path)
    is_result = NOTING and (path.parent / "manifest.json").exists()
    read = READ.setdefault(path.name, set()) if is_result else set()
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if is_result:
            COLUMNS.setdefault(path.name, set()).update(reader.fieldnames)
        return [Row(cells, read) for cells in reader] if is_result else list(reader)


def unread():
    """Returns the columns that nothing has read, by file. Rows that are read from now on note nothing."""
    global NOTING
    NOTING = False
    left = {name: sorted(columns - READ[name]) for name, columns in COLUMNS.items()}
    return {name: columns for name, columns in sorted(left.items()) if columns}


class Disagreement(LookupError):
    """The first cell that differs, where one is enough."""


class Checks:
    """Counts the cells that were compared, and keeps those that differ; with `is_one_enough` the first of them is raised."""

    def __init__(self, is_one_enough=False):
        self.count = 0
        self.wrong = []
        self.is_one_enough = is_one_enough

    def differs(self, message):
        """Keeps what differs."""
        self.wrong.append(message)
        if self.is_one_enough:
            raise Disagreement(message)

    def cell(self, place, row, column, expected, tolerance=2e-6):
        """Compares a cell with a number, a text, or None for an empty cell."""
        self.count += 1
        printed = row[column]
        if expected is None or isinstance(expected, str):
            agrees = printed == (expected or "")
        elif isinstance(expected, int):
            agrees = printed == str(expected)
        else:
            # Half a unit of the last digit that is printed belongs to the cell.
            digits = len(printed.partition(".")[2])
            agrees = printed != "" and abs(float(printed) - expected) <= 0.5 * 10.0**-digits + tolerance
            agrees = agrees or (printed == "" and not math.isfinite(expected))
        if not agrees:
            self.differs(f"{place}: `{column}` is {printed or 'empty'} and should be {expected}")

    def cells(self, place, row, expected, tolerance=2e-6):
        """Compares several cells of a row."""
        for column, value in expected.items():
            self.cell(place, row, column, value, tolerance)

    def ends(self, place, row, columns, interval, certain=None, tolerance=2e-6):
        """Compares the two ends of an interval. It may be empty where the number is `certain`."""
        if certain and all(row[column] == "" for column in columns):
            self.count += 2
            return
        for column, end in zip(columns, interval):
            self.cell(place, row, column, end, tolerance)

    def between(self, place, number, low, high, tolerance=0.0):
        """Checks that a number lies between two ends."""
        self.equal(f"{place} {number} lies from {low} to {high}", low - tolerance <= number <= high + tolerance, True)

    def equal(self, place, printed, expected):
        """Compares two values."""
        self.count += 1
        if printed != expected:
            self.differs(f"{place}: {printed} is printed, and {expected} follows from the logs")
