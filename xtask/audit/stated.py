"""The chances that a bot states of its clues, in halves.csv: this file is the bot, and knows what it has said."""

import sys
from pathlib import Path

AGENT = "mine/bayes"


def chances(number, code):
    """Returns the chances that the bot states for a code in a round: none of the second in round 1, none at all in round 4."""
    understood = (100 * number + code) / 1000
    overheard = code / 500
    return {1: (understood, None), 4: (None, None)}.get(number, (understood, overheard))


def command():
    """Returns the value of `--bot`."""
    return f"mine={sys.executable} {Path(__file__).resolve()}"


def audit(checks, folder):
    """Compares the chances of every half."""
    from checks import rows

    table, name = rows(f"{folder}/halves.csv"), f"{Path(folder).name}/halves.csv"
    checks.equal(f"{name}, has halves of the bot", any(row["agent"] == AGENT for row in table), True)
    for row in table:
        place = f"{name}, game {row['game']}, round {row['round']}, {row['side']}"
        said = chances(int(row["round"]), int(row["code"])) if row["agent"] == AGENT else (None, None)
        checks.cells(place, row, dict(zip(("p_understood", "p_overheard"), said)))


def serve():
    """Answers as the bot."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bots" / "kit"))
    from overhear_bot import Bot, serve

    class Stating(Bot):
        name, version = "mine", "1"

        def clues(self, questions):
            return [self.answer(question) for question in questions]

        def answer(self, question):
            clues = [7 * len(question.given) + 50 * len(question.refused) + 13 * digit + 1 for digit in question.code]
            said = chances(question.round, int("".join(map(str, question.code))))
            stated = {key: p for key, p in zip(("p_understood", "p_overheard"), said) if p is not None}
            return {"clues": clues, **stated}

    serve(Stating())


if __name__ == "__main__":
    serve()
