"""The files of `balance`, recomputed from the log of halves of a tournament on the same deals."""

import math
from collections import defaultdict
from statistics import median

from checks import rows
from games import SIDES, Rules, added, broken_tie, by_deal, leader, opposite, picks, points, right, way_out
from intervals import bounded_interval, bounded_ratio
from tournament import of_pairing, pairings

RULES = Rules()
STEPS = ("tokens", "points", "keywords", "shared")

# The rules that each what-if is judged by; those with position=True count keywords by position.
WHAT_IFS = {
    "tiebreak=keywords_points": Rules(tiebreak="keywords_points"),
    "tiebreak=points": Rules(tiebreak="points"),
    "tiebreak=keywords": Rules(tiebreak="keywords"),
    "tiebreak=shared": Rules(tiebreak="shared"),
    "interception_points=2": Rules(interception_points=2),
    "miscommunication_points=-2": Rules(miscommunication_points=-2),
    "miscommunication_points=0": Rules(miscommunication_points=0),
    "keyword_match=position": Rules(position=True),
    "final_tie=white": Rules(final_tie="white"),
    "final_tie=black": Rules(final_tie="black"),
    "final_tie=more_interceptions": Rules(final_tie="more_interceptions"),
    "final_tie=fewer_miscommunications": Rules(final_tie="fewer_miscommunications"),
}


def kind(step):
    """Returns how the tables call what decided a game."""
    return step if step in ("points", "keywords", "shared") else "shared" if step in ("final_tie", "sudden_death") else "tokens"


def groups(games, labels):
    """Returns the games of each pairing, and of all together."""
    found = {pairing: of_pairing(games, pairing) for pairing in pairings(labels)}
    return {**found, ("*", "*"): games}


def share(deals, counts):
    """Returns a share of all games with its interval."""
    return bounded_ratio([(sum(map(counts, deal)), len(deal)) for deal in deals])


def ratio(deals, value, counts):
    """Returns the mean value of the games that count, by the deals that have some."""
    sums = [(sum(value(g) for g in deal if counts(g)), sum(map(counts, deal))) for deal in deals]
    sums = [(y, n) for y, n in sums if n]
    return bounded_ratio(sums) if sums else None


def check_share(checks, place, row, deals, counts, columns=("share", "share_low", "share_high")):
    """Compares a count, its share and the interval, which is empty only where the rules may leave no choice."""
    value, ends = share(deals, counts)
    checks.cells(place, row, {"games": sum(counts(g) for deal in deals for g in deal), columns[0]: value})
    checks.ends(place, row, columns[1:], ends, certain=value in (0.0, 1.0))


def check_score(checks, place, row, column, deals, value, counts):
    """Compares the number of games and a mean score in them."""
    found = ratio(deals, value, counts)
    checks.cell(place, row, "games", sum(counts(g) for deal in deals for g in deal))
    checks.cell(place, row, column, found and found[0])
    if found:
        checks.ends(place, row, (f"{column}_low", f"{column}_high"), found[1], certain=found[0] in (0.0, 0.5, 1.0))


def cut(row):
    """Returns which games a row of ladder.csv counts."""
    by, value = row["by"], row["value"]
    return {
        "all": lambda game: True,
        "door": lambda game: game.door == value,
        "round": lambda game: str(game.rounds) == value,
        "winner": lambda game: (game.winner or "shared") == value,
    }[by]


def audit(checks, folder, games, labels, keywords):
    """Compares every file of a report on balance. `keywords` has two maps from games to right keywords: as sets, by position."""
    for pairing, own in groups(games, labels).items():
        deals = by_deal(own)
        of = lambda name: [r for r in rows(f"{folder}/{name}.csv") if (r["agent_a"], r["agent_b"]) == pairing]
        for row in of("ladder"):
            fits = cut(row)
            counts = lambda game, row=row: fits(game) and kind(game.step) == row["step"]
            check_share(checks, f"ladder.csv, {pairing}, {row['by']} {row['value']} {row['step']}", row, deals, counts)
        for row in of("seats"):
            counts = lambda game, row=row: row["step"] in ("all", kind(game.step))
            place = f"seats.csv, {pairing}, {row['step']}"
            check_score(checks, place, row, "white_score", deals, lambda game: game.score("white"), counts)
        check_lengths(checks, of("lengths"), own, deals, pairing)
        check_keys(checks, of, own, pairing)
        check_drama(checks, of("drama"), own, deals, pairing)
        check_comebacks(checks, of("comebacks"), deals, pairing)
        if pairing != ("*", "*"):
            check_teams(checks, of, deals, pairing)
        check_what_ifs(checks, of("whatifs"), deals, pairing, keywords)


