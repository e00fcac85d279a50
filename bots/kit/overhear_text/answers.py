"""Answers of a language model, found where they are: behind reasoning, in prose, in lists and tables, in JSON.

An ambiguous reply has no answer: the bot asks again, which costs less than a wrong guess.
"""

import json
import re
import unicodedata
from functools import partial
from typing import NamedTuple, Optional

from .reply import is_number, reply

MOST_BEGINNINGS = 500
"""Maximum number of places where JSON may begin, counted from the end of a text: each is tried, and each may take long."""

# JSON

KEYS = {"code": "code|guess|numbers|digits", "clues": "clues|hints", "keywords": "keywords|words|beliefs?"}
"""Keys of an answer by role. `answer` and others like it name one in every role, and `my` or `final` may precede each."""

NAMES = {role: re.compile(r"(?:(?:my|final)[ _-]?){0,2}(?:%s|answers?|response|output|result)|final" % keys, re.I) for role, keys in KEYS.items()}

DENIED = {role: re.compile(r"(?:\b(?:not|than|instead of|%s)\b\W{0,3}|(?:\bnot (?:the )?code|\balternative\w*|\bsecond[ _-](?:best|choice|guess|option)"
                           r"|\brunner-?up|\bprevious\w*|\bearlier|\bforbidden)\b[^.,;\n]{0,20})$" % other, re.I)
          for role, other in (("code", "clues?|rounds?"), ("clues", "keywords?"), ("keywords", "clues?"))}
"""Text directly before a code or a list that rejects it, or that says that it is something else."""

PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4}


def lenient(content):
    """The text with the quotes of Python as quotes of JSON, and without commas before a bracket. Its length does not change."""
    content = re.sub(r"([\[{,:][ \t\n]{0,9})'([^'\"\n\\]{0,300})'(?=\s{0,9}[\]},:])", r'\1"\2"', content)
    return re.sub(r",(?=\s{0,9}[\]}])", " ", content)


def outer(content):
    """The outermost lists and objects of JSON in a text, as (start, end, value).

    If an object cannot be parsed, because it was cut off, each of its keys with its value is an object."""
    content, decoder, found, end = lenient(content), json.JSONDecoder(), [], 0
    for match in list(re.finditer(r"[\[{]|\"([\w -]{1,30})\"\s{0,9}:\s{0,9}", content))[-MOST_BEGINNINGS:]:
        if match.start() < end:
            continue
        key = match.group(1)
        try:
            value, stop = decoder.raw_decode(content, match.end() if key else match.start())
        except (ValueError, RecursionError):
            continue
        # "moon": 4 is an entry in a text as well.
        if key is None or value not in (1, 2, 3, 4):
            found.append((match.start(), stop, {key: value} if key else value))
            end = stop
    return found


def within(level):
    """The lists and objects directly within some."""
    parts = [part for value in level for part in (value.values() if isinstance(value, dict) else value)]
    return [part for part in parts if isinstance(part, (list, dict))]


def named(value, role, read):
    """The answers under keys that name one, at the smallest depth that has such keys; only None if one of them is unusable."""
    level = [value]
    while level:
        own = [(key, part) for value in level if isinstance(value, dict) for key, part in value.items() if NAMES[role].fullmatch(key.strip())]
        if own:
            final = [(key, part) for key, part in own if key.strip().lower().startswith("final")]
            told = [read(part) for _, part in own]
            return [None] if None in told else [read(part) for _, part in final or own]
        level = within(level)
    return []


def agreed(found):
    """The answer if all are equal, or None."""
    return found[0] if found and all(other == found[0] for other in found) else None


def undenied(content, found, role):
    """Those parts of a text, as (start, …), that the text before them does not reject."""
    return [part for part in found if not DENIED[role].search(content[max(0, part[0] - 50):part[0]])]


def last(content, found):
    """The last of some answers, as (start, end, answer); None if "or" stands between it and another one."""
    if len(found) > 1 and found[-1][2] != found[-2][2] and re.fullmatch(r"\W*or\b[^.\n]{0,20}", content[found[-2][1]:found[-1][0]]):
        return None
    return found[-1][2] if found else None


