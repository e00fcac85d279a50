"""The example of an endpoint, part by part: how answers are found, what is asked once, and how long it waits."""

import email.utils
import json
import math
import os
import sys
import time

KIT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit")
sys.path[:0] = [KIT, os.path.join(KIT, "examples")]
os.environ["OPENAI_API_KEY"] = "none"
from endpoint_bodies import documents, excerpt, text_of, weights  # noqa: E402
from endpoint_bot import Endpoint  # noqa: E402
from endpoint_client import CHAT, Client, Passing, Refused, refusal_of, retry_after  # noqa: E402
from overhear_bot import CannotGoOn, Declined, Lost, Question  # noqa: E402
from overhear_text import Unusable, parse  # noqa: E402
from overhear_text import answers as said  # noqa: E402

OPTIONS = {param["key"]: param["default"] for param in Endpoint.params}


class Model:
    """A client whose model answers each request with the next text, and keeps the requests."""

    def __init__(self, *texts):
        self.texts, self.bodies = list(texts), []

    def ask(self, body, usage):
        self.bodies.append(body)
        usage["requests"] += 1
        if "prompt" in body:
            return [{"text": text, "logprobs": {"text_offset": [0, len(text) - 8], "token_logprobs": [None, -2.0]}}
                    for text in body["prompt"]]
        return {"content": self.texts[len(self.bodies) - 1]}, "stop"


def bot(prompt, model, **options):
    with open("prompt.txt", "w", encoding="utf-8") as file:
        file.write(prompt)
    made = Endpoint("prompt.txt")
    made.options, made.deck, made.vocabulary = {**OPTIONS, **options}, ["SUN", "RIVER"], []
    made.setup()
    made.client = model
    return made


def question(made, **more):
    return Question(made, {"side": "white", "member": 0, "head": 0, "seed": 0, "history": [], **more})


def answers(found):
    return [answer.value for _, answer in sorted(found, key=lambda pair: pair[0])]


def test_codes_are_found_however_they_are_written():
    for text in ("4-2-1", "421", '"421"', '{"code": 421}', '{"code": "4-2-1", "confidence": 1.23}', '{"Code": "4, 2, 1"}',
                 '{"code": 421, "chance": 1.23}', "[4, 2, 1]", '[NaN, 2, 1] no, [4, 2, 1]', '{"code": [1, 2, 3]} {"code": [4, 2, 1]}',
                 "\ufeff[4,2,1]", "4 2 1", "[[4, 2, 1]]", '{"numbers": ["4", "2", "1"]}', "[4.0, 2.0, 1.0]"):
        assert said.code(text) == [4, 2, 1], text
    for text in ("\uff14\uff0c\uff12\uff0c\uff11", "\u2463\u2461\u2460", "4\ufe0f\u20e3 2\ufe0f\u20e3 1\ufe0f\u20e3", "4, 2 and 1", "4, 2, and 1", "4 & 2 & 1",
                 "four, two, one", "4\u20142\u20141", "4\u20112\u20111", "4 \u2192 2 \u2192 1", "**4**, **2**, **1**", "4-2-1 (80 %)", "4-2-1, 0.7",
                 "| 1st | 2nd | 3rd |\n|---|---|---|\n| 4 | 2 | 1 |", "| clue | number |\n|---|---|\n| a | 4 |\n| b | 2 |\n| c | 1 |",
                 "1) 4\n2) 2\n3) 1", "1. moon: 4\n2. sun: 2\n3. sea: 1", "- moon: 4\n- sun: 2\n- sea: 1", "4\n2\n1", "moon = 4, sun = 2, sea = 1",
                 "Clue 1 is 4, clue 2 is 2, clue 3 is 1", '["4 moon", "2 sun", "1 sea"]', '{"a": 4, "b": 2, "c": 1, "chance": 0.5}', "[4 2 1]",
                 "Not 1-2-3 but 4-2-1", "[1, 2, 3]? No: [4, 2, 1]", "numbers from 1 to 4: 4-2-1", '{"code": "4, 2 and 1"}', "4.2.1"):
        assert said.code(text) == [4, 2, 1], text
    for text in ("4-2-1-3", "4 2 1 3", "[4, 2, 1, 3]", "4213", "[-4, 2, 1]", "[4, -2, 1]", "-4 -2 -1", "[0, 1, 2]", "[4, 2, 5]", "2023-4-2",
                 "10 4 2 1", "1. 4-2-1-3", "the clues 1, 2, 3 and 4", "moon = 4, sun = 2, sea = 4", "moon = 4, sun = 2", "1) a\n2) b\n3) c", "4:21"):
        assert said.code(text) is None, text
    for text in ("4-2-2", "4215", "[4, NaN, 1]", "1.23", '{"code": 422}', "[true, 2, 3]", "", '{"code": 1e400}'):
        assert said.code(text) is None, text


