"""The kit's answers as messages: whatever a bot returns becomes plain JSON, or is refused. Says which kinds it has tried."""

import json
import os
import sys
from decimal import Decimal
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))
import overhear_bot  # noqa: E402


class Scalar:
    """A number of a library without NumPy's methods."""

    def __init__(self, value):
        self.value = value

    def item(self):
        return self.value


class Array:
    """An array of a library, which has a length and an item() whatever its dimensions, as NumPy's arrays have."""

    def __init__(self, value):
        self.value = value

    def __len__(self):
        return len(self.value)

    def item(self):
        if isinstance(self.value, list):
            raise ValueError("only one element can be converted")
        return self.value

    def tolist(self):
        return self.value


def message(role, answer):
    """The fields of an answer, read back from its line."""
    told = json.loads(overhear_bot._line(overhear_bot._message(7, role, answer)))
    assert told.pop("id") == 7
    return told


def refusal(role, answer):
    try:
        return message(role, answer)
    except (TypeError, ValueError) as error:
        return str(error)


def check(text, number, array):
    """Checks every form of answer with words, numbers and arrays of a library."""
    words, code = ["moon", "hat", "sun", "oak"], [4, 2, 1]
    assert message("encrypt", [text("moon"), None, number(3)]) == {"clues": ["moon", None, 3]}
    assert message("keywords", [text(word) for word in words]) == {"keywords": words}
    assert message("believe", [text(word) for word in words]) == {"words": words}
    assert message("believe", array(words)) == {"words": words}
    assert message("believe", [array([number(1).item()] * 8)] * 4) == {"slots": [[1] * 8] * 4}
    for form in (code, tuple(code), array(code), [number(digit) for digit in code], [array(digit) for digit in code], iter(code)):
        assert message("decode", form) == {"code": code}, form
    assert message("decode", [array(0.5)] * 24) == {"p": [0.5] * 24}
    assert message("decode", [form(0.5) for form in (Fraction, Decimal, number)] * 8) == {"p": [0.5] * 24}
    assert message("predict", {"code": array(code), "confidence": array(0.5)}) == {"code": code, "confidence": 0.5}
    assert message("encrypt", {"clues": [text("moon"), None, None], "p_understood": number(1)})["p_understood"] == 1
    used = overhear_bot.Answer(array(code), {"requests": number(1)}, text("[4, 2, 1]"))
    assert message("decode", used) == {"code": code, "usage": {"requests": 1}, "raw": "[4, 2, 1]"}
    for role, wrong in (("keywords", text("moon")), ("believe", text("moon")), ("decode", number(4)), ("decode", array(4))):
        assert "is no list" in refusal(role, wrong), (role, wrong)
    for wrong in ([array(float("nan"))] * 24, array([float("inf")] * 24), {"p": [number(float("nan"))] * 24}):
        assert "infinite or no number" in refusal("decode", wrong)


check(str, Scalar, Array)
tried = ["plain"]
try:
    import numpy as np
except ImportError:
    pass
else:
    check(np.str_, lambda value: np.float64(value) if isinstance(value, float) else np.int32(value), np.array)
    assert "neither a number nor a text" in refusal("encrypt", [np.bytes_(b"moon"), None, None])
    tried.append("NumPy")
print(*tried)