def in_json(content, role, read):
    """A list with the answer in the JSON of a text, empty if there is none, and the text around objects, for a further search.

    The answer of an object is under a key that names it, even if its value is unusable: then nothing else is searched. Without such
    a key a list counts, or an object whose values are the parts of an answer."""
    values = outer(content)
    parts = undenied(content, values, role)
    try:
        for _, _, value in reversed(parts):
            found = named(value, role, read) if isinstance(value, dict) or read(value) is None else []
            if found:
                return [agreed(found)], ""
        bare = [(start, end, read(value)) for start, end, value in parts]
    except RecursionError:
        return [None], ""
    bare = [part for part in bare if part[2] is not None]
    for start, end, value in values:
        if isinstance(value, dict):
            content = content[:start] + " " * (end - start) + content[end:]
    return [last(content, bare)] if bare else [], content


def place(key):
    """The number in a key such as "clue 1" or "first", or None."""
    found = re.search(r"(?<!\d)[1-4](?!\d)|" + "|".join(PLACES), str(key).lower())
    return found and (PLACES.get(found.group()) or int(found.group()))


def are_in_order(places, count):
    """Whether the order of numbered parts is certain. 1, 2, 3 are places, and 4, 2, 1 are numbers of keywords in the order of the code.
    3, 1, 2 may be either, and 1, 2, 4 may have been sorted."""
    if not any(places):
        return True
    is_whole = None not in places and len(set(places)) == len(places)
    return is_whole and (sorted(places) == list(range(1, count + 1))) == (places == sorted(places))


# Codes

APART = r"(?:[ \t,;/.()\[\]\"'*_`|>&#+\-]|\b(?:and|then)\b){1,16}"
NUMBER = r"(?:[01]\.\d+(?![.\d])|\d+)"
RUN = re.compile(r"(?<![\w.])%s(?:%s%s)*(?![\w])" % (NUMBER, APART, NUMBER))
"""Numbers in one line with nothing but marks between them, as many as there are: 4-2-1-3 is no code with a number behind it."""

ENTRY = re.compile(r"(?!-\d|(?:keyword[ #]*)?[1-4][ \t]*\()(?:(?:the )?(?:(?:clue|position|number|digit)[ #]{0,2})?([1-3]|first|second|third)(?:st|nd|rd)?\b)?"
                   r"([^\d\n]{0,60}?)(?:^|[=:>|(\-]|[.)][ \t]|\b(?:is|to|for|keyword)\b)[^\w-]{0,8}([1-4])(?:[ \t]{0,2}\([^()\d\n]{1,60})?", re.I)
"""A digit behind a name, or alone: moon = 4. The digit of "clue 2" is not one, and "keyword 1" is not a name."""

A_NUMBER = re.compile(r"(?<![\d.])\d+(?![\d.]*[\d%]| %)")
"""A number that is no chance."""

SPELLED = {"one": "1", "two": "2", "three": "3", "four": "4"}
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2192\u21d2"), "-")
"""Dashes and arrows."""

UNSEEN = dict.fromkeys([*range(0x200b, 0x2010), 0x20e3, 0xfe0e, 0xfe0f, 0x2060, 0xfeff])
"""Characters without a width, and the key around a digit."""


def plain(content):
    """A text with digits and dashes as on a keyboard: full width, in circles, as keys."""
    return unicodedata.normalize("NFKC", content.translate(UNSEEN)).translate(DASHES).translate(UNSEEN)


def unmarked(content):
    """A text without marks of LaTeX and HTML around numbers."""
    content = re.sub(r"\\(?:[,;:! ]|q?quad\b)", " ", content.replace("$", "").replace("_", " "))
    content = re.sub(r"\\(?:to|rightarrow)\b", "-", content)
    for _ in range(2):
        # \boxed{\text{…}}
        content = re.sub(r"\\[a-zA-Z]{1,20}\{([^{}\\\n]{0,200})\}", r" \1 ", content)
    return re.sub(r"</?[a-z]{1,10}>", " ", content, flags=re.I)


