"""What a word may mean: the encoder's row for `lemma: gloss` of its first senses in WordNet, averaged."""

import numpy as np

from fuse import unit, without_top

SENSES = 3


def texts(word, wordnet):
    """`lemma: gloss` of up to three senses, the parts of speech in turn; an inflected word has those of its lemma."""
    lemma = word if word in wordnet.senses else next((base for base in wordnet.lemmas(word) if base in wordnet.senses), None)
    if lemma is None:
        return []
    lists = wordnet.senses[lemma]
    keys = [one[rank] for rank in range(SENSES) for one in lists if rank < len(one)][:SENSES]
    return [f"{lemma}: {wordnet.synsets[key].gloss.split(';')[0].strip()}" for key in keys]


def distinct(said):
    """All texts of all words, each once, in the order in which they come."""
    return list(dict.fromkeys(text for some in said for text in some))


def vectors(said, rows):
    """A unit row for each word from the rows of the distinct texts; zero where WordNet is silent."""
    place = {text: i for i, text in enumerate(distinct(said))}
    pairs = [(word, place[text]) for word, some in enumerate(said) for text in some]
    meanings = without_top(rows, len(rows))
    total = np.zeros((len(said), rows.shape[1]), np.float32)
    np.add.at(total, [word for word, _ in pairs], meanings[[text for _, text in pairs]])
    return unit(total).astype(np.float32)
