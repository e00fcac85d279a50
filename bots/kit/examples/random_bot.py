"""Any clues, any code, any keywords: the shortest bot, which plays every role."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from overhear_bot import Bot, serve  # noqa: E402


class Random(Bot):
    name, version = "random", "1"

    def clues(self, questions):
        return [q.rng.sample(range(len(self.vocabulary)), 3) for q in questions]

    def decode(self, questions):
        return [[1] * 24 for _ in questions]

    intercept = decode

    def keywords(self, questions):
        return [q.rng.sample([k for k in range(len(self.deck)) if k not in (q.keywords or [])], 4) for q in questions]


serve(Random())