def digit(part):
    """A digit from 1 to 4, however it is written; of an object its only digit, unless that is the number of a clue."""
    if isinstance(part, dict):
        found = [(key, digit(value)) for key, value in part.items() if not isinstance(value, dict) and digit(value)]
        return found[0][1] if len(found) == 1 and "clue" not in found[0][0].lower() else None
    if isinstance(part, str):
        part = part.strip().strip("#.")
        return int(part) if part in ("1", "2", "3", "4") else None
    return int(part) if is_number(part) and part in (1, 2, 3, 4) else None


def only_digit(part):
    """The digit of a text with one number, such as "4 moon"."""
    found = re.findall(r"-?\b\d+", part) if isinstance(part, str) and len(part) < 100 else []
    return digit(found[0]) if len(found) == 1 and not re.search(r"\bclue\b", part, re.I) else None


def three(digits):
    """Three different digits, or None."""
    digits = list(digits)
    return digits if len(digits) == 3 and None not in digits and len(set(digits)) == 3 else None


def in_run(run):
    """The code of a run of numbers: three digits, together or apart; chances may follow, no other digit may."""
    numbers = re.findall(NUMBER, run)
    if re.search(r",[ \t]*-\d", run):
        # [4, -2, 1]
        return None
    count = 3 if len(numbers[0]) == 1 else 1
    digits = numbers[:3] if count == 3 else list(numbers[0])
    return three(map(digit, digits)) if all(len(number) > 1 for number in numbers[count:]) else None


def runs_of(text):
    """The codes in the lines of a text, as (start, end, code), without those that the text rejects."""
    runs = [(match.start(), match.end(), in_run(match.group())) for match in RUN.finditer(text)]
    return undenied(text, [run for run in runs if run[2] and not re.search(r"(?<!\w)-$", text[max(0, run[0] - 2):run[0]])], "code")


def in_entries(text):
    """The code of a list, a table or a line with three digits behind names; None if the names are those of keywords."""
    if re.search(r"keywords?(?: number)?[^\n\w]{1,9}clue", text, re.I):
        return None
    pieces = re.split(r"[\n,;/]|(?<!\n\d)\.\s|\b(?:and|then)\b", "\n" + text)
    pieces = [piece.strip(" \t\r*_`\"'|()[]{}.") for piece in pieces if A_NUMBER.search(piece)]
    found = [ENTRY.fullmatch(re.sub(r"^[-\u2022] ", "", piece)) for piece in pieces[:4] if len(piece) < 120]
    if len(pieces) != 3 or len(found) != 3 or None in found:
        return None
    places = [place(match.group(1)) for match in found]
    return three(int(match.group(3)) for match in found) if places in ([1, 2, 3], [None] * 3) else None


def code_in_text(text):
    """The last code in the lines of a text, or else the code of its entries; with spelled digits only if there is none otherwise."""
    text = unmarked(text)
    for text in (text, re.sub(r"\b(%s)\b" % "|".join(SPELLED), lambda match: SPELLED[match.group().lower()], text, flags=re.I)):
        runs = runs_of(text)
        found = last(text, runs) if runs else in_entries(text)
        if runs or found:
            return found
    return None


def as_code(part):
    """The code in a value of JSON: 421, "4-2-1", [4, 2, 1], or an object with three digits."""
    if isinstance(part, str) or isinstance(part, int) and 0 < part < 999:
        return code_in_text(str(part)) if len(str(part)) < 100 else None
    if isinstance(part, dict):
        inner = named(part, "code", as_code)
        # A chance may stand beside the digits.
        digits = {key: value for key, value in part.items() if digit(value) or is_number(value) and value == int(value)}
        is_sure = are_in_order([place(key) for key in digits], 3) and not any("keyword" in key.lower() for key in digits)
        return agreed(inner) if inner else three(map(digit, digits.values())) if is_sure else None
    if not isinstance(part, list):
        return None
    return as_code(part[0]) if len(part) == 1 and isinstance(part[0], list) else three(map(digit, part)) or three(map(only_digit, part))


