#!/usr/bin/env python3
"""What the graph of associations is worth beside the space, in whole codes decoded and in log loss.

    python3 data/build/measure_associations.py --work DIR --out data/ [--base FILE] [--clues FILE …] [--lists none|thin|whole] [--space FILE …]

Trials as in measure.py. Each line is a sum of terms over keyword and clue whose weights are fitted, by log loss, to the clues of the
deck's first, third, fifth … keyword; what is printed is decoded of the others. Clues and lists have much in common, so that lists as
they are tell little: by default all that states one of the clues is withheld from them (withheld.py).
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_threads] = "1"

import argparse
import pathlib

import numpy as np
from scipy.optimize import minimize

import associate
import fuse
import graph
import lexicon
import measure
import morphology
import quantise
import vocabulary
import withheld
import write
from files import Cache, source_of

PENALTY = 1e-4             # on the square of a weight, in nats: it keeps weights of terms that hardly occur finite
STATED = "and stated pairs"


class Half:
    """Trials on the clues of some keywords: `terms` of keywords by clues become a number for each of the 24 codes."""

    def __init__(self, clues_of, keywords, trials, seed):
        self.keywords, self.clues = list(keywords), sorted({clue for keyword in keywords for clue in clues_of[keyword]})
        index = {clue: i for i, clue in enumerate(self.clues)}
        self.hands, self.given, self.codes = measure.draw(clues_of, self.keywords, index, trials, seed)

    def sums(self, table):
        """A row for each trial, a column for each code."""
        closeness = table[self.hands[:, None, :], self.given[:, :, None]]
        return sum(closeness[:, position, :][:, measure.CODES[:, position]] for position in range(3))

    def terms(self, tables):
        """Trials, codes, terms."""
        return np.stack([self.sums(table(self.keywords, self.clues)) for table in tables], 2)


def log_loss(terms, codes, weights):
    """(nats a code, their slope by the weights)."""
    logits = terms @ weights
    logits -= logits.max(1, keepdims=True)
    shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    trials = np.arange(len(codes))
    slope = (np.einsum("nc,ncf->f", shares, terms) - terms[trials, codes].sum(0)) / len(codes)
    return -np.log(shares[trials, codes] + 1e-30).mean(), slope


def fitted(terms, codes):
    """The weights of the least log loss."""
    def penalised(weights):
        loss, slope = log_loss(terms, codes, weights)
        return loss + PENALTY * weights @ weights, slope + 2 * PENALTY * weights

    return minimize(penalised, np.ones(terms.shape[2]), jac=True, method="L-BFGS-B").x


def stated(lists):
    """Two tables: the clue stands in the keyword's list, and the other way round."""
    members = {headword: frozenset(answers) for headword, answers in lists.items()}

    def forth(keywords, clues):
        return np.array([[clue in members.get(keyword, ()) for clue in clues] for keyword in keywords], np.float32)

    def back(keywords, clues):
        return np.array([[keyword in members.get(clue, ()) for clue in clues] for keyword in keywords], np.float32)

    return [forth, back]


class Nodes(measure.Meanings):
    """The graph itself: phrases, and words that no space has, are nodes of their own."""

    def __init__(self, place, rows):
        super().__init__(place, rows)
        self._nodes = place

    def _texts(self, texts):
        found = super()._texts(texts)
        for i, text in enumerate(texts):
            if text in self._nodes:
                found[i] = self._rows[self._nodes[text]]
        return found


class Graphs:
    """The vectors of thinned lists, for one direction of walks or both; kept."""

    def __init__(self, lists, words, lemmas, cache):
        self.lists, self.words, self.lemmas, self.cache = lists, words, lemmas, cache

    def vectors(self, forwards, backwards):
        """({text: place}, rows of the graph, rows of the space's words)."""
        known, without = frozenset(self.words), lexicon.function_words()
        place = graph.nodes(self.lists, known)
        inputs = [f"{headword}: {', '.join(answers)}" for headword, answers in self.lists.items()]
        inputs += [source_of(graph), f"{forwards} {backwards}", *self.words]
        compute = lambda: graph.vectors(self.lists, known, without, forwards, backwards)[1]
        found = self.cache.array("graph-measured", inputs, compute)
        return place, found, graph.rows(self.words, place, found, [self.lemmas[word] for word in self.words])


