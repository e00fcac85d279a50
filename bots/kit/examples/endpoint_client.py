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
import zlib

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
        self.lock, self.probing, self.not_before = threading.Lock(), threading.Lock(), 0.0
        self.answered = -math.inf
        """When the last request began that was answered."""
        self.opener = urllib.request.build_opener(NoRedirect, Http, Https)

    def ask(self, body, usage):
        """The message with which the model answers, and why it ended; of a body with texts the choices. Fails with Lost, Late, Declined or CannotGoOn."""
        try:
            return self.send(body, usage)
        except Refused as refused:
            self.probe(body, usage, refused)
            raise Declined(str(refused)) from None

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
            raise self.broken("the endpoint answers with no JSON: %s" % excerpt(text), None, began)
        answer = next((one for one in answers if isinstance(one, dict) and one.get("choices")), {"choices": None})
        choice = answer["choices"][0] if isinstance(answer["choices"], list) else None
        if not isinstance(choice, dict) or choice.get("error"):
            raise Passing(Lost("the endpoint answers without a choice: %s" % excerpt(text)))
        self.count(answer.get("usage"), usage)
        self.answered = max(self.answered, began)
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
            body = unpacked(error.read(2000), error.headers.get("Content-Encoding", ""))
        except (OSError, http.client.HTTPException):
            body = b""
        if error.code < 400:
            words = "the endpoint answers %d and names another address, %s; set the option url" % (
                error.code, error.headers.get("Location"))
            # A proxy that asks for a password now and then, or an address that is wrong.
            return Passing(Lost(words)) if self.answered > -math.inf else CannotGoOn(words)
        words = "the endpoint answers %d: %s" % (error.code, excerpt(body) or error.reason)
        if error.code in (401, 402) or b"insufficient_quota" in body:
            return CannotGoOn(words)
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


class HttpConnection(Connection, http.client.HTTPConnection):
    pass


class HttpsConnection(Connection, http.client.HTTPSConnection):
    pass


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


def whole(response):
    """The body of an answer, or an exception if a part of it is missing."""
    parts, size = [], 0
    while True:
        part = response.read1(1 << 16)
        if not part:
            break
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise http.client.HTTPException("the answer has more than %d bytes" % MOST_BYTES)
    if response.length:
        raise http.client.HTTPException("%d bytes of the answer are missing" % response.length)
    return b"".join(parts)


def unpacked(data, encoding):
    """A body that was packed, although nothing else was asked for than plain text."""
    if encoding.strip().lower() not in ("gzip", "x-gzip", "deflate") and data[:2] != b"\x1f\x8b":
        return data
    try:
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)
        data = unpacker.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise http.client.HTTPException("the answer cannot be unpacked: %s" % error) from None
    if not unpacker.eof:
        raise http.client.HTTPException("the packed answer is cut off, or has more than %d bytes" % MOST_BYTES)
    return data


def documents(data):
    """The values of JSON in a body: one, or several in a row; none if it does not begin with one."""
    found, place, decoder = [], 0, json.JSONDecoder()
    try:
        text = data.decode(json.detect_encoding(data), "surrogatepass")
        while place < len(text):
            if text[place] in "\ufeff \t\r\n":
                place += 1
                continue
            value, place = decoder.raw_decode(text, place)
            found.append(value)
    except (ValueError, RecursionError):
        pass
    return found


class Refused(Exception):
    """A request that is refused whenever it is sent: for what it says, or for settings that all requests share."""

    def __init__(self, words):
        super().__init__(words)
        self.at = time.monotonic()


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
