"""Recomputes the numbers of result files and pages from the logs of halves, by code that shares nothing with what wrote them.

Usage: python audit.py PROGRAM FOLDER

PROGRAM is sim-cli; results are written below FOLDER, which must be empty. The standard library is enough. What the logs do not hold is
checked for consistency alone: intervals that resampling makes lie around their numbers.
"""

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
import pages
import people
import rules_compare
import searches
import spoil
import stated
import talks
import tournament
import words
from checks import Checks, unread
from games import Rules, by_deal, read, right_keywords
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
    keywords = right_keywords(f"{place}/keywords")
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
            is_pair = name in PAIRS
            logs.append(read(f"{place}/{folder}", rules) if is_pair else people.games_against_itself(place, folder, rules, 20))
        found[name] = rules_compare.Matchup(logs, [8, 6], [agent.partition("=")[0] for agent in PAIRS.get(name, [name])])
    return found


def audit(place):
    """Compares everything, and returns the checks."""
    checks = Checks()
    keywords, positions = (right_keywords(f"{place}/{folder}") for folder in ("keywords", "positions"))
    log = read(f"{place}/log", Rules(), keywords)
    limits = {n: read(f"{place}/limit-{n}", Rules(round_limit=n)) for n in (6, 7, 8)}
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


# The files whose numbers are recomputed. Each of their columns is made wrong once, to see that the audit finds it.
AUDITED = [
    *(f"log/{name}.csv" for name in "games halves deals pairings rounds endings standings covariance expected".split()),
    *("talk/talk.csv", "talk/transcripts.csv", "stated/halves.csv"),
    *(f"balance/{name}.csv" for name in "ladder seats lengths skill kinds comebacks drama whatifs".split()),
    *("by-keyword/keywords.csv", "by-card/cards.csv", "by-pair/pairs.csv", "league/league.csv", "league/matrix.csv"),
    *("compare/compare.csv", "eval/eval.csv", "rules/rules.csv", "sweep/sweep.csv", "tables/rules.csv"),
    *("decks/decks.csv", "people/people.csv", "exploit/exploit.csv", "frontier/frontier.csv"),
]

# Those that other files follow from.
SOURCES = ["log/games.csv", "log/halves.csv", "log/deals.csv"]


def test_itself(place):
    """Makes a cell of each column and one number of a page wrong; returns how many, and which of them the audit does not find."""
    missed, count = spoil.unnoticed(place, AUDITED, SOURCES, lambda: audit(place).wrong)
    page = Path(place, "sweep", "report.html")
    text = page.read_text(encoding="utf-8")
    spoilt = re.sub(r"(\d)(?= \(\S+ to )", lambda digit: str((int(digit[0]) + 1) % 10), text, count=1)
    assert spoilt != text
    page.write_text(spoilt, encoding="utf-8")
    if not any(line.startswith("sweep/report.html") for line in audit(place).wrong):
        missed.append("sweep/report.html")
    return count + 1, missed


def unlisted(place):
    """Returns the names of result files that no folder of AUDITED holds."""
    audited = {Path(file).name for file in AUDITED}
    return sorted({path.name for path in place.glob("*/*.csv")} - audited)


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
    lacking = [f"{name}: nothing recomputes {', '.join(columns)}" for name, columns in unread().items()]
    if lacking:
        sys.exit("\n".join(lacking))
    shutil.copytree(results, place / "spoilt")
    tried, missed = test_itself(place / "spoilt")
    missed += [f"{name}: AUDITED has no such file" for name in unlisted(results)]
    if missed:
        sys.exit("wrong cells that the audit does not find:\n" + "\n".join(missed))
    print(f"{tried} cells made wrong on purpose, one in each column with numbers: all found")


if __name__ == "__main__":
    main()
