"""WordNet 3.0: synsets, glosses, links, and the lemmas of a word."""

import collections
import dataclasses
import pathlib
import re

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

# The detachment rules of WordNet's own morphology: (part of speech, ending, what replaces it).
SUFFIXES = (
    ("n", "s", ""), ("n", "ses", "s"), ("n", "xes", "x"), ("n", "zes", "z"), ("n", "ches", "ch"), ("n", "shes", "sh"),
    ("n", "men", "man"), ("n", "ies", "y"),
    ("v", "s", ""), ("v", "ies", "y"), ("v", "es", "e"), ("v", "es", ""), ("v", "ed", "e"), ("v", "ed", ""),
    ("v", "ing", "e"), ("v", "ing", ""),
    ("a", "er", ""), ("a", "est", ""), ("a", "er", "e"), ("a", "est", "e"),
)
SIBILANT = ("s", "x", "z", "ch", "sh", "o")
DOUBLING = re.compile("(qu)?[^aeiou]*[aeiou][^aeiouwxy]")   # rat, star, bet: doubled before -ing and -ed
DERIVED = ("+", "\\")   # links between two words: derivationally related (decision, decide); an adjective of a noun (French, France)
SHORTEST_BASE = 3   # shorter ones are nearly all abbreviations: was -> WA, his -> HI


@dataclasses.dataclass(frozen=True)
class Synset:
    """One meaning: its words in lower case, its links as (sign, key), its gloss in lower case."""

    words: tuple
    links: tuple
    gloss: str


class WordNet:
    """The database, read from the folder that holds data.noun, noun.exc and so on."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.synsets = {}
        self.lemma_pos = collections.defaultdict(set)       # any spelling, lower-cased
        self.lowercase_pos = collections.defaultdict(set)   # spelt in lower case
        self.exceptions = {}
        self.first_noun_is_name = {}
        self.senses = collections.defaultdict(list)         # lemma: for each part of speech its synsets, in order of use
        self.derived = collections.defaultdict(set)         # word: the words that a derivation links to it, either way
        spelling, pointers = {}, []
        for pos, name in FILES.items():
            for line in _lines(folder / f"data.{name}"):
                self._add_synset(pos, line, spelling, pointers)
            for line in _lines(folder / f"{name}.exc"):
                inflected, *bases = line.split()
                self.exceptions[pos, inflected] = bases
            for line in _lines(folder / f"index.{name}"):
                self._add_senses(pos, line.split())
        for word, key, number in pointers:
            other = self.synsets[key].words[number - 1]
            self.derived[word].add(other)
            self.derived[other].add(word)
        for lemma, (first, *_) in self.senses.items():
            if first[0][0] == "n":
                self.first_noun_is_name[lemma] = spelling["n", first[0][1], lemma][0].isupper()

    def _add_senses(self, pos, fields):
        offsets = fields[-int(fields[2]) :]
        self.senses[fields[0]].append([(pos, offset) for offset in offsets])

    def _add_synset(self, pos, line, spelling, pointers):
        head, _, gloss = line.partition("|")
        fields = head.split()
        count = int(fields[3], 16)
        spelt = [re.sub(r"\(.*\)$", "", fields[4 + 2 * i]) for i in range(count)]
        at = 4 + 2 * count
        links = []
        for i in range(int(fields[at])):
            sign, offset, target, numbers = fields[at + 1 + 4 * i : at + 5 + 4 * i]
            key = "a" if target == "s" else target, offset
            links.append((sign, key))
            if sign in DERIVED and numbers != "0000":
                pointers.append((spelt[int(numbers[:2], 16) - 1].lower(), key, int(numbers[2:], 16)))
        words = tuple(word.lower() for word in spelt)
        self.synsets[pos, fields[0]] = Synset(words, tuple(links), gloss.lower())
        for word in spelt:
            self.lemma_pos[word.lower()].add(pos)
            spelling[pos, fields[0], word.lower()] = word
            if word == word.lower():
                self.lowercase_pos[word].add(pos)

    def lemmas(self, word):
        """The lemmas of an inflected word that differ from it: exception lists first, then suffix rules."""
        found = [base for pos in FILES for base in self.exceptions.get((pos, word), ())]
        return list(dict.fromkeys(base for base in found + self.suffix_lemmas(word) if base != word and base.isalpha()))

    def suffix_lemmas(self, word):
        """What the suffix rules give, where WordNet has the base as that part of speech and no exception list speaks."""
        found = []
        for pos, ending, put in SUFFIXES:
            if not word.endswith(ending) or (pos, word) in self.exceptions or (pos == "n" and word.endswith("ss")):
                continue
            base = word[: len(word) - len(ending)] + put
            if ending == "ses" and pos in self.lemma_pos.get(word[:-1], ()):
                continue                                    # senses is of sense, not of sens
            if len(base) >= SHORTEST_BASE and _spelt_right(base, ending, put) and pos in self.lemma_pos.get(base, ()):
                found.append(base)
        return found


def _spelt_right(base, ending, put):
    """Refuses what the rules allow and English spelling does not: wages from wag, rating from rat."""
    if put:
        return True
    if ending == "es":
        return base.endswith(SIBILANT)
    return ending not in ("ed", "ing", "er", "est") or not DOUBLING.fullmatch(base)


def _lines(path):
    with open(path, encoding="utf8") as file:
        return [line for line in file if not line.startswith("  ")]
