"""Pairs of words that make a compound together: WordNet has `tea_cup`, `tea-cup` or `teacup`."""

SHORTEST_PART = 3          # of a compound that is written as one word: shorter parts are endings and chance, as are parts that
                           # WordNet does not have in lower case (diver-sion, subs-oil)


def pairs(words, wordnet):
    """Unordered pairs of these words, each once, sorted."""
    known, found = frozenset(words), set()
    for lemma in wordnet.lemma_pos:
        parts = lemma.replace("-", "_").split("_")
        if len(parts) == 2 and known.issuperset(parts):
            found.add(tuple(sorted(parts)))
        elif len(parts) == 1:
            splits = ((lemma[:at], lemma[at:]) for at in range(SHORTEST_PART, len(lemma) - SHORTEST_PART + 1))
            found |= {tuple(sorted(split)) for split in splits if known.issuperset(split) and wordnet.lowercase_pos.keys() >= set(split)}
    return sorted(pair for pair in found if pair[0] != pair[1])