def test_what_stands_beside_a_code_is_none():
    for text in ('{"code": [4, 2, 1], "second_best": [1, 2, 3]}', '{"code": [4, 2, 1], "reasoning": "I first thought [1, 2, 3]"}',
                 '{"code": [4, 2, 1], "reasoning": "not {\\"code\\": [1, 2, 3]}"}', '{"final_answer": [4, 2, 1], "alternatives": [[1, 2, 3]]}',
                 '{"code": [4, 2, 1], "alternatives": [{"code": [1, 2, 3]}]}', '{"thoughts": [1, 2, 3], "final": [4, 2, 1]}',
                 "$4$, $2$, $1$", r"$$\boxed{4,\,2,\,1}$$", r"\boxed{4}\boxed{2}\boxed{1}", r"$4 \to 2 \to 1$", r"\mathbf{4}, \mathbf{2}, \mathbf{1}",
                 "__4__, __2__, __1__", "4, then 2, then 1", "Position 1: 4, position 2: 2, position 3: 1",
                 "moon (4)\nsun (2)\nsea (1)", "keyword 4, keyword 2, keyword 1", "moon belongs to 4, sun to 2, sea to 1",
                 json.dumps(json.dumps({"code": [4, 2, 1]})), '{"answer": {"code": {"1": 4, "2": 2, "3": 1}}}', "[4, 2, 1"):
        assert said.code(text) == [4, 2, 1], text
    for text in ("keyword 4 is between 2 and 1", "moon (4), sun (2)", "$4.2$", "the 1st, 2nd and 3rd clue", "[0.4, 0.2, 0.1]", "1 or 2 or 3"):
        assert said.code(text) is None, text
    assert said.chance('{"answer": {"code": [4, 2, 1], "confidence": 0.5}}', "confidence") == 0.5


def test_a_code_counts_under_its_own_key_alone():
    for text in ('{"previous_code": [1, 2, 3], "my_guess": [4, 2, 1]}', '{"my_guess": [4, 2, 1], "previous_code": [1, 2, 3]}', '{"Final code": "4-2-1", "decoded": 3}',
                 '{"code": [1, 2, 3], "final_code": [4, 2, 1]}', '{"response": {"code": [4, 2, 1]}, "second_best": {"code": [4, 2, 1]}}',
                 "{'code': [4, 2, 1], 'second_best': [1, 2, 3]}", "{'code': (4, 2, 1)}", "{'sure': True, 'code': [4, 2, 1,], 'other': [1, 2, 3]}", '{"code": [4, 2, 1], "second_best": [1, 2, 3], "reas',
                 '{"code": "4-2-1", "reasoning": "I first thought 1-2-3, bu', '{"first_idea": [1, 2, 3], "code": [4, 2, 1]', '[{"code": [4, 2, 1]}]',
                 '{"code": [{"clue": "moon", "number": 4}, {"clue": "sun", "number": 2}, {"clue": "sea", "number": 1}]}', '{"moon": 4, "sun": 2, "sea": 1, "chance": 0.5}'):
        assert said.code(text) == [4, 2, 1], text
    for text in ('{"code": [4, 4, 1], "second_best": [1, 2, 3]}', '{"code": null, "guess": [1, 2, 3]}', '{"code": [4, 2, 1], "answer": [1, 2, 3]}', '{"decoded": [1, 2, 3]}',
                 '{"previous_code": [1, 2, 3]}', '{"previous_code": [1, 2, 3], "code": [4, 2', '{"code": [4, 4, 1]} 1-2-3', '{"code": "unknown", "alternatives": [[1, 2, 3]]}',
                 "{'code': [4, 4, 1], 'second_best': [1, 2, 3]}", '[{"code": [4, 2, 1]}, {"code": [1, 2, 3]}]', '{"reasoning": "not 1-2-3", "idea": "4-2-1"}',
                 '{"keyword 1": 2, "keyword 2": 3, "keyword 3": 1}', '{"code": {"1": 2, "2": 3, "4": 1}}', "4, 2, 5", "round 1, 2, 3", "[" * 300 + "]" * 300, '{"\\u0061nswer": ' * 480 + "1" + "}" * 480, '{"answer": ' * 900 + "1" + "}" * 900):
        assert said.code(text) is None, text