def lines(base, graphs, words):
    """(name, tables) of each line."""
    space = measure.Meanings(words, base).cosines
    yield "the base of the space", [space]
    yield STATED, [space, *stated(graphs.lists)]
    for name, forwards, backwards in (("forwards", 1, 0), ("backwards", 0, 1), ("both ways", graph.FORWARDS, graph.BACKWARDS)):
        place, found, rows = graphs.vectors(forwards, backwards)
        yield f"and the graph walked {name}", [space, measure.Meanings(words, rows).cosines]
    yield "the same without the base", [measure.Meanings(words, rows).cosines]
    yield "the graph with its phrases, and the base", [space, Nodes(place, found).cosines]
    side_by_side = measure.Meanings(words, fuse.with_associations(base, rows)).cosines
    yield "base and graph side by side", [side_by_side]
    small = associate.joined(base, rows)
    yield f"the strongest {small.shape[1]} directions of these", [measure.Meanings(words, small).cosines]
    stored = measure.Meanings(words, quantise.best(small)[0]).cosines
    yield "four bits", [stored]
    yield STATED, [stored, *stated(graphs.lists)]


class Judged:
    """A file of clues in two halves of the keywords: one fits the weights, the other judges."""

    def __init__(self, clues_of, deck, trials, seed):
        keywords = [keyword for keyword in deck if keyword in clues_of]
        self._fit, self._judge = (Half(clues_of, keywords[first::2], trials, seed + first) for first in (0, 1))

    def cells(self, tables):
        """Codes decoded, log loss and weights, as cells of a table."""
        weights, terms = fitted(self._fit.terms(tables), self._fit.codes), self._judge.terms(tables)
        decoded = measure.share_right(terms @ weights, self._judge.codes).mean()
        loss, _ = log_loss(terms, self._judge.codes, weights)
        return f"{100 * decoded:.1f} | {loss:.3f} | {', '.join(f'{weight:.1f}' for weight in weights)}"


def readable(path, deck):
    """Keyword to its clues, without clues that have no letter."""
    clues_of, _ = measure.recorded(path, set(deck))
    return {keyword: [clue for clue in clues if measure.tokens(clue)] for keyword, clues in clues_of.items()}


def main():
    """Prints a table in Markdown: for each file of clues the codes decoded, the log loss and the weights."""
    args = _arguments()
    deck = vocabulary.keywords(args.out / "deck.csv")
    paths = args.clues or [args.out / "eval/clues-en.csv"]
    files = [readable(path, deck) for path in paths]
    judged = [Judged(clues_of, deck, args.trials, args.seed) for clues_of in files]
    words, codes = write.read_space(args.base or args.work / write.BASE)
    lists = withheld.thinned(graph.read(*(args.out / name for name in associate.LISTS)), measure.together(paths), args.lists)
    graphs = Graphs(lists, words, morphology.read_lexicon(args.out / "lexicon-en.tsv"), Cache(args.work / "cache"))
    print(f"lists: {args.lists}; {args.trials} trials, seed {args.seed}\n")
    print("| what is weighed |" + " codes decoded, % | log loss | weights |" * len(files))
    print("|" + " --- |" * (1 + 3 * len(files)))
    for name, tables in _lines(args, fuse.unit(codes.astype(np.float32)), graphs, words):
        if args.lists == "none" and name == STATED:      # what is left states only false pairs
            continue
        print(f"| {name} | {' | '.join(file.cells(tables) for file in judged)} |", flush=True)


def _lines(args, base, graphs, words):
    if not args.spaces_only:
        yield from lines(base, graphs, words)
    for path in args.space or ():
        yield path.name, [measure.Meanings(*write.read_space(path)).cosines]
        yield STATED, [measure.Meanings(*write.read_space(path)).cosines, *stated(graphs.lists)]


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True, help="the folder that build.py worked in")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder of the committed files")
    parser.add_argument("--base", type=pathlib.Path, help="the space without associations (default: DIR/base-en.bin)")
    parser.add_argument("--clues", type=pathlib.Path, action="append", help="table with the columns keyword and clue (may be repeated); default: OUT/eval/clues-en.csv")
    parser.add_argument("--lists", choices=("none", "thin", "whole"), default="none", help="how much of what states the clues is left in the lists")
    parser.add_argument("--space", type=pathlib.Path, action="append", help="a space to measure as well (may be repeated)")
    parser.add_argument("--spaces-only", action="store_true", help="measure nothing but these")
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
