"""Decrypto by the conventions of PettingZoo: ``decrypto_v0.env()``, ``raw_env()`` and ``parallel_env()``.

>>> from overhear import decrypto_v0
>>> game = decrypto_v0.raw_env(["white_guesser"])
>>> game.possible_agents
['white_guesser']
"""

from .env import env, parallel_env, raw_env

__all__ = ["env", "parallel_env", "raw_env"]
