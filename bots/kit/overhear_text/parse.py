"""The answer in a reply, as the fields of an answer in docs/bots.md, or the reason why there is none."""

import re

from . import answers
from .prompts import PARTS
from .reply import reply

MOST_QUOTED = 40
"""Characters of a reply that a reason quotes at most."""


class Unusable(ValueError):
    """A reply without a certain answer. `reason` is a short sentence that can be sent back to the model."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


def parse(content, role, question=None):
    """The answer in a reply to a question of a role: {"clues": …}, {"code": …}, {"keywords": …}, {"words": …}, {"refers": …} or {"text": …}, with
    the chances beside it. The question, as for `Prompts.prompt`, tells which words are offered, and tells keywords from clues.

    An ambiguous reply has no answer: Unusable says why.
    """
    if not reply(content).strip():
        raise Unusable("the reply is reasoning without an answer" if content.strip() else "the reply is empty")
    return _READERS[PARTS[role]](content, question)


def _clues(content, question):
    words = answers.words(content, 3, "clues", question and question.keywords)
    if words is None:
        raise Unusable(_without_words(content, 3, "clues"))
    return {"clues": words, **_chances(content, "p_understood", "p_overheard")}


def _code(content, _):
    digits = answers.code(content)
    if digits is None:
        raise Unusable(_without_code(content))
    return {"code": digits}


def _predict(content, question):
    return {**_code(content, question), **_chances(content, "confidence")}


def _keywords(content, question):
    words = _four(content)
    return {"keywords": _named(words, [question.bot.deck] * 4) if question else words}


def _believe(content, question):
    words = _four(content)
    return {"words": _named(words, question.offered) if question else words}


def _judge(content, _):
    verdict = answers.verdict(content)
    if verdict is None:
        raise Unusable("the reply names no number from 0 to 2, or several")
    return verdict


def _discuss(content, _):
    message = answers.remark(content)
    if message is None:
        raise Unusable("the reply has no message")
    return message


_READERS = {"clues": _clues, "decode": _code, "intercept": _code, "predict": _predict,
            "keywords": _keywords, "believe": _believe, "judge": _judge, "discuss": _discuss}


def _chances(content, *keys):
    """The chances beside an answer that a reply states."""
    chances = {key: answers.chance(content, key) for key in keys}
    return {key: chance for key, chance in chances.items() if chance is not None}


def _four(content):
    words = answers.words(content, 4, "keywords")
    if words is None:
        raise Unusable(_without_words(content, 4, "keywords"))
    return words


def _named(words, offered):
    """Words as those that are offered for each keyword are written."""
    known = [{word.lower(): word for word in choice} for choice in offered]
    for number, (word, choice) in enumerate(zip(words, known), 1):
        if word not in choice:
            raise Unusable("`%s` is none of the words offered for keyword %d" % (_short(word), number))
    return [choice[word] for word, choice in zip(words, known)]


def _short(text):
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"


# Reasons

def _without_code(content):
    """The likeliest reason why a reply names no code."""
    text = answers.unmarked(answers.plain(reply(content)))
    codes = sorted({tuple(code) for _, _, code in answers.runs_of(text)})
    if len(codes) > 1:
        return "the reply names more than one code: %s" % ", ".join("-".join(map(str, code)) for code in codes[:3])
    runs = [re.findall(r"\d", run.group()) for run in answers.RUN.finditer(text)]
    threes = [digits for digits in runs if len(digits) == 3]
    for digits in reversed(threes):
        if any(digit not in "1234" for digit in digits):
            return "%s is no code: each digit is a number from 1 to 4" % "-".join(digits)
        if len(set(digits)) < 3:
            return "%s is no code: its three digits are different" % "-".join(digits)
    longer = [digits for digits in runs if len(digits) > 3]
    if longer:
        return "%s has %d digits, and a code three" % ("-".join(longer[-1][:12]), len(longer[-1]))
    return "the reply has no certain code of three different digits from 1 to 4"


def _without_words(content, count, role):
    """The likeliest reason why a reply has no list of words."""
    lists = [value for _, _, value in answers.outer(reply(content)) if isinstance(value, list)]
    counts = sorted({len(value) for value in lists} - {count})
    if lists and counts:
        return "the reply lists %s %s, and %d are asked for" % (" or ".join(map(str, counts[:3])), role, count)
    return "the reply has no certain list of %d %s" % (count, role)
