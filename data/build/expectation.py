"""How much more than usual a language model expects one word after another: the term that is added to a cosine.

    term(x, y) = e(x, y) + e(y, x)
    e(x, y) = log P(first token of " y" | prompt, "x:") - log of its mean over the fitted words x, clipped to LOW .. HIGH
"""

import dataclasses

import numpy as np

from console import counted

LOW, HIGH = -3.0, 6.0
BLOCK = 1000


@dataclasses.dataclass(frozen=True)
class Expectation:
    """All that the term needs: for each word its state, normaliser and token, for each token in use its output row and its prior."""

    states: np.ndarray
    normalisers: np.ndarray
    tokens: np.ndarray
    outputs: np.ndarray
    prior: np.ndarray

    @classmethod
    def of(cls, states, normalisers, embeddings, first_tokens, fitted):
        """`fitted`: the words over which the prior is the mean."""
        used, tokens = np.unique(first_tokens, return_inverse=True)
        outputs = embeddings[used]
        total = np.zeros(len(used))
        for at in range(0, len(fitted), BLOCK):
            rows = fitted[at : at + BLOCK]
            total += np.exp(states[rows] @ outputs.T - normalisers[rows, None]).sum(0, dtype=np.float64)
        return cls(states, normalisers, tokens, outputs, np.log(total / len(fitted) + 1e-9).astype(np.float32))

    def forth(self, x, y):
        """e(x, y) for two lists of words, as a table."""
        tokens = self.tokens[y]
        logits = self.states[x] @ self.outputs[tokens].T
        return np.clip(logits - self.normalisers[x, None] - self.prior[tokens], LOW, HIGH)

    def term(self, x, y):
        """Both ways."""
        return self.forth(x, y) + self.forth(y, x).T


def log_normalisers(states, embeddings):
    """log of the sum of exp of the logits over all tokens, a number for each state."""
    found = np.empty(len(states), np.float32)
    for at in counted(range(0, len(states), BLOCK), "normalisers"):
        logits = states[at : at + BLOCK] @ embeddings.T
        most = logits.max(1, keepdims=True)
        logits -= most
        found[at : at + BLOCK] = most[:, 0] + np.log(np.exp(logits, out=logits).sum(1))
    return found
