"""Makes cells of result files wrong, to see that the audit finds each.

Every column with numbers is tried: the k-th column of each file together, one audit for each k; columns of logs one by one.
"""

import csv
import re

# Columns that say which row it is: with another value it would be another row.
KEYS = {"game", "deal", "code", "guess", "card", "first_round", "last_round", "lambda", "gamma"}
KEYS |= {"interceptions", "miscommunications", "opponent_interceptions", "opponent_miscommunications"}

NUMBER = re.compile(r"-?\d+(\.\d+)?")


def lines(path):
    """Returns the rows of a CSV file as lists of cells, the names of the columns first."""
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def columns(path):
    """Returns the names of the columns with numbers, each with a row that has one: the one in the middle."""
    names, *cells = lines(path)
    found = []
    for at, name in enumerate(names):
        numbered = [number for number, row in enumerate(cells) if NUMBER.fullmatch(row[at])]
        if name == "interception":
            # Instead of a wrong guess another one may stand there, and nothing else changes: a right one is made wrong.
            right = names.index("intercepted")
            numbered = [number for number in numbered if cells[number][right] == "1"]
        if numbered and name not in KEYS:
            found.append((name, numbered[len(numbered) // 2]))
    return found


def wrong(cell):
    """Returns a number with another second decimal, or another last digit if it has none."""
    before, digit, after = re.fullmatch(r"(-?\d+\.\d|-?\d*\.?)(\d)(\d*)" if "." in cell else r"(-?\d*)(\d)()", cell).groups()
    return f"{before}{(int(digit) + 1) % 10}{after}"


def spoil(path, column, number):
    """Makes the cell of a column wrong in a row."""
    rows = lines(path)
    at = rows[0].index(column)
    rows[number + 1][at] = wrong(rows[number + 1][at])
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def unnoticed(place, files, sources, audit):
    """Spoils each column of `files` below `place`; returns the columns that `audit` does not find, as "file: column", and how many there are.

    `audit` is given the spoilt files and whether one message is enough, and returns its messages, which begin with the file, or raises the one. Files that other files follow from are among
    `sources`: they are tried alone.
    """
    single = [{file: cell} for file in sources for cell in columns(place / file)]
    todo = {file: columns(place / file) for file in files if file not in sources}
    together = [{file: named[k] for file, named in todo.items() if k < len(named)} for k in range(max(map(len, todo.values())))]
    missed = [name for spoilt in single + together for name in tried(place, spoilt, audit)]
    return missed, sum(map(len, single + together))


def tried(place, spoilt, audit):
    """Spoils one cell of each file, restores the files, and returns the columns whose file no message names."""
    kept = {file: (place / file).read_bytes() for file in spoilt}
    try:
        for file, (column, number) in spoilt.items():
            spoil(place / file, column, number)
        messages = audit([place / file for file in spoilt], len(spoilt) == 1)
        found = {message.partition(",")[0].partition(":")[0] for message in messages}
    except (ArithmeticError, LookupError, OSError, TypeError, ValueError):
        # The audit stopped at a cell that it reads, or at the first that differs. Which one, each half says for itself.
        found = None
    finally:
        for file, content in kept.items():
            (place / file).write_bytes(content)
    if found is None:
        return halves(place, spoilt, audit)
    if messages and len(spoilt) == 1:
        return []
    return [f"{file}: {column}" for file, (column, _) in spoilt.items() if not {file, file.partition("/")[2]} & found]


def halves(place, spoilt, audit):
    """Tries the two halves of the files, until the audit stops at one file alone: that is found."""
    items = list(spoilt.items())
    if len(items) == 1:
        return []
    middle = len(items) // 2
    return [name for half in (items[:middle], items[middle:]) for name in tried(place, dict(half), audit)]
