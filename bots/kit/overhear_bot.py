"""A bot for Overhear in one file, without dependencies (Python 3.9 or later). Copy it beside your bot.

    from overhear_bot import Bot, serve

    class Mine(Bot):
        name, version = "mine", "1"

        def clues(self, questions):        # three words for each question: numbers, texts, or None
            return [[...] for q in questions]

        def decode(self, questions):       # 24 weights, in the order of CODES, or one code such as (4, 2, 1)
            return [[...] for q in questions]

    serve(Mine())

A bot plays the roles whose methods it has. Games ask clues, decode, intercept and keywords; benchmarks also ask predict, which is
answered like decode, and believe, which is answered with four of the offered words, or with four lists of eight weights in their order.
agents strangers asks judge, which is answered with 2, 1 or 0: how well question.pair["clue"] refers to question.pair["keyword"]. With --discuss, members also talk before their team guesses: discuss(question) gets one question of one turn, and returns a text, or a pair of
a text and 24 weights or a code. It needs thinks_alike = False. A bot that answers many questions at once overrides discuss_all.

Every other method gets a list of questions from many games and returns a list of answers in the same order. An answer must depend on its
question alone: the program asks in any order and batch, and repeats questions. Besides plain lists, an answer may be

- an array of NumPy, or a list of its numbers and texts;
- an Answer, which adds tokens, seconds and cost;
- a dict with the fields of an answer in docs/bots.md, such as {"code": (4, 2, 1), "confidence": 0.7};
- an exception Declined, Malformed, Lost or Late, returned instead of raised: no answer to this question.

A method may also be a generator of (place, answer) in any order. Each answer is then sent at once, and is not asked for again after a
crash. print() writes to standard error, because standard output belongs to the protocol, which docs/bots.md specifies.
"""

import itertools
import json
import math
import random
import sys
import traceback
import types

CODES = list(itertools.permutations((1, 2, 3, 4), 3))
"""The 24 codes in the order of weights: (1, 2, 3) first, (4, 3, 2) last."""

ROLES = {"encrypt": "clues", "decode": "decode", "intercept": "intercept", "keywords": "keywords",
         "predict": "predict", "believe": "believe", "judge": "judge", "discuss": "discuss"}
"""The method of each role of the protocol."""


class Failure(Exception):
    """No answer to one question, which loses the game. If `usage`, `raw` and `prompt` are set, they are stored with it."""

    fault, usage, raw, prompt = "lost", None, None, None


class Declined(Failure):
    """The bot, or the model behind it, refuses this question. A file of answers stores the refusal."""

    fault = "declined"


class Malformed(Failure):
    """A model has replied without an answer in the reply. A file of answers stores this failure."""

    fault = "malformed"


class Lost(Failure):
    """The question did not reach the model, or the reply did not reach the bot. Never stored."""


class Late(Failure):
    """No answer came in time. Never stored."""

    fault = "late"


class CannotGoOn(Exception):
    """No question can be answered, and a restart of the bot does not help: the run ends with these words."""


class Answer:
    """An answer and its cost: usage is {"requests": …, "prompt_tokens": …, "completion_tokens": …, "seconds": …, "cost": …}."""

    def __init__(self, value, usage=None, raw=None, prompt=None):
        self.value, self.usage, self.raw, self.prompt = value, usage, raw, prompt


class Half:
    """A past half: round, side, clues (3), code, guess (None in records that do not say), interception (or None), forfeited."""

    __slots__ = ("round", "side", "clues", "code", "guess", "interception", "forfeited")

    def __init__(self, told):
        self.round, self.side, self.clues = told["round"], told["side"], told["clues"]
        self.code, guess = tuple(told["code"]), told.get("guess")
        self.guess = tuple(guess) if guess else None
        taken = told.get("interception")
        self.interception = tuple(taken) if taken else None
        self.forfeited = told.get("forfeited", False)


