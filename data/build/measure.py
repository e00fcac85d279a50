#!/usr/bin/env python3
"""What each ingredient of the space is worth: the share of whole codes decoded from written clues.

    python3 data/build/measure.py --work DIR --out data/ [--clues data/eval/clues-en.csv] [--trials 20000] [--seed 1]

A trial: four keywords at random from the deck, a code at random, and for each of its three digits a clue at random from those
written for its keyword. The answer is the one of the 24 codes with the largest sum of cosines; a tie of k codes that holds the
right one counts 1/k. All stages see the same trials. Chance is 1/24.
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[_threads] = "1"

import argparse
import collections
import csv
import itertools
import pathlib
import re
import sys

import numpy as np

import build
import fold
import vocabulary
import write
from console import step
from fuse import unit

CODES = np.array(list(itertools.permutations(range(4), 3)))
TIE = 1e-9
GROUPS = 20                # of keywords, for the intervals


def recorded(path, deck):
    """Keyword to its clues, for the keywords of the deck; the rest of the file is counted and left."""
    clues = together([path])
    return {keyword: said for keyword, said in clues.items() if keyword in deck}, set(clues) - set(deck)


def together(paths):
    """Keyword to its clues in all of the files, which are separated by commas or, in a .tsv, by tabs."""
    clues = collections.defaultdict(list)
    for path in paths:
        with open(path, encoding="utf8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t" if str(path).endswith(".tsv") else ","):
                clues[row["keyword"].strip().lower()].append(row["clue"].strip().lower())
    return dict(clues)


def tokens(clue):
    """The words of a clue."""
    return re.findall("[a-z]+", clue)


class Meanings:
    """Unit rows of words; a text has the mean of its words' rows, and a word that is not there a zero row."""

    def __init__(self, known, rows):
        self._place = {word: i for i, word in enumerate(known)}
        self._rows = unit(rows.astype(np.float32))

    def cosines(self, keywords, clues):
        """A row for each keyword, a column for each clue."""
        return self._texts(keywords) @ self._texts(clues).T

    def _texts(self, texts):
        places = ([self._place[t] for t in tokens(text) if t in self._place] for text in texts)
        return unit(np.stack([self._rows[some].sum(0) if some else np.zeros(self._rows.shape[1], np.float32) for some in places]))


class Terms:
    """What is added to cosines: for a text the mean over its words."""

    def __init__(self, ingredients):
        self._place = {word: i for i, word in enumerate(ingredients.words)}
        self._expectation, self._pairs = ingredients.expectation, {frozenset(pair) for pair in ingredients.compounds}

    def expected(self, keywords, clues):
        """The language model's term at its weight."""
        words = sorted({self._place[t] for clue in clues for t in tokens(clue) if t in self._place})
        term = self._expectation.term(np.array([self._place[k] for k in keywords]), np.array(words))
        column = {word: i for i, word in enumerate(words)}
        return fold.EXPECTED * self._means(clues, len(keywords), lambda places: term[:, [column[p] for p in places]])

    def compounds(self, keywords, clues):
        """The list of compounds at its weight."""
        own = [self._place[k] for k in keywords]
        joined = lambda places: np.array([[frozenset((k, p)) in self._pairs for p in places] for k in own], np.float32)
        return fold.COMPOUND * self._means(clues, len(keywords), joined, np.max)

    def _means(self, clues, count, columns, reduce=np.mean):
        places = ([self._place[t] for t in tokens(clue) if t in self._place] for clue in clues)
        return np.stack([reduce(columns(some), 1) if some else np.zeros(count, np.float32) for some in places], 1)


def stages(ingredients, keywords, clues, committed):
    """(name, what is compared: keywords by clues) as one ingredient after the other joins."""
    words, terms = ingredients.words, Terms(ingredients)
    yield "GloVe as it comes, 100 d", Meanings(words, ingredients.as_it_comes).cosines(keywords, clues)
    for name, rows in ingredients.fusion.stages():
        cosines = Meanings(words, rows).cosines(keywords, clues)
        yield f"{name}, {rows.shape[1]:,} d", cosines
    compounds = terms.compounds(keywords, clues)
    cosines = cosines + terms.expected(keywords, clues)
    yield "+ the language model, not yet folded", cosines
    yield "+ compounds, not yet folded", cosines + compounds
    cosines = Meanings(words, build.folded(ingredients)).cosines(keywords, clues)
    yield "all folded, 256 d", cosines
    cosines = Meanings(*committed).cosines(keywords, clues)
    yield "four bits: the base of the space", cosines
    yield "the same with the list of compounds", cosines + compounds


