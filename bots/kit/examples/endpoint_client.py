"""Requests to an endpoint that speaks the interface of OpenAI's chat completions, and may misbehave in any way."""

import contextlib
import email.utils
import functools
import http.client
import json
import math
import socket
import threading
import time
import urllib.error
import urllib.request

from endpoint_bodies import documents, excerpt, unpacked, whole
from overhear_bot import CannotGoOn, Declined, Failure, Late, Lost

PASSING = {408, 409, 425, 429, 500, 502, 503, 504}
"""What another request may not meet; so may every other status from 500."""

LONGEST_WAIT = 300.0
"""Seconds of a wait at most, whatever a server asks for."""

HOPELESS_WAIT = 3600.0
"""Seconds after which no try is left: a server that asks to wait longer has no answer in this run."""

MOST_TOKENS = 1 << 48
"""Tokens of an answer at most; a server that counts more has gone wrong."""

PROBE = "Answer with one line of JSON: [1, 2, 3]"
"""A request that no server refuses for what it says."""

CHAT, TEXTS = "/chat/completions", "/completions"
"""The interfaces: of messages, and of texts that are continued."""


class Client:
    """Sends requests, waits where it is told to, and counts what they cost."""

    def __init__(self, options, key):
        self.options, self.key = options, key
        self.headers = {"Content-Type": "application/json", "Authorization": "Bearer " + key}
        self.lock, self.probing, self.not_before = threading.Lock(), threading.Lock(), 0.0
        self.answered = -math.inf
        """When the last request began that was answered."""
        self.opener = urllib.request.build_opener(NoRedirect, Http, Https)

    def ask(self, body, usage):
        """The message with which the model answers, and why it ended; of a body with texts the choices. Fails with Lost, Late, Declined or CannotGoOn."""
        # A proxy may refuse once what it takes a moment later, and a refusal is kept: only the second one counts, of the
        # key as of the request.
        seen = set()
        while True:
            try:
                return self.send(body, usage)
            except Refused as error:
                refused = error
            if refused.is_for_all in seen:
                break
            seen.add(refused.is_for_all)
            self.hold(self.options["wait"], False)
        if refused.is_for_all:
            raise CannotGoOn(str(refused))
        self.probe(body, usage, refused)
        raise Declined(str(refused))

    def probe(self, body, usage, refused):
        """Ends the run if every question would be refused: if a question about nothing, in the same settings, is refused too.

        A refusal is kept as an answer, so an answer of an hour ago is no proof: a server may have unloaded its model. One
        that was asked for after the refusal is."""
        with self.probing:
            if self.answered > refused.at:
                return
            try:
                plain = {"messages": [{"role": "user", "content": PROBE}]} if "messages" in body else {"prompt": [PROBE]}
                self.send({**body, **plain}, usage)
            except Refused as again:
                # A key that is rejected once is no proof.
                raise (Lost if again.is_for_all else CannotGoOn)(str(refused)) from None
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
                if left == 0 or (passing.wait or 0) > HOPELESS_WAIT:
                    raise passing.failure from None
                # A time that is over is none: six tries at once would not outlast a busy second.
                is_told = passing.wait is not None and passing.wait > 0
                self.hold(min(LONGEST_WAIT, passing.wait if is_told else wait), is_told)
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
            request = Limited(self.options["url"].rstrip("/") + interface, data, self.headers)
            with request.limit(self.options["timeout"]):
                text = self.exchange(request, began)
        except ValueError as error:
            raise CannotGoOn("the endpoint cannot be asked: %s" % error) from None
        finally:
            usage["seconds"] += time.monotonic() - began
        return self.read(interface, text, usage, began)

    def exchange(self, request, began):
        """The body of the answer to a request."""
        try:
            with self.opener.open(request, timeout=self.options["timeout"]) as response:
                return unpacked(whole(response), response.headers.get("Content-Encoding", ""))
        except urllib.error.HTTPError as error:
            raise self.refused(error) from None
        except urllib.error.URLError as error:
            raise self.broken("the endpoint cannot be reached: %s" % error.reason, error.reason, began) from None
        except (OSError, http.client.HTTPException) as error:
            raise self.broken("the connection broke: %s" % (error or type(error).__name__), error, began) from None

    def broken(self, words, error, began):
        """The failure of a request that was answered with nothing, or with a part; it was cut off if its time is over."""
        seconds = self.options["timeout"]
        is_late = isinstance(error, TimeoutError) or time.monotonic() - began >= seconds
        return Passing(Late("no answer of the endpoint within %g s" % seconds) if is_late else Lost(words))

    def read(self, interface, text, usage, began):
        """What the body of an answer with status 200 says: the message and why it ended, or all choices of continued texts."""
        answers = documents(text)
        if not answers:
            raise self.broken("the endpoint answers with no JSON: %s" % excerpt(text, self.key), None, began)
        answer = next((one for one in answers if isinstance(one, dict) and one.get("choices")), {"choices": None})
        choice = answer["choices"][0] if isinstance(answer["choices"], list) else None
        if not isinstance(choice, dict) or choice.get("error"):
            raise Passing(Lost("the endpoint answers without a choice: %s" % excerpt(text, self.key)))
        self.count(answer.get("usage"), usage)
        self.answered = max(self.answered, began)
        if interface == TEXTS:
            return answer["choices"]
        message = message_of(choice)
        if refusal_of(message):
            raise Declined("the model refuses: %s" % refusal_of(message))
        return message, choice.get("finish_reason")

    def count(self, said, usage):
        for key in ("prompt_tokens", "completion_tokens"):
            tokens = said.get(key) if isinstance(said, dict) else None
            is_count = isinstance(tokens, (int, float)) and not isinstance(tokens, bool) and 0 < tokens <= MOST_TOKENS
            usage[key] += int(tokens) if is_count else 0

    def refused(self, error):
        """What becomes of a request that was answered with a status of failure."""
        try:
            body = unpacked(error.read(2000), error.headers.get("Content-Encoding", ""))
        except (OSError, http.client.HTTPException):
            body = b""
        has_answered = self.answered > -math.inf
        if error.code < 400 and error.headers.get("Location"):
            words = "the endpoint answers %d and names another address, %s; set the option url" % (
                error.code, error.headers.get("Location"))
            # A proxy that asks for a password now and then, or an address that is wrong.
            return Passing(Lost(words)) if has_answered else CannotGoOn(words)
        words = "the endpoint answers %d: %s" % (error.code, excerpt(body, self.key) or error.reason)
        if error.code < 400:
            return Passing(Lost(words))
        if error.code == 402 or b"insufficient_quota" in body:
            return CannotGoOn(words)
        if error.code == 401:
            # A key that was good may be refused while a server is restarted; if it stays refused, the run ends. So it does if
            # a key is refused twice before there was an answer: the first time may be a server's start.
            return Passing(CannotGoOn(words)) if has_answered else Refused(words, is_for_all=True)
        if error.code in PASSING or error.code >= 500:
            return Passing(Lost(words), retry_after(error.headers.get("Retry-After")))
        return Refused(words)


