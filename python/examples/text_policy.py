"""A small policy that reads prompts and writes replies, and learns both by policy gradient.

It sits as White's guesser in :class:`overhear.text_env.TextEnv`: all that it is told is the text of a prompt, and all that it does is a reply. It chooses
among a few ways to write a reply, of which some are of no use, and among the 24 codes, by how near the clues are to the keywords and to the earlier clues
that the prompt shows. REINFORCE (Williams 1992) moves six weights. The loop is that of any model: a prompt, a reply, a reward.

    python examples/text_policy.py

prints how many replies were of no use and how many own codes were missed. It takes no package but NumPy.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import overhear
from numpy.typing import NDArray
from overhear.text_env import TextEnv

Floats = NDArray[np.float64]

FORMS = ("[{0}, {1}, {2}]", "The code is {0}-{1}-{2}.", "It may be {0}-{1}-{2} or {2}-{1}-{0}.", "I cannot say.")
"""Ways to write a reply. Which of them the game understands is for the policy to find out."""

_CODES = np.array(overhear.CODES) - 1


class TextPolicy:
    """Weights of forms, and of two features of a code: cosines of the clues with its keywords, and with their earlier clues."""

    def __init__(self, world: overhear.World, seed: int) -> None:
        self.world, self.rng = world, np.random.default_rng(seed)
        self.known = set(world.words)
        self.forms, self.weights = np.zeros(len(FORMS)), np.zeros(2)

    def reply(self, prompt: str) -> tuple[str, tuple[Floats, Floats]]:
        """A reply, and the gradients of the logarithm of its probability."""
        form, form_slope = self._draw(self.forms)
        features = self._features(prompt)
        code, code_slope = self._draw(features @ self.weights)
        return FORMS[form].format(*overhear.CODES[code]), (form_slope, code_slope @ features)

    def _draw(self, scores: Floats) -> tuple[int, Floats]:
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        place = min(int(np.searchsorted(np.cumsum(odds), self.rng.random())), len(odds) - 1)
        return place, (np.arange(len(odds)) == place) - odds

    def _features(self, prompt: str) -> Floats:
        """Two numbers for each code, from the words of the prompt: float64[24, 2]."""
        (keywords,), (clues,) = re.findall(r"four keywords are: (.+)\.", prompt), re.findall(r"for another keyword: (.+)\.", prompt)
        own = [re.sub(r"^\d ", "", keyword) for keyword in keywords.split(", ")]
        sheet = [line.split(", ") for line in re.findall(r"^\d: (.+)$", prompt, re.M)]
        near = np.array([[self._near(clue, [keyword]) for keyword in own] for clue in clues.split(" / ")])
        alike = np.array([[self._near(clue, earlier) for earlier in sheet] for clue in clues.split(" / ")])
        return np.stack([part[np.arange(3), _CODES].sum(axis=1) for part in (near, alike)], axis=1)

    def _near(self, clue: str, words: Sequence[str]) -> float:
        """The greatest cosine of a clue with some words; 0 without any that the space has."""
        words = [word for word in words if word in self.known]
        return float(self.world.cosine([clue], words).max()) if words and clue in self.known else 0.0


def learn(policy: TextPolicy, env: TextEnv, games: int, seed: int, *, rate: float = 2.0, steps: int = 6) -> list[tuple[float, float]]:
    """Plays and learns, and prints how it goes, ``steps`` times: shares of useless replies and of missed codes."""
    print("  games  useless replies  missed codes")
    curve, counts, usual = [], np.zeros(4), 0.0
    for game in range(1, games + 1):
        prompt, done, slopes, rewards = env.reset(seed, game), False, [], []
        missed: Any = 0
        while not done:
            reply, slope = policy.reply(prompt)
            prompt, reward, done, info = env.step(reply)
            slopes.append(slope)
            rewards.append(reward)
            is_useless = info["refused"] is not None
            counts += [1, is_useless, not is_useless, info["tokens"][1] - missed]
            missed = info["tokens"][1]
        worth = 0.0
        for (form, code), reward in zip(reversed(slopes), reversed(rewards), strict=True):
            # What follows a reply counts half as much with each further one.
            worth = reward + 0.5 * worth
            policy.forms += rate / 20 * (worth - usual) * form
            policy.weights += rate * (worth - usual) * code
            usual += 0.01 * (worth - usual)
        if game % max(1, games // steps) == 0:
            curve.append((counts[1] / counts[0], counts[3] / max(1.0, counts[2])))
            print(f"{game:7}  {curve[-1][0]:15.3f}  {curve[-1][1]:12.3f}", flush=True)
            counts[:] = 0
    return curve


def main(arguments: Sequence[str] | None = None) -> list[tuple[float, float]]:
    """Learns, and prints what came of it."""
    asked = argparse.ArgumentParser(description="A small policy that reads prompts and writes replies.")
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--opponent", default="ref1-nearest", help="a label of the frozen pool, which plays Black")
    asked.add_argument("--seed", type=int, default=1)
    told = asked.parse_args(arguments)
    pool = {spec.split("=")[0]: spec for spec in overhear.agents_field("reference-1")}
    env = TextEnv("white_guesser", black=pool[told.opponent])
    policy = TextPolicy(env.episode.world, told.seed)
    curve = learn(policy, env, told.games, told.seed)
    odds = np.exp(policy.forms - policy.forms.max())
    for form, share in zip(FORMS, odds / odds.sum(), strict=True):
        print(f"{share:.2f} {form}")
    print("weights: keywords {:.1f}, earlier clues {:.1f}".format(*policy.weights))
    return curve


if __name__ == "__main__":
    main()