def check_keys(checks, of, own, pairing):
    """ladder.csv and drama.csv have a row for whatever the rules allow, even if no game is so, and for every number of lead changes."""
    rounds = range(1, RULES.round_limit + 1)
    cuts = {"all": [""], "door": ["none", *"abcd"], "round": map(str, rounds), "winner": [*SIDES, "shared"]}
    ladder = [(by, value, step) for by, values in cuts.items() for value in values for step in STEPS]
    checks.equal(f"ladder.csv, {pairing}: rows", [(r["by"], r["value"], r["step"]) for r in of("ladder")], ladder)
    changes = range(max(map(lead_changes, own)) + 1)
    drama = [("open_after_round", str(n)) for n in rounds[:-1]] + [("lead_changes", str(n)) for n in changes]
    drama += [("last_round", name) for name in ("kept", "opened", "turned", "shared")] + [("settled_by_first_half", "")]
    checks.equal(f"drama.csv, {pairing}: rows", [(r["quantity"], r["value"]) for r in of("drama")], drama)


def minutes(game):
    """Returns the assumed minutes of a game: 5, each round 1 + 1 + twice 1.25, and 2 to name keywords."""
    named = game.door != "none" and kind(game.step) in ("keywords", "shared")
    return 5 + 4.5 * game.rounds + 2 * named


def check_lengths(checks, printed, own, deals, pairing):
    """lengths.csv: rounds and minutes."""
    low, high = 1, RULES.round_limit
    mean, ends = bounded_ratio([(sum(g.rounds for g in deal), len(deal)) for deal in deals], low, high)
    taken = sorted(map(minutes, own))
    quantile = lambda part: taken[math.ceil(part * len(taken)) - 1]
    for row in printed:
        place = f"lengths.csv, {pairing}, {row['rounds']}"
        check_share(checks, place, row, deals, lambda game, row=row: game.rounds == int(row["rounds"]))
        expected = {
            "mean_rounds": mean,
            "median_rounds": float(median(g.rounds for g in own)),
            "minutes": 5 + 4.5 * int(row["rounds"]),
            "mean_minutes": sum(taken) / len(taken),
            "minutes_p5": quantile(0.05),
            "minutes_p95": quantile(0.95),
        }
        checks.cells(place, row, expected)
        checks.ends(place, row, ("mean_rounds_low", "mean_rounds_high"), ends)


def ahead(tokens):
    """Returns the side that leads on points."""
    return leader({side: RULES.points(tokens, side) for side in SIDES})


def lead_changes(game):
    """Returns how often the lead passes from one team to the other."""
    leaders = [side for side in map(ahead, game.after) if side]
    return sum(one != other for one, other in zip(leaders, leaders[1:]))


def last_round(game):
    """Returns what the last round made of the lead before it."""
    before = ahead(game.after[-2])
    if game.winner is None:
        return "shared"
    return "opened" if before is None else "kept" if before == game.winner else "turned"


def is_settled(game):
    """Whether the first half of the last round leaves one winner, whatever the second brings."""
    first = next(half for half in game.halves if int(half["round"]) == game.rounds)
    tokens = added(game.after[-2], first)
    second, other = opposite(first["side"]), first["side"]
    winners = set()
    for caught in (0, 1) if game.rounds > 1 else (0,):
        for missed in (0, 1):
            end = dict(tokens)
            end[other] = (end[other][0] + caught, end[other][1])
            end[second] = (end[second][0], end[second][1] + missed)
            way = way_out(end, game.rounds, RULES)
            if way and way[0] == "won":
                winners.add(way[2])
            elif way:
                step, winner = broken_tie(end, RULES, {"white": 0, "black": 0})
                winners.add(winner if step == "points" else None)
            else:
                winners.add(None)
    return len(winners) == 1 and None not in winners


def check_drama(checks, printed, own, deals, pairing):
    """drama.csv: how long games stay open."""
    facts = {id(g): (lead_changes(g), last_round(g), is_settled(g)) for g in own}
    for row in printed:
        value = row["value"]
        counts = {
            "open_after_round": lambda game: game.rounds > int(value),
            "lead_changes": lambda game: facts[id(game)][0] == int(value),
            "last_round": lambda game: facts[id(game)][1] == value,
            "settled_by_first_half": lambda game: facts[id(game)][2],
        }[row["quantity"]]
        check_share(checks, f"drama.csv, {pairing}, {row['quantity']} {value}", row, deals, counts)


