"""The reply of a model without its reasoning."""

import json
import re

REASONING = re.compile(r"<(think|thinking|reasoning|thought)>.*?(</\1>|\Z)", re.S | re.I)
"""Reasoning in a text. It may have no end if the answer was cut off."""


def reply(content):
    """A text without reasoning; if all of it is a string of JSON, the text in that string."""
    content = REASONING.sub(" ", content)
    # Servers that strip the beginning leave the end.
    content = re.split(r"</(?:think|thinking|reasoning|thought)>", content, flags=re.I)[-1]
    text = content.strip()
    if text[:1] == '"' and text[-1:] == '"':
        try:
            return json.loads(text)
        except ValueError:
            pass
    return content


def is_number(part):
    """Whether a value of JSON is a number to reckon with: NaN and infinity, which some servers say, are none."""
    return isinstance(part, (int, float)) and not isinstance(part, bool) and abs(part) < 1e9
