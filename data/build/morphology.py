#!/usr/bin/env python3
"""Writes which words English words are made of, and which spellings are one word (R20, R21).

    python3 data/build/morphology.py --work DIR --out data/

To be run after build.py, whose lexicon and base of the space it reads: the bounds of its cosines were set for these. Same input, same bytes.
"""

import argparse
import pathlib
import sys

import numpy as np

import relations
import sources
import spellings
import vocabulary
import wordnet
import write
from console import say, step
from files import sum_up, write_whole
from scowl import Scowl

RESULT = "morphology-en.tsv"
PACKAGES = ("wordnet", "scowl")


class Closeness:
    """Cosines in the base of the space; 0 for a word that it does not have."""

    def __init__(self, path):
        words, codes = write.read_space(path)
        self.place = {word: i for i, word in enumerate(words)}
        rows = codes.astype(np.float32)
        self.rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def __call__(self, a, b):
        if a not in self.place or b not in self.place:
            return 0.0
        return float(self.rows[self.place[a]] @ self.rows[self.place[b]])


def read_lexicon(path):
    """{word: its lemmas}, in the order of the lexicon."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf8").splitlines()[1:])
    return {word: lemmas.split() for word, _, lemmas in rows}


def table(words, made_of, spelling_of):
    """The file: a line for each word that is made of others or has another spelling."""
    rows = [(word, spelling_of.get(word, ""), " ".join(made_of(word))) for word in words]
    return "\n".join(["word\tspelling\tparts", *("\t".join(row) for row in rows if row[1] or row[2])]) + "\n"


def main():
    """Everything, in order."""
    args = _arguments()
    unpacked = sources.fetch(args.work / "sources", PACKAGES)
    with step("WordNet and SCOWL"):
        dictionary, lists = wordnet.WordNet(unpacked.wordnet_folder), Scowl(unpacked.scowl_folder)
    lexicon = read_lexicon(args.out / "lexicon-en.tsv")
    deck = vocabulary.keywords(args.out / "deck.csv")
    with step("spellings"):
        spelling_of = spellings.Spellings(unpacked.scowl_folder).of
    with step("parts"):
        found = relations.Relations(lexicon, dictionary, lists, Closeness(args.work / write.BASE), deck)
        listed = [word for word in lists.ordinary if word.isascii() and word.isalpha() and lists.lists(word)]
        words = list(dict.fromkeys([*lexicon, *sorted([*listed, *found.made_of])]))   # a short form (croc) may stand in the list alone
        text = table(words, found.parts, spelling_of)
    say(f"morphology: {text.count(chr(10)) - 1:,} of {len(words):,} words have a line")
    write_whole(args.out / RESULT, text)
    sum_up(args.out, RESULT)


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True, help="the folder that build.py worked in; downloads go to DIR/sources")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the lexicon is and the file goes")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except (sources.SourceError, vocabulary.DeckError, OSError) as error:
        sys.exit(f"morphology.py: {error}")
