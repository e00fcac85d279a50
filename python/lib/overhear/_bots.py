"""Bots as classes: asked question by question in words, through the protocol, with all its roles and counts."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Union

from ._agents import Agent
from ._batch import CODES, METHODS, Batch
from ._errors import UsageError
from ._files import PathLike, as_path, flag, text
from ._kit import overhear_bot, overhear_text
from ._ranges import check_given, number
from .text import prompts_of, views
from ._world import World

_LONG = 3600.0
"""Seconds that a class has to be ready, and to answer a message: models are slow to load."""

_MODEL_LOCK = threading.Lock()
"""A model answers one batch at a time, however many runs ask it."""


class Bot(overhear_bot.Bot):
    """A player that is asked in words, as the bots of ``docs/bots.md``: subclass it and write ``clues(questions)``, ``decode``, ``intercept``,
    ``keywords``, ``predict``, ``believe``, ``judge`` or ``discuss``.

    Each method gets a list of questions and returns a list of answers: texts for clues, a code such as ``(4, 2, 1)`` or 24 weights for codes.
    The module ``overhear_bot`` of ``bots/kit`` explains questions and attributes. A bot plays wherever an :class:`Agent` does. Experiments that the
    program has ``--bot`` for ask it through the protocol: a clue outside the vocabulary is refused, counted missing or heard (``unknown_clue``), failures
    forfeit their games, and answers are kept in the file ``answers``. Elsewhere (environments, ``exploit``, ``check_agent``) clues outside the vocabulary
    are missing, and a failure to answer counts as no clues, or as a belief in which all is alike.

    >>> import overhear
    >>> class Says(overhear.Bot):
    ...     def clues(self, questions):
    ...         return [["ocean", "bakery", "music"] for question in questions]
    >>> result = overhear.tournament({"mine": Says(), "margin": "margin"}, pairs=2, seed=1)
    >>> result.standings.column("agent")
    ['margin', 'mine']
    """

    words = True
    answers: PathLike | None = None
    """A file in which answers are kept; a run that is played again asks only what is new."""
    answer_limit = _LONG
    """Seconds in which the answers to a message must arrive."""

    @property
    def called(self) -> str:
        """``name``, or that of the class if the bot has none."""
        return self.name if self.name != overhear_bot.Bot.name else type(self).__name__


class Reply(NamedTuple):
    """What a model replies, with its cost; a plain text is a reply without counts."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0


Generate = Callable[[list[str]], Iterable[Union[str, Reply]]]
"""A function from prompts to replies, as many and in the same order."""


