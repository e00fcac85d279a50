"""A language model behind an endpoint that speaks the interface of OpenAI's chat completions.

    OPENAI_API_KEY=… python3 endpoint_bot.py prompt.txt [discuss.txt judge.txt …]

The prompt files have the parts [clues], [decode], [intercept], [keywords], [predict], [believe], [judge] and [discuss]; a role without its part is
not played, and of two parts with one name the later counts. The part [system] is sent before each. {keywords}, {code}, {kind}, {heard}, {given},
{refused}, {sheet}, {history}, {deck}, {member}, {reader}, {told}, {offered}, {revealed}, {keyword}, {clue}, {question}, {alone}, {said} and {asked} are filled in;
see prompt.txt, discuss.txt and judge.txt. The model replies with JSON, ["a", "b", "c"] or [4, 2, 1], anywhere in its text.

Busy and broken connections are tried again after longer and longer waits, and a reply without an answer is asked for again. A failure that
would meet every question ends the run. With the option logprobs, a model too small to format weighs the 24 codes. docs/models.md explains it all.
"""

import hashlib
import json
import math
import os
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor, as_completed

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
from endpoint_bodies import text_of, weights  # noqa: E402
from endpoint_client import Client  # noqa: E402
from overhear_bot import CODES, ROLES, Answer, Bot, CannotGoOn, Declined, Failure, Malformed, serve  # noqa: E402
from overhear_text import Prompts, Unusable, parse  # noqa: E402
from overhear_text.prompts import ANY_TEXT, ONE_WORD  # noqa: E402

WEIGHED = {"decode", "intercept", "predict"}
"""The parts whose answers are codes: with the option logprobs their codes are weighed, and no text is read."""


def reach(key, kind, default, low, high, meaning):
    """A parameter on which no answer depends."""
    return {"key": key, "kind": kind, "default": default, "low": low, "high": high, "meaning": meaning, "decides": False}


