"""P(clue | keyword) of a mind as the program carries it: the clues that a keyword makes likelier, and for all others the rate at which
words are said at all. The layout stands in data/README.md."""

import dataclasses
import hashlib
import struct

import numpy as np

import fuse
import quantise
import write

MAGIC, VERSION = b"OVERMIND", 1
HEADER = struct.Struct("<8s5I")      # magic, version, layout, keywords, words, bytes of text
LISTED, DIRECTIONS = 0, 1
SIZES = struct.Struct("<If")         # dimensions, trust
STEPS = 8                   # of the logarithm of a stored ratio in each bit
HIGHEST = 255               # steps: a byte holds them
MOST_LISTED = 0.995         # of a row's probability: some is left for all other words
SEAL = hashlib.sha256().digest_size


@dataclasses.dataclass(frozen=True)
class Listed:
    """The stored clues of each keyword and how much likelier than the base rate each is, in steps of 1/STEPS bit."""

    places: list       # for each keyword ascending places of words
    ratios: list       # for each keyword the steps of these words

    @classmethod
    def of(cls, likely, base, most):
        """The `most` clues of each keyword that are at least a step likelier than the base rate and gain most."""
        places, ratios = [], []
        for row in likely:
            steps = np.rint(STEPS * np.log2(row / base)).astype(int)
            gains = np.where(steps > 0, row - base, 0)
            chosen = np.argsort(-gains, kind="stable")[:most]
            chosen = np.sort(chosen[gains[chosen] > 0])
            places.append(chosen)
            ratios.append(np.minimum(steps[chosen], HIGHEST))
        return cls(places, ratios)

    def logs(self, base, _):
        """ln P(clue | keyword) of every word and keyword; each row sums to one."""
        rows = np.tile(np.log(base), (len(self.places), 1))
        for row, places, ratios in zip(rows, self.places, self.ratios):
            listed = base[places] * 2.0 ** (ratios / STEPS)
            total = listed.sum()
            rest = max(1 - base[places].sum(), 1e-12)
            over = max(total / MOST_LISTED, 1)      # rounding can bring the listed clues to more than everything
            row += np.log((1 - total / over) / rest)
            row[places] = np.log(listed / over)
        return rows

    def packed(self, keywords, words):
        """The bytes of a file."""
        body = _head(LISTED, keywords, words)
        for places in self.places:
            body += write.number(len(places))
            for gap in np.diff(places, prepend=0):
                body += write.number(int(gap))
        for ratios in self.ratios:
            body += bytes(ratios.tolist())
        return sealed(body)

    @classmethod
    def read(cls, content, at, keywords):
        """The table that follows the text of a file."""
        places, ratios = [], []
        for _ in range(keywords):
            count, at = _read_number(content, at)
            gaps = np.zeros(count, int)
            for n in range(count):
                gaps[n], at = _read_number(content, at)
            places.append(np.cumsum(gaps))
        for row in places:
            ratios.append(np.frombuffer(content, np.uint8, len(row), at).astype(int))
            at += len(row)
        return cls(places, ratios)


@dataclasses.dataclass(frozen=True)
class Directions:
    """The scores of all words as products of short rows: ln of how much likelier a keyword makes a word, but for the offset."""

    heads: np.ndarray      # keywords x dimensions
    scales: np.ndarray     # words: 1 to 255
    codes: np.ndarray      # words x dimensions: -7 to 7
    offsets: np.ndarray = None
    trust: float = 0.0

    @classmethod
    def of(cls, scores, dims):
        """The strongest `dims` components of a matrix of scores, turned so that four bits a number suffice."""
        strongest = np.linalg.eigh(scores @ scores.T)[1][:, ::-1][:, :dims] @ fuse.rotation(dims)
        rows = scores.T @ strongest
        steps = np.abs(rows).max(axis=1) / 7
        unit = steps.max() / 255
        scales = np.clip(np.ceil(steps / unit), 1, 255)
        codes = np.clip(np.rint(rows / (scales * unit)[:, None]), -7, 7)
        return cls((strongest * unit).astype(np.float32), scales.astype(np.uint8), codes.astype(np.int8))

    def scores(self):
        return self.heads.astype(float) @ (self.codes * self.scales[:, None].astype(float)).T

    def settled(self, sharpness, trust, base, legal):
        """With its sharpness, so that the words of each keyword sum to one."""
        heads = (self.heads * sharpness).astype(np.float32)
        scores = dataclasses.replace(self, heads=heads).scores()
        sums = (np.where(legal, np.exp(scores), 0) * base).sum(axis=1)
        return dataclasses.replace(self, heads=heads, offsets=-np.log(sums).astype(np.float32), trust=trust)

    def logs(self, base, legal):
        """ln P(clue | keyword) of every word and keyword."""
        trust = float(np.float32(self.trust))
        kernel = np.where(legal, np.exp(self.scores() + self.offsets[:, None].astype(float)), 0)
        return np.log(base * (trust * kernel + (1 - trust)))

    def packed(self, keywords, words):
        """The bytes of a file."""
        body = _head(DIRECTIONS, keywords, words)
        body += SIZES.pack(self.heads.shape[1], self.trust)
        body += self.heads.astype("<f4").tobytes() + self.offsets.astype("<f4").tobytes()
        body += self.scales.tobytes() + quantise.pack(self.codes).tobytes()
        return sealed(body)

    @classmethod
    def read(cls, content, at, keywords, words):
        """The table that follows the text of a file."""
        dims, trust = SIZES.unpack_from(content, at)
        at += SIZES.size
        heads = np.frombuffer(content, "<f4", keywords * dims, at).reshape(keywords, dims)
        at += heads.nbytes
        offsets = np.frombuffer(content, "<f4", keywords, at)
        at += offsets.nbytes
        scales = np.frombuffer(content, np.uint8, words, at)
        codes = np.frombuffer(content, np.uint8, words * dims // 2, at + words).reshape(words, dims // 2)
        return cls(heads, scales, quantise.unpack(codes), offsets, trust)


def read(content):
    """(keywords, table) of a file's bytes."""
    magic, version, layout, keywords, words, length = HEADER.unpack_from(content)
    if (magic, version) != (MAGIC, VERSION) or hashlib.sha256(content[:-SEAL]).digest() != content[-SEAL:]:
        raise ValueError("not a mind of this version, or changed")
    at = HEADER.size + length
    names = content[HEADER.size : at].decode("utf8").split("\n")
    if layout == DIRECTIONS:
        return names, Directions.read(content, at, keywords, words)
    return names, Listed.read(content, at, keywords)


def sealed(body):
    """The bytes of a file with their hash at the end."""
    return bytes(body) + hashlib.sha256(body).digest()


def _head(layout, keywords, words):
    text = "\n".join(keywords).encode("utf8")
    return bytearray(HEADER.pack(MAGIC, VERSION, layout, len(keywords), words, len(text)) + text)


def _read_number(content, at):
    value = shift = 0
    while True:
        byte, at = content[at], at + 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