def test_a_text_may_name_clues_and_other_codes():
    for text in ("Not 1-2-3 but 4-2-1", "4-2-1, not 1-2-3", "4-2-1 rather than 1-2-3", "4-2-1\nAlternative: 1-2-3", "Answer: 4-2-1. Second best: 1-2-3", "4, 2, 1 for clues 1, 2, 3",
                 "I first thought 1-2-3. The code is 4-2-1.", "[4, 2, 1]\n\nSecond choice: [1, 2, 3]", "{code: [4, 2, 1], second_best: [1, 2, 3]}",
                 "Clue 1 (moon): 4\nClue 2 (sun): 2\nClue 3 (sea): 1", "| # | clue | keyword |\n|---|---|---|\n| 1 | moon | 4 |\n| 2 | sun | 2 |\n| 3 | sea | 1 |", "first: 4, second: 2, third: 1",
                 "moon \u2192 keyword 4\nsun \u2192 keyword 2\nsea \u2192 keyword 1", "1. **moon**: 4 (DUNE)\n2. **sun**: 2 (FIRE)\n3. **sea**: 1 (WAVE)\n\nI am 80 % sure."):
        assert said.code(text) == [4, 2, 1], text
    for text in ("Clue 1 (moon) is the fourth keyword, clue 2 (sun) the second, clue 3 (sea) the first.", "Keyword 1: clue 2\nKeyword 2: clue 3\nKeyword 3: clue 1",
                 "Keyword 1: clue 2 / Keyword 2: clue 3 / Keyword 3: clue 1", "Keyword 1: 2, keyword 2: 3, keyword 3: 1", "keyword 1 is 2, keyword 2 is 3 and keyword 3 is 1",
                 "Keyword 1 (2)\nKeyword 2 (3)\nKeyword 3 (1)", "| keyword | clue |\n|---|---|\n| 1 | 2 |\n| 2 | 3 |\n| 3 | 1 |", "SUN: clue 2\nSEA: clue 3\nSKY: clue 1",
                 "1 (sea), 2 (sun), 4 (moon)", "4-2-1 or 1-2-3", "[4, 2, 1] or [1, 2, 3]", "I considered [1, 2, 3], but the code is 4-2-1", "clue 3 is 1, clue 1 is 4, clue 2 is 2",
                 "third: 1, first: 4, second: 2", "moon: 4\nsun: 2\nsea: 1\nor sea: 3", "10, 4, 2, 1", "It is not 1-2-3.", "keyword 1, clue 2; keyword 2, clue 3; keyword 3, clue 1"):
        assert said.code(text) is None, text


