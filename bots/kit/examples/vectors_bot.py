"""Clues and guesses from word vectors, with NumPy: a text file with a word and its numbers on each line.

    python3 vectors_bot.py vectors.txt

All questions of a message are answered in a few operations on matrices.
"""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from overhear_bot import CODES, Bot, serve  # noqa: E402

PLACES = np.array(CODES) - 1


class Vectors(Bot):
    name, version = "vectors", "1"
    params = [
        {"key": "sharpness", "kind": "real", "default": 12.0, "low": 0, "high": 100,
         "meaning": "how much a cosine weighs in a guess"},
    ]

    def __init__(self, path):
        with open(path, encoding="utf-8-sig") as file:
            rows = [line.split() for line in file]
        self.known = {row[0].lower(): np.array(row[1:], dtype=np.float32) for row in rows}
        self.size = len(rows[0]) - 1

    def setup(self):
        self.clue_vectors = self.matrix(self.vocabulary)
        self.deck_vectors = self.matrix(self.deck)
        self.cosines = self.deck_vectors @ self.clue_vectors.T

    def matrix(self, words):
        none = np.zeros(self.size, dtype=np.float32)
        matrix = np.stack([self.known.get(word.lower(), none) for word in words])
        return matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)

    def clues(self, questions):
        answers = []
        for q in questions:
            near = self.cosines[q.keywords]
            spent, three = set(q.given) | {r["clue"] for r in q.refused}, []
            for digit in q.code:
                others = np.delete(near, digit - 1, axis=0).max(axis=0)
                order = np.argsort(others - near[digit - 1], kind="stable")
                three.append(int(next(clue for clue in order if clue not in spent)))
                spent.add(three[-1])
            answers.append(three)
        return answers

    def decode(self, questions):
        rows = np.stack([self.rows(self.deck_vectors[q.keywords], q.clues) for q in questions])
        return self.weights(rows)

    def intercept(self, questions):
        rows = []
        for q in questions:
            sheet = q.sheet("black" if q.side == "white" else "white")
            means = np.stack([self.clue_vectors[sheet[d]].sum(axis=0) if sheet[d] else np.zeros(self.size)
                              for d in (1, 2, 3, 4)])
            rows.append(self.rows(means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9), q.clues))
        return self.weights(np.stack(rows))

    def rows(self, slots, clues):
        heard = np.stack([self.clue_vectors[clue] if clue is not None else np.zeros(self.size) for clue in clues])
        return heard @ slots.T

    def weights(self, rows):
        total = sum(rows[:, place, PLACES[:, place]] for place in range(3))
        scaled = np.exp(self.options["sharpness"] * (total - total.max(axis=1, keepdims=True)))
        return list(scaled / scaled.sum(axis=1, keepdims=True))


serve(Vectors(sys.argv[1]))
