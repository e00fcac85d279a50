"""Lists for readers who share no table of associations with the giver of clues, and their score.

    python3 data/build/readers.py make DIR [N] LABEL=HALVES.csv ...    writes DIR/decode.txt, intercept.txt, pairs.txt for readers, and DIR/items.csv:
                                                                       N items of each list a label (40)
    python3 data/build/readers.py score DIR                        reads DIR/answers.csv (list,item,answer) and prints a row a label and list
    python3 data/build/readers.py pairs DIR OUT                    writes OUT/judged-2.csv, judged-1.csv, judged-0.csv: the pairs by answer

HALVES.csv is the log `tournament --log halves` of an agent against itself with a salt. A reader, a person or a language model, gets one text and
nothing else. decode: the four keywords, shuffled, and the three clues of a half; which keyword is each clue for? intercept: the clues of each slot in earlier
rounds (round 3 to 5, one half a game), and three new ones; which slot is each for? pairs: a clue and its keyword alone; 2 if it refers to it, 1 weakly, 0 not.
"""

import csv
import math
import random
import sys
from pathlib import Path

ITEMS = 40
LISTS = ("decode", "intercept", "pairs")


def teams(path):
    """Returns the halves of each team of each game in the order of rounds."""
    found = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found.setdefault((int(row["game"]), row["side"]), []).append(row)
    return [sorted(rows, key=lambda row: int(row["round"])) for rows in found.values()]


def clues(row):
    """Returns the clues of a half in the order of its code."""
    return [row[f"clue_{n}"] for n in (1, 2, 3)]


def decode_item(rows, rng):
    """Returns the text of a half for a team mate, and the answer: the places of the keywords as they are listed."""
    row = rng.choice(rows)
    order = rng.sample(range(4), 4)
    shown = [row[f"slot_{slot + 1}"] for slot in order]
    answer = "".join(str(order.index(int(slot) - 1) + 1) for slot in row["code"])
    numbered = ", ".join(f"{n} {word}" for n, word in enumerate(shown, 1))
    return f"keywords: {numbered}; clues: {', '.join(clues(row))}", answer


def intercept_item(rows, rng):
    """Returns the text of a half for an opponent, and the code."""
    late = [row for row in rows if 3 <= int(row["round"]) <= 5]
    if not late:
        return None
    row = rng.choice(late)
    earlier = {slot: [] for slot in "1234"}
    for before in rows[: rows.index(row)]:
        for slot, clue in zip(before["code"], clues(before)):
            earlier[slot].append(clue)
    columns = "; ".join(f"{slot}: {', '.join(said) or '-'}" for slot, said in earlier.items())
    return f"earlier clues {columns}; new clues: {', '.join(clues(row))}", row["code"]


def pair_item(rows, rng):
    """Returns a clue and its keyword; there is no right answer but 2."""
    row, n = rng.choice(rows), rng.randrange(3)
    return f"clue: {clues(row)[n]}; keyword: {row['slot_' + row['code'][n]]}", "2"


def make(folder, count, sources):
    """Writes the lists of all labels, shuffled together, and what stands behind each item."""
    rng, folder = random.Random(1), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    kept = []
    for name, item in zip(LISTS, (decode_item, intercept_item, pair_item)):
        items = []
        for source in sources:
            label, path = source.split("=", 1)
            games = teams(path)
            rng.shuffle(games)
            made = [item(rows, rng) for rows in games]
            items += [(label, *found) for found in made if found][-count:]
        rng.shuffle(items)
        lines = [f"{n}\t{text}\n" for n, (_, text, _) in enumerate(items, 1)]
        (folder / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
        kept += [(name, n, label, answer) for n, (label, _, answer) in enumerate(items, 1)]
    with open(folder / "items.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([("list", "item", "label", "answer"), *kept])


def wilson(right, count):
    """Returns the 95 % interval of a share."""
    z = 1.959963984540054
    middle, reach = right + z * z / 2, z * math.sqrt(right * (count - right) / count + z * z / 4)
    return (middle - reach) / (count + z * z), (middle + reach) / (count + z * z)


def table(path):
    """Returns the rows of a file of answers by list and item."""
    with open(path, newline="", encoding="utf-8") as file:
        return {(row["list"], row["item"]): row for row in csv.DictReader(file)}


def score(folder):
    """Prints the share of right answers by list and label, with its 95 % interval (Wilson)."""
    items, answers = table(Path(folder) / "items.csv"), table(Path(folder) / "answers.csv")
    if missing := [key for key in items if key not in answers]:
        sys.exit(f"{folder}/answers.csv: no answer to {missing[0][0]} {missing[0][1]} and {len(missing) - 1} more")
    print("list,label,items,right,share,share_low,share_high")
    for name in LISTS:
        for label in sorted({row["label"] for row in items.values()}):
            own = [key for key, row in items.items() if row["list"] == name and row["label"] == label]
            right = sum(answers[key]["answer"] == items[key]["answer"] for key in own)
            low, high = wilson(right, len(own))
            print(f"{name},{label},{len(own)},{right},{right / len(own):.3f},{low:.3f},{high:.3f}")


def pairs(folder, out):
    """Writes the pairs that a reader has judged, a file a verdict, as `agents strangers --clues` reads them."""
    answers, out = table(Path(folder) / "answers.csv"), Path(out)
    out.mkdir(parents=True, exist_ok=True)
    files = {verdict: [] for verdict in "210"}
    for line in (Path(folder) / "pairs.txt").read_text(encoding="utf-8").splitlines():
        item, pair = line.split("\t")
        clue, keyword = (part.split(": ", 1)[1] for part in pair.split("; "))
        files[answers["pairs", item]["answer"]].append((keyword, clue))
    for verdict, rows in files.items():
        with open(out / f"judged-{verdict}.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([("keyword", "clue"), *rows])


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[1] == "make":
        counts = sys.argv[3:4] if sys.argv[3].isdigit() else []
        make(sys.argv[2], int(counts[0]) if counts else ITEMS, sys.argv[3 + len(counts) :])
    elif len(sys.argv) == 3 and sys.argv[1] == "score":
        score(sys.argv[2])
    elif len(sys.argv) == 4 and sys.argv[1] == "pairs":
        pairs(*sys.argv[2:])
    else:
        sys.exit(__doc__)