class Endpoint(Bot):
    name, version = "endpoint", "2"
    words = True
    deterministic = False
    batch = 64
    params = [
        {"key": "model", "kind": "text", "default": "gpt-4o-mini", "meaning": "the model"},
        {"key": "temperature", "kind": "real", "default": 0, "low": -1, "high": 2, "meaning": "sampling temperature; -1: not sent"},
        {"key": "max_tokens", "kind": "whole", "default": 0, "low": 0, "high": 1000000, "meaning": "maximum number of tokens of an answer; 0: not sent"},
        {"key": "tokens_key", "kind": "text", "default": "max_tokens", "meaning": "name of that maximum in a request"},
        {"key": "response_format", "kind": "text", "default": "", "meaning": "json_object, or empty: not sent"},
        {"key": "reasoning_effort", "kind": "text", "default": "", "meaning": "low, medium or high, or empty: not sent"},
        {"key": "free", "kind": "flag", "default": 0, "meaning": "whether clues may be phrases, or words that the vocabulary does not have"},
        {"key": "logprobs", "kind": "flag", "default": 0, "meaning": "whether codes are weighed by log-probability, not read from a text"},
        {"key": "again", "kind": "whole", "default": 1, "low": 0, "high": 10, "meaning": "number of repeated requests for an unusable answer"},
        {"key": "url", "kind": "text", "default": "https://api.openai.com/v1", "meaning": "address of the endpoint", "decides": False},
        reach("at_once", "whole", 16, 1, 256, "requests at once"),
        reach("tries", "whole", 6, 1, 20, "maximum number of requests for an answer, if they fail on the way"),
        reach("wait", "real", 1.0, 0, 60, "seconds before the second try; each later wait is twice as long"),
        reach("timeout", "real", 120, 0.1, 3600, "seconds for one request"),
        reach("price_in", "real", 0, 0, 1e6, "price of a million tokens that the model reads"),
        reach("price_out", "real", 0, 0, 1e6, "price of a million tokens that it writes"),
    ]

    def __init__(self, *paths):
        texts = []
        for path in paths:
            with open(path, encoding="utf-8-sig") as file:
                texts.append(file.read())
        self.prompt_text = "\n".join(texts)
        self.prompts = Prompts(self.prompt_text)
        self.key = os.environ.get("OPENAI_API_KEY", "").strip()
        if not self.key:
            raise SystemExit("the variable OPENAI_API_KEY is not set: the endpoint wants a key")
        if not (self.key.isascii() and self.key.isprintable()):
            raise SystemExit("the value of OPENAI_API_KEY cannot be a key: it contains a line break, or a character that is not ASCII")
        self.lock, self.asked = threading.Lock(), {}

    @property
    def unknown_clue(self):
        return "embed" if self.options["free"] else "reject"

    @property
    def fingerprint(self):
        """Of prompt, model and sampling: what answers depend on."""
        decisive = {param["key"]: self.options[param["key"]] for param in self.params if param.get("decides", True)}
        if not decisive["logprobs"]:
            # As before there was this option, so that older answers still count.
            del decisive["logprobs"]
        text = json.dumps([self.name, self.version, self.prompt_text, decisive], sort_keys=True)
        return "%s %s" % (self.options["model"], hashlib.sha256(text.encode()).hexdigest()[:16])

    @property
    def ignores(self):
        draws = any(self.draws(part) for part in self.played())
        return ["head", "guesses"] + ([] if self.prompts.names_members(self.played()) else ["member"]) + ([] if draws else ["seed"])

    @property
    def thinks_alike(self):
        """Members have something to tell each other where chance or the prompt tells their guesses apart."""
        guesses = [part for part in ("decode", "intercept") if part in self.prompts]
        return "discuss" not in self.prompts or not (self.prompts.names_members(guesses) or any(map(self.draws, guesses)))

    def roles(self):
        return [role for role, part in ROLES.items() if part in self.prompts]

    def played(self):
        """The parts of the roles that it plays."""
        return [ROLES[role] for role in self.roles()]

    def weighs(self, part):
        """Whether an answer is weighed by log-probability."""
        return bool(self.options["logprobs"]) and part in WEIGHED

    def draws(self, part):
        """Whether an answer depends on random numbers."""
        return self.options["temperature"] != 0 and not self.weighs(part)

    def setup(self):
        self.prompts.kind = ANY_TEXT if self.options["free"] else ONE_WORD
        self.pool, self.client = ThreadPoolExecutor(max_workers=int(self.options["at_once"])), Client(self.whole(), self.key)

    def whole(self):
        kinds = {param["key"]: param["kind"] for param in self.params}
        return {key: int(value) if kinds.get(key) == "whole" else value for key, value in self.options.items()}

    def clues(self, questions):
        return self.ask("clues", questions)

    def decode(self, questions):
        return self.ask("decode", questions)

    def intercept(self, questions):
        return self.ask("intercept", questions)

    def keywords(self, questions):
        return self.ask("keywords", questions)

    def believe(self, questions):
        return self.ask("believe", questions)

    def judge(self, questions):
        return self.ask("judge", questions)

    def predict(self, questions):
        return self.ask("predict", questions)

    def discuss_all(self, questions):
        return self.ask("discuss", questions)

    def ask(self, part, questions):
        """Yields answers as they come. A question that fails is a failure of its own."""
        waiting = {self.pool.submit(self.answer, part, q): place for place, q in enumerate(questions)}
        end = None
        for done in as_completed(waiting):
            try:
                answer = done.result() if not done.cancelled() else None
            except CannotGoOn as error:
                # What is on its way is paid for: it is heard before the end.
                end, answer = error, None
                for other in waiting:
                    other.cancel()
            except Exception as failure:
                answer = failure
            if answer is not None:
                yield waiting[done], answer
        if end:
            raise end

    def answer(self, part, question):
        prompt, system = self.prompts.prompt(question, part), self.prompts.system(question)
        seed = question.seed % 2**31 if self.draws(part) else None
        usage = {"requests": 0, "prompt_tokens": 0, "completion_tokens": 0, "seconds": 0.0, "cost": 0.0}
        try:
            offered = tuple(map(tuple, question.offered or ()))
            value, raw = self.once((part, prompt, system, seed, offered), question, usage)
            return Answer(value, self.priced(usage), raw, prompt)
        except Exception as failure:
            # Even a mistake in this file costs its own question alone, and what was paid for it is counted.
            if not isinstance(failure, (Failure, CannotGoOn)):
                traceback.print_exc()
            failure.usage, failure.prompt = self.priced(usage), prompt
            raise

    def once(self, key, question, usage):
        """The answer to a prompt. What has an equal key (part, prompt, system message, seed, offered words) is asked once, unless it fails on the way."""
        part, prompt, system, seed, _ = key
        with self.lock:
            lock, known = self.asked.setdefault(key, (threading.Lock(), []))
        with lock:
            if not known:
                try:
                    if self.weighs(part):
                        known.append(self.weighed(prompt, system, usage))
                    else:
                        known.append(self.attempts(part, question, self.body(prompt, system, seed), usage))
                except (Declined, Malformed) as failure:
                    known.append(failure)
        if isinstance(known[0], Failure):
            failure = type(known[0])(str(known[0]))
            failure.raw = known[0].raw
            raise failure
        return known[0]

    def weighed(self, prompt, system, usage):
        """Weights of the 24 codes: how likely the model holds each as the continuation of the prompt. Every answer is valid."""
        start = (system + "\n\n" if system else "") + prompt + "\nAnswer: ["
        texts = [start + ", ".join(map(str, code)) + "]" for code in CODES]
        body = {"model": self.options["model"], "prompt": texts, "max_tokens": 1, "echo": True, "logprobs": 1, "temperature": 0}
        logs = weights(self.client.ask(body, usage), len(start), [len(text) for text in texts])
        if logs is None:
            raise CannotGoOn("the endpoint tells no log-probabilities of a prompt: it must take echo and logprobs in /completions")
        return [math.exp(log - max(logs)) for log in logs], json.dumps([round(log, 4) for log in logs])

    def attempts(self, part, question, body, usage):
        for left in reversed(range(1 + int(self.options["again"]))):
            message, reason = self.client.ask(body, usage)
            raw = text_of(message)
            try:
                return parse(raw, part, question), raw
            except Unusable as unusable:
                if reason == "content_filter":
                    raise Declined("the endpoint filters what the model says") from None
                if left == 0:
                    raise malformed(unusable, raw, reason == "length") from None
        raise AssertionError("the last attempt returns or raises")

    def body(self, prompt, system, seed):
        body = {
            "model": self.options["model"],
            "messages": ([{"role": "system", "content": system}] if system else []) + [{"role": "user", "content": prompt}],
        }
        if self.options["temperature"] >= 0:
            body["temperature"] = self.options["temperature"]
        if seed is not None:
            body["seed"] = seed
        if self.options["max_tokens"]:
            body[self.options["tokens_key"]] = int(self.options["max_tokens"])
        if self.options["response_format"]:
            body["response_format"] = {"type": self.options["response_format"]}
        if self.options["reasoning_effort"]:
            body["reasoning_effort"] = self.options["reasoning_effort"]
        return body

    def priced(self, usage):
        cost = usage["prompt_tokens"] * self.options["price_in"] + usage["completion_tokens"] * self.options["price_out"]
        return {**usage, "cost": cost / 1e6, "seconds": round(usage["seconds"], 3)}


def malformed(unusable, raw, is_cut):
    """The failure of a reply without an answer."""
    cut = "; it was cut off: set more max_tokens" if is_cut else ""
    failure = Malformed("no answer in what the model says (%s): %r%s" % (unusable.reason, raw[-200:], cut))
    failure.raw = raw
    return failure


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("usage: endpoint_bot.py PROMPT [PROMPT …]")
    serve(Endpoint(*sys.argv[1:]))
