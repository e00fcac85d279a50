"""Trains a seat by PPO against opponents of the frozen pool, and says what it is worth.

It takes ``sb3-contrib`` (MaskablePPO) beside the package with its extra ``env``. In turn each opponent of the curriculum plays Black; a built-in
agent plays the learner's partner.

    python examples/train_ppo.py --seat encryptor
    python examples/train_ppo.py --seat guesser

print the learning curve, the rows of a league against the ten agents of ``reference-1``, untrained and learned, and what twins and strangers make of
the clues. The league's deals are others than those of the training.

An Encryptor is told the past (``--observe context``), as opponents intercept by what it has said before, and its policy scores every clue by the
same small network (:class:`ClueScores`), that of a guesser every pair of a clue and a keyword (:class:`CodeScores`). ``--plain`` has an output for each
move instead, and ``--observe likelihoods`` leaves out the past.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import overhear
import torch
from overhear.env import SeatAgent, VectorEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env.base_vec_env import VecEnv
from torch import nn

CANDIDATES = 64


class Games(VecEnv):
    """Many games of one seat, as Stable-Baselines3 takes them; ``counts`` are halves, own misunderstandings and codes that were intercepted."""

    def __init__(self, seat: str, observe: Any, black: str, seed: int, games: int) -> None:
        self._env = VectorEnv(games, f"white_{seat}", observe=observe, candidates=CANDIDATES, black=black, autoreset="same_step", threads=1)
        self._seed_of_reset: int | None = seed
        self.counts = np.zeros(3, np.int64)
        space: Any = self._env.single_observation_space
        told = gymnasium.spaces.Box(space["observation"].low, space["observation"].high, dtype=np.float32)
        super().__init__(games, told, self._env.single_action_space)

    def reset(self) -> Any:
        observations, info = self._env.reset(seed=self._seed_of_reset)
        self._seed_of_reset, self._round, self._tokens = None, info["round"], info["tokens"]
        return observations["observation"]

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        observations, rewards, over, _, info = self._env.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        now, round_ = info["tokens"], info["round"]
        if over.any():
            now, round_ = (np.where(over.reshape(-1, *[1] * (part.ndim - 1)), info["final_info"][key], part) for key, part in (("tokens", now), ("round", round_)))
            for place in np.flatnonzero(over):
                infos[place]["terminal_observation"] = info["final_obs"][place]["observation"]
        self._count(now - self._tokens, over | (round_ > self._round))
        self._round, self._tokens = info["round"], info["tokens"]
        return observations["observation"], rewards.astype(np.float32), over, infos

    def _count(self, tokens: Any, is_half: Any) -> None:
        """Tokens are White's interceptions and misunderstandings, then Black's."""
        self.counts += [int(is_half.sum()), int(tokens[:, 1].sum()), int(tokens[:, 2].sum())]

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        return list(getattr(self._env, method_name)())

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self._env, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self._env, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self._env.close()


class Scores(nn.Module):
    """What scores moves, and what the critic reads: an actor whose last layer has no weights for single places."""

    latent_dim_pi: int
    latent_dim_vf: int

    def forward_actor(self, observations: torch.Tensor) -> torch.Tensor:
        return self(observations)[0]

    def forward_critic(self, observations: torch.Tensor) -> torch.Tensor:
        return self(observations)[1]


class ClueScores(Scores):
    """A score for each clue, by one network for all of them."""

    def __init__(self, has_context: bool) -> None:
        super().__init__()
        self.blocks = 2 if has_context else 1
        width = 4 * self.blocks + (5 if has_context else 0)
        self.hidden = nn.Sequential(nn.Linear(width, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh())
        self.score = nn.Linear(32, 1)
        self.latent_dim_pi, self.latent_dim_vf = CANDIDATES, 32

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        count, end = len(observations), 4 * CANDIDATES * self.blocks
        blocks = observations[:, :end].reshape(count, self.blocks, CANDIDATES, 4)
        parts = [blocks[:, 0] / 4 + 2, *blocks[:, 1:].unbind(dim=1)]
        rest = observations[:, end:]
        hidden = self.hidden(torch.cat([*parts, rest[:, None, :].expand(count, CANDIDATES, rest.shape[1])], dim=2))
        return self.score(hidden).squeeze(-1), hidden.mean(dim=1)


class CodeScores(Scores):
    """A score for each code: the sum of those of its three pairs of a clue and a keyword, by one network for all pairs."""

    def __init__(self) -> None:
        super().__init__()
        self.score = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
        self.codes = torch.tensor(overhear.CODES) - 1
        self.latent_dim_pi, self.latent_dim_vf = len(overhear.CODES), 24

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        likely = observations[:, :12].reshape(-1, 3, 4) / 4 + 2
        pairs = self.score(torch.stack([likely, likely - likely.max(dim=2, keepdim=True).values], dim=3)).squeeze(-1)
        scores = pairs[:, torch.arange(3), self.codes].sum(dim=2)
        return scores, torch.softmax(scores, dim=1)


class SharedPolicy(MaskableActorCriticPolicy):
    """Actor and critic by :class:`Scores`."""

    def __init__(self, *arguments: Any, network: Callable[[], Scores], **settings: Any) -> None:
        self._network = network
        super().__init__(*arguments, **settings)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = self._network()

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Curve(BaseCallback):
    """Prints how often the own team misunderstands and the other intercepts, after each part of the training."""

    def __init__(self, opponent: str, every: int) -> None:
        super().__init__()
        self._opponent, self._every, self._next = opponent, every, 0

    def _on_training_start(self) -> None:
        self._next = self.num_timesteps + self._every

    def _on_step(self) -> bool:
        if self.num_timesteps >= self._next:
            games: Any = self.training_env
            halves, missed, caught = games.counts
            print(f"{self.num_timesteps:8}  {self._opponent:16}  {missed / halves:13.3f}  {caught / halves:11.3f}", flush=True)
            games.counts[:], self._next = 0, self._next + self._every
        return True


def learner(seat: str, observe: Any, plain: bool, games: Games, seed: int) -> MaskablePPO:
    """A learner that knows nothing yet."""
    settings: dict[str, Any] = dict(n_steps=16, batch_size=256, n_epochs=6, learning_rate=1e-3, gamma=1.0, gae_lambda=0.9, ent_coef=0.003, seed=seed)
    if plain:
        return MaskablePPO("MlpPolicy", games, device="cpu", **settings)
    network = partial(ClueScores, observe == "context") if seat == "encryptor" else CodeScores
    return MaskablePPO(SharedPolicy, games, policy_kwargs={"network": network}, device="cpu", **settings)


def agent(model: MaskablePPO, seat: str, observe: Any, name: str) -> SeatAgent:
    """The learner as a player: it makes the likeliest move."""

    def policy(observations: Any, masks: Any) -> Any:
        return model.predict(observations, action_masks=masks, deterministic=True)[0]

    return SeatAgent(seat, policy, observe=observe, candidates=CANDIDATES, name=name, version=name)


def print_table(table: overhear.Table, columns: Sequence[str], only: Sequence[str] | None = None) -> None:
    print(",".join(columns))
    for row in zip(*(table.column(name) for name in columns), strict=True):
        if only is None or row[0] in only:
            print(",".join(map(str, row)), flush=True)


def worth(player: SeatAgent, games: int, seed: int) -> None:
    """A league against the pool, and clues as twins and strangers understand them."""
    table = overhear.tournament([player, *overhear.agents_field()], gauntlet=player.name, games=games, seed=seed, progress=False).standings
    shown = ["agent", "games", "score", "score_low", "score_high", "miscommunication_rate", "intercepted_rate"]
    print_table(table, shown, [player.name])
    table = overhear.strangers([player], games=max(1, games // 10), informed_games=0, seed=seed, progress=False)
    print_table(table, ["agent", "decoded_by_twin", "understood_by_strangers", "clues_refer"])


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains, and prints what came of it."""
    asked = argparse.ArgumentParser(description="Trains a seat by PPO.")
    asked.add_argument("--seat", choices=("encryptor", "guesser"), default="encryptor")
    asked.add_argument("--observe", choices=("context", "likelihoods"), default="context")
    asked.add_argument("--plain", action="store_true", help="an output for each move instead of one network for all clues or pairs")
    asked.add_argument("--steps", type=int, default=24_576, help="steps with each opponent; an Encryptor takes three for a half")
    asked.add_argument("--games", type=int, default=200, help="games of the league; 0: none")
    asked.add_argument("--curriculum", nargs="+", default=["ref1-nearest"], help="labels of the pool, in turn")
    asked.add_argument("--seed", type=int, default=1)
    told = asked.parse_args(arguments)
    torch.set_num_threads(1)
    pool = {spec.split("=")[0]: spec for spec in overhear.agents_field()}
    start, model = time.perf_counter(), None
    print("   steps  opponent          misunderstood  intercepted")
    for stage, opponent in enumerate(told.curriculum):
        games = Games(told.seat, told.observe, pool[opponent], told.seed + 10_000 * stage, 128)
        if model is None:
            model = learner(told.seat, told.observe, told.plain, games, told.seed)
            if told.games:
                untrained = agent(MaskablePPO(model.policy_class, games, policy_kwargs=model.policy_kwargs, seed=told.seed, device="cpu"), told.seat, told.observe, "untrained")
        else:
            model.set_env(games)
        model.learn(told.steps, callback=Curve(opponent, told.steps // 4), reset_num_timesteps=False)
    print(f"learned in {time.perf_counter() - start:.0f} s")
    if told.games and model is not None:
        worth(untrained, told.games, told.seed + 1)
        worth(agent(model, told.seat, told.observe, "learned"), told.games, told.seed + 1)


if __name__ == "__main__":
    main()
