"""An endpoint of chat completions that misbehaves in every way it knows, and counts. Prints its port; GET /stats tells the counts.

What it does to a request hangs on the request alone and on how often it has come.
"""

import email.utils
import gzip
import hashlib
import json
import re
import socket
import struct
import sys
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOCK = threading.Lock()
SEEN, STATS = {}, {"requests": 0, "answered": 0, "twice": 0, "malformed": 0, "refused": 0, "tokens": 0}
# "down": always 503; "final": always 400; "drip": byte by byte; "drip heads": the head byte by byte; "redirect": always 302;
# "unloaded": 404 after 20 answers; "filter": 400 for every prompt of the game; "weigh": texts are continued;
# "mute": without log-probabilities
OUTAGE = sys.argv[1:2]

PASSING = ["drop", "reset", "half", "429", "429 date", "500", "503 words", "html", "no json", "no choices",
           "error in 200", "deep", "choices of another kind", "null", "empty", "408", "425", "529", "cut chunk",
           "cut between chunks", "no status", "cut gzip", "failed choice", "403", "bad chunk", "304", "cut stream", "204", "404",
           "bad status", "401"]
SHAPES = ["plain", "prose", "think", "brackets", "fence", "object", "upper", "parts", "tail think", "half a character",
          "open brackets", "dashes", "number", "number in an object", "long", "empty lines", "full width", "and", "table"]
ENVELOPES = ["plain", "gzip", "deflate", "mark", "NaN", "two", "chunks", "stream", "UTF-16", "hints", "list", "tool", "digits"]


