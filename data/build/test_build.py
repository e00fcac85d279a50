#!/usr/bin/env python3
"""What the build takes for granted, on small examples:  python3 -m unittest discover data/build"""

import pathlib
import struct
import tempfile
import unittest

import numpy as np
import scipy.sparse

import associated
import bilingual
import compounds
import endings
import expectation
import fold
import fuse
import graph
import guess
import measure_associations
import mpnet
import senses
import spacy_vectors
import unfit
import vocabulary
import withheld
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

    def test_endings_are_undone_the_longest_first(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "endings.tsv"
            path.write_text("ending\tbases\naux\tal au\nx\t-\n", encoding="utf8")
            table = endings.Endings(path)
        self.assertEqual(table.bases("chevaux"), ["cheval", "chevau"])
        self.assertEqual(table.bases("taux"), ["tau"], "a stem has two letters")
        self.assertEqual(table.bases("cheval"), [])

    def test_a_word_is_the_mean_of_what_it_translates_and_phrases_are_kept(self):
        rows = np.eye(4, dtype=np.float32)
        english = bilingual.English(["ice", "mirror", "cream", "cold"], rows, ["clue", "clue", "clue", "other"])
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            header = "en\tsense\tfr\tit\tsv\tmark\n"
            (folder / "translations.tsv").write_text(header + "ice\t\tglace\t-\t-\t\nmirror\t\tmiroir, glace\t-\t-\tunsure\n", encoding="utf8")
            (folder / "names.tsv").write_text("en\tfr\tit\tsv\ncold\tFroid\t-\t-\n", encoding="utf8")
            (folder / "own-fr.tsv").write_text("word\tgloss\tmark\ncrème-glacée\tice, cream\t\nglace\tcold, cream\t\n", encoding="utf8")
            words = bilingual.read(folder, "fr", english)
        self.assertEqual(sorted(words), ["crème glacée", "froid", "glace", "miroir"])
        self.assertTrue(np.allclose(words["glace"].vector(), bilingual.direction(np.array([1, 0.6, 0, 0]))))
        self.assertTrue(words["froid"].is_name and words["crème glacée"].is_own and not words["glace"].is_own)
        self.assertEqual((words["glace"].rank, words["miroir"].rank), (1, 2))

    def test_what_is_said_to_a_word_draws_both_together(self):
        english = bilingual.English(["ice", "cold", "sun"], np.eye(3, dtype=np.float32), ["clue"] * 3)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "associations.tsv"
            path.write_text("headword\tclues\nice\tcold, zzz\n", encoding="utf8")
            rows = associated.enriched(path, english)
        self.assertTrue(np.allclose(rows[0], bilingual.direction(np.array([1, 0.6, 0]))))
        self.assertTrue(np.allclose(rows[1], bilingual.direction(np.array([0.5, 1, 0]))) and np.allclose(rows[2], [0, 0, 1]))

    def test_synonyms_that_agree_with_the_guess_count_for_more(self):
        english = bilingual.English(["bank", "shore"], np.eye(2, dtype=np.float32), ["clue", "clue"])
        found = guess.by_synonyms([["bank"], ["shore", "zzz"], ["zzz"]], np.array([1, 0], np.float32), english)
        self.assertGreater(found[0], 0.99)
        self.assertIsNone(guess.by_synonyms([["zzz"]], found, english))

    def test_hashes_of_words_are_those_of_spacy(self):
        self.assertEqual(spacy_vectors._murmur(b"coffee"), 3197928453018144401)   # the example of its documentation
        self.assertEqual(spacy_vectors._map(bytes([0xDE, 0, 1, 0xCF, 0, 0, 0, 0, 0, 0, 0, 9, 0xCD, 1, 0])), {9: 256})

    def test_lists_of_unfit_words_are_read_from_their_packages(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "list"
            path.write_text('x = ["no"];\nvar swedish_default = {\n  words: [\n    "Sm\\xF6r",\n    "b"\n  ]\n};', encoding="utf8")
            self.assertEqual(unfit.read(path, "sv"), {"smör", "b"})
            self.assertEqual(unfit.read(path, "it"), {"no"})

    def test_lists_of_associations_are_read_and_a_headword_stands_once(self):
        with tempfile.TemporaryDirectory() as name:
            first, second = pathlib.Path(name) / "a.tsv", pathlib.Path(name) / "b.tsv"
            first.write_text("headword\tclues\nice\tcold, mince pies\n", encoding="utf8")
            second.write_text("headword\tclues\nsun\thot\n", encoding="utf8")
            self.assertEqual(graph.read(first, second), {"ice": ["cold", "mince pies"], "sun": ["hot"]})
            with self.assertRaisesRegex(graph.GraphError, "line 2: `ice` has no answers or stands twice"):
                graph.read(first, first)

    def test_an_answer_weighs_less_the_later_it_stands_and_a_phrase_leads_to_its_words(self):
        lists = {"ice": ["cold", "cream of it", "zzz"], "sun": ["cream of it"]}
        place = graph.nodes(lists, {"cold", "cream"})
        self.assertEqual(sorted(place), ["cold", "cream of it", "ice", "sun"], "what no space knows is a node if it is given twice")
        place["cream"] = len(place)
        steps = graph.edges(lists, place, {"it"})
        from_ice = {text: steps[place["ice"], at] for text, at in place.items() if steps[place["ice"], at]}
        expected = {"cold": 1 / graph.START, "cream of it": 1 / (graph.START + 1), "cream": graph.SPLIT / (graph.START + 1)}
        self.assertEqual(from_ice.keys(), expected.keys())
        self.assertTrue(all(abs(from_ice[text] - weight) < 1e-9 for text, weight in expected.items()))

    def test_a_walk_takes_a_second_step_in_shares(self):
        steps = scipy.sparse.csr_matrix(np.array([[0, 3, 1], [0, 0, 2], [0, 0, 0]], float))
        found = graph.walk(steps).toarray()
        self.assertTrue(np.allclose(found, [[0, 0.75, 0.25 + graph.DECAY * 0.75], [0, 0, 1], [0, 0, 0]]))

    def test_only_what_is_likelier_than_by_chance_counts(self):
        found = graph.ppmi(scipy.sparse.csr_matrix(np.array([[9.0, 1.0], [1.0, 9.0]]))).toarray()
        self.assertTrue(np.allclose(found, np.log(1.8) * np.eye(2), atol=1e-6))

    def test_words_of_the_same_neighbours_are_near_though_neither_states_the_other(self):
        cold, warm = ["snow", "frost", "winter"], ["beach", "summer", "sand"]
        lists = {"ice": cold, "chill": cold, "sun": warm, "heat": warm}
        place, found = graph.vectors(lists, frozenset(cold + warm), frozenset())
        near = lambda a, b: float(found[place[a]] @ found[place[b]])
        self.assertGreater(near("ice", "chill"), 0.9)
        self.assertGreater(near("snow", "frost"), 0.9)
        self.assertLess(abs(near("ice", "sun")), 0.1)

    def test_an_inflection_that_nobody_says_has_the_row_of_its_lemma(self):
        found = graph.rows(["eagle", "eagles", "zzz"], {"eagle": 0}, np.array([[0.6, 0.8]], np.float32), [[], ["eagle"], []])
        self.assertTrue(np.allclose(found, [[0.6, 0.8], [0.6, 0.8], [0, 0]]))

    def test_a_word_that_nobody_says_keeps_its_direction(self):
        found = fuse.with_associations(np.eye(2, dtype=np.float32), np.array([[0, 0], [1, 0]], np.float32))
        self.assertTrue(np.allclose(found[0], [1, 0, 0, 0]))
        self.assertTrue(np.allclose(found[1], fuse.unit(np.array([[0, 1, fuse.ASSOCIATION_WEIGHT, 0]]))[0]))

    def test_the_strongest_directions_are_those_of_words_in_the_graph_and_a_turn_keeps_cosines(self):
        chance = np.random.default_rng(0)
        rows = fuse.unit(np.vstack([chance.normal(size=(50, 6)) * [1, 1, 1, 0, 0, 0], chance.normal(size=(50, 6)) * [0, 0, 0, 1, 1, 1]]))
        found = fuse.strongest(rows.astype(np.float32), np.arange(100)[:, None] < 50, 3)
        self.assertTrue(np.allclose(found[:50] @ found[:50].T, rows[:50] @ rows[:50].T, atol=1e-4))
        turn = np.linalg.qr(chance.normal(size=(3, 3)))[0].astype(np.float32)
        self.assertTrue(np.allclose(fuse.turned(found[:50] @ turn, found[:50]), found[:50], atol=1e-4))

    def test_lists_are_measured_without_what_states_the_clues(self):
        lists, clues = {"ice": ["cold", "ice cold beer", "snow"], "cold": ["ice", "flu"]}, {"ice": ["cold"]}
        self.assertEqual(withheld.thinned(lists, clues, "whole"), lists)
        self.assertEqual(withheld.thinned(lists, clues, "none"), {"ice": ["snow"], "cold": ["flu"]})

    def test_weights_are_those_of_the_least_log_loss(self):
        chance = np.random.default_rng(0)
        terms, truth = chance.normal(size=(4000, 24, 2)), np.array([1.5, -0.5])
        logits = terms @ truth
        codes = (logits + chance.gumbel(size=logits.shape)).argmax(1)
        found = measure_associations.fitted(terms, codes)
        self.assertTrue(np.allclose(found, truth, atol=0.1))
        loss, slope = measure_associations.log_loss(terms, codes, found)
        further = measure_associations.log_loss(terms, codes, found + [0.001, 0])[0]
        self.assertAlmostEqual((further - loss) / 0.001, slope[0], places=2)


if __name__ == "__main__":
    unittest.main()
