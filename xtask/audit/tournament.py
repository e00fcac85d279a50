"""The files of a tournament, recomputed from its halves."""

import math
from collections import Counter
from statistics import NormalDist, median

import nelo
import ratings
from checks import rows
from games import SIDES, by_deal, deal_means, halves_of, of_agent, right, score_of, share_right
from halves import within_digits
from intervals import bounded_interval, elo, log_loss_ends, mean_of_parts

NATS = math.log(2)

# What of an agent's bits by deal a column is made of: the kind, a factor, and what is added.
BITS = {
    "decode_log_loss": ("decode", -NATS, 0.0),
    "intercept_log_loss": ("intercept", -NATS, 0.0),
    "leaked_bits": ("leak", 1.0, math.log2(24)),
}


def pairings(labels):
    """Returns the pairings of a round robin in order."""
    return [(a, b) for n, a in enumerate(labels) for b in labels[n + 1 :]]


def of_pairing(games, pairing):
    """Returns the games of two agents."""
    return [game for game in games if set(game.agents.values()) == set(pairing)]


def audit(checks, folder, games, labels, keywords, definitions):
    """Compares every file of the tournament, and returns the bits of its agents by deal. `keywords` has the right keywords of each
    game that might need them."""
    check_games(checks, folder, games, labels, keywords)
    bits = check_deals(checks, folder, games, labels)
    check_pairings(checks, folder, games, labels, definitions)
    check_rounds(checks, folder, games, labels)
    check_endings(checks, folder, games, labels)
    check_standings(checks, folder, games, labels, bits)
    ratings.audit(checks, folder, games, labels)
    return bits


def check_games(checks, folder, games, labels, keywords):
    """games.csv has what the halves make of each game. The first agent of a pairing is White in the first game of a pair; keywords
    are named if points leave a tie (R13)."""
    printed = rows(f"{folder}/games.csv")
    checks.equal("games.csv, number of rows", len(printed), len(games))
    for row, game in zip(printed, games):
        expected = {
            "game": game.number,
            "deal": game.deal,
            "pair_half": 1 + (labels.index(game.agents["white"]) > labels.index(game.agents["black"])),
            "white": game.agents["white"],
            "black": game.agents["black"],
            "winner": game.winner or "shared",
            "winner_agent": game.agents[game.winner] if game.winner else None,
            "rounds": game.rounds,
            "door": game.door,
            "step": game.step,
        }
        named = keywords[game.number] if game.step in ("keywords", "shared") else {}
        for side in SIDES:
            expected[f"{side}_interceptions"], expected[f"{side}_miscommunications"] = game.tokens[side]
            expected[f"{side}_keywords_right"] = named.get(side)
        checks.cells(f"games.csv, game {game.number}", row, expected)


def check_deals(checks, folder, games, labels):
    """Compares deals.csv, and returns for each agent its bits by deal: of its team, as Interceptor, and of those who intercept it.

    The log of halves prints probabilities with six digits; the exact sums of deals.csv must lie within what the digits allow.
    """
    printed = {(int(row["deal"]), row["agent_a"], row["agent_b"]): row for row in rows(f"{folder}/deals.csv")}
    bits = {agent: {"decode": {}, "intercept": {}, "leak": {}} for agent in labels}

    def add(agent, kind, deal, unit, parts):
        total, count = bits[agent][kind].get(deal, (0.0, 0))
        bits[agent][kind][deal] = (total + unit, count + parts)

    for pairing in pairings(labels):
        for deal in by_deal(of_pairing(games, pairing)):
            number = deal[0].deal
            row, place = printed[number, *pairing], f"deals.csv, deal {number}, {pairing}"
            a, b = pairing
            white = next(game for game in deal if game.agents["white"] == a)
            black = next(game for game in deal if game.agents["black"] == a)
            checks.cell(place, row, "a_white", white.score("white"))
            checks.cell(place, row, "a_black", black.score("black"))
            checks.cell(place, row, "rounds", sum(game.rounds for game in deal))
            checks.cell(place, row, "tiebreaks", sum(game.door != "none" for game in deal))
            for agent, letter, other in [(a, "a", b), (b, "b", a)]:
                own, _, chances = halves_of(deal, agent)
                checks.cell(place, row, f"{letter}_halves", len(own))
                checks.cell(place, row, f"{letter}_chances", len(chances))
                for kind, of, column in [("decode", own, "p_guess"), ("intercept", chances, "p_interception")]:
                    exact = int(row[f"{letter}_{kind}_bits"]) / 2**32
                    within = within_digits(exact, [half[column] for half in of])
                    checks.equal(f"{place}, {letter}_{kind}_bits within the halves", within, True)
                    if of:
                        add(agent, kind, number, exact, len(of))
                        if kind == "intercept":
                            add(other, "leak", number, exact, len(of))
    return bits