def test_clues_are_no_keywords_and_no_explanations():
    for text in ('{"keywords": ["SUN", "SEA", "SKY"], "hints": ["apple", "pear", "plum"]}', '{"forbidden_words": ["a", "b", "c"], "clues": ["apple", "pear", "plum"]}',
                 '["apple", "pear", "plum"]\nKeywords: ["SUN", "SEA", "SKY"]', "Sure!\napple, pear, plum\nHope that helps!", "SUN - apple\nSEA - pear\nSKY - plum",
                 "1. apple: a fruit\n2. pear: a fruit too\n3. plum: purple fruit", "1. apple - a fruit\n2. pear - a fruit too\n3. plum - purple", "- **SUN**: apple\n- **SEA**: pear\n- **SKY**: plum",
                 "1. apple\n2. pear\n3. plum\n\nThese are short, simple, clear.", "Clue 1: apple\nClue 2: pear\nClue 3: plum", "SUN: apple, SEA: pear, SKY: plum", '["SUN: apple", "SEA: pear", "SKY: plum"]',
                 "4. apple\n2. pear\n1. plum", "Here are my clues:\napple\npear\nplum", "1. apple, 2. pear, 3. plum", '{"SUN": "apple", "SEA": "pear", "SKY": "plum"}',
                 '{"clue1": "apple", "clue2": "pear", "clue3": "plum"}', '[{"keyword": "SUN", "clue": "apple"}, {"keyword": "SEA", "clue": "pear"}, {"keyword": "SKY", "clue": "plum"}]',
                 "{'clues': ['apple', 'pear', 'plum'], 'keywords': ['SUN', 'SEA', 'SKY']}", '["apple", "pear", "plum"]\nnot ["fig", "kiwi", "lime"]', "Here you go: apple, pear, plum",
                 "My answer is apple, pear, plum", "4 (SUN): apple\n2 (SEA): pear\n1 (SKY): plum"):
        assert said.words(text, 3) == ["apple", "pear", "plum"], text
    for text in ('{"words": ["SUN", "SEA", "SKY"]}', '{"keywords": ["SUN", "SEA", "SKY"]}', '{"forbidden_words": ["sun", "sea", "sky"]}', '{"clues": [1, 2], "hints": ["apple", "pear", "plum"]}',
                 "Sure!\nHere you go!\nHope it helps!", "Which?\nWhy?\nWhen?", "OK.\nLet me think.\nDone.", "apple, pear, plum\nfire, wave, cloud", "1. apple, as it is red\n2. pear, a fruit, sweet\n3. plum, purple, sweet",
                 "SUN: apple\npear: a fruit\nplum", '{"clue": "apple", "keyword": "SUN", "reason": "fruit"}', "1. plum\n2. pear\n4. apple", "apple; pear, plum; fig, lime",
                 '{"1": "plum", "2": "pear", "4": "apple"}', "SUN, SEA and SKY are the keywords, I think"):
        assert said.words(text, 3) is None, text
    for text in ("Sun: apple\nSea: pear\nSky: plum", "1. Sun \u2192 apple\n2. Sea \u2192 pear\n3. Sky \u2192 plum", "APPLE: fruit\nPEAR: fruit\nPLUM: fruit", '{"sun": "apple", "sea": "pear", "sky": "plum"}'):
        assert said.words(text, 3, "clues", ["SKY", "SUN", "MOON", "SEA"]) == ["apple", "pear", "plum"], text
    for text in ('{"keywords": ["SUN", "SEA", "SKY", "FIRE"], "clues": ["a", "b", "c", "d"]}', '["sun", "sea", "sky", "fire"]', "1. SUN\n2. SEA\n3. SKY\n4. FIRE", "SUN, SEA, SKY, FIRE",
                 '{"words": ["SUN", "SEA", "SKY", "FIRE"]}', '{"keyword1": "SUN", "keyword2": "SEA", "keyword3": "SKY", "keyword4": "FIRE"}', "1: SUN\n2: SEA\n3: SKY\n4: FIRE"):
        assert said.words(text, 4, "keywords") == ["sun", "sea", "sky", "fire"], text


def test_what_stands_beside_an_answer_is_read_where_the_answer_is():
    quoted = json.dumps('{"clues": ["apple", "pear", "plum"], "p_understood": 0.9}')
    assert said.words(quoted, 3) == ["apple", "pear", "plum"] and said.chance(quoted, "p_understood") == 0.9
    assert said.remark(json.dumps('{"text": "moon is 4", "code": [4, 2, 1]}')) == {"text": "moon is 4", "code": [4, 2, 1]}
    assert said.remark('{"text": "1-2-3 \u00e0 la \\"moon\\"", "code": [4, 4, 1]}') == {"text": '1-2-3 \u00e0 la "moon"'}
    assert said.remark(json.dumps("I hold 4-2-1 for right.")) == {"text": "I hold 4-2-1 for right.", "code": [4, 2, 1]}
    model = Model('{"clues": ["apple", "pear", "plum"], "p_understood": 0.9}', "Sun: apple\nSea: pear\nSky: plum")
    made = bot("[clues]\n{keywords} {code}", model)
    for code, value in (([1, 2, 3], {"clues": ["apple", "pear", "plum"], "p_understood": 0.9}), ([2, 1, 3], {"clues": ["apple", "pear", "plum"]})):
        found = answers(made.clues([question(made, keywords=["SUN", "SEA", "SKY", "FIRE"], code=code, refused=[])]))
        assert found == [value], found


def test_a_verdict_is_one_number_from_0_to_2():
    for text, number in (('{"refers": 2}', 2), ("2", 2), ("I think: 1", 1), ('{"refers": "0"}', 0), ('<think>1 or 2</think>{"refers": 1}', 1)):
        assert said.verdict(text) == {"refers": number}, text
    for text in ("2: it does. 1: weakly", "3", "none", "10", "1.5"):
        assert said.verdict(text) is None, text
    asked = bot("[judge]\n{clue} for {keyword}?", Model("2"))
    question = Question(asked, {"side": "white", "member": 0, "head": 0, "seed": 0, "history": [], "pair": {"keyword": "castle", "clue": "king"}})
    [(place, answer)] = asked.judge([question])
    assert (place, answer.value, answer.prompt) == (0, {"refers": 2}, "king for castle?")


