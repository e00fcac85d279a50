"""Definitions of columns, taken from the words of the schema.

Where a column's meaning begins with a formula, `miscommunications / halves`, the audit computes the formula that is written there and no
other: a column that is the inverse of its description does not pass. A formula has two terms and `/` or `−`; a term is a column of the same
row, or words that a part of the audit gives a number for.
"""

import json
import math
import re
from functools import cache
from pathlib import Path

from checks import rows

# A term ends where an explanation begins.
FORMULA = re.compile(r"(?P<one>[^/−:;,.()]+) (?P<sign>[/−]) (?P<other>[^/−:;,.()]+?)(?=[:;,.]|$)")


@cache
def read_definitions(schema):
    """Returns the definitions of a schema, read once."""
    return Definitions(schema)


class Definitions:
    """The meanings of all columns, by file and column."""

    def __init__(self, schema):
        """Reads what `sim-cli schema` printed."""
        schema = json.loads(Path(schema).read_text(encoding="utf-8"))
        self.meanings = {(table["file"], column["name"]): column["meaning"] for table in schema for column in table["columns"]}

    def value(self, file, column, terms):
        """Returns what the words of a column make of its terms; None where they are divided by 0."""
        formula = FORMULA.match(self.meanings[file, column])
        one, other = (terms[formula[name].strip()] for name in ("one", "other"))
        if formula["sign"] == "−":
            return one - other
        return one / other if other else None

    def audit(self, checks, path):
        """Compares every column of a file whose words are a formula of other columns of its row."""
        file = Path(path).name
        table = rows(path)
        columns = set(table[0]) if table else set()
        for column in sorted(columns):
            formula = FORMULA.match(self.meanings.get((file, column), ""))
            names = formula and [formula[name].strip() for name in ("one", "other")]
            if not names or not columns.issuperset(names):
                continue
            for number, row in enumerate(table, 1):
                given = [row[name] for name in names]
                # Printed terms are rounded to six digits, and so is a quotient of them.
                if "" in given or not all(math.isfinite(float(cell)) for cell in given):
                    continue
                terms = dict(zip(names, map(float, given)))
                digits = max(len(cell.partition(".")[2]) for cell in given)
                slack = 10.0**-digits * 2 if digits else 1e-9
                if formula["sign"] == "/" and digits:
                    slack /= max(abs(terms[names[1]]), 1e-9)
                checks.cell(f"{path}, row {number}, by its description", row, column, self.value(file, column, terms), slack)
