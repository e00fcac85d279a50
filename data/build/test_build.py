#!/usr/bin/env python3
"""What the build takes for granted, on small examples:  python3 -m unittest discover data/build"""

import pathlib
import struct
import tempfile
import unittest

import numpy as np

import compounds
import expectation
import fold
import fuse
import mpnet
import senses
import vocabulary
import write


class Dictionary:
    """As much of WordNet as the tests need."""

    def __init__(self, lemmas, senses=None, synsets=None):
        self.lemma_pos = {lemma: {"n"} for lemma in lemmas}
        self.lowercase_pos = {lemma: {"n"} for lemma in lemmas if lemma != "sion"}
        self.senses, self.synsets = senses or {}, synsets or {}

    def lemmas(self, word):
        return [word[:-1]] if word.endswith("s") else []


class Gloss:
    def __init__(self, gloss):
        self.gloss = gloss


class Tests(unittest.TestCase):
    def test_compounds_open_hyphened_and_closed(self):
        dictionary = Dictionary(["tea_cup", "merry-making", "teapot", "diversion", "tea", "pot", "diver", "sion", "cup", "merry", "making"])
        words = ["tea", "cup", "pot", "merry", "making", "diver", "sion"]
        self.assertEqual(compounds.pairs(words, dictionary), [("cup", "tea"), ("making", "merry"), ("pot", "tea")])

    def test_compounds_are_written_as_the_reader_reads_them(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "pairs.bin"
            write.compounds(path, ["word"] * 400, [(7, 5), (0, 301), (0, 1)])
            content = path.read_bytes()
        self.assertEqual(struct.unpack_from("<8s3I", content), (b"COMPOUND", 1, 400, 3))
        self.assertEqual(list(content[20:]), [0, 2, 1, 0xAC, 2, 5, 1, 2])

    def test_distances_fall_into_buckets(self):
        found = mpnet.bucket(np.array([0, -1, -7, -8, -16, -127, -1000, 1, 7, 8, 1000]))
        self.assertEqual(found.tolist(), [0, 1, 7, 8, 10, 15, 15, 17, 23, 24, 31])

    def test_senses_take_turns(self):
        synsets = {("n", "1"): Gloss("a strip of land; shore"), ("n", "2"): Gloss("a heap"), ("v", "3"): Gloss("to tilt"), ("n", "4"): Gloss("a row")}
        dictionary = Dictionary([], {"bank": [[("n", "1"), ("n", "2"), ("n", "4")], [("v", "3")]]}, synsets)
        self.assertEqual(senses.texts("banks", dictionary), ["bank: a strip of land", "bank: to tilt", "bank: a heap"])
        self.assertEqual(senses.texts("zzz", dictionary), [])

    def test_a_word_without_senses_has_a_zero_row(self):
        rows = np.random.default_rng(0).normal(size=(6, 5)).astype(np.float32)
        said = [[str(i)] for i in range(6)] + [[]]
        found = senses.vectors(said, rows)
        self.assertTrue(np.allclose(np.linalg.norm(found, axis=1), [1] * 6 + [0], atol=1e-5))

    def test_the_term_is_symmetric_and_its_prior_a_mean(self):
        chance = np.random.default_rng(0)
        states, embeddings = chance.normal(size=(5, 4)).astype(np.float32), chance.normal(size=(9, 4)).astype(np.float32)
        totals = expectation.log_normalisers(states, embeddings)
        shares = np.exp(states @ embeddings.T - totals[:, None])
        self.assertTrue(np.allclose(shares.sum(1), 1, atol=1e-5))
        first = np.array([3, 3, 8, 0, 1])
        expected = expectation.Expectation.of(states, totals, embeddings, first, np.arange(5))
        by_hand = np.clip(np.log(shares[:, first]) - np.log(shares.mean(0)[first]), expectation.LOW, expectation.HIGH)
        self.assertTrue(np.allclose(expected.term(np.arange(5), np.arange(5)), by_hand + by_hand.T, atol=1e-4))

    def test_the_fold_follows_its_target(self):
        chance = np.random.default_rng(1)
        rows, clues = fuse.unit(chance.normal(size=(300, 12))), np.arange(0, 300, 2)
        wanted = (rows @ rows[clues].T).astype(np.float16)
        found = fold.fold(wanted, clues, 12)
        cosines = found @ found[clues].T
        self.assertGreater(np.corrcoef(cosines.ravel(), wanted.astype(np.float32).ravel())[0, 1], 0.99)

    def test_what_the_space_is_fitted_to_holds_every_keyword(self):
        found = vocabulary.central(["sun", "zz", "sion", "moon"], Dictionary(["sun", "sion", "moon"]), ["sion"])
        self.assertEqual(found.tolist(), [0, 2, 3])


if __name__ == "__main__":
    unittest.main()
