"""Answers of a language model, found where they are: behind reasoning, in prose, in brackets, in JSON of any shape."""

import json
import re

MOST_BEGINNINGS = 500
"""Brackets at most that may begin an answer, counted from the end of a text: each is tried, and each may take long."""

REASONING = re.compile(r"<(think|thinking|reasoning|thought)>.*?(</\1>|\Z)", re.S | re.I)
"""Reasoning that is said aloud. It may have no end where the answer was cut off."""


def text_of(message):
    """The text of a message: a text, a list of parts, or nothing."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, list):
        parts = [part.get("text") if isinstance(part, dict) else part for part in content]
        content = "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def spoken(content):
    """What was said without reasoning; where nothing is left, nothing was answered."""
    content = REASONING.sub(" ", content)
    # Servers that strip the beginning leave the end.
    return re.split(r"</(?:think|thinking|reasoning|thought)>", content, flags=re.I)[-1]


def values(content):
    """Every value of JSON in a text that is a list or an object, the last first; those within others too."""
    decoder, found = json.JSONDecoder(), []
    for start in [match.start() for match in re.finditer(r"[\[{]", content)][-MOST_BEGINNINGS:]:
        try:
            found.append(decoder.raw_decode(content, start)[0])
        except (ValueError, RecursionError):
            continue
    return reversed(found)


def lists(value, keys):
    """The lists that a value may mean: itself, what stands under one of the keys, or the values of an object."""
    if isinstance(value, list):
        yield value
        for part in value:
            if isinstance(part, dict):
                yield from lists(part, keys)
    elif isinstance(value, dict):
        lowered = {str(key).lower(): part for key, part in value.items()}
        for key in keys:
            if key in lowered:
                yield lowered[key]
        yield [part for part in value.values() if not isinstance(part, (list, dict))]


APART = r"[\s,;/\-–.()\[\]\"']{1,3}"
CODE = re.compile(r"(?<![\d.])(?:([1-4])([1-4])([1-4])|([1-4])%s([1-4])%s([1-4]))(?!\d)" % (APART, APART))
"""Three digits of a code, all together or all apart: 1.23 is a number."""


def digit(part):
    """A digit from 1 to 4, however it is written."""
    if isinstance(part, str):
        part = part.strip().strip("#.")
        return int(part) if part in ("1", "2", "3", "4") else None
    if isinstance(part, (int, float)) and not isinstance(part, bool) and part in (1, 2, 3, 4):
        return int(part)
    return None


def code(content):
    """Three different numbers from 1 to 4, or None."""
    content = spoken(content)

    def taken(parts):
        if isinstance(parts, (int, str)):
            # 421 or "4-2-1" under a key.
            text = parts.strip() if isinstance(parts, str) else str(parts) if 0 < parts < 999 else ""
            whole = CODE.fullmatch(text)
            parts = whole and list(filter(None, whole.groups()))
        found = [digit(part) for part in parts] if isinstance(parts, list) else []
        return found if len(found) == 3 and None not in found and len(set(found)) == 3 else None

    for value in values(content):
        for parts in lists(value, ("code", "answer", "numbers", "guess", "result")):
            if taken(parts):
                return taken(parts)
    for parts in reversed(CODE.findall(content)):
        parts = list(filter(None, parts))
        if taken(parts):
            return taken(parts)
    return None


def word(part):
    """A clue in lower case without what stands around it, or None."""
    if isinstance(part, dict):
        part = part.get("clue") or part.get("word")
    if not isinstance(part, str):
        return None
    text = " ".join(part.strip().strip("\"'`*_.,;:“”‘’").split()).lower()
    return text or None


def words(content, count):
    """So many texts, or None."""
    content = spoken(content)

    def taken(parts):
        found = [word(part) for part in parts] if isinstance(parts, list) else []
        return found if len(found) == count and None not in found and not all(map(digit, found)) else None

    for value in values(content):
        for parts in lists(value, ("clues", "answer", "words", "keywords", "result")):
            if taken(parts):
                return taken(parts)
    # Spaces within a line alone: over a megabyte of empty lines, `\s*` takes hours.
    numbered = re.findall(r"^[ \t]*(?:[-*]|\d[.):])[ \t]*\**([^\n:*]{1,40}?)\**[ \t]*$", content, flags=re.M)
    if len(numbered) == count:
        return taken(numbered)
    line = content.strip().splitlines()[-1] if content.strip() else ""
    for separator in (",", "/", ";"):
        parts = line.strip("[](){} .").split(separator)
        if len(parts) == count and all(len(part.split()) <= 4 for part in parts):
            return taken(parts)
    return None


def weights(choices, start, lengths):
    """Log-probabilities of the ends of texts that were echoed, from the place `start`; None where the endpoint does not tell them."""
    found = [None] * len(lengths)
    for place, choice in enumerate(choices):
        choice = choice if isinstance(choice, dict) else {}
        index, told = choice.get("index", place), choice.get("logprobs")
        told = told if isinstance(told, dict) else {}
        offsets, logs = told.get("text_offset"), told.get("token_logprobs")
        if not isinstance(offsets, list) or not isinstance(logs, list) or len(offsets) != len(logs) or index not in range(len(lengths)):
            continue
        if not all(map(is_number, offsets)):
            continue
        # A token belongs to the end if it ends behind its beginning; tokens behind the text are the model's own.
        ends = offsets[1:] + [lengths[index]]
        parts = [log for log, low, high in zip(logs, offsets, ends) if high > start and low < lengths[index]]
        if parts and all(map(is_number, parts)):
            found[int(index)] = float(sum(parts))
    return None if None in found else found


def is_number(part):
    """Whether a value of JSON is a number to reckon with: NaN and infinity, which some servers say, are none."""
    return isinstance(part, (int, float)) and not isinstance(part, bool) and abs(part) < 1e9


def chance(content, key):
    """The chance that stands under a key beside an answer, if one does."""
    for value in values(spoken(content)):
        chance = value.get(key) if isinstance(value, dict) else None
        if isinstance(chance, (int, float)) and not isinstance(chance, bool) and 0 <= chance <= 1:
            return float(chance)
    return None
