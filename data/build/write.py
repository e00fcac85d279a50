"""The files that are committed: the space, the lexicon, the table of similarities, the hashes."""

import hashlib
import math
import pathlib
import struct

import numpy as np

import quantise
from files import sha256, write_whole

MAGIC, VERSION = b"OVERHEAR", 2
PAIRS_MAGIC, PAIRS_VERSION = b"COMPOUND", 1
HEADER = struct.Struct("<8s5I")
ALIGNMENT = 64
SEAL = hashlib.sha256().digest_size
SPACE = "space/space-en.bin"
BASE = "base-en.bin"          # in the folder that build.py works in: the space before what people say is brought in
ASSOCIATIONS = "associations/associations-en.tsv"
SUMMED = (ASSOCIATIONS, "compounds-en.bin", "deck.csv", "lexicon-en.tsv")      # what build.py writes or reads; later steps add their own
PAIRS, SEED = 60, 7


def space(path, words, codes):
    """Header, words, padding, rows, hash: the layout stands in data/README.md."""
    text = "\n".join(words).encode("utf8")
    head = HEADER.pack(MAGIC, VERSION, len(words), codes.shape[1], quantise.BITS, len(text)) + text
    body = head + bytes(-len(head) % ALIGNMENT) + quantise.pack(codes).tobytes()
    write_whole(path, body + hashlib.sha256(body).digest())


def read_space(path):
    """(words, codes), straight from the bytes: what a reader sees."""
    content = pathlib.Path(path).read_bytes()
    magic, version, count, dims, bits, text_bytes = HEADER.unpack_from(content)
    if (magic, version, bits) != (MAGIC, VERSION, quantise.BITS):
        raise ValueError(f"{path}: not a space of version {VERSION}")
    content, seal = content[:-SEAL], content[-SEAL:]
    if hashlib.sha256(content).digest() != seal:
        raise ValueError(f"{path}: it was changed: it does not match the hash at its end")
    end = HEADER.size + text_bytes
    words = content[HEADER.size : end].decode("utf8").split("\n")
    rows = np.frombuffer(content, np.uint8, offset=end + -end % ALIGNMENT).reshape(count, dims * bits // 8)
    return words, quantise.unpack(rows)


def lexicon(path, words, uses, lemmas):
    """One line a word, in the order of the space."""
    lines = ["word\tuse\tlemmas"] + [f"{word}\t{use}\t{' '.join(bases)}" for word, use, bases in zip(words, uses, lemmas)]
    write_whole(path, "\n".join(lines) + "\n")


def compounds(path, words, pairs):
    """Magic, version, words and pairs; then for each word with a partner of a higher place: how much higher its place is than that of the
    last such word, how many partners, and how much higher each is than the one before (the first: than the word itself)."""
    partners = {}
    for x, y in pairs:
        partners.setdefault(min(x, y), set()).add(max(x, y))
    content, last = bytearray(struct.pack("<8s3I", PAIRS_MAGIC, PAIRS_VERSION, len(words), len(pairs))), 0
    for word, others in sorted(partners.items()):
        content += number(word - last) + number(len(others))
        last = before = word
        for other in sorted(others):
            content += number(other - before)
            before = other
    write_whole(path, bytes(content))


def number(value):
    """Seven bits a byte, the lowest first; the eighth says that more follow (LEB128)."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes(found) + bytes([value])


def similarities(path, words, codes, deck):
    """Word pairs near and far, from the first row to the last, with the cosine that the stored integers give."""
    values = codes.astype(np.int64)
    lines = ["a,b,cosine"]
    for i, j in _pairs(words, codes, deck):
        dot, a, b = int(values[i] @ values[j]), int(values[i] @ values[i]), int(values[j] @ values[j])
        lines.append(f"{words[i]},{words[j]},{dot / math.sqrt(a * b):.6f}")
    write_whole(path, "\n".join(lines) + "\n")


def _pairs(words, codes, deck):
    chance, last = np.random.default_rng(SEED), len(words) - 1
    rank = {word: i for i, word in enumerate(words)}
    rows = codes / np.linalg.norm(codes.astype(np.float32), axis=1, keepdims=True)
    pairs = [(0, 0), (0, last), (last, last), (last - 1, last)]
    for word in chance.choice(sorted(deck), 20, replace=False):
        closeness = rows @ rows[rank[word]]
        pairs.append((rank[word], int(np.argsort(-closeness, kind="stable")[chance.integers(1, 20)])))
    for word in chance.choice(sorted(deck), 10, replace=False):
        pairs.append((rank[word], rank[str(chance.choice(sorted(deck)))]))
    while len(pairs) < PAIRS:
        pairs.append(tuple(int(i) for i in chance.integers(0, len(words), 2)))
    return pairs


def hashes(folder):
    """SHA256SUMS, in the form that `sha256sum --check` reads; a deck that is not there yet is left out."""
    folder = pathlib.Path(folder)
    lines = [f"{sha256(folder / name)}  {name}\n" for name in SUMMED if (folder / name).exists()]
    write_whole(folder / "SHA256SUMS", "".join(lines))
