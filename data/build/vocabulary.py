"""Which words are understood: the 80,000 most frequent that a dictionary knows, and every keyword of the deck."""

import csv
import pathlib
import re

import numpy as np

WORDS = 80_000
CENTRAL = 20_000           # words whose cosines with all others the space is fitted to
CONTENT, SHORTEST = frozenset("nva"), 3
SHAPE = re.compile("[a-z]{2,}")


class DeckError(Exception):
    """A deck that cannot be served."""


def keywords(path):
    """The English keywords: column `en` of a deck, or one word a line in a plain list."""
    path = pathlib.Path(path)
    with open(path, encoding="utf8", newline="") as file:
        if path.suffix != ".csv":
            return [line.strip() for line in file if line.strip()]
        return [row["en"].strip() for row in csv.DictReader(file)]


def choose(words, wordnet, scowl, deck):
    """Ranks (in `words`, ascending) of the words that are kept."""
    rank = {word: i for i, word in enumerate(words)}
    unknown = [word for word in deck if word not in rank]
    if unknown:
        raise DeckError(f"keywords without a vector: {', '.join(unknown)}")
    known = (i for i, word in enumerate(words) if SHAPE.fullmatch(word) and (scowl.lists(word) or word in wordnet.lemma_pos))
    kept = {i for i, _ in zip(known, range(WORDS))}
    return sorted(kept | {rank[word] for word in deck})


def central(words, wordnet, deck):
    """Places of the words that the space is fitted to: the most frequent that WordNet has in lower case as noun, verb or adjective,
    and the keywords. No list made by hand takes part, so that a change of one does not change the space."""
    keys = frozenset(deck)
    meant = (i for i, word in enumerate(words) if len(word) >= SHORTEST and wordnet.lowercase_pos.get(word, frozenset()) & CONTENT)
    chosen = {i for i, _ in zip(meant, range(CENTRAL))} | {i for i, word in enumerate(words) if word in keys}
    return np.array(sorted(chosen))
