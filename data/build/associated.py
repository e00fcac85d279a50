"""What people say to a word, from the list written for the project, brought into the directions of English words."""

import collections

import numpy as np

from bilingual import direction

SAID, SAYS = 0.6, 0.5      # weights of what is said to a word, and of the words to which it is said


def enriched(path, english):
    """The rows of the English space, each headword nearer to its associations, and each association nearer to its headwords."""
    rows, said_to = english.rows.copy(), collections.defaultdict(list)
    for line in path.read_text(encoding="utf8").splitlines()[1:]:
        headword, cell = line.split("\t")
        associations = cell.split(", ")
        vectors = [vector for vector in map(english.vector, associations) if vector is not None]
        if headword not in english.place or not vectors:
            continue
        rows[english.place[headword]] += SAID * direction(np.sum(vectors, axis=0))
        for association in associations:
            if association in english.place:
                said_to[association].append(english.place[headword])
    for association, headwords in said_to.items():
        place = english.place[association]
        rows[place] = direction(rows[place]) + SAYS * english.rows[headwords].mean(0)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
