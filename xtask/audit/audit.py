"""Recomputes the numbers of result files and pages from the logs of halves, by code that shares nothing with what wrote them.

Usage: python audit.py PROGRAM FOLDER

PROGRAM is sim-cli; results are written below FOLDER, which must be empty. The standard library is enough. What the logs do not hold is
checked for consistency alone: intervals that resampling makes lie around their numbers.
"""

import csv
import re
import shutil
import subprocess
import sys
from pathlib import Path

import balance
import compare
import decks
import evaluation
import halves
import league
import not_recomputed
import pages
import people
import rules_compare
import searches
import stated
import talks
import tournament
import words
from checks import Checks, unread
from games import Rules, by_deal, named, read
from plays import ANIMALS, PAGES, PAIRS, RANGE, RESULTS, THREE, TOOLS, TWO


def play(program, place):
    """Plays every result and makes the pages."""

    def run(*arguments):
        done = subprocess.run([program, *arguments], cwd=place, capture_output=True, text=True, encoding="utf-8")
        if done.returncode:
            sys.exit(f"sim-cli {' '.join(arguments)}: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    for name, words in (("animals.txt", ANIMALS), ("tools.txt", TOOLS)):
        Path(place, name).write_text(words.replace(" ", "\n"), encoding="utf-8")
    for folder, command, agents, games in RESULTS:
        chosen = [word for agent in agents for word in ("--agent", agent)]
        run(*command.split(), *chosen, "--games", str(games), "--seed", "7", "--out", folder)
    run(*"tournament --log halves --games 40 --seed 7 --out stated --agent human --agent".split(), stated.AGENT, "--bot", stated.command())
    run("compare", "limit-8", "limit-6", "--out", "compare")
    searches.play(run, place)
    keywords = named(f"{place}/keywords")
    evaluation.write_clues(f"{place}/clues.csv", read(f"{place}/log", Rules(), keywords), 60)
    run("eval", "decode", "clues.csv", "--agent", "human", "--out", "eval", "--predictions", "guesses.csv")
    for folder in PAGES:
        run("report", folder)


def tables(place):
    """Returns the games of each table of the range: of one agent against itself a game a deal."""
    found = {}
    for name in RANGE:
        logs = []
        for rules in (Rules(), Rules(round_limit=6)):
            folder = f"{'table' if name in PAIRS else 'self'}-{name}-{rules.round_limit}"
            pair = lambda: read(f"{place}/{folder}", rules, named(f"{place}/{folder}"))
            logs.append(pair() if name in PAIRS else people.alone(place, folder, rules, 20))
        found[name] = rules_compare.Matchup(logs, [8, 6], [agent.partition("=")[0] for agent in PAIRS.get(name, [name])])
    return found


def audit(place):
    """Compares everything, and returns the checks."""
    checks = Checks()
    keywords, positions = (named(f"{place}/{folder}") for folder in ("keywords", "positions"))
    log = read(f"{place}/log", Rules(), keywords)
    limits = {n: read(f"{place}/limit-{n}", Rules(round_limit=n), named(f"{place}/limit-{n}")) for n in (6, 7, 8)}
    bits = tournament.audit(checks, f"{place}/log", log, THREE, keywords)
    limit_bits = [tournament.check_deals(checks, f"{place}/limit-{n}", limits[n], TWO) for n in (8, 6)]
    for folder, team_size in [("log", 2), ("talk", 3), ("silent", 3), ("stated", 2), ("limit-8", 2), ("limit-7", 2), ("limit-6", 2)]:
        halves.audit(checks, f"{place}/{folder}", team_size)
    halves.compare_runs(checks, f"{place}/log", f"{place}/keywords")
    talks.audit(checks, f"{place}/talk", f"{place}/silent", TWO)
    stated.audit(checks, f"{place}/stated")
    balance.audit(checks, f"{place}/balance", log, THREE, (keywords, positions))
    for folder, name in [("by-keyword", "keywords"), ("by-card", "cards"), ("by-pair", "pairs")]:
        words.audit(checks, f"{place}/{folder}", name, log)
    league.audit(checks, f"{place}/league", log, THREE, bits)
    compare.audit(checks, f"{place}/compare", (limits[8], limits[6]), limit_bits, TWO)
    evaluation.audit(checks, f"{place}/eval", f"{place}/clues.csv", f"{place}/guesses.csv")
    matchup = rules_compare.Matchup([limits[8], limits[6]], [8, 6], TWO)
    rules_compare.audit_rules(checks, f"{place}/rules", {"": matchup})
    rules_compare.audit_rules(checks, f"{place}/tables", tables(place))
    decks.audit(checks, place, 80)
    people.audit(checks, place)
    searches.audit_exploit(checks, place)
    searches.audit_frontier(checks, place)
    rules_compare.audit_sweep(checks, f"{place}/sweep", limits, TWO)
    ties, ends = balance.share(by_deal(log), lambda game: game.door != "none")
    tied = {(ties, *ends, "")}
    for folder in PAGES:
        pages.audit(checks, f"{place}/{folder}", tied)
    return checks


# A cell of each file that is made wrong, to see that the audit finds it: the row, the column.
WRONG = {
    "log/games.csv": (5, "white_interceptions"),
    "log/halves.csv": (9, "guess_right"),
    "log/deals.csv": (3, "b_intercept_bits"),
    "log/pairings.csv": (1, "a_score_low"),
    "log/rounds.csv": (4, "share"),
    "log/endings.csv": (0, "games"),
    "log/standings.csv": (2, "leaked_bits_high"),
    "log/covariance.csv": (1, "covariance"),
    "log/expected.csv": (2, "expected_score_low"),
    "talk/talk.csv": (0, "gain_high"),
    "stated/halves.csv": (4, "p_understood"),
    "talk/transcripts.csv": (11, "right"),
    "balance/ladder.csv": (0, "share_high"),
    "balance/seats.csv": (0, "white_score"),
    "balance/lengths.csv": (5, "minutes_p95"),
    "balance/skill.csv": (0, "score_low"),
    "balance/kinds.csv": (0, "other_rate"),
    "balance/comebacks.csv": (1, "games"),
    "balance/drama.csv": (3, "share"),
    "balance/whatifs.csv": (1, "shared_difference_high"),
    "by-keyword/keywords.csv": (7, "missed_rate"),
    "by-card/cards.csv": (8, "overheard"),
    "by-pair/pairs.csv": (9, "clues"),
    "league/league.csv": (1, "intercepted_rate"),
    "league/matrix.csv": (1, "score_high"),
    "compare/compare.csv": (0, "difference_low"),
    "eval/eval.csv": (0, "log_loss"),
    "rules/rules.csv": (4, "difference_high"),
    "sweep/sweep.csv": (1, "low"),
}


def spoil(path, number, column):
    """Adds one to the second decimal of a cell, or to the first digit of a whole number."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file))
    at = lines[0].index(column)
    cell = lines[number + 1][at]
    digit = r"(?<=\.\d)\d" if "." in cell else r"\d"
    lines[number + 1][at] = re.sub(digit, lambda found: str((int(found[0]) + 1) % 10), cell, count=1)
    assert lines[number + 1][at] != cell, (path, column, cell)
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(lines)


def test_itself(place):
    """Makes one cell of each file and one number of a page wrong, and returns which of them the audit does not find."""
    for file, (number, column) in WRONG.items():
        spoil(f"{place}/{file}", number, column)
    page = Path(place, "sweep", "report.html")
    text = page.read_text(encoding="utf-8")
    spoilt = re.sub(r"(\d)(?= \(\S+ to )", lambda digit: str((int(digit[0]) + 1) % 10), text, count=1)
    assert spoilt != text
    page.write_text(spoilt, encoding="utf-8")
    found = {line.partition(",")[0].partition(":")[0] for line in audit(place).wrong}
    return [file for file in [*WRONG, "sweep/report.html"] if not {file, file.partition("/")[2]} & found]


def main():
    program, place = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
    place.mkdir(parents=True, exist_ok=True)
    if any(place.iterdir()):
        sys.exit(f"{place}: is not empty; name an empty folder")
    results = place / "results"
    results.mkdir()
    play(program, results)
    checks = audit(results)
    print(f"{checks.count} numbers recomputed from the logs, {len(checks.wrong)} of them differ")
    for line in checks.wrong[:40]:
        print(line)
    if checks.wrong:
        sys.exit(1)
    lacking, recomputed = not_recomputed.differences(unread())
    print(*recomputed, sep="\n", end="\n" if recomputed else "")
    if lacking:
        sys.exit("\n".join(lacking))
    shutil.copytree(results, place / "spoilt")
    missed = test_itself(place / "spoilt")
    if missed:
        sys.exit(f"wrong cells that the audit does not find: {', '.join(missed)}")
    print(f"{len(WRONG) + 1} cells made wrong on purpose, all found")


if __name__ == "__main__":
    main()
