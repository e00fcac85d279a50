"""A language model behind an endpoint that speaks the interface of OpenAI's chat completions.

    OPENAI_API_KEY=… python3 endpoint_bot.py prompt.txt

The prompt is a file with the parts `[clues]`, `[decode]` and `[intercept]`, in which {keywords}, {code}, {kind}, {heard},
{given}, {refused} and {sheet} are filled in; see prompt.txt. The model answers with a last line of JSON: ["a", "b", "c"] or [4, 2, 1].
The questions of a message are asked at once; busy answers (429, 5xx) are tried again, later each time.
"""

import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from overhear_bot import Bot, Declined, serve  # noqa: E402


class Endpoint(Bot):
    name, version = "endpoint", "1"
    words = True
    deterministic = False
    batch = 64
    params = [
        {"key": "url", "kind": "text", "default": "https://api.openai.com/v1", "meaning": "where the endpoint is"},
        {"key": "model", "kind": "text", "default": "gpt-4o-mini", "meaning": "the model"},
        {"key": "temperature", "kind": "real", "default": 0, "low": 0, "high": 2, "meaning": "of the model"},
        {"key": "free", "kind": "flag", "default": 0, "meaning": "whether clues may be phrases, or words that the vocabulary does not have"},
        {"key": "at_once", "kind": "whole", "default": 16, "low": 1, "high": 256, "meaning": "requests at once"},
        {"key": "tries", "kind": "whole", "default": 6, "low": 1, "high": 20, "meaning": "requests for an answer at most"},
        {"key": "wait", "kind": "real", "default": 1.0, "low": 0, "high": 60, "meaning": "seconds before the second try; each later wait is twice as long"},
    ]

    @property
    def unknown_clue(self):
        return "embed" if self.options["free"] else "reject"

    def __init__(self, path):
        with open(path, encoding="utf-8-sig") as file:
            parts = re.split(r"^\[(\w+)\]\s*$", file.read(), flags=re.M)
        self.prompts = dict(zip(parts[1::2], (part.strip() for part in parts[2::2])))
        self.key = os.environ.get("OPENAI_API_KEY", "")
        if not self.key:
            raise SystemExit("the variable OPENAI_API_KEY is not set: the endpoint wants a key")

    def setup(self):
        self.pool = ThreadPoolExecutor(max_workers=self.options["at_once"])

    def clues(self, questions):
        return self.ask("clues", questions, lambda q: {
            "keywords": self.numbered(q.keywords),
            "code": " ".join(map(str, q.code)),
            "kind": "an English word, a name or a short phrase" if self.options["free"] else "one common English word",
            "given": ", ".join(q.given) or "none",
            "refused": "; ".join("%s (%s)" % (r["clue"], r["why"]) for r in q.refused) or "none",
        })

    def decode(self, questions):
        return self.ask("decode", questions, lambda q: {
            "keywords": self.numbered(q.keywords), "heard": self.heard(q),
        })

    def intercept(self, questions):
        def told(q):
            sheet = q.sheet("black" if q.side == "white" else "white")
            return {"sheet": "\n".join("%d: %s" % (d, ", ".join(clues) or "-") for d, clues in sheet.items()),
                    "heard": self.heard(q)}
        return self.ask("intercept", questions, told)

    @staticmethod
    def numbered(keywords):
        return ", ".join("%d %s" % (n, keyword) for n, keyword in enumerate(keywords, 1))

    @staticmethod
    def heard(q):
        return " / ".join(clue or "-" for clue in q.clues)

    def ask(self, part, questions, told):
        return list(self.pool.map(lambda q: self.request(self.fill(part, told(q)), q.seed), questions))

    def fill(self, part, values):
        prompt = self.prompts[part]
        for key, value in values.items():
            prompt = prompt.replace("{%s}" % key, value)
        return prompt

    def request(self, prompt, seed):
        body = json.dumps({
            "model": self.options["model"], "temperature": self.options["temperature"], "seed": seed % 2**31,
            "messages": [{"role": "user", "content": prompt}],
        }).encode()
        headers = {"Content-Type": "application/json", "Authorization": "Bearer " + self.key}
        wait = self.options["wait"]
        for left in reversed(range(self.options["tries"])):
            try:
                request = urllib.request.Request(self.options["url"] + "/chat/completions", body, headers)
                with urllib.request.urlopen(request, timeout=120) as response:
                    return self.parse(json.load(response)["choices"][0]["message"]["content"])
            except urllib.error.HTTPError as error:
                if left == 0 or (error.code != 429 and error.code < 500):
                    raise Declined("the endpoint answers %d: %s" % (error.code, error.read(200).decode(errors="replace")))
                wait = float(error.headers.get("Retry-After") or wait)
            except urllib.error.URLError as error:
                if left == 0:
                    raise Declined("the endpoint cannot be reached: %s" % error.reason)
            time.sleep(wait)
            wait = 2 * wait or wait
        raise AssertionError("the last try returns or raises")

    @staticmethod
    def parse(content):
        found = re.findall(r"\[[^\[\]]*\]", content)
        try:
            answer = json.loads(found[-1])
        except (IndexError, ValueError):
            raise Declined("no list in the model's answer: %s" % content[-200:])
        if len(answer) != 3:
            raise Declined("not three things in the model's answer: %s" % found[-1])
        return answer


if len(sys.argv) != 2:
    raise SystemExit("usage: endpoint_bot.py PROMPT")
serve(Endpoint(sys.argv[1]))
