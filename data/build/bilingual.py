"""The lists that were written for the project: what English words are in another language, and the words of its own world."""

import collections
import dataclasses
import re

import numpy as np

LANGUAGES = ("fr", "it", "sv")
PLACE_WEIGHTS = (1.0, 0.6, 0.4)         # of a first, second and third translation
SENSE_WEIGHT = 0.5                      # of the words that tell senses apart, beside the English word itself
PLACE_RANKS = (1, 2, 4)                 # how much rarer a later translation is taken for
OWN_RANK = 6_000                        # no word that English lacks is taken for more frequent than this English word


def direction(vector):
    """The vector at length one; zeros stay zeros."""
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def written(text):
    """A text as it stands in a space: small letters, words apart by a space."""
    return " ".join(re.split(r"[\s\-]+", text.lower().replace("’", "'")))


@dataclasses.dataclass
class Word:
    """What the lists say of a word."""

    parts: list = dataclasses.field(default_factory=list)       # (weight, vector)
    rank: float = float("inf")
    sources: set = dataclasses.field(default_factory=set)       # English words it translates, where it is no name
    is_own: bool = False
    is_name: bool = False
    is_unfit: bool = False

    def vector(self):
        return direction(sum(weight * vector for weight, vector in self.parts))


class English:
    """The English space, and what its words may be used for."""

    def __init__(self, words, rows, uses):
        self.words, self.rows, self.uses = words, rows, dict(zip(words, uses))
        self.place = {word: i for i, word in enumerate(words)}

    def vector(self, text):
        """The mean of the words that are known; nothing if none is."""
        known = [self.rows[self.place[word]] for word in re.findall("[a-z]+", text.lower()) if word in self.place]
        return direction(np.sum(known, axis=0)) if known else None


def read(folder, language, english):
    """Every word and phrase of the lists in a language, as written in a space."""
    words = collections.defaultdict(Word)
    for en, sense, cell, mark in _translations(folder / "translations.tsv", language):
        _add_row(words, english, en, sense, cell.split(", "), "" if mark == "unsure" else mark)
    for en, sense, cell, mark in _translations(folder / "names.tsv", language):
        _add_row(words, english, en, sense, cell.split(", "), "name")
    for word, gloss, mark in _rows(folder / f"own-{language}.tsv"):
        _add_own(words, english, word, gloss.split(", "), mark)
    return {word: found for word, found in words.items() if found.parts}


def _rows(path):
    return (line.split("\t") for line in path.read_text(encoding="utf8").splitlines()[1:])


def _translations(path, language):
    """(English word, sense, translations, mark) of a list; one without senses and marks has none."""
    header = path.read_text(encoding="utf8").split("\n", 1)[0].split("\t")
    for cells in _rows(path):
        row = dict(zip(header, cells))
        yield row["en"], row.get("sense", ""), row[language], row.get("mark", "")


def _add_row(words, english, en, sense, translations, mark):
    if en not in english.place:
        return
    vector, told = english.rows[english.place[en]], english.vector(sense)
    if told is not None:
        vector = direction(vector + SENSE_WEIGHT * told)
    for place, translation in enumerate(translations):
        word = words[written(translation)]
        word.parts.append((PLACE_WEIGHTS[place], vector))
        word.rank = min(word.rank, (english.place[en] + 1) * PLACE_RANKS[place])
        word.is_unfit |= mark == "unfit"
        if mark == "name":
            word.is_name |= not word.sources
        else:
            word.sources.add(en)


def _add_own(words, english, text, glosses, mark):
    vectors = [vector for vector in map(english.vector, glosses) if vector is not None]
    word = words[written(text)]
    word.is_unfit |= mark == "unfit"
    if not word.parts and vectors:          # what the other lists translate is no word of this language alone
        word.parts.append((1.0, direction(np.sum(vectors, axis=0))))
        places = sorted(english.place[gloss] for gloss in glosses if gloss in english.place) or [len(english.words)]
        word.rank, word.is_own, word.is_name = OWN_RANK + places[len(places) // 2], True, mark == "name"
