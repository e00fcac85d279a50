#!/usr/bin/env python3
"""Builds the word data, from the download to the committed files.

    python3 data/build/build.py --work DIR --out data/

About five minutes on one core the first time; what is slow is kept in DIR. Same input, same bytes.
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[_threads] = "1"      # sums in one order, whatever the machine's number of cores

import argparse
import dataclasses
import pathlib
import sys

import numpy as np

import fuse
import glosses
import glove
import minilm
import quantise
import scowl
import sources
import vocabulary
import wordnet
import write
from console import say, step
from files import Cache, source_of
from lexicon import Lexicon


@dataclasses.dataclass(frozen=True)
class Ingredients:
    """Everything that the space is made of."""

    words: list            # all of GloVe's, most frequent first
    glove: np.ndarray
    glosses: np.ndarray
    wordnet: wordnet.WordNet
    scowl: scowl.Scowl
    files: sources.Unpacked


def gather(work):
    """Downloads and reads; the gloss vectors and GloVe's rows are kept in `work`."""
    work = pathlib.Path(work)
    files, cache = sources.fetch(work / "sources"), Cache(work / "cache")
    pins = [source.sha256 for source in sources.SOURCES]
    with step("WordNet and SCOWL"):
        dictionary, lists = wordnet.WordNet(files.wordnet_folder), scowl.Scowl(files.scowl_folder)
    with step("GloVe"):
        words, rows = _glove(files, cache, pins)
    with step("gloss vectors"):
        code = [source_of(module) for module in (glosses, wordnet)]
        said = cache.array("glosses", pins + code, lambda: glosses.vectors(words, dictionary))
    return Ingredients(words, rows, said, dictionary, lists, files)


def _glove(files, cache, pins):
    inputs, read = pins + [source_of(glove)], []

    def once():
        if not read:
            read.extend(glove.read(files.glove_json))
        return read

    rows = cache.array("glove", inputs, lambda: once()[1])
    words = cache.array("words", inputs, lambda: np.array("\n".join(once()[0])))
    return str(words).split("\n"), rows


def sentences(ingredients, words, work, name="sentences"):
    """MiniLM's rows for these words, kept in `work`."""
    inputs = [source.sha256 for source in sources.SOURCES] + [source_of(minilm), *words]
    cache = Cache(pathlib.Path(work) / "cache")
    return cache.array(name, inputs, lambda: minilm.MiniLM(ingredients.files.minilm_folder).encode(words))


def fit(ingredients, kept, work):
    """(the fitted chain, MiniLM's rows) for the kept ranks."""
    spoken = sentences(ingredients, [ingredients.words[i] for i in kept], work)
    with step("fusing"):
        chain = fuse.Fusion.fit(ingredients.glove, ingredients.glove[kept], ingredients.glosses[kept], spoken)
    return chain, spoken


def main():
    """Everything, in order."""
    args = _arguments()
    deck = vocabulary.keywords(args.deck or args.out / "deck.csv")
    ingredients = gather(args.work)
    kept = vocabulary.choose(ingredients.words, ingredients.wordnet, ingredients.scowl, deck)
    words = [ingredients.words[i] for i in kept]
    say(f"{len(words)} words, the last one {words[-1]!r} at rank {kept[-1]}")
    chain, spoken = fit(ingredients, kept, args.work)
    exact = chain.rotated(ingredients.glove[kept], ingredients.glosses[kept], spoken)
    with step("quantising"):
        codes, reached, fixed = quantise.best(exact)
    say(f"mean cosine of stored and exact rows: {reached.mean():.6f} (one fixed step: {fixed.mean():.6f}); worst {reached.min():.4f}")
    with step("lexicon"):
        decided = Lexicon(words, deck, ingredients.wordnet, ingredients.scowl, ingredients.files.profanity_list)
        uses, lemmas = decided.uses(chain.glove.apply(ingredients.glove[kept])), [decided.lemmas(word) for word in words]
    _write(args.out, words, codes, uses, lemmas, deck)


def _write(out, words, codes, uses, lemmas, deck):
    write.space(out / "space-en.bin", words, codes)
    write.lexicon(out / "lexicon-en.tsv", words, uses, lemmas)
    stored_words, stored = write.read_space(out / "space-en.bin")
    if stored_words != words or not (stored == codes).all():
        raise ValueError(f"{out / 'space-en.bin'} does not read back as it was written")
    write.similarities(out / "eval/similarities-en.csv", stored_words, stored, deck)
    write.hashes(out)


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True, help="downloads and intermediate arrays (about 1 GB)")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the committed files go")
    parser.add_argument("--deck", type=pathlib.Path, help="deck to keep the keywords of (default: OUT/deck.csv)")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except (sources.SourceError, vocabulary.DeckError, OSError) as error:
        sys.exit(f"build.py: {error}")