def draw(clues_of, keywords, clue_index, trials, seed):
    """(keywords, clues, code) of each trial, as indices; the clues stand for the digits of the code, in order."""
    chance = np.random.default_rng(seed)
    hands = np.array([chance.choice(len(keywords), 4, replace=False) for _ in range(trials)])
    codes = chance.integers(0, len(CODES), trials)
    given = np.zeros((trials, 3), int)
    for trial, (hand, code) in enumerate(zip(hands, CODES[codes])):
        for position, digit in enumerate(code):
            options = clues_of[keywords[hand[digit]]]
            given[trial, position] = clue_index[options[chance.integers(len(options))]]
    return hands, given, codes


def scores(cosines, hands, given, codes):
    """For each trial the share of the decoding that is right: 1, 0, or a part where codes tie."""
    closeness = cosines[hands[:, None, :], given[:, :, None]]                  # trial, position, slot
    return share_right(sum(closeness[:, position, :][:, CODES[:, position]] for position in range(3)), codes)


def share_right(sums, codes):
    """The share of each decoding that is right, by the sum for each code."""
    best = sums >= sums.max(1, keepdims=True) - TIE
    return best[np.arange(len(codes)), codes] / best.sum(1)


def half_width(values, hands, keywords):
    """1.96 standard errors of a mean over trials by the jackknife over groups of keywords: it covers which keywords there are, and
    with them which clues."""
    group = np.arange(keywords) % GROUPS
    left = [values[(group[hands] != g).all(1)].mean() for g in range(GROUPS)]
    return 1.96 * ((GROUPS - 1) * np.var(left)) ** 0.5


def main():
    """Prints a table in Markdown."""
    args = _arguments()
    deck = vocabulary.keywords(args.deck or args.out / "deck.csv")
    clues_of, foreign = recorded(args.clues or args.out / "eval/clues-en.csv", set(deck))
    if len(clues_of) < 4:
        sys.exit("measure.py: fewer than four keywords of the deck have clues")
    keywords, clues = sorted(clues_of), sorted({clue for given in clues_of.values() for clue in given if tokens(clue)})
    clues_of = {keyword: [clue for clue in given if tokens(clue)] for keyword, given in clues_of.items()}
    ingredients = build.gather(args.work, deck)
    with step("drawing"):
        hands, given, codes = draw(clues_of, keywords, {clue: i for i, clue in enumerate(clues)}, args.trials, args.seed)
    known = frozenset(ingredients.words)
    silent = np.array([known.isdisjoint(tokens(clue)) for clue in clues])[given].mean()
    print(f"{sum(map(len, clues_of.values()))} clues for {len(keywords)} keywords ({len(foreign)} keywords outside the deck), "
          f"{args.trials} trials, seed {args.seed}; {100 * silent:.1f} % of the clues drawn hold no known word\n")
    print("| space | codes decoded, % | ± (95 %) | gain | ± (95 %) |")
    print("| --- | --- | --- | --- | --- |")
    before = None
    for name, cosines in stages(ingredients, keywords, clues, write.read_space(args.work / write.BASE)):
        found = scores(cosines, hands, given, codes)
        gain = "| |" if before is None else f"{100 * (found - before).mean():+.1f} | {100 * half_width(found - before, hands, len(keywords)):.1f} |"
        print(f"| {name} | {100 * found.mean():.1f} | {100 * half_width(found, hands, len(keywords)):.1f} | {gain}", flush=True)
        before = found


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True, help="the folder that build.py worked in")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder of the committed files")
    parser.add_argument("--deck", type=pathlib.Path, help="default: OUT/deck.csv")
    parser.add_argument("--clues", type=pathlib.Path, help="CSV with the columns keyword and clue; default: OUT/eval/clues-en.csv")
    parser.add_argument("--trials", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
