"""Answers of a language model, found where they are: behind reasoning, in prose, in brackets, in JSON of any shape."""

import json
import re
import unicodedata

MOST_BEGINNINGS = 500
"""Brackets at most that may begin an answer, counted from the end of a text: each is tried, and each may take long."""

REASONING = re.compile(r"<(think|thinking|reasoning|thought)>.*?(</\1>|\Z)", re.S | re.I)
"""Reasoning that is said aloud. It may have no end where the answer was cut off."""


THOUGHTS = {"thinking", "redacted_thinking", "reasoning"}
"""Kinds of parts that are no answer."""


def text_of(message):
    """The text of a message: a text, a list of parts, what it says to a tool where it says nothing else, or nothing."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, list):
        spoken = [part for part in content if not isinstance(part, dict) or part.get("type") not in THOUGHTS]
        parts = [part.get("text") if isinstance(part, dict) else part for part in spoken]
        content = "".join(part for part in parts if isinstance(part, str))
    content = content if isinstance(content, str) else ""
    return content if content.strip() or not isinstance(message, dict) else to_tools(message)


def to_tools(message):
    """The arguments with which a message calls tools, although none were offered."""
    calls = message.get("tool_calls")
    calls = [call.get("function") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    told = [call.get("arguments") for call in [*calls, message.get("function_call")] if isinstance(call, dict)]
    return "\n".join(part if isinstance(part, str) else json.dumps(part) for part in told if part)


def spoken(content):
    """What was said without reasoning; where nothing is left, nothing was answered."""
    content = REASONING.sub(" ", content)
    # Servers that strip the beginning leave the end.
    return re.split(r"</(?:think|thinking|reasoning|thought)>", content, flags=re.I)[-1]


def unquoted(content):
    """A text that is itself a text in JSON, as what it says."""
    text = content.strip()
    if text[:1] == '"' and text[-1:] == '"':
        try:
            return json.loads(text)
        except ValueError:
            pass
    return content


def values(content):
    """Every list and object of JSON in a text: the last first, each before those within it. A text within one is not searched."""
    decoder, outer, end = json.JSONDecoder(), [], 0
    for start in [match.start() for match in re.finditer(r"[\[{]", content)][-MOST_BEGINNINGS:]:
        if start < end:
            continue
        try:
            value, end = decoder.raw_decode(content, start)
        except (ValueError, RecursionError):
            continue
        outer.append(value)
    while outer:
        value = outer.pop()
        yield value
        # Of a list the first is the best, of an object the last is what was concluded.
        inner = value[::-1] if isinstance(value, list) else list(value.values())
        outer += [part for part in inner if isinstance(part, (list, dict))]


def lists(value, keys):
    """What a value may mean: itself, what stands under one of the keys or one that contains it, or the values of an object."""
    if isinstance(value, list):
        yield value
        return
    lowered = {str(key).lower(): part for key, part in value.items()}
    yield from (lowered[key] for key in keys if key in lowered)
    yield from (part for name, part in lowered.items() if any(key in name for key in keys))
    yield [part for part in value.values() if not isinstance(part, (list, dict))]


APART = r"(?:[ \t,;/.()\[\]\"'*_`|>&#+\-]|\b(?:and|then)\b){1,16}"
NUMBER = r"(?:[01]\.\d+(?![.\d])|\d+)"
RUN = re.compile(r"(?<![\w.])%s(?:%s%s)*(?![\w])" % (NUMBER, APART, NUMBER))
"""Numbers in one line with nothing but marks between them, as many as there are: 4-2-1-3 is no code with a number behind it."""

SPELLED = {"one": "1", "two": "2", "three": "3", "four": "4"}
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2192\u21d2"), "-")
"""Dashes and arrows."""

UNSEEN = dict.fromkeys([*range(0x200b, 0x2010), 0x20e3, 0xfe0e, 0xfe0f, 0x2060, 0xfeff])
"""Characters without a width, and the key around a digit."""

NAMED = re.compile(r"(?:[^\W\d_]|\b[a-z]{1,20} [1-3])[\"'*_`)]{0,4}[ \t]{0,4}(?:=|:|->?|>|\b(?:is|to)\b)[ \t\"'*_`]{0,4}([1-4])(?![\w.]*\w)", re.I)
"""A digit behind a name: moon = 4."""

CELL = re.compile(r"^[^\n]{0,200}\|[ \t*_`]{0,4}([1-4])[ \t*_`]{0,4}\|?[ \t]*$", re.M)
"""A digit in the last cell of a row of a table."""

BESIDE = re.compile(r"(?<![\w.-])([1-4])[ \t]{0,2}\([^()\d\n]{1,60}\)|[^\W\d_][\"'*`]{0,4}[ \t]{0,2}\(([1-4])\)|\bkeyword[ \t]{1,2}#?([1-4])(?!\w)", re.I)
"""A digit before a name in brackets, or in brackets behind one, or behind the word keyword: 4 (moon)."""

LISTED = re.compile(r"^[ \t]*(?:\(?([1-3])[.):]|[-*])[ \t](?:[^\n\d]{0,80}\W)?([1-4])[^\w\n]{0,8}$", re.M)
"""A digit at the end of an entry of a list."""


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
    """A digit from 1 to 4, however it is written."""
    if isinstance(part, str):
        part = part.strip().strip("#.")
        return int(part) if part in ("1", "2", "3", "4") else None
    if isinstance(part, (int, float)) and not isinstance(part, bool) and part in (1, 2, 3, 4):
        return int(part)
    return None


def only_digit(part):
    """The digit of a text with one number, such as "4 moon"."""
    found = re.findall(r"-?\b\d+", part) if isinstance(part, str) and len(part) < 100 else []
    return digit(found[0]) if len(found) == 1 else None


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


def in_text(text):
    """The last code in a text: in a line; or else in a table, a list or behind names, where there are three digits in all."""
    runs = [match for match in RUN.finditer(text) if not re.search(r"(?<!\w)-$", text[max(0, match.start() - 2):match.start()])]
    found = [taken for taken in map(in_run, (match.group() for match in runs)) if taken]
    if found:
        return found[-1]
    listed = LISTED.findall(text)
    if [place for place, _ in listed] in (["1", "2", "3"], [""] * 3):
        return three(int(found) for _, found in listed)
    for form in (CELL, NAMED):
        if len(form.findall(text)) == 3:
            return three(map(int, form.findall(text)))
    beside = ["".join(places) for places in BESIDE.findall(text)]
    if len(beside) == 3:
        return three(map(int, beside))
    lines = text.split()
    return three(map(digit, lines)) if len(lines) == 3 else None


def code(content):
    """Three different numbers from 1 to 4, or None."""
    content = plain(unquoted(spoken(content)))

    def taken(parts):
        if isinstance(parts, str) or isinstance(parts, int) and 0 < parts < 999:
            # 421 or "4-2-1" under a key.
            return in_text(str(parts)) if len(str(parts)) < 100 else None
        return isinstance(parts, list) and (three(map(digit, parts)) or three(map(only_digit, parts)))

    for value in values(content):
        for parts in lists(value, ("code", "answer", "numbers", "guess", "result")):
            if taken(parts):
                return taken(parts)
    content = unmarked(content)
    spelled = re.sub(r"\b(%s)\b" % "|".join(SPELLED), lambda match: SPELLED[match.group().lower()], content, flags=re.I)
    return in_text(content) or in_text(spelled)


def remark(content):
    """A message of a talk, with the code that it names beside it; None where nothing is said."""
    content = spoken(content).strip()
    texts = [value.get(key) for value in values(content) if isinstance(value, dict) for key in ("text", "message", "say")]
    text = next((text for text in texts if isinstance(text, str)), None)
    named = code(content if text is None else content.replace(json.dumps(text), "", 1).replace(text, "", 1))
    if not content:
        return None
    return {"text": content if text is None else text, **({"code": named} if named else {})}


def word(part):
    """A clue in lower case without what stands around it, or None."""
    if isinstance(part, dict):
        part = part.get("clue") or part.get("word")
    if not isinstance(part, str):
        return None
    # What stands in brackets behind a clue explains it.
    part = re.sub(r"(?<=\w)[ \t]{1,4}\([^()]{1,80}\)\s{0,4}$", "", part)
    text = " ".join(part.strip().strip("\"'`*_.,;:“”‘’").split()).lower()
    return text or None


NO_WORDS = re.compile(r"[{}\[\]<>\\\":()]|^(?:i|i['\u2019]m|it|sorry|there|this|we|you)\b.*\s", re.S)
"""What tells that a text is no clue: marks of another form, and the beginning of a sentence."""

SEPARATORS = (",", "/", ";", "|", " - ", " \u2013 ", " \u2014 ", " -> ", " \u2192 ")


def words(content, count):
    """So many texts, or None."""
    content = unquoted(spoken(content))

    def taken(parts):
        if isinstance(parts, str):
            return words(parts, count) if len(parts) < 500 and parts != content else None
        found = [word(part) for part in parts] if isinstance(parts, list) else []
        return found if len(found) == count and None not in found and not all(map(digit, found)) else None

    for value in values(content):
        for parts in lists(value, ("clues", "answer", "words", "keywords", "result")):
            if taken(parts):
                return taken(parts)
    content = re.sub(r"\\boxed\{([^{}\n]{0,200})\}|</?[a-z]{1,10}>|^```\w*$", r"\1", content, flags=re.I | re.M)
    # Spaces within a line alone: over a megabyte of empty lines, `\s*` takes hours.
    numbered = re.findall(r"^[ \t]*(?:[-*]|\d[.):])[ \t]*\**([^\n*]{1,80}?)\**[ \t]*$", content, flags=re.M)
    lines = [line for line in content.splitlines() if line.strip()]
    for parts in (numbered, lines):
        if len(parts) == count and are_words(map(named_part, parts)):
            return taken(list(map(named_part, parts)))
    for line in reversed(lines[-20:]):
        for separator in SEPARATORS:
            parts = in_line(line, separator, count)
            if parts:
                return taken(parts)
    return None


def named_part(part):
    """An entry without the name before it, as in SUN: apple."""
    return part.split(":", 1)[-1]


def are_words(parts):
    """Whether each text may be a clue: up to four words and no part of a sentence."""
    told = [word(part) for part in parts]
    return all(text and len(text.split()) <= 4 and not NO_WORDS.search(text) for text in told)


def in_line(line, separator, count):
    """The parts of a line that lists so many texts, without what introduces them; None if it lists others."""
    parts = line[:1000].strip("[](){} .").split(separator)
    if not parts[-1].strip():
        parts.pop()
    if len(parts) == count - 1 and separator == ",":
        parts[-1:] = re.split(r"\band\b", parts[-1])
    if len(parts) != count:
        return None
    parts = list(map(named_part, parts))
    parts[0] = re.sub(r"^.{0,100}\bare ", "", parts[0])
    parts[-1] = re.sub(r"^\s{0,4}and ", "", parts[-1])
    return parts if are_words(parts) else None


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