def test_words_are_found_without_what_stands_around_them():
    for text in ("Clues: apple, pear, plum", "My clues are apple, pear and plum.", "apple\npear\nplum", "1. SUN: apple\n2. SEA: pear\n3. SKY: plum",
                 "1. apple (for SUN)\n2. pear (for SEA)\n3. plum (for SKY)", "apple \u2013 pear \u2013 plum", "apple | pear | plum", "apple, pear, and plum",
                 "apple, pear, plum\n\nThese hint well.",
                 "The clues are: apple, pear and plum, because they fit.", "apple, pear, plum, which all are fruit", '{"clues": "apple, pear, plum"}', '["apple", "pear", "plum",]', r"\boxed{apple, pear, plum}",
                 "<answer>apple, pear, plum</answer>", json.dumps('["apple", "pear", "plum"]'), "```\napple, pear, plum\n```",
                 '{"clues": ["apple", "pear", "plum"], "keywords": ["SUN", "SEA", "SKY"]}', '{"clues": {"4": "apple", "2": "pear", "1": "plum"}}'):
        assert said.words(text, 3) == ["apple", "pear", "plum"], text
    assert said.words("The clues are: salt and pepper, horse, which", 3) == ["salt and pepper", "horse", "which"]
    for text in ("apple, pear, because they fit well", "I cannot, really, help", "I am sorry, I, no", '["apple", "pear"]', "[4, 2, 1]", '["", "pear", "plum"]', '{"clues": "apple"}'):
        assert said.words(text, 3) is None, text


def test_a_megabyte_of_anything_is_read_in_seconds():
    for text in ("\n" * 10**6, "[" * 10**6, '["' * 500000, "{" * 10**6, "1" * 10**6, "I see [it]. " * 80000, "<think>" * 140000,
                 " " * 10**6, "- " * 500000, "1.\n" * 330000, '{"a":' * 200000):
        began = time.process_time()
        for read in (said.code, lambda text: said.words(text, 3), lambda text: said.chance(text, "confidence")):
            assert read(text) is None, text[:10]
        assert said.code(text + "</think>\n[4, 2, 1]") == [4, 2, 1] and time.process_time() - began < 20, text[:10]


def test_parts_of_a_message_that_are_no_text_are_passed_over():
    assert text_of({"content": [{"text": 5}, {"text": "a"}, 7, "b", {"text": {"value": "c"}}, None]}) == "ab"


def test_log_probabilities_that_are_no_numbers_are_none():
    def found(*logs, offsets=(0, 6)):
        choice = {"logprobs": {"text_offset": list(offsets), "token_logprobs": [None, *logs]}}
        return weights([choice], 6, [10])
    assert found(-1.5) == [-1.5]
    for wrong in (math.nan, -math.inf, math.inf, "1", None, True, 10**400):
        assert found(wrong) is None, wrong
    assert found(-1, offsets=(0, "6")) is None


def test_equal_prompts_with_other_words_offered_are_asked_each():
    model = Model('["sun"]', '["moon"]')
    made = bot("[believe]\nWhich word?", model)
    offered = [[["SUN"]], [["MOON"]], [["SUN"]]]
    made.ask = lambda part, questions: [(n, made.answer(part, q)) for n, q in enumerate(questions)]
    said_words, said.words = said.words, lambda text, _, *more: said_words(text, 1, *more)
    try:
        found = made.believe([question(made, ask="now", offered=words) for words in offered])
    finally:
        said.words = said_words
    assert answers(found) == [{"words": ["SUN"]}, {"words": ["MOON"]}, {"words": ["SUN"]}]
    assert len(model.bodies) == 2, "equal words are asked once"


def test_codes_that_are_weighed_draw_nothing():
    hearing = {"round": 1, "clues": ["a", "b", "c"], "keywords": ["SUN", "RIVER", "SUN", "RIVER"]}
    made = bot("[decode]\n{heard}", Model(), logprobs=1, temperature=1.0)
    assert "seed" in made.ignores
    found = answers(made.decode([question(made, **{**hearing, "seed": seed}) for seed in (1, 2, 3)]))
    assert len(made.client.bodies) == 1 and found == [[1.0] * 24] * 3
    for part, options in (("clues", {"logprobs": 1}), ("decode", {"logprobs": 0})):
        made = bot("[%s]\n{heard}" % part, Model(*["[4, 2, 1]"] * 3), temperature=1.0, **options)
        assert "seed" not in made.ignores, part
    answers(made.decode([question(made, **{**hearing, "seed": seed}) for seed in (1, 2, 3)]))
    assert sorted(body["seed"] for body in made.client.bodies) == [1, 2, 3]


