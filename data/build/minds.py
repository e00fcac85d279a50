#!/usr/bin/env python3
"""Builds the minds: what each of several sources alone takes people to say to the keywords.

    python3 data/build/minds.py --work DIR --out data/            writes data/minds, prints the figures
    python3 data/build/minds.py --out data/ --figures             prints them from the files; needs numpy alone

A mind is fitted on halves (four keywords, a code, a clue from eval/clues-en.csv for each digit) of the deck's first, third, fifth …
keyword by log loss of whole codes; the figures are of the other keywords. Clues that no mind has are left out.
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_threads] = "1"      # sums in one order, whatever the machine's number of cores

import argparse
import csv
import dataclasses
import pathlib

import numpy as np

import mind_fit
import vocabulary
import write
from console import say, step
from files import Cache, source_of, sum_up, write_whole
from mind_table import Directions, Listed, read

MINDS = (("glove", "play"), ("stated", "play"), ("statements", "measure"), ("universal", "measure"))
DIMS = {"glove": 64, "universal": 96}      # of minds that have something to say of every word
WORDS, VALUES = "minds/words-en.tsv", "eval/minds-en.csv"
VALUES_OF_EACH = 25                # rows of VALUES
FITTED, JUDGED = 4000, 20_000      # halves
MOST = 1000                        # clues stored of each keyword, where most words have none
SHARPNESS, BACK, TRUSTS = (6, 8, 10, 12, 14, 17), (0.1, 0.3, 1.0), (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
BASE_STEPS = 16                    # of the base rate in each bit
OFFSET, POWERS = 30, (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)      # base rate: (rank + OFFSET) ** -power
BASE_TRUST = 0.5                   # how much of people's clues no mind explains, for the fit of the power
HELD = 4                           # letters of a clue that a keyword may not begin with


@dataclasses.dataclass(frozen=True)
class Lexicon:
    """The keywords, the clue words that minds know, and how often each is said when nothing is meant."""

    keywords: list
    words: list
    base: np.ndarray

    def legal(self):
        """Which words do not begin with a keyword or the other way round; a row a keyword."""
        return np.array([[not (word.startswith(keyword) or len(word) >= HELD and keyword.startswith(word)) for word in self.words]
                         for keyword in self.keywords])


def lists_of(path):
    """(headword, clues) of a file of associations."""
    lines = path.read_text(encoding="utf8").splitlines()[1:]
    return [(line.split("\t")[0], line.split("\t")[1].split(", ")) for line in lines]


def recorded(out):
    """(keyword, clue) of the clues to measure with."""
    with open(out / "eval/clues-en.csv", encoding="utf8", newline="") as file:
        return [(row["keyword"], row["clue"]) for row in csv.DictReader(file)]


def chosen_words(out, keywords, lists):
    """The words that minds know, most frequent first, with their ranks in the space: what may be given, keywords, what is said of a
    keyword, and the clues to measure with."""
    known, _ = write.read_space(out / write.SPACE)
    rows = [line.split("\t") for line in (out / "lexicon-en.tsv").read_text(encoding="utf8").splitlines()[1:]]
    deck = frozenset(keywords)
    wanted = {word for word, use, _ in rows if use == "clue"} | deck | {clue for _, clue in recorded(out)}
    wanted |= {clue for headword, clues in lists if headword in deck for clue in clues}
    chosen = [(rank, word) for rank, word in enumerate(known) if word in wanted]
    lemmas = {word: bases.split(" ") if bases else [] for word, _, bases in rows}
    return [word for _, word in chosen], np.array([rank for rank, _ in chosen]), lemmas


def base_rate(ranks, said):
    """How often each word is said: a power of its rank, the one under which the clues `said` are likeliest, in steps of
    1/BASE_STEPS bit."""
    best = None
    for power in POWERS:
        rate = (ranks + float(OFFSET)) ** -power
        likely = np.log(rate[said] / rate.sum()).mean()
        if best is None or likely > best[0]:
            best = likely, power, rate
    say(f"base rate: rank to the power of -{best[1]}")
    return np.rint(-BASE_STEPS * np.log2(best[2] / best[2].sum())).astype(int)


def rates(steps):
    """The stored base rate, with a sum of one."""
    rate = 2.0 ** (-steps / BASE_STEPS)
    return rate / rate.sum()


def clues_of(out, lexicon, first):
    """Places of the clues to measure with by place of their keyword: of every second keyword from `first` on."""
    place = {word: i for i, word in enumerate(lexicon.words)}
    row = {keyword: i for i, keyword in enumerate(lexicon.keywords)}
    found = {i: [] for i in range(first, len(lexicon.keywords), 2)}
    for keyword, clue in recorded(out):
        if row[keyword] in found and clue in place:
            found[row[keyword]].append(place[clue])
    return found


def kernels_of(scores, lexicon):
    """(sharpness, rows) that a matrix of scores gives."""
    legal = lexicon.legal()
    for sharpness in SHARPNESS:
        kernel = mind_fit.sharpened(np.where(legal, scores, -1e3), lexicon.base, sharpness)
        yield sharpness, kernel


def kernels_of_lists(forth, back, lexicon):
    """(weight of the backward direction, rows) that stated clues give."""
    legal = lexicon.legal()
    for weight in BACK:
        kernel = (forth + weight * back) * legal
        yield weight, kernel / np.maximum(kernel.sum(axis=1, keepdims=True), 1e-12)


def scores(name, files, lexicon, lemmas, cache):
    """The scores of a mind other than the stated one; they are slow to have and kept."""
    import fuse
    import glove
    import mind_scores
    import universal
    from sources import pins

    words, keywords = lexicon.words, lexicon.keywords
    computed = {
        "glove": lambda: mind_scores.glove(words, keywords, *glove.read(files["glove"])),
        "statements": lambda: mind_scores.statements(words, keywords, files["statements"], lemmas),
        "universal": lambda: mind_scores.encoded(words, keywords, universal.Encoder(files["universal"]).rows(words)),
    }
    inputs = pins(name) + [source_of(module) for module in (fuse, glove, mind_scores, universal)] + words + keywords
    return cache.array(f"mind-{name}", inputs, computed[name]).astype(float)


def fit(name, tried, lexicon, halves):
    """(setting, trust, kernel) of least log loss."""
    tried = dict(tried)
    loss, setting, trust = mind_fit.fitted(tried.items(), lexicon.base, TRUSTS, halves)
    say(f"{name}: {setting}, trust {trust}: {loss:.3f} bits a code of the keywords that it is fitted on")
    return setting, trust, tried[setting]


def table(name, files, lexicon, lists, lemmas, cache, halves):
    """A mind, fitted."""
    import mind_scores

    if name in DIMS:
        found = Directions.of(scores(name, files, lexicon, lemmas, cache), DIMS[name])
        sharpness, trust, _ = fit(name, kernels_of(found.scores(), lexicon), lexicon, halves)
        return found.settled(sharpness, trust, lexicon.base, lexicon.legal())
    if name == "stated":
        tried = kernels_of_lists(*mind_scores.stated(lexicon.words, lexicon.keywords, lists), lexicon)
    else:
        tried = kernels_of(scores(name, files, lexicon, lemmas, cache), lexicon)
    _, trust, kernel = fit(name, tried, lexicon, halves)
    return Listed.of(mind_fit.mixed(kernel, lexicon.base, trust), lexicon.base, MOST)


def build(work, out):
    """Writes the words and the minds."""
    import sources

    files, cache = sources.fetch_for_minds(work / "sources"), Cache(work / "cache")
    keywords = vocabulary.keywords(out / "deck.csv")
    lists = lists_of(out / write.ASSOCIATIONS) + lists_of(out / "norms/norms-en.tsv")
    words, ranks, lemmas = chosen_words(out, keywords, lists)
    unrated = Lexicon(keywords, words, np.ones(len(words)))
    clues = clues_of(out, unrated, 0)
    steps = base_rate(ranks, [clue for row in clues.values() for clue in row])
    lexicon = Lexicon(keywords, words, rates(steps))
    write_whole(out / WORDS, "word\trate\n" + "".join(f"{word}\t{step}\n" for word, step in zip(words, steps)))
    sum_up(out, WORDS)
    halves = mind_fit.Halves.drawn(clues, FITTED, 1)
    for name, _ in MINDS:
        with step(name):
            found = table(name, files, lexicon, lists, lemmas, cache, halves)
            path = f"minds/{name}.bin"
            write_whole(out / path, found.packed(keywords, len(words)))
            sum_up(out, path)


def stored(out):
    """The lexicon of the minds and the tables, as a reader sees them."""
    rows = [line.split("\t") for line in (out / WORDS).read_text(encoding="utf8").splitlines()[1:]]
    lexicon = Lexicon(vocabulary.keywords(out / "deck.csv"), [row[0] for row in rows], rates(np.array([int(row[1]) for row in rows])))
    tables = {name: read((out / f"minds/{name}.bin").read_bytes())[1] for name, _ in MINDS}
    return lexicon, tables


def write_values(out):
    """Writes ln P(clue | keyword) of some pairs, near and far, to test a reader against."""
    lexicon, tables = stored(out)
    legal, rng, lines = lexicon.legal(), np.random.default_rng(3), ["mind,keyword,clue,log_prob"]
    for name, found in tables.items():
        logs = found.logs(lexicon.base, legal)
        for keyword in rng.choice(len(lexicon.keywords), VALUES_OF_EACH, replace=False):
            near = np.argsort(-logs[keyword], kind="stable")[rng.integers(40)]
            for clue in (near, rng.integers(len(lexicon.words))):
                lines.append(f"{name},{lexicon.keywords[keyword]},{lexicon.words[clue]},{logs[keyword, clue]:.6f}")
    write_whole(out / VALUES, "\n".join(lines) + "\n")


def figures(out):
    """Prints of each mind how it decodes the clues of the keywords it was not fitted on, and how alike any two are."""
    lexicon, tables = stored(out)
    halves = mind_fit.Halves.drawn(clues_of(out, lexicon, 1), JUDGED, 2)
    legal = lexicon.legal()
    logs = {name: found.logs(lexicon.base, legal) for name, found in tables.items()}
    found = {name: mind_fit.posteriors(halves.cells(rows)) for name, rows in logs.items()}
    purposes = dict(MINDS)
    for purpose in ("play", "measure"):
        together = sum(halves.cells(logs[name]) for name, of in MINDS if of == purpose)
        found[f"all of {purpose}"] = mind_fit.posteriors(together)
    print("mind,purpose,bytes,decoded,log_loss_bits")
    for name, posteriors in found.items():
        size = (out / f"minds/{name}.bin").stat().st_size if name in tables else ""
        share = mind_fit.right(posteriors, halves).mean()
        print(f"{name},{purposes.get(name, '')},{size},{share:.3f},{mind_fit.log_loss(posteriors, halves):.3f}")
    print("mind,other,correlation_of_links,correlation_of_errors,wrong_if_other_wrong")
    names = list(tables)
    for n, name in enumerate(names):
        for other in names[n + 1 :]:
            print(f"{name},{other},{alike(logs[name], logs[other], lexicon):.3f},{alike_errors(found[name], found[other], halves)}")


def alike(logs, others, lexicon):
    """Correlation of ln P(clue | keyword) / P(clue) over all keywords and clues."""
    gains, other_gains = logs - np.log(lexicon.base), others - np.log(lexicon.base)
    return float(np.corrcoef(gains.ravel(), other_gains.ravel())[0, 1])


def alike_errors(found, other, halves):
    """Correlation of who decodes which half, and how often the first is wrong where the other is."""
    right, other_right = mind_fit.right(found, halves), mind_fit.right(other, halves)
    wrong = (1 - right)[other_right < 0.5].mean()
    return f"{np.corrcoef(right, other_right)[0, 1]:.3f},{wrong:.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, help="folder of downloads and of what is kept between builds")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the data")
    parser.add_argument("--figures", action="store_true", help="print the figures of the files that are there")
    arguments = parser.parse_args()
    if not arguments.figures:
        if arguments.work is None:
            parser.error("--work DIR is missing; name the folder of downloads, or give --figures")
        build(arguments.work, arguments.out)
        write_values(arguments.out)
    figures(arguments.out)


if __name__ == "__main__":
    main()
