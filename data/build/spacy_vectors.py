"""The word vectors of a spaCy package, read without spaCy: `key2row` is a MessagePack map from hashes of words to rows."""

import json
import struct

import numpy as np

MULTIPLIER, MASK, SEED = 0xC6A4A7935BD1E995, (1 << 64) - 1, 1


def read(folder):
    """(word to row, rows)."""
    rows, places = np.load(folder / "vectors"), _map((folder / "key2row").read_bytes())
    words = json.loads((folder / "strings.json").read_text(encoding="utf8"))
    hashed = ((word, _murmur(word.encode("utf8"))) for word in words)
    return {word: places[key] for word, key in hashed if key in places}, rows


def _murmur(content):
    """MurmurHash64A, by which spaCy numbers strings."""
    whole = len(content) // 8 * 8
    hashed = SEED ^ (len(content) * MULTIPLIER & MASK)
    for (block,) in struct.iter_unpack("<Q", content[:whole]):
        block = block * MULTIPLIER & MASK
        block = (block ^ block >> 47) * MULTIPLIER & MASK
        hashed = (hashed ^ block) * MULTIPLIER & MASK
    if content[whole:]:
        hashed = (hashed ^ int.from_bytes(content[whole:], "little")) * MULTIPLIER & MASK
    hashed = (hashed ^ hashed >> 47) * MULTIPLIER & MASK
    return hashed ^ hashed >> 47


_NUMBERS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}      # first byte of an unsigned number to its bytes
_SIGNED = {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_MAPS = {0xDE: 2, 0xDF: 4}


def _map(content):
    width, at = _MAPS[content[0]], 1
    count, at = int.from_bytes(content[at : at + width], "big"), at + width
    found = {}
    for _ in range(count):
        key, at = _number(content, at)
        found[key], at = _number(content, at)
    return found


def _number(content, at):
    first = content[at]
    if first < 0x80:
        return first, at + 1
    if first >= 0xE0:
        return first - 256, at + 1
    is_signed = first in _SIGNED
    width = (_SIGNED if is_signed else _NUMBERS)[first]
    return int.from_bytes(content[at + 1 : at + 1 + width], "big", signed=is_signed), at + 1 + width