def test_members_talk_where_something_tells_them_apart():
    talk = open(os.path.join(KIT, "examples", "discuss.txt"), encoding="utf-8").read()
    for prompt, temperature, alike in (("[decode]\n{heard}", 1.0, True), ("[decode]\n{heard}\n" + talk, 1.0, False),
                                       ("[decode]\n{heard}\n" + talk, 0, True), ("[decode]\n{member} {heard}\n" + talk, 0, False),
                                       ("[system]\nYou are {member}.\n[decode]\n{heard}\n" + talk, 0, False)):
        made = bot(prompt, Model(), temperature=temperature)
        assert made.thinks_alike == alike and ("member" in made.ignores) == ("{member}" not in prompt), prompt
        assert ("discuss" in made.roles()) == ("[discuss]" in prompt)
    words = '{"text": "4-2-1, for a is a river", "code": [1, 2, 3]}'
    model = Model(words, "I hold 4-2-1 for right.", "I do not know.", "", "", '{"text": "", "code": [4, 2, 1]}')
    made = bot("[system]\nYou are {member}.\n[decode]\nAsked: {heard}\n" + talk, model, at_once=1)
    heard = [{"turn": 1, "member": 1, "text": "a river", "code": [1, 2, 3]}]
    asked = [question(made, about="decode", turn=n, last=n == 5, alone=[4, 2, 1], said=heard, clues=["a", "b", "c"], keywords=["SUN"] * 4) for n in range(1, 6)]
    found = [made.answer("discuss", one) for one in asked[:1]]
    made.asked.clear()
    assert found[0].value == {"text": "4-2-1, for a is a river", "code": [1, 2, 3]}
    prompt = model.bodies[0]["messages"][-1]["content"]
    assert model.bodies[0]["messages"][0]["content"] == "You are 1." and "Asked: a / b / c" in prompt
    assert "member 2 (1 2 3): a river" in prompt and "Alone you answered 4 2 1." in prompt and "at most two sentences" in prompt
    for text, value in (("I hold 4-2-1 for right.", {"text": "I hold 4-2-1 for right.", "code": [4, 2, 1]}), ("No idea.", {"text": "No idea."}),
                        ('{"text": "", "code": [4, 2, 1]}', {"text": "", "code": [4, 2, 1]}), ('{"text": "1-2-3 or 4-2-1"}', {"text": "1-2-3 or 4-2-1"}),
                        ("<think>1-2-3</think>", None)):
        assert said.remark(text) == value, text
    last = made.prompts.prompt(asked[-1], "discuss")
    assert "Now answer again" in last


def test_keywords_are_named_as_the_deck_has_them():
    made = bot("[keywords]\n{deck}", Model('["sun", "River", "SUN", "river"]', '["sun", "moon", "sun", "sun"]', "[]"))
    assert answers(made.keywords([question(made)])) == [{"keywords": ["SUN", "RIVER", "SUN", "RIVER"]}]


def test_a_refusal_of_a_reply_names_its_reason():
    made = bot("[decode]\n{heard}", Model("4-4-1"), again=0)
    one = question(made, keywords=["SUN", "RIVER", "SUN", "RIVER"], offered=[["SUN"], ["RIVER"], ["SUN"], ["RIVER"]])
    for text, role, reason in (("", "decode", "the reply is empty"), ("<think>4-2-1", "decode", "the reply is reasoning without an answer"),
                               ("4-4-1", "decode", "4-4-1 is no code: its three digits are different"), ("[4, 2, 5]", "predict", "4-2-5 is no code: each digit is a number from 1 to 4"),
                               ("4-2-1-3", "intercept", "4-2-1-3 has 4 digits, and a code three"), ("4-2-1 or 1-2-3", "decode", "the reply names more than one code: 1-2-3, 4-2-1"),
                               ("I do not know.", "decode", "the reply has no certain code of three different digits from 1 to 4"),
                               ('["apple", "pear"]', "encrypt", "the reply lists 2 clues, and 3 are asked for"), ("Sorry, no.", "clues", "the reply has no certain list of 3 clues"),
                               ('["sun", "river", "moon", "river"]', "keywords", "`moon` is none of the words offered for keyword 3"),
                               ('["sun", "sun", "sun", "river"]', "believe", "`sun` is none of the words offered for keyword 2")):
        try:
            raise AssertionError("%r is read as %r" % (text, parse(text, role, one)))
        except Unusable as unusable:
            assert unusable.reason == reason, (text, unusable.reason)
    for text, role, answer in (("4-2-1", "decode", {"code": [4, 2, 1]}), ('{"code": [4, 2, 1], "confidence": 0.7}', "predict", {"code": [4, 2, 1], "confidence": 0.7}),
                               ('{"clues": ["A", "b", "c"], "p_overheard": 0.2}', "clues", {"clues": ["a", "b", "c"], "p_overheard": 0.2}),
                               ('["sun", "river", "sun", "river"]', "believe", {"words": ["SUN", "RIVER", "SUN", "RIVER"]})):
        assert parse(text, role, one) == answer, text
    failure = []
    try:
        made.answer("decode", question(made, clues=["a", "b", "c"]))
    except Exception as error:
        failure.append(str(error))
    assert failure == ["no answer in what the model says (4-4-1 is no code: its three digits are different): '4-4-1'"]