class Question:
    """A question to one member of a team. Words are numbers, or texts if the bot's `words` is true. A clue outside the vocabulary
    is a text for every bot; Bot.text returns the text of any clue.

    side: "white" or "black"; member: from 0; head: a number that identifies the member; round: from 1, or None after the game
    keywords: the four of the own team, or None for the lone Interceptor
    code: the code to give clues for, such as (4, 2, 1)     (clues)
    clues: three clues, None for a missing one              (decode, intercept, predict)
    reader: {"spec": …, "told": …}, the player whose guess is asked for    (predict)
    ask: "now", "before_reveal" or "other_reader"           (believe)
    offered: eight words for each keyword of the other team (believe)
    revealed: the other team's keywords, or None for "now"  (believe)
    pair: {"keyword": …, "clue": …}                         (judge)
    refused: [{"place": 0, "clue": …, "why": …}], the clues for this code that were refused    (clues)
    about: "decode" or "intercept", the answer that the team talks about    (discuss)
    turn: from 1; last: True if the member answers again, and its text is not heard    (discuss)
    alone: the code that the member has named alone         (discuss)
    said: [{"turn": 1, "member": 0, "text": …, "code": [4, 2, 1]}], the messages of earlier turns    (discuss)
    """

    __slots__ = ("bot", "told", "side", "member", "head", "seed", "round", "keywords", "code", "clues", "refused", "reader",
                 "ask", "offered", "revealed", "pair", "about", "turn", "last", "alone", "said")

    def __init__(self, bot, told):
        self.bot, self.told = bot, told
        self.side, self.member, self.head, self.seed = told["side"], told["member"], told["head"], told["seed"]
        self.round, self.keywords, self.clues = told.get("round"), told.get("keywords"), told.get("clues")
        code = told.get("code")
        self.code = tuple(code) if code else None
        self.refused, self.reader = told.get("refused", []), told.get("reader")
        self.ask, self.offered, self.revealed = told.get("ask"), told.get("offered"), told.get("revealed")
        self.pair = told.get("pair")
        self.about, self.turn, self.last, self.said = told.get("about"), told.get("turn"), told.get("last", False), told.get("said", [])
        alone = told.get("alone")
        self.alone = tuple(alone) if alone else None

    @property
    def history(self):
        """The past halves, in order."""
        return [Half(half) for half in self.told["history"]]

    @property
    def rng(self):
        """A new random generator, seeded by the question."""
        return random.Random(self.seed)

    @property
    def given(self):
        """Every earlier clue of the own team."""
        return self.sheet(self.side, flat=True)

    def sheet(self, side, flat=False):
        """The earlier clues of a team by number, as {1: [clues], …, 4: [clues]}; with flat, in one list."""
        sheet = {digit: [] for digit in (1, 2, 3, 4)}
        for half in self.told["history"]:
            if half["side"] == side:
                for digit, clue in zip(half["code"], half["clues"]):
                    if clue is not None:
                        sheet[digit].append(clue)
        return [clue for clues in sheet.values() for clue in clues] if flat else sheet


class Bot:
    """The base of every bot. Override the attributes and methods that differ."""

    name, version = "bot", "0"
    batch = 512
    """Maximum number of questions in one message."""
    words = False
    """Whether questions have texts instead of numbers."""
    unknown_clue = "reject"
    """Handling of a clue outside the vocabulary: "reject" asks again, "missing" counts it as missing, "embed" gives it as it is."""
    thinks_alike = True
    """True if all members of a team give equal answers, so that one of them is asked."""
    deterministic = True
    """True if equal questions get equal answers."""
    fingerprint = None
    """A hash of everything that answers depend on besides the question: model, prompt, sampling. Answers are stored under it."""
    ignores = ()
    """Parts of a question that no answer depends on, among "seed", "member", "head" and "guesses"."""
    params = ()
    """Parameters that users set: {"key": "temperature", "kind": "real", "default": 0, "low": 0, "high": 2, "meaning": "…"}.
    Kinds are real, whole, flag and text. "decides": False marks a parameter that no answer depends on. setup() finds the values in self.options."""

    def setup(self):
        """Called once, after self.options, self.vocabulary, self.deck, self.language and self.rules are set."""

    def roles(self):
        """The roles that the bot plays: those whose methods it has."""
        return [role for role, method in ROLES.items() if hasattr(self, method)]

    def discuss_all(self, questions):
        """The replies to questions of many talks, in order; override it to reply to them at once."""
        return [self.discuss(question) for question in questions]

    def text(self, clue):
        """The text of a clue, whether it is a number or a text."""
        return self.vocabulary[clue] if isinstance(clue, int) else clue

    def keyword(self, keyword):
        """The text of a keyword, whether it is a number or a text."""
        return self.deck[keyword] if isinstance(keyword, int) else keyword


def serve(bot, read=None, write=None):
    """Answers questions until the program has no more."""
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        _speak_utf8(stream, errors)
    read, write = read or sys.stdin, write or sys.stdout
    sys.stdout = sys.stderr

    def send(line):
        write.write(line)
        write.flush()

    converse(bot, read, send)


def converse(bot, lines, send):
    """Answers the program's lines with lines that are handed to `send`, until there are no more. It touches no stream of the process."""
    def say(message):
        send(_line(message))

    for line in lines:
        told = json.loads(line)
        if "hello" in told:
            _welcome(bot, told["hello"])
            say({"hello": _hello(bot)})
        elif "setup" in told:
            bot.vocabulary, bot.deck = told["setup"]["vocabulary"], told["setup"]["deck"]
            bot.setup()
            say({"ready": True})
        elif "ask" in told:
            try:
                for answers in _answers(bot, told["ask"]):
                    say({"answers": answers})
            except CannotGoOn as end:
                say({"error": str(end), "final": True})
                return
        elif "quit" in told:
            return


