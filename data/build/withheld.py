#!/usr/bin/env python3
"""Copies lists of associations without what states some clues, so that a space built from the copy can be measured on these.

    python3 data/build/withheld.py --lists none --clues data/eval/clues-fr.csv --to DIR data/norms/norms-fr.tsv …

A copy stands in DIR under the file's own name. `none` takes from the lists every clue of the files where it stands at its keyword, and
every keyword at its clue, and every answer that shares a word of three letters with these; `thin` takes half of what states a clue, at
random, and a third of the keywords' lists; `whole` takes nothing.
"""

import argparse
import pathlib

import numpy as np

import graph
import measure
from files import write_whole

LOST_LIST, LOST_CLUE = 1 / 3, 1 / 2
SEED = 0


def thinned(lists, clues_of, mode):
    """The lists without what states the clues, or without a part of it."""
    if mode == "whole":
        return lists
    chance, keywords_of = np.random.default_rng(SEED), {}
    for keyword, clues in sorted(clues_of.items()):
        for clue in clues:
            keywords_of.setdefault(clue, set()).add(keyword)
    found = {}
    for headword, answers in lists.items():
        stated = set(clues_of.get(headword, ())) | keywords_of.get(headword, set())
        if mode == "none":
            found[headword] = _unlike(answers, stated)
        elif headword not in clues_of or chance.random() >= LOST_LIST:
            found[headword] = [answer for answer in answers if answer not in stated or chance.random() >= LOST_CLUE]
    return found


def _unlike(answers, stated):
    """The answers that share no word with these texts."""
    words = {word for text in stated for word in graph.parts(text, frozenset())} | stated
    return [answer for answer in answers if words.isdisjoint([answer, *graph.parts(answer, frozenset())])]


def main():
    """A copy of each list."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("list", type=pathlib.Path, nargs="+", help="lists of associations")
    parser.add_argument("--clues", type=pathlib.Path, action="append", required=True, help="table with the columns keyword and clue (may be repeated)")
    parser.add_argument("--lists", choices=("none", "thin", "whole"), default="none", help="how much of what states the clues is left")
    parser.add_argument("--to", type=pathlib.Path, required=True, help="the folder of the copies")
    args = parser.parse_args()
    clues_of = measure.together(args.clues)
    for path in args.list:
        lists = thinned(graph.read(path), clues_of, args.lists)
        lines = ["headword\tclues", *(f"{headword}\t{', '.join(answers)}" for headword, answers in lists.items() if answers)]
        write_whole(args.to / path.name, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