def test_a_mistake_in_reading_costs_its_own_question():
    made = bot("[decode]\n{heard}", Model("[4, 2, 1]", "[1, 2, 3]"), at_once=1)
    read_code = said.code
    said.code, silent = lambda text: read_code(text) if "4" in text else 1 // 0, sys.stderr
    try:
        with open(os.devnull, "w") as sys.stderr:
            hearing = [question(made, clues=[clue] * 3) for clue in "ab"]
            found = dict(made.decode(hearing))
    finally:
        said.code, sys.stderr = read_code, silent
    assert found[0].value == {"code": [4, 2, 1]} and isinstance(found[1], ZeroDivisionError) and found[1].usage["requests"] == 1


def test_a_wait_that_is_over_is_the_own_wait():
    past = email.utils.formatdate(time.time() - 100, usegmt=True)
    for told, waits in (("-5", [0.25, 0.5]), ("0", [0.25, 0.5]), (past, [0.25, 0.5]), ("soon", [0.25, 0.5]), ("7", [7.0, 7.0]),
                        ("600", [300.0, 300.0]), ("1e300", [])):
        client, slept = Client({**OPTIONS, "tries": 3, "wait": 0.25}, "none"), []
        client.hold = lambda seconds, _, slept=slept: slept.append(seconds)

        def request(*_, told=told):
            raise Passing(Lost("busy"), retry_after(told))
        client.request = request
        try:
            client.send({"messages": []}, {})
        except Lost:
            pass
        assert slept == waits, (told, slept)


def test_an_answer_in_any_envelope_is_read_once():
    def event(text, **more):
        return 'data: %s\n\n' % json.dumps({"choices": [{"index": 0, "delta": {"content": text}, **more}]})
    whole = {"choices": [{"message": {"content": "[4, 2, 1]"}}]}
    streamed = event("[4, ") + event("2, 1]") + event("", finish_reason="stop")
    for body in (streamed, ": waiting\n\n" + streamed + "data: [DONE]\n\n", "data: %s\n\ndata: [DONE]\n\n" % json.dumps(whole),
                 json.dumps([whole]), json.dumps({**whole, "created": 1}).replace("1}", "9" * 5000 + "}"),
                 json.dumps({"choices": [{"message": "[4, 2, 1]"}]}), json.dumps({"choices": [{"delta": {"content": "[4, 2, 1]"}}]}),
                 json.dumps(whole).replace("[4", "voil\\u00e0 \n[4"), json.dumps({"choices": [{"message": {"content": None, "tool_calls": [
                     {"function": {"name": "answer", "arguments": '{"code": [4, 2, 1]}'}}]}}]})):
        usage = {"prompt_tokens": 0, "completion_tokens": 0}
        message, _ = Client(OPTIONS, "none").read("/chat/completions", body.encode(), usage, 0.0)
        assert said.code(text_of(message)) == [4, 2, 1], body[:60]
    latin = json.dumps({"choices": [{"message": {"content": "voil\u00e0 [4, 2, 1]"}}]}, ensure_ascii=False).encode("latin-1")
    assert said.code(documents(latin)[0]["choices"][0]["message"]["content"]) == [4, 2, 1]
    assert documents(event("[4, ").encode()) == [], "a stream that was cut off is no answer"


def test_tokens_that_are_no_count_are_not_counted():
    client = Client(OPTIONS, "none")
    for told, counted in ((7, 7), (7.0, 7), (math.nan, 0), (math.inf, 0), (-3, 0), (True, 0), ("7", 0), (None, 0), (10**40, 0)):
        usage = {"prompt_tokens": 0, "completion_tokens": 0}
        client.count({"prompt_tokens": told}, usage)
        assert usage == {"prompt_tokens": counted, "completion_tokens": 0}, told


