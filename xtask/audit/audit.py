"""Recomputes the numbers of result files and pages from the logs of halves, by code that shares nothing with what wrote them.

Usage: python audit.py PROGRAM FOLDER

PROGRAM is sim-cli; results are written below FOLDER, which must be empty. The standard library is enough. What the logs do not hold is
checked for consistency alone: intervals that resampling makes lie around their numbers.
"""

import re
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
import rule_search
import rules_compare
import searches
import spoil
import stated
import talks
import tournament
import words
from calls import Calls
from checks import Checks, unread
from definitions import read_definitions
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
    Path(place, "schema.json").write_text(run("schema"), encoding="utf-8")
    run("compare", "limit-8", "limit-6", "--out", "compare")
    searches.play(run, place)
    rule_search.play(run, place, TWO)
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


def audit(place, call, checks=None):
    """Compares everything by calls, and returns the checks."""
    checks, definitions = checks or Checks(), read_definitions(f"{place}/schema.json")
    for file in AUDITED:
        call(checks, definitions.audit, f"{place}/{file}")
    keywords, positions = (call(None, right_keywords, f"{place}/{folder}") for folder in ("keywords", "positions"))
    log = call(None, read, f"{place}/log", Rules(), keywords)
    limits = {n: call(None, read, f"{place}/limit-{n}", Rules(round_limit=n)) for n in (6, 7, 8)}
    bits = call(checks, tournament.audit, f"{place}/log", log, THREE, keywords, definitions)
    limit_bits = [call(checks, tournament.check_deals, f"{place}/limit-{n}", limits[n], TWO) for n in (8, 6)]
    for folder, team_size in [("log", 2), ("talk", 3), ("silent", 3), ("stated", 2), ("limit-8", 2), ("limit-7", 2), ("limit-6", 2)]:
        call(checks, halves.audit, f"{place}/{folder}", team_size)
    call(checks, halves.compare_runs, f"{place}/log", f"{place}/keywords")
    call(checks, talks.audit, f"{place}/talk", f"{place}/silent", TWO)
    call(checks, stated.audit, f"{place}/stated")
    call(checks, balance.audit, f"{place}/balance", log, THREE, (keywords, positions))
    for folder, name in [("by-keyword", "keywords"), ("by-card", "cards"), ("by-pair", "pairs")]:
        call(checks, words.audit, f"{place}/{folder}", name, log)
    call(checks, league.audit, f"{place}/league", log, THREE, bits)
    call(checks, compare.audit, f"{place}/compare", (limits[8], limits[6]), limit_bits, TWO)
    call(checks, evaluation.audit, f"{place}/eval", f"{place}/clues.csv", f"{place}/guesses.csv")
    matchup = call(None, rules_compare.Matchup, [limits[8], limits[6]], [8, 6], TWO)
    call(checks, rules_compare.audit_rules, f"{place}/rules", {"": matchup})
    call(checks, rules_compare.audit_rules, f"{place}/tables", call(None, tables, place))
    call(checks, decks.audit, place, 80)
    call(checks, people.audit, place)
    call(checks, searches.audit_exploit, place)
    call(checks, searches.audit_frontier, place)
    call(checks, rules_compare.audit_sweep, f"{place}/sweep", limits, TWO)
    call(checks, rule_search.audit, place, limits, TWO)
    tied = call(None, tied_games, log)
    for folder in PAGES:
        call(checks, pages.audit, f"{place}/{folder}", tied)
    return checks


def tied_games(log):
    """Returns the share of games that came to the tiebreaker, as pages print it."""
    ties, ends = balance.share(by_deal(log), lambda game: game.door != "none")
    return {(ties, *ends, "")}


# The files whose numbers are recomputed. Each of their columns is made wrong once, to see that the audit finds it.
AUDITED = [
    *(f"log/{name}.csv" for name in "games halves deals pairings rounds endings standings covariance expected".split()),
    *("talk/talk.csv", "talk/transcripts.csv", "stated/halves.csv"),
    *(f"balance/{name}.csv" for name in "ladder seats lengths skill kinds comebacks drama whatifs".split()),
    *("by-keyword/keywords.csv", "by-card/cards.csv", "by-pair/pairs.csv", "league/league.csv", "league/matrix.csv"),
    *("compare/compare.csv", "eval/eval.csv", "rules/rules.csv", "sweep/sweep.csv", "tables/rules.csv"),
    *("decks/decks.csv", "people/people.csv", "exploit/exploit.csv", "frontier/frontier.csv", "search/search.csv"),
]

# Those that other files follow from.
SOURCES = ["log/games.csv", "log/halves.csv", "log/deals.csv"]


def test_itself(place, call):
    """Makes a cell of each column and one number of a page wrong; returns how many, and which of them the audit does not find."""

    def wrong(spoilt, is_one_enough=False):
        call.again(spoilt)
        return audit(place, call, Checks(is_one_enough)).wrong

    missed, count = spoil.unnoticed(place, AUDITED, SOURCES, wrong)
    page = Path(place, "sweep", "report.html")
    text = page.read_text(encoding="utf-8")
    spoilt = re.sub(r"(\d)(?= \(\S+ to )", lambda digit: str((int(digit[0]) + 1) % 10), text, count=1)
    assert spoilt != text
    page.write_text(spoilt, encoding="utf-8")
    if not any(line.startswith("sweep/report.html") for line in wrong([page])):
        missed.append("sweep/report.html")
    page.write_text(text, encoding="utf-8")
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
    call = Calls()
    checks = audit(results, call)
    print(f"{checks.count} numbers recomputed from the logs, {len(checks.wrong)} of them differ")
    for line in checks.wrong[:40]:
        print(line)
    if checks.wrong:
        sys.exit(1)
    lacking = [f"{name}: nothing recomputes {', '.join(columns)}" for name, columns in unread().items()]
    if lacking:
        sys.exit("\n".join(lacking))
    tried, missed = test_itself(results, call)
    missed += [f"{name}: AUDITED has no such file" for name in unlisted(results)]
    if missed:
        sys.exit("wrong cells that the audit does not find:\n" + "\n".join(missed))
    print(f"{tried} cells made wrong on purpose, one in each column with numbers: all found")


if __name__ == "__main__":
    main()