class Limited(urllib.request.Request):
    """A request with a limit of seconds for all of its answer, however slowly bytes come; the limit of a socket is for each."""

    connection = None

    @contextlib.contextmanager
    def limit(self, seconds):
        timer = threading.Timer(seconds, self.cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def cut(self):
        try:
            # Not the method of an encrypted socket, which another thread reads.
            socket.socket.shutdown(self.connection, socket.SHUT_RDWR)
        except (OSError, TypeError):
            pass


class Connection:
    """A connection that its request can cut."""

    def __init__(self, *args, request, **more):
        super().__init__(*args, **more)
        self.request_of = request

    def connect(self):
        super().connect()
        self.request_of.connection = self.sock


class Response(http.client.HTTPResponse):
    """An answer before which a server may send hints, which are none."""

    def _read_status(self):
        told = super()._read_status()
        while told[1] in (102, 103):
            http.client.parse_headers(self.fp)
            told = super()._read_status()
        return told


class HttpConnection(Connection, http.client.HTTPConnection):
    response_class = Response


class HttpsConnection(Connection, http.client.HTTPSConnection):
    response_class = Response


class Http(urllib.request.HTTPHandler):
    def http_open(self, request):
        return self.do_open(functools.partial(HttpConnection, request=request), request)


class Https(urllib.request.HTTPSHandler):
    def https_open(self, request):
        return self.do_open(functools.partial(HttpsConnection, request=request), request, context=self._context)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """An answer that names another address is a failure: what follows it loses the question, and shows others the key."""

    def redirect_request(self, *_):
        return None


def message_of(choice):
    """The message of a choice, in whatever place it stands."""
    for message in (choice.get("message"), choice.get("delta"), choice.get("text")):
        if isinstance(message, dict):
            return message
        if isinstance(message, str):
            return {"content": message}
    return {}


def refusal_of(message):
    """The words with which the model refuses, if it does."""
    parts = message.get("content")
    told = [part.get("refusal") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return next((words for words in [message.get("refusal"), *told] if words), None)


class Refused(Exception):
    """A request that is refused whenever it is sent: for what it says, or for settings that all requests share, as the key is."""

    def __init__(self, words, is_for_all=False):
        super().__init__(words)
        self.at, self.is_for_all = time.monotonic(), is_for_all


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