def test_a_refusal_that_passes_is_none():
    client, left = Client({**OPTIONS, "wait": 0}, "none"), [Refused("403"), ({"content": "[4, 2, 1]"}, "stop")]

    def request(*_):
        found = left.pop(0)
        if isinstance(found, Exception):
            raise found
        return found
    client.request = request
    assert client.ask({"messages": []}, {})[1] == "stop" and not left
    client.answered, left[:] = math.inf, [Refused("403"), Refused("403")]
    try:
        client.ask({"messages": []}, {})
    except Declined as declined:
        assert str(declined) == "403" and not left


def test_an_answer_that_is_filtered_is_declined():
    made = bot("[decode]\n{heard}", Model("", "[4, 2, 1]"))
    made.client.ask = lambda body, usage: ({"content": ""}, "content_filter")
    (_, found), = made.decode([question(made, clues=["a"] * 3)])
    assert isinstance(found, Declined), found
    assert refusal_of({"content": [{"type": "refusal", "refusal": "no"}]}) == "no" and refusal_of({"content": "yes"}) is None


def test_a_redirect_ends_the_run_unless_there_was_an_answer():
    class Elsewhere:
        code, headers, reason = 307, {"Location": "http://other/"}, "Temporary Redirect"

        def read(self, _):
            return b""

    client = Client(OPTIONS, "none")
    assert isinstance(client.refused(Elsewhere()), CannotGoOn)
    client.answered = time.monotonic()
    assert isinstance(client.refused(Elsewhere()), Passing)


def test_a_key_stands_in_no_message():
    key = "sk-12345678-secret"

    class Rejected:
        code, headers, reason = 401, {}, "Unauthorized"

        def read(self, _):
            return json.dumps({"error": {"message": "x" * 290 + " wrong key " + key}}).encode()

    said = [str(Client(OPTIONS, key).refused(Rejected()))]
    for body in (b"no JSON, but " + key.encode(), json.dumps({"Authorization": "Bearer " + key}).encode()):
        try:
            Client(OPTIONS, key).read(CHAT, body, {}, 0.0)
        except Passing as passing:
            said.append(str(passing.failure))
    assert len(said) == 3 and not any("sk-1" in words for words in said), said
    assert "none" in excerpt(b"none of it is JSON", "none"), "a key that is no secret stays"
    for wrong in ("sk-1234\n5678", "sk-\u201312345678"):
        os.environ["OPENAI_API_KEY"] = wrong
        try:
            Endpoint()
            raise AssertionError("no header can hold it")
        except SystemExit as end:
            assert "OPENAI_API_KEY" in str(end) and "sk-" not in str(end)
    os.environ["OPENAI_API_KEY"] = "none"


def test_a_key_that_was_good_may_be_refused_for_a_while():
    class Unauthorized:
        code, headers, reason = 401, {}, "Unauthorized"

        def read(self, _):
            return b""

    client = Client({**OPTIONS, "wait": 0}, "none")
    for kinds, ends in ((["401", "401"], True), (["401", "answer"], False), (["400", "401", "401"], True), (["400", "401", "answer"], False),
                        (["401", "400", "answer"], False), (["401", "400", "401"], True)):
        left = list(kinds)

        def request(*_, left=left):
            kind = left.pop(0)
            if kind == "401":
                raise client.refused(Unauthorized())
            if kind == "400":
                raise Refused("400")
            return {"content": "[4, 2, 1]"}, "stop"
        client.request = request
        try:
            client.ask({"messages": []}, {})
            assert not ends
        except CannotGoOn as end:
            assert ends and "401" in str(end)
        assert not left, "a key is rejected twice before the end, whatever else is refused"
    left[:] = ["400", "400", "401"]
    try:
        client.ask({"messages": []}, {})
        raise AssertionError("it fails")
    except Lost as failure:
        assert "400" in str(failure) and not left, "a key that is rejected once ends nothing"
    client.answered = time.monotonic()
    assert isinstance(client.refused(Unauthorized()).failure, CannotGoOn), "in the end it ends the run"


def test_bodies_have_one_value_or_several():
    assert documents(b"\xef\xbb\xbf \n[1] {}\r\n") == [1, {}]
    assert documents('{"a": NaN}tail'.encode("utf-16"))[0].keys() == {"a"}
    for nothing in (b"", b" ", b"<html>", b"[" * 10**5, b"\xff\xfe\xff", b'{"a": '):
        assert documents(nothing) == [], nothing[:9]


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
print("done")
