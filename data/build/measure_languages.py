#!/usr/bin/env python3
"""How many whole codes the spaces of French, Italian and Swedish decode, and how many clues have no known word.

    python3 data/build/measure_languages.py --out data/ [--half fit|judge] [--trials 8000] [--seed 1]

Trials as in measure.py, on the clues of the deck's first, third, fifth … keyword (fit) or of the others (judge). A clue is read as
the program reads it, but for slips of the pen: whole, in its words, and these by their endings or, in Swedish, as two words.
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_threads] = "1"

import argparse
import collections
import csv
import itertools
import pathlib
import re

import numpy as np

import bilingual
import write
from endings import Endings
from fuse import unit

CODES = np.array(list(itertools.permutations(range(4), 3)))
TIE = 1e-9
PART = 3


class Reader:
    """Directions of texts in a language."""

    def __init__(self, out, language):
        words, codes = write.read_space(out / language / f"space-{language}.bin")
        self.rows, self.place = unit(codes.astype(np.float32)), {word: i for i, word in enumerate(words)}
        self.endings, self.language = Endings(out / language / f"endings-{language}.tsv"), language

    def read(self, text):
        """A unit row; zeros if no word is known."""
        text = bilingual.written(text)
        places = [self.place[text]] if text in self.place else [p for word in re.split(r"[\s']+", text) for p in self._word(word)]
        return bilingual.direction(np.sum(self.rows[places], axis=0)) if places else np.zeros(self.rows.shape[1], np.float32)

    def _word(self, word):
        if word in self.place:
            return [self.place[word]]
        found = sorted(self.place[base] for base in self.endings.bases(word) if base in self.place)
        return found[:1] or (self._parts(word) if self.language == "sv" else [])

    def _parts(self, word):
        pairs = []
        for at in range(PART, len(word) - PART + 1):
            head, tail = self._known(word[:at], True), self._known(word[at:], False)
            if head is not None and tail is not None:
                pairs.append([head, tail])
        return min(pairs, key=max, default=[])

    def _known(self, part, is_head):
        forms = [part, part.removesuffix("s"), part + "a", part + "e"] if is_head else [part, *self.endings.bases(part)]
        return min((self.place[form] for form in forms if len(form) >= PART and form in self.place), default=None)


def main():
    """A line a language."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--half", choices=("fit", "judge"), default="judge")
    parser.add_argument("--trials", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for language in bilingual.LANGUAGES:
        if (args.out / language / f"space-{language}.bin").exists():
            decoded, unknown = _measure(args, language)
            print(f"{language}: {100 * decoded:.1f} % decoded, {100 * unknown:.1f} % of the clues unknown")


def _measure(args, language):
    with open(args.out / f"eval/clues-{language}.csv", encoding="utf8", newline="") as file:
        clues = collections.defaultdict(list)
        for row in csv.DictReader(file):
            clues[row["keyword"]].append(row["clue"])
    keywords = list(clues)[args.half == "judge" :: 2]
    reader = Reader(args.out, language)
    meant = np.array([reader.read(keyword) for keyword in keywords])
    given = np.array([[reader.read(clue) for clue in clues[keyword]] for keyword in keywords])
    closeness = np.einsum("ijd,kd->ijk", given, meant)
    return _decoded(closeness, np.random.default_rng(args.seed), args.trials), np.mean(~given.any(2))


def _decoded(closeness, chance, trials):
    count = 0.0
    for _ in range(trials):
        four, code = chance.choice(len(closeness), 4, replace=False), CODES[chance.integers(len(CODES))]
        table = np.array([closeness[four[digit], chance.integers(closeness.shape[1])][four] for digit in code])
        sums = table[np.arange(3), CODES].sum(1)
        best = np.flatnonzero(sums >= sums.max() - TIE)
        count += (CODES[best] == code).all(1).any() / len(best)
    return count / trials


if __name__ == "__main__":
    main()
