"""Requests to an endpoint that speaks the interface of OpenAI's chat completions, and may misbehave in any way."""

import email.utils
import http.client
import json
import math
import threading
import time
import urllib.error
import urllib.request

from overhear_bot import CannotGoOn, Declined, Failure, Late, Lost

PASSING = {408, 409, 425, 429, 500, 502, 503, 504}
"""What another request may not meet; so may every other status from 500."""

LONGEST_WAIT = 300.0
"""Seconds that a server may ask to wait, at most."""

MOST_BYTES = 1 << 24
"""Length of an answer at most; a server that sends more has gone wrong."""

MOST_TOKENS = 1 << 48
"""Tokens of an answer at most; a server that counts more has gone wrong."""

PROBE = "Answer with one line of JSON: [1, 2, 3]"
"""A request that no server refuses for what it says."""

CHAT, TEXTS = "/chat/completions", "/completions"
"""The interfaces: of messages, and of texts that are continued."""


class Client:
    """Sends requests, waits where it is told to, and counts what they cost."""

    def __init__(self, options, key):
        self.options = options
        self.headers = {"Content-Type": "application/json", "Authorization": "Bearer " + key}
        self.lock, self.probing, self.not_before, self.has_answered = threading.Lock(), threading.Lock(), 0.0, False

    def ask(self, body, usage):
        """The message with which the model answers, and why it ended; of a body with texts the choices. Fails with Lost, Late, Declined or CannotGoOn."""
        try:
            return self.send(body, usage)
        except Refused as refused:
            self.probe(body, usage, refused)
            raise Declined(str(refused)) from None

    def probe(self, body, usage, refused):
        """Ends the run if every question would be refused: if a question about nothing, in the same settings, is refused too."""
        with self.probing:
            if self.has_answered:
                return
            try:
                plain = {"messages": [{"role": "user", "content": PROBE}]} if "messages" in body else {"prompt": [PROBE]}
                self.send({**body, **plain}, usage)
            except Refused:
                raise CannotGoOn(str(refused)) from None
            except Declined:
                pass
            except Failure:
                # Whether it is refused for what it says is not known: it may be asked again.
                raise Lost(str(refused)) from None

    def send(self, body, usage):
        """Sends until there is an answer, or no try is left."""
        interface = CHAT if "messages" in body else TEXTS
        data, wait = json.dumps(body).encode(), self.options["wait"]
        for left in reversed(range(self.options["tries"])):
            self.pause()
            try:
                return self.request(interface, data, usage)
            except Passing as passing:
                if left == 0:
                    raise passing.failure from None
                asked = passing.wait
                self.hold(min(LONGEST_WAIT, wait if asked is None else max(asked, 0.0)), asked is not None)
            wait = min(2 * wait, LONGEST_WAIT)
        raise AssertionError("the last try returns or raises")

    def pause(self):
        with self.lock:
            left = self.not_before - time.monotonic()
        if left > 0:
            time.sleep(left)

    def hold(self, seconds, all_of_them):
        """Waits; all requests wait with it where the server has said for how long."""
        if all_of_them:
            with self.lock:
                self.not_before = max(self.not_before, time.monotonic() + seconds)
        else:
            time.sleep(seconds)

    def request(self, interface, data, usage):
        began = time.monotonic()
        usage["requests"] += 1
        try:
            request = urllib.request.Request(self.options["url"].rstrip("/") + interface, data, self.headers)
            with urllib.request.urlopen(request, timeout=self.options["timeout"]) as response:
                text = whole(response, began + self.options["timeout"])
        except urllib.error.HTTPError as error:
            raise self.refused(error) from None
        except TimeoutError:
            raise Passing(Late("no answer of the endpoint within %g s" % self.options["timeout"])) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise Passing(Late("the endpoint was not reached within %g s" % self.options["timeout"])) from None
            raise Passing(Lost("the endpoint cannot be reached: %s" % error.reason)) from None
        except (OSError, http.client.HTTPException) as error:
            raise Passing(Lost("the connection broke: %s" % (error or type(error).__name__))) from None
        except ValueError as error:
            raise CannotGoOn("the endpoint cannot be asked: %s" % error) from None
        finally:
            usage["seconds"] += time.monotonic() - began
        return self.read(interface, text, usage)

    def read(self, interface, text, usage):
        """What the body of an answer with status 200 says: the message and why it ended, or all choices of continued texts."""
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise Passing(Lost("the endpoint answers with no JSON: %s" % excerpt(text))) from None
        if not isinstance(answer, dict) or not answer.get("choices"):
            raise Passing(Lost("the endpoint answers without a choice: %s" % excerpt(text)))
        choice = answer["choices"][0] if isinstance(answer["choices"], list) else None
        if not isinstance(choice, dict):
            raise Passing(Lost("the endpoint answers without a choice: %s" % excerpt(text)))
        self.count(answer.get("usage"), usage)
        self.has_answered = True
        if interface == TEXTS:
            return answer["choices"]
        message = choice.get("message")
        message = message if isinstance(message, dict) else {"content": choice.get("text")}
        if message.get("refusal"):
            raise Declined("the model refuses: %s" % message["refusal"])
        return message, choice.get("finish_reason")

    def count(self, said, usage):
        for key in ("prompt_tokens", "completion_tokens"):
            tokens = said.get(key) if isinstance(said, dict) else None
            usage[key] += tokens if isinstance(tokens, int) and 0 < tokens <= MOST_TOKENS else 0

    def refused(self, error):
        """What becomes of a request that was answered with a status of failure."""
        try:
            body = error.read(2000)
        except (OSError, http.client.HTTPException):
            body = b""
        words = "the endpoint answers %d: %s" % (error.code, excerpt(body) or error.reason)
        if error.code in (401, 402) or b"insufficient_quota" in body:
            return CannotGoOn(words)
        if error.code in PASSING or error.code >= 500:
            return Passing(Lost(words), retry_after(error.headers.get("Retry-After")))
        return Refused(words)


def whole(response, end):
    """The body of an answer. It must be there by its end, even if it comes byte by byte."""
    parts, size = [], 0
    while True:
        part = response.read1(1 << 16)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise http.client.HTTPException("the answer has more than %d bytes" % MOST_BYTES)
        if time.monotonic() > end:
            raise TimeoutError


class Refused(Exception):
    """A request that is refused whenever it is sent: for what it says, or for settings that all requests share."""


class Passing(Exception):
    """A failure that may pass: what it is in the end, and the seconds that the server asks to wait."""

    def __init__(self, failure, wait=None):
        super().__init__(str(failure))
        self.failure, self.wait = failure, wait


def retry_after(text):
    """Seconds of a header Retry-After, which are a number or a date; None if it is neither."""
    try:
        seconds = float(text)
        return seconds if math.isfinite(seconds) else None
    except (TypeError, ValueError):
        pass
    try:
        date = email.utils.parsedate_to_datetime(text)
        return date.timestamp() - time.time()
    except (TypeError, ValueError, AttributeError, IndexError, OverflowError):
        return None


def excerpt(text):
    """The beginning of what a server says, in one line."""
    text = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    try:
        error = json.loads(text)["error"]
        text = error["message"] if isinstance(error, dict) else str(error)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return " ".join(str(text).split())[:300]
