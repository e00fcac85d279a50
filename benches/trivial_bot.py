"""A bot that hardly thinks: what is measured with it is the wire, and Python's own JSON. For `wire`."""

import json
import sys


def say(message):
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


ROLES = ["encrypt", "decode", "intercept", "keywords"]
for line in sys.stdin:
    told = json.loads(line)
    if "ask" in told:
        answers = []
        for ask in told["ask"]:
            answer, role = {"id": ask["id"]}, ask["role"]
            if role == "encrypt":
                first = ask["seed"] % 19000
                answer["clues"] = [first, first + 400, first + 800]
            elif role == "keywords":
                answer["keywords"] = [1, 2, 3, 4]
            else:
                answer["code"] = [1, 2, 3]
            answers.append(answer)
        say({"answers": answers})
    elif "hello" in told:
        say({"hello": {"protocol": 1, "name": "trivial", "version": "1", "roles": ROLES, "thinks_alike": True}})
    elif "setup" in told:
        say({"ready": True})
    else:
        break
