"""What the tables of minds take for granted: python3 -m unittest discover data/build."""

import unittest

import numpy as np

import mind_fit
from mind_table import Directions, Listed, read

BASE = np.array([0.4, 0.3, 0.15, 0.1, 0.05])
KEYWORDS = ["sea", "bread"]


class Tables(unittest.TestCase):
    def test_listed_words_and_the_rest_sum_to_one_and_read_back(self):
        likely = np.array([[0.2, 0.15, 0.6, 0.03, 0.02], BASE])
        table = Listed.of(likely, BASE, 3)
        self.assertEqual([list(row) for row in table.places], [[2], []])
        keywords, found = read(table.packed(KEYWORDS, len(BASE)))
        self.assertEqual(keywords, KEYWORDS)
        rows = np.exp(found.logs(BASE, None))
        np.testing.assert_allclose(rows.sum(axis=1), 1)
        np.testing.assert_allclose(rows, [[0.4 / 0.85 * 0.4, 0.3 / 0.85 * 0.4, 0.6, 0.1 / 0.85 * 0.4, 0.05 / 0.85 * 0.4], BASE])

    def test_directions_give_the_scores_and_read_back(self):
        scores = np.random.default_rng(1).normal(size=(6, 5))
        found = Directions.of(scores, 6)
        np.testing.assert_allclose(found.scores(), scores, atol=0.5)
        legal = np.ones(scores.shape, bool)
        legal[0, 3] = False
        settled = found.settled(2.0, 0.75, BASE, legal)
        _, stored = read(settled.packed(list("abcdef"), len(BASE)))
        rows = np.exp(stored.logs(BASE, legal))
        np.testing.assert_allclose(rows.sum(axis=1), 1, rtol=1e-5)
        self.assertAlmostEqual(rows[0, 3], 0.25 * BASE[3])

    def test_a_changed_file_is_refused(self):
        content = bytearray(Listed.of(np.array([BASE]), BASE, 3).packed(["sea"], len(BASE)))
        content[30] ^= 1
        with self.assertRaises(ValueError):
            read(bytes(content))


class Fit(unittest.TestCase):
    def test_the_trust_follows_what_is_right(self):
        halves = mind_fit.Halves.drawn({keyword: [keyword] for keyword in range(4)}, 50, 1)
        base, sure = np.full(4, 0.25), np.eye(4)
        loss, name, trust = mind_fit.fitted([("wrong", np.roll(sure, 1, axis=1)), ("right", sure)], base, (0.5, 0.9), halves)
        self.assertEqual((name, trust), ("right", 0.9))
        self.assertLess(loss, 1.0)
        self.assertTrue((mind_fit.right(mind_fit.posteriors(np.log(halves.cells(0.9 * sure + 0.025))), halves) == 1).all())


if __name__ == "__main__":
    unittest.main()