def check_pairings(checks, folder, games, labels, definitions):
    """pairings.csv: scores, pairs, Elo, seats, lengths."""
    printed = rows(f"{folder}/pairings.csv")
    checks.equal("pairings.csv, pairings", [(r["agent_a"], r["agent_b"]) for r in printed], pairings(labels))
    for row in printed:
        a, b = row["agent_a"], row["agent_b"]
        own = of_pairing(games, (a, b))
        place = f"pairings.csv, {a} against {b}"
        scores = [game.score(game.side_of(a)) for game in own]
        pairs = [[game.score(game.side_of(a)) for game in deal] for deal in by_deal(own)]
        means = [sum(pair) / 2 for pair in pairs]
        score, interval = bounded_interval(means, 0, 1)
        white, of_white = bounded_interval([sum(g.score("white") for g in d) / 2 for d in by_deal(own)], 0, 1)
        variance = sum((x - score) ** 2 for x in means) / len(means)
        single = sum((x - score) ** 2 for x in scores) / len(scores)
        variances = {"variance of two independent games": single / 2, "variance of a pair": variance}
        ties = sum(game.door != "none" for game in own)
        rounds = [game.rounds for game in own]
        expected = {
            "games": len(own),
            "pairs": len(pairs),
            "a_wins": scores.count(1.0),
            "b_wins": scores.count(0.0),
            "shared": scores.count(0.5),
            "a_score": score,
            "los": NormalDist().cdf((score - 0.5) / math.sqrt(variance / len(means))),
            "pair_correlation": correlation(pairs),
            "variance_ratio": definitions.value("pairings.csv", "variance_ratio", variances),
            "white_score": white,
            "mean_rounds": sum(rounds) / len(rounds),
            "median_rounds": float(median(rounds)),
            "tiebreaks": ties,
            "tiebreak_rate": ties / len(own),
            "stopped": "played_out",
            # Only a sequential test makes the score of the games played biased.
            "a_score_unbiased": None,
            "elo_unbiased": None,
        }
        expected.update({f"ptnml_{n}": means.count(n / 4) for n in range(5)})
        checks.cells(place, row, expected)
        checks.ends(place, row, ("a_score_low", "a_score_high"), interval)
        checks.ends(place, row, ("white_score_low", "white_score_high"), of_white)
        # An Elo point is some thousandths of a score, whose ends are known to a millionth.
        checks.cells(place, row, {"elo": elo(score), "nelo": nelo.difference(score, variance)}, 1e-3)
        checks.ends(place, row, ("elo_low", "elo_high"), [elo(end) for end in interval], tolerance=1e-3)
        cells = [means.count(n / 4) for n in range(5)]
        checks.ends(place, row, ("nelo_low", "nelo_high"), nelo.ends(cells), tolerance=2e-3)


def correlation(pairs):
    """Returns the correlation of the two games of pairs."""
    means = [sum(pair[n] for pair in pairs) / len(pairs) for n in (0, 1)]
    shared = sum((x - means[0]) * (y - means[1]) for x, y in pairs)
    squares = [sum((pair[n] - means[n]) ** 2 for pair in pairs) for n in (0, 1)]
    return shared / math.sqrt(squares[0] * squares[1])


def check_rounds(checks, folder, games, labels):
    """rounds.csv: lengths of each pairing's games."""
    for row in rows(f"{folder}/rounds.csv"):
        own = of_pairing(games, (row["agent_a"], row["agent_b"]))
        count = sum(game.rounds == int(row["rounds"]) for game in own)
        place = f"rounds.csv, {row['agent_a']}, {row['agent_b']}, {row['rounds']}"
        checks.cells(place, row, {"games": count, "share": count / len(own)})


def check_endings(checks, folder, games, labels):
    """endings.csv: what decided the games. No ending of the log is missing."""
    printed = rows(f"{folder}/endings.csv")
    for pairing in pairings(labels):
        own = of_pairing(games, pairing)
        counts = Counter((game.door, game.step, game.winner or "shared") for game in own)
        for row in (row for row in printed if (row["agent_a"], row["agent_b"]) == pairing):
            key = (row["door"], row["step"], row["winner"])
            count = counts.pop(key, 0)
            checks.cells(f"endings.csv, {pairing}, {key}", row, {"games": count, "share": count / len(own)})
        checks.equal(f"endings.csv, {pairing}: endings without a row", dict(counts), {})


def check_standings(checks, folder, games, labels, bits):
    """standings.csv: scores, rates and log losses."""
    printed = rows(f"{folder}/standings.csv")
    checks.equal("standings.csv, agents", sorted(row["agent"] for row in printed), sorted(labels))
    scores = [float(row["score"]) for row in printed]
    checks.equal("standings.csv, order", scores, sorted(scores, reverse=True))
    for row in printed:
        agent, place = row["agent"], f"standings.csv, {row['agent']}"
        own = of_agent(games, agent)
        results = list(map(score_of(agent), own))
        score, interval = bounded_interval(deal_means(own, score_of(agent)), 0, 1)
        given, exposed, chances = halves_of(own, agent)
        missed = sum(not right(half, "guess") for half in given)
        caught = sum(right(half, "interception") for half in chances)
        expected = {
            "games": len(own),
            "wins": results.count(1.0),
            "losses": results.count(0.0),
            "shared": results.count(0.5),
            "score": score,
            "mean_rounds": sum(game.rounds for game in own) / len(own),
            "halves": len(given),
            "miscommunications": missed,
            "miscommunication_rate": missed / len(given),
            "interception_chances": len(chances),
            "interceptions": caught,
            "interception_rate": caught / len(chances),
            "intercepted_rate": share_right(exposed, "interception"),
            "illegal_clues": sum(len(half["refused"].split("/")) for half in given if half["refused"]),
            "faults": 0,
            "stopped": "played_out",
        }
        checks.cells(place, row, expected)
        checks.ends(place, row, ("score_low", "score_high"), interval)
        for column in BITS:
            check_bits(checks, place, row, column, bits[agent])


def check_bits(checks, place, row, column, bits):
    """Compares a mean of bits or nats and its interval."""
    kind, factor, offset = BITS[column]
    deals = list(bits[kind].values())
    mean, error, _ = mean_of_parts(deals)
    checks.cell(place, row, column, factor * mean + offset)
    losses = log_loss_ends(-mean, error, len(deals), sum(parts for _, parts in deals))
    ends = sorted(-factor * loss + offset for loss in losses)
    checks.ends(place, row, (f"{column}_low", f"{column}_high"), ends)
