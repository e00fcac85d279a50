"""Checks the association norms in data/norms: python3 data/build/check_norms.py

Every line is a headword, in norms-*.tsv one of the list of its language, a tab, and 36 to 64 answers, the likeliest first, separated by a comma and a space: no
answer stands twice, is in capitals, has more than five words or holds a word of its headword of four letters or more. Prints how many
headwords are written, and fails if a line is wrong. The standard library is enough.
"""

import re
import sys
from pathlib import Path

FEWEST, MOST, LONGEST = 36, 64, 5


def words(text):
    """Returns the words of a text."""
    return re.findall(r"[\w'-]+", text)


def faults(headword, answers):
    """Returns what is wrong with the answers to a headword."""
    if not FEWEST <= len(answers) <= MOST:
        yield f"{len(answers)} answers instead of {FEWEST} to {MOST}"
    yield from (f"`{answer}` stands twice" for answer in sorted({a for a in answers if answers.count(a) > 1}))
    held = {word for word in words(headword) if len(word) > 3}
    for answer in answers:
        if not answer or answer != answer.lower() or len(answer.split()) > LONGEST:
            yield f"`{answer}` is empty, in capitals or too long"
        if held & set(words(answer)):
            yield f"`{answer}` holds a word of the headword"


def check(path, listed):
    """Returns the headwords of a table, the number of their answers, and what is wrong; they are to be among those `listed`."""
    seen, count, wrong = set(), 0, []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")[1:-1], 2):
        headword, _, cell = line.partition("\t")
        found = list(faults(headword, cell.split(", ")))
        if headword not in listed or headword in seen:
            found.append("no headword of the list, or twice")
        seen.add(headword)
        count += cell.count(", ") + 1
        wrong += [f"{path.name}, line {number}, {headword}: {fault}" for fault in found]
    return seen, count, wrong


class Unlisted:
    """All headwords that have no line elsewhere."""

    def __init__(self, written):
        self.written = written

    def __contains__(self, headword):
        return headword not in self.written


def main():
    folder, wrong = Path(__file__).parents[1] / "norms", []
    for language in ("en", "fr", "it", "sv"):
        listed = folder.joinpath(f"headwords-{language}.txt").read_text(encoding="utf-8").split("\n")[:-1]
        written, answers, found = check(folder / f"norms-{language}.tsv", listed)
        print(f"{language}: {len(written)} of {len(listed)} headwords written, {answers} answers")
        wrong += found
        if (more := folder / f"more-{language}.tsv").exists():
            others, answers, found = check(more, Unlisted(written))
            print(f"{language}: {len(others)} more headwords, {answers} answers")
            wrong += found
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
