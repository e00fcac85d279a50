#!/usr/bin/env python3
"""Check data/deck.csv and data/eval/clues-en.csv.

    python3 data/build/check_deck.py

Prints one line of summary; every violation is printed as file:line: what, and
makes the exit status 1.  Standard library only.
"""
import csv
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent
DECK = DATA / "deck.csv"
CLUES = DATA / "eval" / "clues-en.csv"
LANGUAGES = ["en", "fr", "it", "sv"]
CARDS, FACES, PER_KEYWORD = 110, Counter(blue=2, red=2), 5
ENGLISH = re.compile(r"[a-z]+")
# Lowercase Latin words with accents, apostrophes and hyphens, one space between them.
TRANSLATION = re.compile(r"[a-zà-öø-ÿœ]+(?:[ '\-][a-zà-öø-ÿœ]+)*")
CLUE = re.compile(r"[a-z0-9][a-z0-9'\-]*(?: [a-z0-9][a-z0-9'\-]*){0,2}")

problems = []


def bad(path, line, what):
    problems.append(f"{path.relative_to(DATA.parent)}:{line}: {what}")


def read(path, header):
    """The rows of a file as (line number, fields), checked for encoding and shape."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as e:
        bad(path, 1, e)
        return []
    if text.startswith("\ufeff") or "\r" in text or not text.endswith("\n"):
        bad(path, 1, "byte order mark, carriage return, or no newline at the end")
    if unicodedata.normalize("NFC", text) != text:
        bad(path, 1, "not in Unicode NFC")
    reader = csv.reader(text.splitlines())
    if next(reader, None) != header:
        bad(path, 1, f"the header is not {','.join(header)}")
    rows = []
    for row in reader:
        if len(row) == len(header):
            rows.append((reader.line_num, row))
        else:
            bad(path, reader.line_num, f"{len(row)} fields")
    return rows


def inflections(word):
    """The regular inflected forms of a noun (and of the verb spelt like it)."""
    forms = {word, word + "s", word + "es", word + "ed", word + "ing", word + "'s"}
    if word.endswith("e"):
        forms |= {word + "d", word[:-1] + "ing"}
    if word.endswith("y"):
        forms |= {word[:-1] + "ies", word[:-1] + "ied"}
    if word.endswith("f"):
        forms.add(word[:-1] + "ves")
    if word.endswith("fe"):
        forms.add(word[:-2] + "ves")
    forms |= {word + word[-1] + "ed", word + word[-1] + "ing"}
    return forms | {"foot": {"feet"}, "goose": {"geese"}}.get(word, set())


def check_deck():
    words, faces, seen = {}, defaultdict(Counter), {c: {} for c in LANGUAGES}
    expected = 0
    rows = read(DECK, ["card", "face", *LANGUAGES])
    for i, (line, (card, face, *names)) in enumerate(rows):
        expected = i // 4 + 1
        if card != str(expected):
            bad(DECK, line, f"card {card}, expected {expected}")
        if face not in FACES:
            bad(DECK, line, f"face {face}")
        faces[card][face] += 1
        for language, name in zip(LANGUAGES, names):
            pattern = ENGLISH if language == "en" else TRANSLATION
            if not pattern.fullmatch(name):
                bad(DECK, line, f"{language}: {name!r} is not spelt as a keyword is")
            if name in seen[language]:
                bad(DECK, line, f"{language}: {name!r} is on line {seen[language][name]} already")
            seen[language][name] = line
        words[names[0]] = (line, names[1:])
    if len(rows) != 4 * CARDS:
        bad(DECK, 1, f"{len(rows)} words, expected {4 * CARDS}")
    for card, count in faces.items():
        if count != FACES:
            bad(DECK, 1, f"card {card} has the faces {dict(count)}")
    for word, (line, _) in words.items():
        for form in inflections(word) - {word}:
            if form in words:
                bad(DECK, line, f"{word} and {form} are one lemma")
        for a in words:
            if word.startswith(a) and word[len(a) :] in words:
                bad(DECK, line, f"{word} is made of {a} and {word[len(a):]}")
    return words


def check_clues(words):
    seen, counts, phrases = {}, Counter(), 0
    rows = read(CLUES, ["keyword", "clue"])
    for line, (keyword, clue) in rows:
        if keyword not in words:
            bad(CLUES, line, f"{keyword!r} is not a keyword of the deck")
            continue
        if not CLUE.fullmatch(clue):
            bad(CLUES, line, f"{clue!r} is not a lowercase clue of one to three words")
        # R20: hyphens, apostrophes and spaces do not make two clues different.
        key = keyword, re.sub(r"[ '\-]", "", clue)
        if key in seen:
            bad(CLUES, line, f"{clue!r} is on line {seen[key]} already")
        seen[key] = line
        counts[keyword] += 1
        phrases += " " in clue
        # R21: not the keyword, an inflection, a compound that contains it, a translation.
        tokens = set(re.split(r"[ \-]", clue)) | {t.removesuffix("'s") for t in clue.split()}
        if tokens & inflections(keyword):
            bad(CLUES, line, f"{clue!r} holds its keyword {keyword}")
        joined = key[1]
        edges = any(t.startswith(keyword) or t.endswith(keyword) for t in tokens)
        if edges or (len(keyword) > 3 and keyword in joined):
            bad(CLUES, line, f"{clue!r} contains its keyword {keyword}")
        for name in words[keyword][1]:
            if name in tokens or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", clue):
                bad(CLUES, line, f"{clue!r} holds {name}, a translation of {keyword}")
    for word in words:
        if counts[word] != PER_KEYWORD:
            bad(CLUES, 1, f"{counts[word]} clues for {word}, expected {PER_KEYWORD}")
    return len(rows), phrases


def main():
    words = check_deck()
    clues, phrases = check_clues(words)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(
        f"deck: {len(words)} words on {CARDS} cards in {len(LANGUAGES)} languages; "
        f"clues: {clues}, of them {phrases} phrases; violations: {len(problems)}"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
