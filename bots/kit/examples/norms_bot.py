"""Clues and guesses from a table of word norms: a CSV file with the columns keyword, clue, weight.

    python3 norms_bot.py norms.csv

The weight is how many of a hundred people said the clue to the keyword. The bot gives the clue that is most the keyword's own,
and reads clues by the same table. With `free = 1` it also says what the vocabulary does not have, such as "Statue of Liberty".
"""

import csv
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from overhear_bot import CODES, Bot, serve  # noqa: E402


class Norms(Bot):
    name, version = "norms", "1"
    words = True
    params = [
        {"key": "floor", "kind": "real", "default": 0.5, "low": 0.001, "high": 100,
         "meaning": "the weight of a clue that no person said to a keyword"},
        {"key": "free", "kind": "flag", "default": 0, "meaning": "whether it says what the vocabulary does not have"},
    ]

    @property
    def unknown_clue(self):
        return "embed" if self.options["free"] else "reject"

    def __init__(self, path):
        self.weights = {}
        with open(path, newline="", encoding="utf-8-sig") as file:
            for row in csv.DictReader(file):
                self.weights.setdefault(row["keyword"].lower(), {})[row["clue"].lower()] = float(row["weight"])

    def setup(self):
        self.known = {text.lower() for text in self.vocabulary}

    def weight(self, keyword, clue):
        return self.weights.get(keyword.lower(), {}).get(clue.lower(), 0) + self.options["floor"]

    def clues(self, questions):
        return [self.three(q) for q in questions]

    def three(self, q):
        out, spent = [], {clue.lower() for clue in q.given} | {r["clue"].lower() for r in q.refused}
        for digit in q.code:
            own = q.keywords[digit - 1]
            others = [keyword for keyword in q.keywords if keyword != own]
            said = self.weights.get(own.lower(), {})
            fit = [clue for clue in said if clue not in spent and (self.options["free"] or clue in self.known)]
            fit.sort(key=lambda clue: (-self.weight(own, clue) / sum(self.weight(k, clue) for k in others), clue))
            free = (word for word in self.vocabulary if word.lower() not in spent)
            out.append(fit[0] if fit else next(free))
            spent.add(out[-1].lower())
        return out

    def judge(self, questions):
        listed = [self.weight(q.pair["keyword"], q.pair["clue"]) > self.options["floor"] for q in questions]
        return [2 if is_listed else 0 for is_listed in listed]

    def decode(self, questions):
        def rows(q):
            return [[self.weight(k, clue) for k in q.keywords] if clue else [1] * 4 for clue in q.clues]

        return [self.read(rows(q)) for q in questions]

    def intercept(self, questions):
        answers = []
        for q in questions:
            sheet = q.sheet("black" if q.side == "white" else "white")
            rows = [[self.alike(clue, sheet[digit]) for digit in (1, 2, 3, 4)] if clue else [1] * 4 for clue in q.clues]
            answers.append(self.read(rows))
        return answers

    def alike(self, clue, before):
        """How often keywords that fit the clues before fit this one."""
        fit = [k for k, row in self.weights.items() if all(b.lower() in row for b in before)] if before else []
        return self.options["floor"] + sum(self.weights[k].get(clue.lower(), 0) for k in fit)

    @staticmethod
    def read(rows):
        return [rows[0][a - 1] * rows[1][b - 1] * rows[2][c - 1] for a, b, c in CODES]


serve(Norms(sys.argv[1]))