def check_comebacks(checks, printed, deals, pairing):
    """comebacks.csv: every state of tokens from which a team that is behind goes on."""
    found = defaultdict(lambda: defaultdict(list))
    for number, deal in enumerate(deals):
        for game in deal:
            for n, tokens in enumerate(game.after[:-1]):
                side = ahead(tokens)
                if side and (n == 0 or tokens != game.after[n - 1]):
                    behind = opposite(side)
                    found[tokens[behind] + tokens[side]][number].append(game.score(behind))
    for row in printed:
        state = tuple(int(row[c]) for c in ("interceptions", "miscommunications", "opponent_interceptions", "opponent_miscommunications"))
        scores = found.pop(state, {})
        value, ends = bounded_ratio([(sum(s), len(s)) for s in scores.values()])
        place = f"comebacks.csv, {pairing}, {state}"
        checks.cells(place, row, {"games": sum(map(len, scores.values())), "score": value})
        checks.ends(place, row, ("score_low", "score_high"), ends)
    checks.equal(f"comebacks.csv, {pairing}: states without a row", sorted(found), [])


def slips(deals, agent, secret):
    """Returns how often an agent's codes are missed, or overheard where they could be, on the deals that choose the team."""
    halves = [h for d in deals for g in d if picks(g) for h in g.halves if h["agent"] == agent]
    if secret:
        halves = [half for half in halves if half["interception"]]
        wrong = sum(right(half, "interception") for half in halves)
    else:
        wrong = sum(not right(half, "guess") for half in halves)
    return wrong / len(halves)


def chosen(deals, pairing):
    """Returns the team that is better, clearer, more secretive on every fifth deal; nothing for equal ones."""
    a, b = pairing
    scores = [game.score(game.side_of(a)) for deal in deals for game in deal if picks(game)]
    lead = {"better": sum(scores) / len(scores) - 0.5}
    for name, secret in [("clear", False), ("secret", True)]:
        lead[name] = slips(deals, b, secret) - slips(deals, a, secret)
    return {name: None if by == 0 else a if by > 0 else b for name, by in lead.items()}


def check_teams(checks, of, deals, pairing):
    """skill.csv and kinds.csv: the score of a team that is chosen on every fifth deal, on the others."""
    rest = [deal for deal in deals if not picks(deal[0])]
    teams = chosen(deals, pairing)
    for name, column, other_column in [("skill", "better", "worse"), ("kinds", "team", "other")]:
        for row in of(name):
            team = teams[row.get("kind", "better")]
            other = next((agent for agent in pairing if team not in (agent, None)), None)
            place = f"{name}.csv, {pairing}, {row.get('kind', '')} {row['step']}"
            checks.cells(place, row, {column: team, other_column: other})
            if name == "kinds":
                # Where no team is chosen, the row names the teams in their order.
                rates = [slips(deals, agent, row["kind"] == "secret") for agent in (row["team"], row["other"])]
                checks.cells(place, row, {"team_rate": rates[0], "other_rate": rates[1]})
            counts = lambda game, row=row: row["step"] in ("all", kind(game.step))
            check_score(checks, place, row, "score", rest, lambda game: game.score(game.side_of(team)), counts)


def check_what_ifs(checks, printed, deals, pairing, keywords):
    """whatifs.csv: the same games by other tiebreakers."""
    checks.equal(f"whatifs.csv, {pairing}: changes", sorted(r["change"] for r in printed), sorted(WHAT_IFS))
    teams = chosen(deals, pairing) if pairing != ("*", "*") else {"better": None, "clear": None, "secret": None}
    for row in printed:
        rules, place = WHAT_IFS[row["change"]], f"whatifs.csv, {pairing}, {row['change']}"
        named = keywords[rules.position]
        judged = {id(g): g.judge(rules, named.get(g.number)) for deal in deals for g in deal}
        steps = [kind(step) for _, step, _ in judged.values()]
        expected = {"games": len(steps), "method": "judged again", **{step: steps.count(step) for step in STEPS}}
        expected["changed"] = sum(judged[id(g)][2] != g.winner for deal in deals for g in deal)
        checks.cells(place, row, expected)

        def compare(column, value, used):
            if value is None:
                checks.cell(place, row, column, None)
                return
            each = [sum(value(g, judged[id(g)][2]) - value(g, g.winner) for g in d) / len(d) for d in used]
            difference, ends = bounded_interval(each, -1, 1)
            checks.cell(place, row, column, difference)
            checks.ends(place, row, (f"{column}_low", f"{column}_high"), ends)

        compare("shared_difference", lambda game, winner: float(winner is None), deals)
        compare("white_difference", lambda game, winner: points(winner, "white"), deals)
        rest = [deal for deal in deals if not picks(deal[0])]
        for name, team in teams.items():
            value = team and (lambda game, winner, team=team: points(winner, game.side_of(team)))
            compare(f"{name}_difference", value, rest)
