"""Which spellings are one word: armour is armor, theatre is theater.

SCOWL says which spellings are American, British or a variant of another; rules say which two belong together, and
`lists/spellings.txt` has the pairs that no rule finds. The American spelling stands for both.
"""

import pathlib
import re

SIZE, COMMON = 80, 60          # SCOWL sizes: of the spelling; of the American one that a rule may lead to
SHORTEST = 5                # what rules are applied to
EVERYWHERE, AMERICAN, OTHER = "english", ("american",), ("british", "british_z", "canadian", "australian")
LISTS = pathlib.Path(__file__).parent / "lists"

# (what stands in other spellings, what stands for it in America)
RULES = (
    ("our", "or"), ("re$", "er"), ("res$", "ers"), ("red$", "ered"), ("ring$", "ering"), ("is(?=e|ing|ation|able)", "iz"), ("ys(?=e|ing)", "yz"),
    ("ll", "l"), ("l(?=s?$|ment)", "ll"), ("pp", "p"), ("tt", "t"), ("ogue", "og"), ("ce", "se"), ("se", "ce"), ("ae", "e"), ("oe", "e"), ("grey", "gray"),
    ("ou", "o"), ("xion", "ction"), ("eable", "able"), ("ph", "f"), ("yre", "ire"), ("que", "ck"), ("mme$", "m"), ("mmes$", "ms"), ("gramme", "gram"),
    ("aluminium", "aluminum"), ("gg", "g"), ("ss", "s"), ("e(?=ment|ing|y$)", ""), ("sc", "sk"), ("tsar", "czar"),
)


class Spellings:
    """Finds the American spelling of a word."""

    def __init__(self, folder):
        self.everywhere, self.american, self.other, self.common = set(), set(), set(), set()
        for path in sorted(pathlib.Path(folder).iterdir()):
            match = re.fullmatch(r"([a-z_]+?)(_?variant_\d)?-words\.(\d+)", path.name)
            if match and int(match[3]) <= SIZE:
                self._add(match[1], match[2], int(match[3]), path.read_text(encoding="latin1").split())
        self.common_american = self.american & self.common
        self.pairs = dict(line.split() for line in _plain(LISTS / "spellings.txt"))
        self.of = {word: found for word in sorted(self.other | set(self.pairs)) if (found := self._american(word))}

    def _add(self, region, variant, size, words):
        if not variant and size <= COMMON and region in (EVERYWHERE, *AMERICAN):
            self.common.update(words)
        if region == EVERYWHERE and not variant:
            self.everywhere.update(words)
        elif region in AMERICAN and not variant:
            self.american.update(words)
        else:
            self.other.update(words)

    def _american(self, word):
        """The American spelling; nothing if the word is American itself or no rule finds one."""
        if word in self.pairs:
            return self.pairs[word]
        if len(word) < SHORTEST or word in self.everywhere or word in self.american or not word.isascii():
            return ""
        for known in (self.common_american, self.common):
            for old, new in RULES:
                found = [text for at in re.finditer(old, word) if (text := word[: at.start()] + new + word[at.end() :]) in known]
                if found:
                    return found[0]
        return ""


def _plain(path):
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf8").splitlines())
    return [line for line in lines if line]