class ModelAgent(Bot):
    """A language model in this process as a player: ``generate`` takes a list of prompts and returns a text, or a :class:`Reply`, for each.

    ``prompts`` is a file as ``bots/kit/examples/prompt.txt``, by default that: it has a part for each role that the model plays. At most ``batch`` prompts
    are handed over at once. A reply without an answer is asked for ``again`` times, with the reason; then the answer is malformed. ``version``
    names the model and its sampling: with the prompts it identifies kept answers. ``deterministic=False`` says that equal prompts may have other replies.
    With ``free``, clues may be words outside the vocabulary.

    >>> import overhear
    >>> always = overhear.ModelAgent(lambda prompts: ["[4, 2, 1]" for prompt in prompts], name="always", roles=["decode", "intercept"])
    >>> overhear.tournament([always, "margin"], pairs=2, seed=1).standings.column("agent")
    ['margin', 'always']
    """

    def __init__(
        self,
        generate: Generate,
        *,
        name: str = "model",
        version: str = "",
        prompts: PathLike | Any | None = None,
        roles: Sequence[str] | None = None,
        batch: int = 64,
        again: int = 1,
        deterministic: bool = True,
        free: bool = False,
        answers: PathLike | None = None,
    ) -> None:
        if not callable(generate):
            raise UsageError("generate: it is no function; write one that takes a list of prompts and returns as many texts")
        check_given(batch=batch)
        self.generate, self.prompts, self.free = generate, prompts_of(prompts), flag("free", free)
        self.name, self.version, self.answers = text("name", name), text("version", version), answers
        self.batch, self.again, self.deterministic = int(batch), number("again", again), flag("deterministic", deterministic)
        self.unknown_clue = "embed" if self.free else "reject"
        self._roles = self._chosen(roles)
        if self.free:
            self.prompts = overhear_text.Prompts(self.prompts.text, overhear_text.prompts.ANY_TEXT)

    def _chosen(self, roles: Sequence[str] | None) -> list[str]:
        known = [role for role, part in overhear_bot.ROLES.items() if part in self.prompts]
        if roles is None:
            # A talk costs many questions: it is asked for by name.
            return [role for role in known if role != "discuss"]
        wanted = ["encrypt" if role == "clues" else role for role in roles]
        missing = [role for role in wanted if role not in known]
        if missing:
            raise UsageError(f"roles: the prompts have no part for `{missing[0]}`; there are {', '.join(known)}")
        return wanted

    def roles(self) -> list[str]:
        """The roles that it plays."""
        return self._roles

    @property
    def fingerprint(self) -> str:
        """A hash of name, version, prompts and what else answers depend on."""
        said = json.dumps([self.name, self.version, self.prompts.text, self.free, self.again])
        return f"{self.name} {hashlib.sha256(said.encode()).hexdigest()[:16]}"

    @property
    def _names_members(self) -> bool:
        return bool(self.prompts.names_members([overhear_bot.ROLES[role] for role in self._roles]))

    @property
    def thinks_alike(self) -> bool:
        """Whether all members of a team give equal answers."""
        return "discuss" not in self._roles or self.deterministic and not self._names_members

    @property
    def ignores(self) -> list[str]:
        """Parts of a question that no answer depends on."""
        return ["head", "guesses"] + ([] if self._names_members else ["member"]) + (["seed"] if self.deterministic else [])

    def clues(self, questions: Sequence[Any]) -> list[Any]:
        """Clues, as the model names them."""
        return self._ask("clues", questions)

    def decode(self, questions: Sequence[Any]) -> list[Any]:
        """Codes of the own team."""
        return self._ask("decode", questions)

    def intercept(self, questions: Sequence[Any]) -> list[Any]:
        """Codes of the other team."""
        return self._ask("intercept", questions)

    def keywords(self, questions: Sequence[Any]) -> list[Any]:
        """The other team's keywords."""
        return self._ask("keywords", questions)

    def predict(self, questions: Sequence[Any]) -> list[Any]:
        """Guesses of named readers."""
        return self._ask("predict", questions)

    def believe(self, questions: Sequence[Any]) -> list[Any]:
        """Beliefs about the other team's keywords."""
        return self._ask("believe", questions)

    def judge(self, questions: Sequence[Any]) -> list[Any]:
        """Verdicts on clues."""
        return self._ask("judge", questions)

    def discuss_all(self, questions: Sequence[Any]) -> list[Any]:
        """Messages of talks."""
        return self._ask("discuss", questions)

    def _ask(self, part: str, questions: Sequence[Any]) -> list[Any]:
        """The answers to questions of one part: an answer with its cost, or a failure."""
        asked = [_Asked(question, self._prompt(question, part)) for question in questions]
        for _ in range(1 + self.again):
            waiting = [one for one in asked if one.answer is None]
            for start in range(0, len(waiting), self.batch):
                self._answer(part, waiting[start : start + self.batch])
        return [one.result() for one in asked]

    def _prompt(self, question: Any, part: str) -> str:
        before = self.prompts.system(question)
        asked = self.prompts.prompt(question, part)
        return f"{before}\n\n{asked}" if before else str(asked)

    def _answer(self, part: str, asked: Sequence[_Asked]) -> None:
        """Has one batch of prompts answered."""
        prompts = [one.next_prompt() for one in asked]
        with _MODEL_LOCK:
            began = time.monotonic()
            replies = list(self.generate(prompts))
            seconds = (time.monotonic() - began) / max(len(asked), 1)
        if len(replies) != len(prompts):
            raise ValueError(f"generate() returned {len(replies)} replies to {len(prompts)} prompts")
        for one, prompt, reply in zip(asked, prompts, replies):
            one.hear(part, prompt, reply if isinstance(reply, Reply) else Reply(reply), seconds)


class _Asked:
    """A question on its way to a model, and what it has cost."""

    def __init__(self, question: Any, prompt: str) -> None:
        self.question, self.prompt, self.sent = question, prompt, prompt
        self.answer: dict[str, Any] | None = None
        self.reason, self.raw = "", ""
        self.usage: dict[str, Any] = {"requests": 0, "prompt_tokens": 0, "completion_tokens": 0, "seconds": 0.0, "cost": 0.0}

    def next_prompt(self) -> str:
        """The prompt, with the reason why the last reply was of no use."""
        return f"{self.prompt}\n\nYour last reply could not be used: {self.reason}." if self.reason else self.prompt

    def hear(self, part: str, prompt: str, reply: Reply, seconds: float) -> None:
        """Reads a reply and counts its cost."""
        self.sent, self.raw = prompt, reply.text
        more = {"requests": 1, "prompt_tokens": reply.prompt_tokens, "completion_tokens": reply.completion_tokens, "seconds": seconds, "cost": reply.cost}
        self.usage = {key: value + more[key] for key, value in self.usage.items()}
        try:
            self.answer = overhear_text.parse(reply.text, part, self.question)
        except overhear_text.Unusable as unusable:
            self.reason = unusable.reason

    def result(self) -> Any:
        """The answer, or that the last reply was malformed, with the cost of all replies."""
        usage = {**self.usage, "seconds": round(self.usage["seconds"], 3)}
        if self.answer is not None:
            return overhear_bot.Answer(self.answer, usage, self.raw, self.sent)
        failure = overhear_bot.Malformed(f"no answer in what the model says ({self.reason}): {self.raw[-200:]!r}")
        failure.usage, failure.raw, failure.prompt = usage, self.raw, self.sent
        return failure


