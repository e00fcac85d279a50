#!/usr/bin/env python3
"""Brings what people say to words into the English space: the last step of it, after build.py.

    python3 data/build/associate.py --work DIR --out data/ [--base FILE]

Reads the base space (DIR/base-en.bin, which build.py leaves there), the lists of associations and the lexicon; writes space-en.bin,
the table of similarities and lines of SHA256SUMS. Two minutes of one core; nothing is downloaded. Same input, same bytes.
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_threads] = "1"      # sums in one order, whatever the machine's number of cores

import argparse
import pathlib
import sys

import numpy as np

import fuse
import graph
import lexicon
import morphology
import quantise
import vocabulary
import write
from console import say, step
from files import Cache, source_of, sum_up

LISTS = (write.ASSOCIATIONS, "norms/norms-en.tsv")


def said(out, words, cache, forwards=graph.FORWARDS, backwards=graph.BACKWARDS):
    """A row of the graph for each word of the space; kept."""
    paths = [out / name for name in LISTS]
    inputs = [path.read_text(encoding="utf8") for path in paths] + words + [source_of(graph), f"{forwards} {backwards}"]
    lemmas = morphology.read_lexicon(out / "lexicon-en.tsv")

    def compute():
        place, found = graph.vectors(graph.read(*paths), frozenset(words), lexicon.function_words(), forwards, backwards)
        return graph.rows(words, place, found, [lemmas[word] for word in words])

    return cache.array("graph", inputs, compute)


def joined(base, said_rows):
    """The base and the graph side by side, in as many directions as the base has."""
    dims = base.shape[1]
    return fuse.strongest(fuse.with_associations(base, said_rows), said_rows, dims) @ fuse.rotation(dims)


def main():
    """Everything, in order."""
    args = _arguments()
    words, codes = write.read_space(args.base or args.work / write.BASE)
    deck = vocabulary.keywords(args.out / "deck.csv")
    with step("graph of associations"):
        rows = said(args.out, words, Cache(args.work / "cache"))
    say(f"{np.any(rows, axis=1).sum():,} of {len(words):,} words are in the graph")
    exact = joined(fuse.unit(codes.astype(np.float32)), rows)
    codes, reached, _ = quantise.best(exact)
    say(f"mean cosine of stored and exact rows: {reached.mean():.6f}; worst {reached.min():.4f}")
    write.space(args.out / write.SPACE, words, codes)
    write.similarities(args.out / "eval/similarities-en.csv", words, codes, deck)
    sum_up(args.out, write.SPACE)
    sum_up(args.out, LISTS[1])


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True, help="the folder that build.py worked in")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the committed files lie and go")
    parser.add_argument("--base", type=pathlib.Path, help="the space to start from (default: DIR/base-en.bin)")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except (vocabulary.DeckError, graph.GraphError, OSError) as error:
        sys.exit(f"associate.py: {error}")