def answer(prompt, number):
    """The right list, and whether it is of numbers."""
    if "give clues" in prompt:
        taken = set(re.findall(r"\bw[a-z]{3}\b", prompt))
        free = ["w" + chr(97 + n // 676) + chr(97 + n // 26 % 26) + chr(97 + n % 26) for n in range(number % 150, 200)]
        return [word for word in free if word not in taken][:3]
    if "four of these words" in prompt:
        return ["keywaaa", "keywaab", "keywaac", "keywaad"]
    return [4, 2, 1]


def shaped(shape, value):
    text, is_code = json.dumps(value), value == [4, 2, 1]
    return {
        "dashes": "My guess: 4-2-1" if is_code else text,
        "number": "421" if is_code else text,
        "full width": "\uff14\uff0c\uff12\uff0c\uff11" if is_code else text,
        "and": "The numbers are 4, 2 and 1." if is_code else text,
        "table": "| clue | number |\n|---|---|\n| a | 4 |\n| b | 2 |\n| c | 1 |" if is_code else text,
        "number in an object": json.dumps({"code": 421, "confidence": 1.23}) if is_code else text,
        "long": "I think about 1 in [brackets] and {braces}. " * 23000 + text,
        "empty lines": "\n" * 1000000 + text,
        "plain": text,
        "prose": "Sure! My answer is %s. Hope that helps [1]" % text,
        "think": "<think>Maybe [1, 2, 3]? No.</think>\n%s" % text,
        "tail think": "or [1, 2, 3] perhaps</think>%s" % text,
        "brackets": "[[%s]]" % text,
        "fence": "```json\n%s\n```" % text,
        "object": json.dumps({"reason": "it fits", "answer": value}),
        "upper": text.upper(),
        "parts": [{"type": "text", "text": text}],
        "half a character": "\ud83d %s" % text,
        "open brackets": "[" * 3000 + text,
    }[shape]


def streamed(said):
    """An answer as the events of a stream, in two parts if it is a text."""
    content = said["choices"][0]["message"]["content"]
    parts = [content[:5], content[5:]] if isinstance(content, str) else [content]
    for part in parts:
        yield json.dumps({"choices": [{"index": 0, "delta": {"content": part}, "finish_reason": None}]})
    yield json.dumps({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": said["usage"]})
    yield "[DONE]"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with LOCK:
            self.send(200, json.dumps(STATS))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        number = int.from_bytes(hashlib.sha256(body).digest()[:6], "big")
        with LOCK:
            STATS["requests"] += 1
            count, done = SEEN.get(body, (0, False))
            SEEN[body] = (count + 1, done)
        if OUTAGE == ["down"]:
            return self.send(503, "no model today")
        if OUTAGE == ["final"]:
            return self.send(400, json.dumps({"error": {"message": "temperature 0 is not taken"}}))
        if OUTAGE in (["drip"], ["drip heads"]):
            return self.drip()
        if OUTAGE == ["redirect"]:
            return self.send(302, "", [("Location", "http://127.0.0.1:9/login")])
        if OUTAGE == ["unloaded"]:
            with LOCK:
                is_over = STATS["answered"] >= 20
            if is_over:
                return self.send(404, json.dumps({"error": {"message": "model not found"}}))
            return self.say(json.dumps(answer(json.loads(body)["messages"][-1]["content"], number)), "answered")
        if OUTAGE in (["weigh"], ["mute"]):
            return self.weigh(json.loads(body)["prompt"])
        if OUTAGE == ["filter"]:
            is_of_game = "Decrypto" in json.loads(body)["messages"][-1]["content"]
            return self.send(400, "flagged by our filter") if is_of_game else self.say("[1, 2, 3]", "answered")
        if number % 17 == 0:
            return self.say("I would rather not say.", "malformed")
        if number % 19 == 1:
            return self.say(None, "refused", refusal="not today")
        failures = number % 3
        if count < failures:
            kind = PASSING[(number // 57 + count) % len(PASSING)]
            # What is paid and no answer comes once for a request: it is asked for again once.
            if kind in ("null", "empty") and count > 0:
                kind = "500"
            return self.fail(kind)
        with LOCK:
            STATS["twice"] += done
            SEEN[body] = (count + 1, True)
        prompt = json.loads(body)["messages"][-1]["content"]
        value = answer(prompt, number)
        envelope = ENVELOPES[number // 100000 % len(ENVELOPES)]
        return self.say(shaped(SHAPES[number // 1000 % len(SHAPES)], value), "answered", envelope)

    def weigh(self, texts):
        """Texts are echoed, in another order, each with the log-probability of the code at its end."""
        choices = []
        for index, text in enumerate(texts):
            logs = {"text_offset": [0, len(text) - 8, len(text)], "token_logprobs": [None, -1 if text.endswith("[4, 2, 1]") else -9, -50]}
            choices.append({"index": index, "text": text, **({"logprobs": logs} if OUTAGE == ["weigh"] else {})})
        with LOCK:
            STATS["answered"] += 1
        self.send(200, json.dumps({"choices": choices[::-1], "usage": {"prompt_tokens": 240, "completion_tokens": 24}}))

    def say(self, content, kind, envelope="plain", **more):
        with LOCK:
            STATS[kind] += 1
            STATS["tokens"] += 10
        message = {"role": "assistant", "content": content, **more}
        usage = {"prompt_tokens": 7, "completion_tokens": 3}
        said = {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
        text = json.dumps({**said, "score": float("nan")} if envelope == "NaN" else said)
        packed = {"gzip": gzip.compress, "deflate": zlib.compress}
        if envelope in packed:
            return self.send(200, packed[envelope](text.encode()), [("Content-Encoding", envelope)])
        if envelope == "chunks":
            return self.chunks(text.encode())
        if envelope == "stream":
            return self.send(200, ": wait\n\n" + "".join("data: %s\n\n" % part for part in streamed(said)), [("Content-Type", "text/event-stream")])
        if envelope == "UTF-16":
            return self.send(200, text.encode("utf-16"))
        if envelope == "hints":
            self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        elif envelope == "list":
            text = "[%s]" % text
        elif envelope == "tool" and isinstance(content, str):
            call = {"type": "function", "function": {"name": "answer", "arguments": content}}
            text = json.dumps({**said, "choices": [{"message": {"content": None, "tool_calls": [call]}, "finish_reason": "tool_calls"}]})
        elif envelope == "digits":
            text = text[:-1] + ', "created": %s}' % ("9" * 5000)
        before = {"mark": "\ufeff", "two": '{"status": "waiting"}\n'}.get(envelope, "")
        self.send(200, before + text + (text if envelope == "two" else ""))

    def chunks(self, data, end=b"0\r\n\r\n"):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in (data[:9], data[9:]):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.write(end)
        self.close_connection = True

    def send(self, status, text, headers=()):
        data = text if isinstance(text, bytes) else text.encode()
        self.send_response(status)
        for name, value in [("Content-Length", str(len(data))), ("Connection", "close"), *headers]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def drip(self):
        self.close_connection = True
        if OUTAGE == ["drip"]:
            self.send_response(200)
            self.end_headers()
        else:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        for _ in range(2000):
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.01)

    def fail(self, kind):
        if kind == "drop":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        elif kind == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        elif kind == "half":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"choices\": [")
            self.close_connection = True
        elif kind == "429":
            self.send(429, "slow down", [("Retry-After", "0.01")])
        elif kind == "429 date":
            self.send(429, "slow down", [("Retry-After", email.utils.formatdate(time.time() - 5, usegmt=True))])
        elif kind in ("408", "425", "529"):
            self.send(int(kind), "not now")
        elif kind in ("403", "404"):
            self.send(int(kind), "a proxy does not know you")
        elif kind == "401":
            # A server that is restarted refuses a key that it took before; one that was never good ends the run.
            self.send(401 if STATS["answered"] else 503, "who are you?")
        elif kind in ("204", "304"):
            self.send(int(kind), "")
        elif kind == "bad status":
            self.wfile.write(b"HTTP/1.1 two hundred\r\n\r\n")
            self.close_connection = True
        elif kind == "bad chunk":
            self.chunks(b'{"choices": [{"message": ', b"zz\r\n{}\r\n0\r\n\r\n")
        elif kind == "cut stream":
            self.send(200, 'data: {"choices": [{"index": 0, "delta": {"content": "[4, "}}]}\n\n', [("Content-Type", "text/event-stream")])
        elif kind == "cut chunk":
            self.chunks(b'{"choices": [{"message": ', b"ff\r\nonly a part")
        elif kind == "cut between chunks":
            self.chunks(b'{"choices": [{"message": ', b"")
        elif kind == "no status":
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.close_connection = True
        elif kind == "cut gzip":
            self.send(200, gzip.compress(b'{"choices": []}')[:-9], [("Content-Encoding", "gzip")])
        elif kind == "failed choice":
            self.send(200, json.dumps({"choices": [{"error": {"code": 502}, "finish_reason": "error"}]}))
        elif kind == "500":
            self.send(500, "")
        elif kind == "503 words":
            self.send(503, "overloaded", [("Retry-After", "soon")])
        elif kind == "html":
            self.send(200, "<html><body>Please wait</body></html>")
        elif kind == "no json":
            self.send(200, "")
        elif kind == "no choices":
            self.send(200, json.dumps({"choices": []}))
        elif kind == "error in 200":
            self.send(200, json.dumps({"error": {"message": "try later"}}))
        elif kind == "deep":
            self.send(200, "[" * 100000)
        elif kind == "choices of another kind":
            self.send(200, json.dumps({"choices": {"0": "none"}, "usage": [10**40]}))
        elif kind == "null":
            self.say(None, "malformed")
        elif kind == "empty":
            self.say("", "malformed")


class Server(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
