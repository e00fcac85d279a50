"""Regular inflections of a language, undone by its table of endings, which the program reads as well."""

SHORTEST_STEM, SHORTEST_BASE = 2, 3


class Endings:
    """The table: for each ending what may stand in its place in the base, the longest ending first; `-` stands for nothing."""

    def __init__(self, path):
        lines = path.read_text(encoding="utf8").splitlines()[1:]
        self._rows = [(ending, [base.replace("-", "") for base in bases.split(" ")]) for ending, bases in (line.split("\t") for line in lines)]

    def bases(self, word):
        """What the word may be an inflection of, the likeliest first; most of these are no words."""
        found = []
        for ending, replacements in self._rows:
            stem = word.removesuffix(ending)
            if stem != word and len(stem) >= SHORTEST_STEM:
                found += [stem + base for base in replacements if len(stem + base) >= SHORTEST_BASE and stem + base != word]
        return list(dict.fromkeys(found))
