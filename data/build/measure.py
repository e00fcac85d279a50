#!/usr/bin/env python3
"""What each link of the chain is worth: the share of whole codes decoded from written clues.

    python3 data/build/measure.py --work DIR --out data/ [--clues data/eval/clues-en.csv] [--trials 20000] [--seed 1]

A trial: four keywords at random from the deck, a code at random, and for each of its three digits a clue at random from those
written for its keyword. The answer is the one of the 24 codes with the largest sum of cosines; a tie of k codes that holds the
right one counts 1/k. All links see the same trials. Chance is 1/24.
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
import quantise
import vocabulary
import write
from console import step
from fuse import unit

CODES = np.array(list(itertools.permutations(range(4), 3)))
TIE = 1e-9


def recorded(path, deck):
    """Keyword to its clues, for the keywords of the deck; the rest of the file is counted and left."""
    clues, foreign = collections.defaultdict(list), set()
    with open(path, encoding="utf8", newline="") as file:
        for row in csv.DictReader(file):
            keyword, clue = row["keyword"].strip().lower(), row["clue"].strip().lower()
            if keyword in deck:
                clues[keyword].append(clue)
            else:
                foreign.add(keyword)
    return dict(clues), foreign


def tokens(clue):
    """The words of a clue."""
    return re.findall("[a-z]+", clue)


def links(ingredients, kept, words, work):
    """(name, rows for `words`) for each link of the chain; a word that a link does not know is a zero row."""
    chain, spoken = build.fit(ingredients, kept, work)
    rank = {word: i for i, word in enumerate(ingredients.words)}
    at = {word: i for i, word in enumerate(words)}
    present = [word for word in words if word in rank]
    ranks, places = [rank[word] for word in present], [at[word] for word in present]
    glove, glosses = ingredients.glove[ranks], ingredients.glosses[ranks]
    sentences = _sentences(ingredients, kept, spoken, present, work)

    def spread(rows, where=places):
        full = np.zeros((len(words), rows.shape[1]), np.float32)
        full[where] = rows
        return full

    yield "GloVe as it comes, 100 d", spread(unit(glove))
    yield "all-but-the-top, 100 d", spread(chain.glove.apply(glove))
    yield "+ glosses, 300 d", spread(chain.hybrid(glove, glosses))
    yield "+ MiniLM, 684 d", spread(chain.fused(glove, glosses, sentences))
    yield "256 d", spread(chain.small(glove, glosses, sentences))
    stored = unit(quantise.best(chain.rotated(glove, glosses, sentences))[0].astype(np.float32))
    yield "256 d, rotated, int4", spread(stored)
    vocabulary_words = frozenset(kept)
    inside = [i for i, r in enumerate(ranks) if r in vocabulary_words]
    yield f"the same, {len(kept):,} words only", spread(stored[inside], [places[i] for i in inside])


def _sentences(ingredients, kept, spoken, present, work):
    row = {ingredients.words[r]: i for i, r in enumerate(kept)}
    missing = [word for word in present if word not in row]
    extra = build.sentences(ingredients, missing, work, "sentences-measured") if missing else spoken[:0]
    row.update((word, len(kept) + i) for i, word in enumerate(missing))
    return np.concatenate([spoken, extra])[[row[word] for word in present]]


def file_rows(path, words):
    """The same from the committed file, as a check of the last link."""
    known, codes = write.read_space(path)
    row = {word: i for i, word in enumerate(known)}
    rows = np.zeros((len(words), codes.shape[1]), np.float32)
    for i, word in enumerate(words):
        if word in row:
            rows[i] = codes[row[word]]
    return unit(rows)


def table(rows, words, keywords, clues):
    """Cosine of every keyword with every clue; the vector of a clue is the mean of its words'."""
    at = {word: i for i, word in enumerate(words)}
    means = np.stack([rows[[at[t] for t in tokens(clue)]].mean(0) for clue in clues])
    return unit(rows[[at[k] for k in keywords]]) @ unit(means).T


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


def score(cosines, hands, given, codes):
    """The share of trials decoded."""
    closeness = cosines[hands[:, None, :], given[:, :, None]]                  # trial, position, slot
    sums = sum(closeness[:, position, :][:, CODES[:, position]] for position in range(3))
    best = sums >= sums.max(1, keepdims=True) - TIE
    return float((best[np.arange(len(codes)), codes] / best.sum(1)).mean())


def main():
    """Prints a table in Markdown."""
    args = _arguments()
    deck = vocabulary.keywords(args.deck or args.out / "deck.csv")
    clues_of, foreign = recorded(args.clues or args.out / "eval/clues-en.csv", set(deck))
    if len(clues_of) < 4:
        sys.exit("measure.py: fewer than four keywords of the deck have clues")
    keywords, clues = sorted(clues_of), sorted({clue for given in clues_of.values() for clue in given if tokens(clue)})
    clues_of = {keyword: [clue for clue in given if tokens(clue)] for keyword, given in clues_of.items()}
    words = sorted({t for clue in clues for t in tokens(clue)} | set(keywords))
    ingredients = build.gather(args.work)
    kept = vocabulary.choose(ingredients.words, ingredients.wordnet, ingredients.scowl, deck)
    with step("drawing"):
        trials = draw(clues_of, keywords, {clue: i for i, clue in enumerate(clues)}, args.trials, args.seed)
    print(f"{sum(map(len, clues_of.values()))} clues for {len(keywords)} keywords ({len(foreign)} keywords outside the deck), "
          f"{args.trials} trials, seed {args.seed}\n")
    print("| space | codes decoded, % | ± (95 %) | clues with no known word, % |")
    print("| --- | --- | --- | --- |")
    for name, rows in [*links(ingredients, kept, words, args.work), ("the committed file", file_rows(args.out / "space-en.bin", words))]:
        cosines = table(rows, words, keywords, clues)
        share, silent = score(cosines, *trials), float((np.abs(cosines).max(0) == 0)[trials[1]].mean())
        error = 1.96 * (share * (1 - share) / args.trials) ** 0.5
        print(f"| {name} | {100 * share:.1f} | {100 * error:.1f} | {100 * silent:.1f} |", flush=True)


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
