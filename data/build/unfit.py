"""Words that are not fit for company, from a package for each language."""

import json
import re


def read(path, language):
    """The words of a list, in small letters."""
    return {word.lower() for word in _WORDS[language](path.read_text(encoding="utf8"))}


def _array(text):
    """The first array of strings in a text of JavaScript."""
    array = text[text.index("[") : text.index("]") + 1]
    return json.loads(re.sub(r",\s*\]", "]", re.sub(r"\\x(..)", r"\\u00\1", array)))


def _swedish(text):
    """The list within a bundle of many languages."""
    return _array(text[text.index("swedish_default = {") :])


_WORDS = {"fr": str.splitlines, "it": _array, "sv": _swedish}
