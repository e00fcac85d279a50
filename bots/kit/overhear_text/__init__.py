"""The text interface of a language model: prompts from questions, and answers from replies. It needs nothing but Python (3.9 or later).

    prompts = Prompts(open("prompt.txt", encoding="utf-8").read())
    text = prompts.prompt(question, "decode")      # a Question of overhear_bot.py
    answer = parse(reply, "decode", question)      # {"code": [4, 2, 1]}, or Unusable with the reason

`endpoint_bot.py` asks by it. The Python package has it as `overhear.text`.
"""

from .parse import Unusable, parse
from .prompts import PARTS, Prompts

__all__ = ["PARTS", "Prompts", "Unusable", "parse"]