def code(content):
    """Three different numbers from 1 to 4, or None."""
    found, text = in_json(plain(reply(content)), "code", as_code)
    if not found:
        return code_in_text(text)
    # Beside a list of digits a line may name another code.
    text = unmarked(text)
    runs = runs_of(text)
    return found[0] if not runs or last(text, runs) == found[0] else None


# Clues and keywords

NO_WORDS = re.compile(r"[{}\[\]<>\\\":()!?,;/|=\u2192]|\s[-\u2013\u2014]\s|->"
                      r"|^(?:because|here|i|i['\u2019]m|it|since|sorry|that|there|these|this|those|we|you)\b.*\s", re.S | re.I)
"""Marks and first words of a sentence: a text that has one is not a clue."""

SEPARATORS = (",", "/", ";", "|", " - ", " \u2013 ", " \u2014 ", " -> ", " \u2192 ")

CUT = re.compile(r"\s{0,4}(?::|\s[-\u2013\u2014]\s|->|\u2192|=)\s{0,4}")
"""Marks between a keyword and its clue, or a clue and what explains it."""

MARKED = re.compile(r"^[ \t]*(?:(\d)[.):]|[-*\u2022])[ \t]+(.{1,300}?)[ \t]*$", re.M)
"""An entry of a list."""

LETTERS = re.compile(r"[^\W\d_]+")
FILLERS = {"clue", "hint", "keyword", "number", "position", "for", "the", *PLACES}


class Wanted(NamedTuple):
    """A number of clues or keywords. The own keywords distinguish "SUN: apple" from "apple: a fruit"; if unknown, capitals do."""

    count: int
    role: str = "clues"
    keywords: Optional[list] = None

    def is_label(self, text):
        """Whether a text names a place or a keyword: "clue 1", "4", "SUN"."""
        text = " ".join(part for part in LETTERS.findall(text) if part.lower() not in FILLERS)
        if self.keywords is None:
            return not text or self.role == "clues" and text.isupper()
        return not text or text.lower() in {" ".join(LETTERS.findall(keyword)).lower() for keyword in self.keywords}

    def word(self, part):
        """A text, or the clue of an object, in lower case and without marks around it; or None."""
        if isinstance(part, dict):
            part = next((part[key] for key in (("clue", "hint") if self.role == "clues" else ("keyword", "word")) if part.get(key)), None)
        if not isinstance(part, str):
            return None
        # Text in brackets behind a clue explains it.
        part = re.sub(r"(?<=\w)[ \t]{1,4}\([^()]{1,80}\)\s{0,4}$", "", part)
        return " ".join(part.strip().strip("\"'`*_.,;:“”‘’").split()).lower() or None

    def texts(self, parts):
        """The texts of parts, without keywords before them or explanations behind them; None if there are more or fewer."""
        if len(parts) != self.count:
            return None
        cut = [CUT.split(part, 1) if isinstance(part, str) else [part] for part in parts]
        labels = [isinstance(sides[0], str) and self.is_label(sides[0]) for sides in cut]
        if len(set(map(len, cut))) > 1 or len(cut[0]) > 1 and len(set(labels)) > 1:
            return None
        found = [self.word(sides[-1] if labels[0] else sides[0]) for sides in cut]
        return None if None in found or all(map(digit, found)) else found


def as_words(part, wanted):
    """The texts in a value of JSON: "apple, pear, plum", a list, or an object."""
    if isinstance(part, str):
        return words_in_text(part, wanted) if len(part) < 500 else None
    if isinstance(part, list):
        return wanted.texts(part)
    if not isinstance(part, dict):
        return None
    inner = named(part, wanted.role, partial(as_words, wanted=wanted))
    texts = {key: value for key, value in part.items() if isinstance(value, str)}
    is_sure = are_in_order([place(key) for key in texts], wanted.count) and all(map(wanted.is_label, texts))
    return agreed(inner) if inner else wanted.texts(list(texts.values())) if is_sure else None


