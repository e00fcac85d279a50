"""Prompts: a text with a part for each role, whose fields a question fills in."""

import re

PARTS = {"clues": "clues", "encrypt": "clues", "decode": "decode", "intercept": "intercept", "keywords": "keywords",
         "predict": "predict", "believe": "believe", "judge": "judge", "discuss": "discuss"}
"""The part of each role, by the name of the role in the protocol or of the method that plays it."""

ABOUT_OTHERS = ("intercept", "keywords", "believe")
"""The parts that are about the other team's clues."""

ONE_WORD, ANY_TEXT = "one common English word", "an English word, a name or a short phrase"
"""What a clue is, for the field {kind}: a word of the vocabulary, or any text."""


class Prompts:
    """The parts of prompts, as `prompt.txt` has them; of two parts with one name the later counts.

    {keywords}, {code}, {kind}, {heard}, {given}, {refused}, {sheet}, {history}, {deck}, {member}, {reader}, {told}, {offered}, {revealed},
    {keyword}, {clue}, {question}, {alone}, {said} and {asked} are filled in. A question has the attributes of `Question` in `overhear_bot.py`, with its words as texts.
    """

    def __init__(self, text, kind=ONE_WORD):
        self.text, self.kind = text, kind
        pieces = re.split(r"^\[(\w+)\]\s*$", text, flags=re.M)
        self.parts = dict(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2])))

    def __contains__(self, part):
        return part in self.parts

    def prompt(self, question, role):
        """The prompt of a question. KeyError if the role has no part."""
        part = PARTS[role]
        return self._fill(part, self._fields(part, question))

    def system(self, question):
        """The text that is sent before the prompt of a question; empty without a part [system]."""
        return self._fill("system", {"member": str(question.member + 1)}) if "system" in self else ""

    def names_members(self, parts):
        """Whether a prompt, or what stands before each, tells the number of the member."""
        return any("{member}" in self.parts.get(part, "") for part in [*parts, "system"])

    def _fill(self, part, values):
        return re.sub(r"\{(\w+)\}", lambda match: values.get(match.group(1), match.group(0)), self.parts[part])

    def _fields(self, part, q):
        other = "black" if q.side == "white" else "white"
        team = other if (q.about or part) in ABOUT_OTHERS else q.side
        reader = q.reader or {"spec": "", "told": ""}
        return {
            "keywords": _numbered(q.keywords), "code": _code(q.code or ()), "kind": self.kind,
            "heard": " / ".join(clue or "-" for clue in q.clues or []), "given": ", ".join(q.given) or "none",
            "refused": "; ".join("%s (%s)" % (refused["clue"], refused["why"]) for refused in q.refused) or "none",
            "sheet": "\n".join("%d: %s" % (digit, ", ".join(clues) or "-") for digit, clues in q.sheet(team).items()),
            "history": "\n".join(map(_past, (half for half in q.history if half.side == team))) or "none",
            "deck": ", ".join(q.bot.deck), "reader": reader["spec"], "told": reader["told"], "member": str(q.member + 1),
            **(q.pair or {"keyword": "", "clue": ""}), **self._belief(q), **(self._talk(q) if part == "discuss" else {}),
        }

    def _belief(self, q):
        """The fields of a question about keywords; the parts [now], [before_reveal] and [other_reader] say what is asked."""
        if not q.ask:
            return {}
        revealed = _numbered(q.revealed)
        offered = "\n".join("%d: %s" % (number, ", ".join(words)) for number, words in enumerate(q.offered, 1))
        asked = self._fill(q.ask, {"revealed": revealed}) if q.ask in self else q.ask
        return {"revealed": revealed, "offered": offered, "asked": asked}

    def _talk(self, q):
        """The fields of a turn of a talk; the parts [speak] and [answer_again] say what is asked."""
        question = self._fill(q.about, self._fields(q.about, q)) if q.about in self else ""
        earlier = ["member %d (%s): %s" % (message["member"] + 1, _code(message["code"]), message["text"]) for message in q.said]
        part = "answer_again" if q.last else "speak"
        asked = self._fill(part, {"member": str(q.member + 1)}) if part in self else ""
        return {"question": question, "alone": _code(q.alone), "said": "\n".join(earlier) or "nothing yet", "asked": asked}


def _numbered(words):
    return ", ".join("%d %s" % (number, word) for number, word in enumerate(words or [], 1))


def _code(digits):
    return " ".join(map(str, digits))


def _past(half):
    """A past half as a line."""
    return "round %d: %s stood for %s" % (half.round, " / ".join(clue or "-" for clue in half.clues), _code(half.code))