class BotAsAgent(Agent):
    """A bot where only agents play: its questions are made from batches, and its words become numbers."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name, self.version = bot, bot.called, str(bot.version)
        self.thinks_alike, self.batch, self.answers = bool(bot.thinks_alike), int(bot.batch), None
        played = [overhear_bot.ROLES[role] for role in bot.roles()]
        for method in METHODS:
            # A role without a method is played by the stand-in.
            setattr(self, method, getattr(self, f"_{method}") if method in played else None)

    def setup(self, world: World) -> None:
        """Tells the bot the words, as the program does."""
        self.world = world
        self._clues_by_text = {word: place for place, word in enumerate(world.clues)}
        self._keywords_by_text = {word: place for place, word in enumerate(world.keywords)}
        bot = self.bot
        bot.language, bot.rules, bot.label = "en", {}, self.name
        bot.options = {param["key"]: param["default"] for param in bot.params}
        bot.vocabulary, bot.deck = world.clues, world.keywords
        bot.setup()

    def _answers(self, batch: Batch) -> list[Any]:
        """What the bot answers to each question of a batch, without the costs."""
        questions = [overhear_bot.Question(self.bot, view) for view in views(batch, self.world)]
        said = getattr(self.bot, batch.role)(questions)
        pairs = said if hasattr(said, "__next__") else enumerate(said)
        answers = [answer for _, answer in sorted(pairs, key=lambda pair: pair[0])]
        return [_value(answer) for answer in answers]

    def _clues(self, batch: Batch) -> Any:
        import numpy

        return numpy.array([[self._clue(clue) for clue in clues or [None] * 3] for clues in self._answers(batch)], numpy.int32)

    def _clue(self, clue: Any) -> int:
        if clue is None:
            return -1
        return self._clues_by_text.get(clue.lower(), -1) if isinstance(clue, str) else int(clue)

    def _decode(self, batch: Batch) -> Any:
        return self._codes(batch)

    def _intercept(self, batch: Batch) -> Any:
        return self._codes(batch)

    def _codes(self, batch: Batch) -> Any:
        import numpy

        return numpy.array([_code_weights(answer) for answer in self._answers(batch)], float)

    def _keywords(self, batch: Batch) -> Any:
        import numpy

        beliefs = numpy.zeros((batch.n, 4, len(self.world.keywords)))
        for belief, words in zip(beliefs, self._answers(batch)):
            if words is None:
                belief[:] = 1
            else:
                belief[range(4), [self._keyword(word) for word in words]] = 1
        return beliefs

    def _keyword(self, word: Any) -> int:
        place = self._keywords_by_text.get(word) if isinstance(word, str) else int(word)
        if place is None:
            raise ValueError(f"`{word}` is no keyword of the deck")
        return place


def _value(answer: Any) -> Any:
    """The answer without its costs and chances; None for a failure to answer."""
    value = getattr(answer, "value", answer)
    if isinstance(value, overhear_bot.Failure):
        return None
    if isinstance(value, Mapping):
        return next(value[key] for key in ("clues", "code", "p", "keywords") if key in value)
    return value


def _code_weights(answer: Sequence[float] | None) -> list[float]:
    """24 weights: those of an answer, of a code that is certain, or of a belief in which all codes are alike."""
    if answer is None:
        return [1.0] * len(CODES)
    if len(answer) == len(CODES):
        return [float(weight) for weight in answer]
    return [float(code == tuple(answer)) for code in CODES]


def entry(name: str, bot: Bot) -> dict[str, Any]:
    """The entry `[[bot]]` of a bot of this process."""
    from ._bot_server import command

    return {"name": name, "command": command(name, bot), "startup": _LONG, "answer_limit": float(bot.answer_limit)}


def answers_file(bots: Iterable[Bot]) -> str | None:
    """The file in which the answers of bots are kept: a run has one."""
    files = {str(as_path("answers", bot.answers)) for bot in bots if bot.answers is not None}
    if len(files) > 1:
        raise UsageError(f"answers: a run keeps answers in one file, and its bots name {len(files)}; name one")
    return files.pop() if files else None
