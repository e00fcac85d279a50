"""SCOWL: how common a spelling is (10 most, 95 least), as an ordinary word, as a name, as an abbreviation."""

import pathlib
import re

SPELLINGS = ("english", "american", "british")
ORDINARY, NAME, ABBREVIATION = ("words",), ("proper-names", "upper"), ("abbreviations",)
LISTED = 70                # the largest size that counts as a word at all


class Scowl:
    """The smallest list that holds a word, for each kind of list; all in lower case."""

    def __init__(self, folder):
        self.ordinary = _sizes(folder, ORDINARY)
        self.name = _sizes(folder, NAME)
        self.abbreviation = _sizes(folder, ABBREVIATION)

    def lists(self, word):
        """Whether a list of ordinary words or names up to the size LISTED has it."""
        return min(self.ordinary.get(word, 99), self.name.get(word, 99)) <= LISTED


def _sizes(folder, kinds):
    sizes = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        match = re.fullmatch(r"([a-z]+)-([a-z-]+)\.(\d+)", path.name)
        if match and match[1] in SPELLINGS and match[2] in kinds:
            for line in path.read_text(encoding="latin1").splitlines():
                word = line.strip().lower()
                sizes[word] = min(sizes.get(word, 99), int(match[3]))
    return sizes
