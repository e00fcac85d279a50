"""The chances of the right code in transcripts.csv, as far as the messages of built-in members tell.

A member says its likeliest codes with their chances alone, in whole percent, three a turn. After the talk it believes the geometric
mean of its own belief and of what each other member has said; so does a team of what its members believe. The codes that a member
does not name are known only in sum, so a recomputed chance has bounds.
"""

import math
from dataclasses import dataclass
from itertools import permutations

CODES = ["".join(code) for code in permutations("1234", 3)]
ROUNDING = 1e-5


@dataclass(frozen=True)
class Belief:
    """What is known of a belief: bounds of the chance of every code."""

    low: dict
    high: dict

    def mass(self, codes):
        """Returns the greatest chance of some codes together."""
        return max(0.0, min(sum(self.high[c] for c in codes), 1 - sum(self.low[c] for c in CODES if c not in codes)))

    def knowing(self, code, chance):
        """Returns the belief with the chance of a code as it is printed with six digits."""
        near = (max(0.0, chance - 5e-7), chance + 5e-7)
        return Belief({**self.low, code: near[0]}, {**self.high, code: near[1]})


def stated_percents(messages):
    """Returns the chances that a member has said."""
    parts = [part.split() for row in messages for part in row["text"].split(",")]
    return {code.replace("-", ""): int(percent) for code, percent, _ in parts}


def own_belief(messages, turns):
    """Returns what a member's messages tell of its belief alone. What a full message leaves out is no likelier than what it names,
    and what another one leaves out rounds to 0."""
    said = stated_percents(messages)
    most = min([*said.values(), 50]) + 0.5 if len(said) == 3 * turns else 0.5
    low = {code: max(0.0, said.get(code, 0) - 0.5) / 100 for code in CODES}
    high = {code: (said[code] + 0.5 if code in said else most) / 100 for code in CODES}
    return Belief(low, high)


def stated_belief(messages):
    """Returns the belief that others read from a member's messages: the codes that it does not name share the rest."""
    said = {code: percent / 100 for code, percent in stated_percents(messages).items()}
    other = max(1 - sum(said.values()), 0.01) / (len(CODES) - len(said))
    weights = {code: said.get(code, other) for code in CODES}
    whole = sum(weights.values())
    exact = {code: weight / whole for code, weight in weights.items()}
    return Belief(exact, exact)


def pooled(beliefs, code):
    """Returns bounds of the chance of a code in the geometric mean of beliefs."""
    root = 1 / len(beliefs)
    low, high = ({c: math.prod(getattr(b, end)[c] for b in beliefs) ** root for c in CODES} for end in ("low", "high"))
    others = [c for c in CODES if c != code]
    # Codes that a member has not named may be anything from 0; by Hölder their means add up to no more than the mean of the sums.
    open_codes = [c for c in others if low[c] == 0]
    most = min(sum(high[c] for c in open_codes), math.prod(b.mass(open_codes) for b in beliefs) ** root)
    most += sum(high[c] for c in others if low[c] > 0)
    least = sum(low[c] for c in others)
    return low[code] / (low[code] + most) if low[code] else 0.0, high[code] / (high[code] + least) if high[code] else 0.0


def may_lead(beliefs, code):
    """Whether a code may be the likeliest in the geometric mean of beliefs."""
    least = max(math.prod(belief.low[c] for belief in beliefs) for c in CODES)
    return math.prod(belief.high[code] for belief in beliefs) >= least * (1 - ROUNDING)


def check(checks, place, row, bounds):
    """Compares a chance with its bounds."""
    low, high = bounds[0] * (1 - ROUNDING), bounds[1] * (1 + ROUNDING)
    checks.between(f"{place}, {row['step']} {row['member']}: p_true", float(row["p_true"]), low, high, 1e-6)


def audit_talk(checks, place, talk, half, chance):
    """Compares every chance of a talk. `half` is what the talk is about, and `chance` the column with the team's in the end."""
    code, turns = half["code"], max(int(row["turn"]) for row in talk["message"])
    said = {row["member"]: [m for m in talk["message"] if m["member"] == row["member"]] for row in talk["alone"]}
    beliefs = {}
    for row in talk["alone"]:
        member = row["member"]
        found = own_belief(said[member], turns)
        check(checks, place, row, (found.low[code], found.high[code]))
        percents = stated_percents(said[member])
        likeliest = percents.get(row["code"]) == max(percents.values())
        checks.equal(f"{place}, alone {member}: {row['code']} is the likeliest code of its messages", likeliest, True)
        beliefs[member] = found.knowing(code, float(row["p_true"]))
    check(checks, place, talk["pool"][0], pooled(list(beliefs.values()), code))
    for row in talk["message"] + talk["after"]:
        earlier = {member: [m for m in messages if not row["turn"] or m["turn"] < row["turn"]] for member, messages in said.items()}
        heard = [stated_belief(messages) for member, messages in earlier.items() if member != row["member"] and messages]
        known = [beliefs[row["member"]], *heard]
        checks.equal(f"{place}, {row['step']} {row['member']}: {row['code']} may be the likeliest", may_lead(known, row["code"]), True)
        if row["step"] == "after":
            check(checks, place, row, pooled(known, code))
    checks.cell(place, talk["team"][0], "p_true", half[chance])