def words_in_text(text, wanted):
    """The texts of a list, of a line, or of lines with one text each; None if two lines list different texts."""
    text = re.sub(r"\\boxed\{([^{}\n]{0,200})\}|</?[a-z]{1,10}>|^```\w*$", r"\1", text, flags=re.I | re.M)
    text = re.sub(r"\*\*|`", "", text)
    # Spaces within a line alone: over a megabyte of empty lines, `\s*` takes hours.
    lines = [line for line in text.splitlines() if line.strip() and not line.rstrip().endswith(":")]
    marked = MARKED.findall(text)
    entries = [part for part in marked if part[0]] or marked
    found = plausible([entry for _, entry in entries], wanted)
    if found and are_in_order([place(number) for number, _ in entries], wanted.count):
        return found
    rows = [line for line in lines[-20:] if len(marked) < 2 or not MARKED.search(line)]
    found = [plausible(in_line(row, separator, wanted.count), wanted) for row in rows for separator in SEPARATORS]
    found = [parts for parts in found if parts]
    are_sentences = any(line.rstrip().endswith(".") for line in lines)
    return agreed(found) if found or marked or are_sentences else plausible(lines, wanted)


def plausible(parts, wanted):
    """The texts of parts, if each has up to four words and is not part of a sentence; or None."""
    found = wanted.texts(parts)
    return found if found and all(len(text.split()) <= 4 and not NO_WORDS.search(text) for text in found) else None


REASON = re.compile(r",\s{0,4}(?:because|since|as|which)\s{1,4}\w{1,30}\s{1,4}\w.*$", re.I)
"""A clause behind a list of clues that gives a reason: ", because they all fit"."""


def in_line(line, separator, count):
    """The parts of a line, without its introduction and without a reason behind them; none if there are more or fewer."""
    parts = REASON.sub("", line[:1000].strip("[](){} .")).split(separator)
    if not parts[-1].strip():
        parts.pop()
    if len(parts) == count - 1 and separator == ",":
        parts[-1:] = re.split(r"\band\b", parts[-1])
    if len(parts) != count:
        return []
    parts[-1] = re.sub(r"^\s{0,4}and ", "", parts[-1])
    if ":" in parts[0] and not any(":" in part for part in parts[1:]):
        parts[0] = parts[0].split(":", 1)[1]
    parts[0] = re.sub(r"^.{0,60}\b(?:clues?|hints?|answers?|keywords?|words?) (?:are|is) ", "", parts[0])
    return [re.sub(r"^\s{0,4}(?:\d[.):]|[-*\u2022])\s", "", part) for part in parts]


def words(content, count, role="clues", keywords=None):
    """A number of clues or keywords (the role), or None; `keywords` are those that the clues stand for."""
    wanted = Wanted(count, role, keywords)
    found, text = in_json(reply(content), role, partial(as_words, wanted=wanted))
    return found[0] if found else words_in_text(text, wanted)


# Beside an answer

def objects(content):
    """Every object of JSON in a text: the last first, each before those within it."""
    for _, _, value in reversed(outer(content)):
        level = [value]
        while level:
            yield from (part for part in level if isinstance(part, dict))
            level = within(level)


def chance(content, key):
    """The chance under a key beside an answer, or None."""
    found = (value.get(key) for value in objects(reply(content)))
    return next((float(part) for part in found if is_number(part) and 0 <= part <= 1), None)


def remark(content):
    """A message of a talk, and the code beside it if there is one; None if there is no message."""
    content = reply(content).strip()
    told = [(value, key) for value in objects(content) for key in ("text", "message", "say") if isinstance(value.get(key), str)]
    if not content:
        return None
    value, key = told[0] if told else ({"text": content}, "text")
    named_code = code(json.dumps({other: part for other, part in value.items() if other != key}) if told else content)
    return {"text": value[key], **({"code": named_code} if named_code else {})}


def verdict(content):
    """The verdict on a clue, as {"refers": 2}; None if the text names no number from 0 to 2, or several."""
    content = reply(content)
    named = re.findall(r"\"refers\"\s*:\s*\"?([012])\b", content) or re.findall(r"(?<![\d.,-])[012](?![\d]|[.,]\d)", content)
    return {"refers": int(named[0])} if len(set(named)) == 1 else None