def _line(message):
    """A message as a line. Half of a surrogate pair, as models write now and then, becomes a question mark."""
    line = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    return line.encode("utf-8", "replace").decode("utf-8") + "\n"


def _speak_utf8(stream, errors):
    """Sets a stream to UTF-8, whatever the locale and PYTHONIOENCODING say. A replaced stream without an encoding stays."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


def _welcome(bot, hello):
    if 1 not in hello["protocol"]:
        raise SystemExit("this kit speaks protocol 1, the program %s" % hello["protocol"])
    bot.language, bot.rules, bot.label = hello["language"], hello["rules"], hello["label"]
    bot.options = {param["key"]: param["default"] for param in bot.params}
    bot.options.update(hello["options"])


def _hello(bot):
    named = {"fingerprint": bot.fingerprint} if bot.fingerprint is not None else {}
    return {
        "protocol": 1, "name": bot.name, "version": bot.version, "roles": bot.roles(), "batch": bot.batch,
        "thinks_alike": bot.thinks_alike, "deterministic": bot.deterministic, "words": bot.words,
        "unknown_clue": bot.unknown_clue,
        "ignores": list(bot.ignores), "params": list(bot.params), **named,
    }


def _answers(bot, asks):
    """Yields lists of answers as they come."""
    for role, method in ROLES.items():
        asked = [ask for ask in asks if ask["role"] == role]
        if asked:
            yield from _of_role(bot, role, bot.discuss_all if role == "discuss" else getattr(bot, method), asked)


def _of_role(bot, role, method, asks):
    """Yields the answers to questions of one role. After an exception, each question without an answer is asked alone."""
    open_asks = dict(enumerate(asks))
    try:
        questions = [Question(bot, ask) for ask in asks]
        found = method(questions)
        if isinstance(found, types.GeneratorType):
            for place, answer in found:
                yield [_message(open_asks[place]["id"], role, answer)]
                del open_asks[place]
            if open_asks:
                raise ValueError("%s() leaves %d questions without an answer" % (method.__name__, len(open_asks)))
            return
        if len(found) != len(asks):
            raise ValueError("%s() gives %d answers to %d questions" % (method.__name__, len(found), len(asks)))
        yield [_message(ask["id"], role, answer) for ask, answer in zip(asks, found)]
    except CannotGoOn:
        raise
    except Exception as error:
        if len(asks) > 1:
            for ask in open_asks.values():
                yield from _of_role(bot, role, method, [ask])
            return
        if not isinstance(error, Failure):
            traceback.print_exc()
        yield [_message(asks[0]["id"], role, error)]


def _message(number, role, answer):
    """The answer as a message."""
    more = {key: getattr(answer, key, None) for key in ("usage", "raw", "prompt")}
    more = {key: _plain(value) for key, value in more.items() if value is not None}
    answer = answer.value if isinstance(answer, Answer) else answer
    if isinstance(answer, Exception):
        text = "%s: %s" % (type(answer).__name__, answer)
        return {"id": number, "error": text, "fault": getattr(answer, "fault", "lost"), **more}
    answer = _plain(answer)
    return {"id": number, **(answer if isinstance(answer, dict) else _fields(role, answer)), **more}


def _plain(value):
    """The value in lists, dicts, texts and plain numbers. Arrays, scalars and arrays without dimensions of NumPy and its like have tolist() or item()."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    elif hasattr(value, "item"):
        value = value.item()
    if value is None or isinstance(value, (str, int)):
        return value
    if hasattr(value, "__float__"):
        if not math.isfinite(value):
            raise ValueError("a weight is infinite or no number")
        return float(value)
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, bytes) or not hasattr(value, "__iter__"):
        raise TypeError("%r is neither a number nor a text" % (value,))
    return [_plain(part) for part in value]


def _fields(role, answer):
    """The fields of the message that hold an answer."""
    if role == "discuss":
        text, belief = (answer, None) if isinstance(answer, str) else answer
        return {"text": text} if belief is None else {"text": text, **_fields(None, belief)}
    if role == "judge":
        return {"refers": answer}
    if not isinstance(answer, list):
        raise TypeError("the answer %r is no list" % (answer,))
    key = {"encrypt": "clues", "keywords": "keywords"}.get(role)
    if role == "believe":
        key = "slots" if all(isinstance(part, list) for part in answer) else "words"
    elif key is None:
        key = "code" if len(answer) == 3 else "p"
    return {key: answer}
