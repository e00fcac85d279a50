"""What each word may be used for, and its lemmas.

`clue`: an automatic player may give it; `name`, `unfit`, `other`: understood, never given.
"""

import pathlib

import numpy as np

from console import say

CLUES = 20_000
COMMON, READABLE = 50, 70        # SCOWL sizes: a word that needs no dictionary's word for it; a word at all
SHORTEST = 3
CONTENT = frozenset("nva")
RARE = 60                        # from this size on, a name is the likelier reading
NEIGHBOURS = 30
FAMILIAR = 60_000                # neighbours are sought among so many of the most frequent words: rarer ones are mostly names
NAMES_AMONG_CAPITALISED, NAMES_AMONG_RARE, NAMES_AMONG_COMMON = 0.3, 0.4, 0.5
LISTS = pathlib.Path(__file__).parent / "lists"


class Lexicon:
    """Decides use and lemmas word by word, from WordNet, SCOWL, the profanity list and the lists made by hand."""

    def __init__(self, words, deck, wordnet, scowl, profanity_list):
        self.words, self.known = words, frozenset(words)
        self.deck, self.wordnet, self.scowl = frozenset(deck), wordnet, scowl
        self.unfit_words, self.unfit_beginnings = _patterns(LISTS / "unfit.txt")
        self.unfit_words |= {line.strip().lower() for line in open(profanity_list, encoding="utf8")}
        self.function_words = function_words()
        self.odd = _plain(LISTS / "odd.txt")
        self.names = _plain(LISTS / "names.txt")
        self.false_lemmas = {tuple(line.split()) for line in _plain(LISTS / "false_lemmas.txt")}
        self.no_names = _plain(LISTS / "no_names.txt")

    def uses(self, space):
        """The use of every word; `space` (GloVe, unit rows) tells names from ordinary words that are spelt alike."""
        names = self._names(space)
        uses, given = [], 0
        for word in self.words:
            if self._unfit(word):
                uses.append("unfit")
            elif word in names:
                uses.append("name")
            elif given < CLUES and self._givable(word):
                uses.append("clue")
                given += 1
            else:
                uses.append("other")
        say("lexicon: " + ", ".join(f"{uses.count(use)} {use}" for use in ("clue", "name", "unfit", "other")))
        return uses

    def lemmas(self, word):
        """Lemmas that differ from the word. A base that SCOWL does not list is no word where another base is one: lenses is of lens, not of lense."""
        if word in self.function_words:
            return [base for base in self.wordnet.lemmas(word) if base not in self.wordnet.suffix_lemmas(word)]
        bases = [base for base in self.wordnet.lemmas(word) if (word, base) not in self.false_lemmas]
        return [base for base in bases if self.scowl.lists(base)] or bases and self._listed_singular(word) or bases

    def _listed_singular(self, word):
        """The singular in -s of a word in -ses that WordNet gives a base in -se which is no word."""
        return [word[:-2]] if word.endswith("ses") and self.scowl.lists(word[:-2]) else []

    def _unfit(self, word):
        if word in self.unfit_words or word.startswith(self.unfit_beginnings):
            return True
        bases = self.lemmas(word)
        return bool(bases) and word not in self.wordnet.lowercase_pos and all(base in self.unfit_words for base in bases)

    def _givable(self, word):
        if word in self.deck:
            return True
        if len(word) < SHORTEST or word in self.function_words or word in self.odd or self._stands_for_another(word):
            return False
        size = self.scowl.ordinary.get(word, 99)
        if size > READABLE or (size > COMMON and word in self.scowl.abbreviation):
            return False
        return self._is_content(word) or (size <= COMMON and word not in self.wordnet.lemma_pos)

    def _stands_for_another(self, word):
        """A mere inflection of a word that is there itself: its lemma is the better clue, and says the same."""
        return word not in self.wordnet.lowercase_pos and any(base in self.known for base in self.lemmas(word))

    def _names(self, space):
        sure = {word for word in self.words if self._only_a_name(word)} | self.names
        doubtful = [i for i, word in enumerate(self.words) if word not in sure and self._also_a_name(word)]
        is_sure = np.array([word in sure for word in self.words])
        found = set()
        for rows in np.array_split(doubtful, len(doubtful) // 500 + 1):
            near = np.argpartition(-(space[rows] @ space[:FAMILIAR].T), NEIGHBOURS, axis=1)[:, : NEIGHBOURS + 1]
            shares = is_sure[near].sum(1) / NEIGHBOURS
            found |= {self.words[i] for i, share in zip(rows, shares) if share >= self._needed(self.words[i])}
        return (sure | found) - self.no_names - self.deck

    def _needed(self, word):
        """The share of names among its neighbours that makes a name of a word which a dictionary also knows as an ordinary one."""
        if self.wordnet.first_noun_is_name.get(word, False) or not self._is_content(word):
            return NAMES_AMONG_CAPITALISED
        return NAMES_AMONG_RARE if self.scowl.ordinary.get(word, 99) >= RARE else NAMES_AMONG_COMMON

    def _only_a_name(self, word):
        if self.scowl.ordinary.get(word, 99) <= READABLE:
            return False
        capitalised = word in self.wordnet.lemma_pos and word not in self.wordnet.lowercase_pos
        return word in self.scowl.name or capitalised

    def _also_a_name(self, word):
        return self.scowl.name.get(word, 99) <= READABLE or self.wordnet.first_noun_is_name.get(word, False)

    def _is_content(self, word):
        return any(self.wordnet.lowercase_pos.get(w, frozenset()) & CONTENT for w in [word, *self.lemmas(word)])


def function_words():
    """The words that carry grammar rather than meaning."""
    return _plain(LISTS / "function_words.txt")


def _plain(path):
    with open(path, encoding="utf8") as file:
        return {line.strip() for line in file if line.strip() and not line.startswith("#")}


def _patterns(path):
    lines = _plain(path)
    return {line for line in lines if "*" not in line}, tuple(sorted(line[:-1] for line in lines if line.endswith("*")))
