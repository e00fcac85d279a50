#!/usr/bin/env python3
"""Builds the English word data, from the download to the lexicon and the base of the space.

    python3 data/build/build.py --work DIR --out data/

The base (DIR/base-en.bin) knows nothing of what people say to words: associate.py brings that in, and writes the space.

About half an hour on two cores the first time; what is slow is kept in DIR. Same input, same bytes.
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[_threads] = "1"      # sums in one order, whatever the machine's number of cores

import argparse
import dataclasses
import hashlib
import pathlib
import sys

import numpy as np

import compounds
import encoder
import expectation
import fold
import fuse
import glosses
import glove
import network
import quantise
import scowl
import senses
import smollm
import sources
import spoken
import vocabulary
import wordnet
import write
from console import say, step
from files import Cache, source_of
from lexicon import Lexicon

DIMS = 256


@dataclasses.dataclass(frozen=True)
class Ingredients:
    """The words that are kept, and everything that is read of them."""

    words: list            # most frequent first
    central: np.ndarray    # places of the words that the space is fitted to
    as_it_comes: np.ndarray
    fusion: fuse.Fusion
    expectation: expectation.Expectation
    compounds: list        # pairs of places
    wordnet: wordnet.WordNet
    scowl: scowl.Scowl
    files: sources.Unpacked
    cache: Cache


def gather(work, deck):
    """Downloads, reads, and asks the models; all that is slow is kept in `work`."""
    work = pathlib.Path(work)
    files, cache = sources.fetch(work / "sources"), Cache(work / "cache")
    with step("WordNet and SCOWL"):
        dictionary, lists = wordnet.WordNet(files.wordnet_folder), scowl.Scowl(files.scowl_folder)
    with step("GloVe"):
        everything, rows = _glove(files, cache)
    kept = vocabulary.choose(everything, dictionary, lists, deck)
    words = [everything[i] for i in kept]
    say(f"{len(words):,} words, the last one {words[-1]!r} at rank {kept[-1]:,}")
    central = vocabulary.central(words, dictionary, deck)
    with step("gloss vectors"):
        code = [source_of(module) for module in (glosses, wordnet)]
        defined = cache.array("glosses", sources.pins("glove", "wordnet") + code, lambda: glosses.vectors(everything, dictionary))
    common = fuse.AllButTheTop.fit(rows[: fuse.GLOVE_ROWS])
    fusion = fuse.Fusion(common.apply(rows[kept]), defined[kept], *_encoded(files, words, dictionary, cache))
    expected = _expectation(files, words, central, cache)
    place = {word: i for i, word in enumerate(words)}
    pairs = [(place[x], place[y]) for x, y in compounds.pairs(words, dictionary)]
    return Ingredients(words, central, rows[kept], fusion, expected, pairs, dictionary, lists, files, cache)


def _glove(files, cache):
    inputs, read = sources.pins("glove") + [source_of(glove)], []

    def once():
        if not read:
            read.extend(glove.read(files.glove_json))
        return read

    rows = cache.array("glove", inputs, lambda: once()[1])
    words = cache.array("words", inputs, lambda: np.array("\n".join(once()[0])))
    return str(words).split("\n"), rows


def _encoded(files, words, dictionary, cache):
    """What MiniLM and MPNet say of the words, and MPNet of their senses; without what all share."""
    said = [senses.texts(word, dictionary) for word in words]
    with step("MiniLM on the words"):
        minilm = spoken.rows("minilm", files.minilm_folder, words, cache, "minilm-words")
    with step("MPNet on the words"):
        mpnet = spoken.rows("mpnet", files.mpnet_folder, words, cache, "mpnet-words")
    with step("MPNet on their senses"):
        meanings = spoken.rows("mpnet", files.mpnet_folder, senses.distinct(said), cache, "mpnet-senses")
    without = (fuse.without_top(rows, fuse.ENCODED_ROWS) for rows in (minilm, mpnet))
    return *without, senses.vectors(said, meanings)


def _expectation(files, words, central, cache):
    inputs = sources.pins("smollm") + [source_of(module) for module in (network, encoder, smollm)] + words
    with step("SmolLM2 on the words"):
        model = smollm.SmolLM(files.smollm_file)
        states = cache.array("smollm-states", inputs, lambda: model.states(words))
        inputs.append(source_of(expectation))
        totals = cache.array("normalisers", inputs, lambda: expectation.log_normalisers(states, model.embeddings))
        return expectation.Expectation.of(states, totals, model.embeddings, model.first_tokens(words), central)


def folded(ingredients):
    """The rows of the space, exact; kept."""
    fused = ingredients.fusion.fused()
    term = ingredients.expectation
    arrays = [fused, term.states, term.normalisers, term.prior, ingredients.central, np.array(ingredients.compounds)]
    inputs = [hashlib.sha256(np.ascontiguousarray(array)).hexdigest() for array in arrays] + [source_of(fold), source_of(expectation)]

    def compute():
        wanted = fold.target(fused, term, ingredients.compounds, ingredients.central)
        return fold.fold(wanted, ingredients.central, DIMS)

    return ingredients.cache.array("folded", inputs, compute)


def main():
    """Everything, in order."""
    args = _arguments()
    deck = vocabulary.keywords(args.deck or args.out / "deck.csv")
    ingredients = gather(args.work, deck)
    with step("folding"):
        exact = folded(ingredients) @ fuse.rotation(DIMS)
    with step("quantising"):
        codes, reached, fixed = quantise.best(exact)
    say(f"mean cosine of stored and exact rows: {reached.mean():.6f} (one fixed step: {fixed.mean():.6f}); worst {reached.min():.4f}")
    with step("lexicon"):
        words = ingredients.words
        decided = Lexicon(words, deck, ingredients.wordnet, ingredients.scowl, ingredients.files.profanity_list)
        uses, lemmas = decided.uses(ingredients.fusion.glove), [decided.lemmas(word) for word in words]
    _write(args.work, args.out, ingredients, codes, uses, lemmas)


def _write(work, out, ingredients, codes, uses, lemmas):
    words = ingredients.words
    write.space(work / write.BASE, words, codes)
    write.lexicon(out / "lexicon-en.tsv", words, uses, lemmas)
    central = frozenset(ingredients.central.tolist())
    write.compounds(out / "compounds-en.bin", words, [pair for pair in ingredients.compounds if not central.isdisjoint(pair)])
    stored_words, stored = write.read_space(work / write.BASE)
    if stored_words != words or not (stored == codes).all():
        raise ValueError(f"{work / write.BASE} does not read back as it was written")
    write.hashes(out)


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True, help="downloads and intermediate arrays (about 3 GB)")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the committed files go")
    parser.add_argument("--deck", type=pathlib.Path, help="deck to keep the keywords of (default: OUT/deck.csv)")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except (sources.SourceError, vocabulary.DeckError, OSError) as error:
        sys.exit(f"build.py: {error}")
