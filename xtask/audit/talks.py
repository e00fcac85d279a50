"""talk.csv of a tournament with talks, recomputed from its transcripts and halves."""

from collections import defaultdict

import beliefs
from checks import rows
from halves import is_code
from intervals import bounded_ratio

STEPS = ("alone", "pool", "message", "after", "team")


def audit(checks, folder, silent, labels):
    """Compares every row of talk.csv, and the last step of each talk with the half. `silent` has the same games without talks."""
    talks = talks_of(folder)
    check_guesses(checks, folder, talks)
    check_pools(checks, silent, talks)
    table = rows(f"{folder}/talk.csv")
    checks.equal("talk.csv, rows", [row["agent"] for row in table], [label for label in labels for _ in range(2)])
    for row in table:
        about = [talk for key, talk in talks.items() if (key.agent, key.role) == (row["agent"], row["role"])]
        check_row(checks, f"talk.csv, {row['agent']}, {row['role']}", row, about)


class Key(tuple):
    """Game, round, side whose code it is, team that talks, and its agent."""

    game = property(lambda self: self[0])
    agent = property(lambda self: self[4])
    role = property(lambda self: "decode" if self[2] == self[3] else "intercept")


def talks_of(folder):
    """Returns the steps of each talk by its key, in the order of the log."""
    talks = defaultdict(lambda: defaultdict(list))
    for row in rows(f"{folder}/transcripts.csv"):
        key = Key(row[column] for column in ("game", "round", "side", "team", "agent"))
        talks[key]["game"] = row["game"]
        talks[key][row["step"]].append(row)
    return talks


def check_pools(checks, silent, talks):
    """The pool of a team is its answer in the same game without talks, as far as that game lasts: clues do not depend on guesses."""
    halves = {(row["game"], row["round"], row["side"]): row for row in rows(f"{silent}/halves.csv")}
    for key, talk in talks.items():
        half, place = halves.get(key[:3]), f"transcripts.csv, game {key.game}, round {key[1]}, {key[2]}, {key[3]}, pool"
        guess, chance = ("guess", "p_guess") if key.role == "decode" else ("interception", "p_interception")
        if half:
            checks.cells(place, talk["pool"][0], {"code": half[guess], "p_true": half[chance]})


def check_order(checks, place, talk, half):
    """Members speak turn by turn, in the first of the code that they have named alone; what they name is a code."""
    order = [(int(row["turn"]), int(row["member"])) for row in talk["message"]]
    turns = sorted({turn for turn, _ in order})
    checks.equal(f"{place}, order of the messages", (order, turns), (sorted(set(order)), list(range(1, len(turns) + 1))))
    named = {row["member"]: row["code"] for row in talk["alone"]}
    for row in talk["message"]:
        if row["turn"] == "1":
            checks.cell(f"{place}, message of {row['member']}", row, "code", named[row["member"]])
    lines = [row for step in STEPS for row in talk[step]]
    checks.equal(f"{place}, codes", [row["code"] for row in lines if not is_code(row["code"])], [])
    checks.equal(f"{place}, deals", {row["deal"] for row in lines}, {half["deal"]})


def check_guesses(checks, folder, talks):
    """The answer of a team after a talk is its guess, and `right` follows from the code."""
    halves = {(row["game"], row["round"], row["side"]): row for row in rows(f"{folder}/halves.csv")}
    for key, talk in talks.items():
        half, place = halves[key[:3]], f"transcripts.csv, game {key.game}, round {key[1]}, {key[2]}, {key[3]}"
        checks.cell(place, talk["team"][0], "code", half["guess" if key.role == "decode" else "interception"])
        beliefs.audit_talk(checks, place, talk, half, "p_guess" if key.role == "decode" else "p_interception")
        check_order(checks, place, talk, half)
        for step in STEPS:
            for row in talk[step]:
                checks.cell(place, row, "right", int(row["code"] == half["code"]))
        followed = {row["member"]: row["code"] for row in talk["alone"]}
        for row in talk["after"]:
            changed = row["code"] != followed[row["member"]]
            others = [member for member, code in followed.items() if member != row["member"] and code == row["code"]]
            checks.cell(place, row, "followed", " ".join(others) if changed else None)


def check_row(checks, place, row, talks):
    """Compares the counts and the rates of an agent in a role."""
    right = lambda talk, step: sum(int(line["right"]) for line in talk[step])  # noqa: E731
    pairs = [(before, after) for talk in talks for before, after in zip(talk["alone"], talk["after"])]
    revised = [(before, after) for before, after in pairs if before["code"] != after["code"]]
    checks.cells(place, row, {
        "games": len({talk["game"] for talk in talks}),
        "talks": len(talks),
        "answers": len(pairs),
        "alone_right": sum(right(talk, "alone") for talk in talks),
        "pool_right": sum(right(talk, "pool") for talk in talks),
        "after_right": sum(right(talk, "team") for talk in talks),
        "messages": sum(len(talk["message"]) for talk in talks),
        "revisions": len(revised),
        "mended": sum(after["right"] == "1" for _, after in revised),
        "spoiled": sum(before["right"] == "1" for before, _ in revised),
        "followed": sum(after["followed"] != "" for _, after in revised),
    })  # fmt: skip
    measures = {
        "alone_rate": lambda talk: (right(talk, "alone"), len(talk["alone"])),
        "pool_rate": lambda talk: (right(talk, "pool"), 1),
        "after_rate": lambda talk: (right(talk, "team"), 1),
        "gain": lambda talk: (right(talk, "team") - right(talk, "pool"), 1),
    }
    for column, measure in measures.items():
        games = defaultdict(lambda: (0, 0))
        for talk in talks:
            (y, n), (more, parts) = games[talk["game"]], measure(talk)
            games[talk["game"]] = (y + more, n + parts)
        ends = (f"{column}_low", f"{column}_high")
        if not games:
            checks.cells(place, row, dict.fromkeys((column, *ends)))
            continue
        mean, interval = bounded_ratio(list(games.values()), low=-1.0 if column == "gain" else 0.0)
        checks.cell(place, row, column, mean)
        checks.ends(place, row, ends, interval)
