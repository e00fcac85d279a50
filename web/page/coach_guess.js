// A friend overhears a finished game, round by round, and is scored against the computer. No game is played: every
// clue was given before.

import { $, element, of100 } from "./dom.js";
import { inLanguage } from "./language.js";
import { failed, finding, settle, state } from "./strip.js";

const plain = (code) => code.replaceAll(/[^1-4]/g, "");

/** Shows the rounds one by one. */
export class Guessing {
  place; rounds; overheard; at; mine; theirs;

  constructor(place, rounds, overheard) {
    Object.assign(this, { place, rounds, overheard, at: 0, mine: 0, theirs: 0 });
    this.codes = Object.fromEntries([1, 2, 3, 4].map((digit) => [digit, []]));
    this.next();
  }

  next() {
    const round = this.rounds[this.at];
    if (!round) { this.end(); return; }
    finding(`Round ${this.at + 1} of ${this.rounds.length}: which code is it?`);
    state("guessing");
    const box = element("input", { id: "guess", inputmode: "numeric", autocomplete: "off", "aria-label": "Your code", placeholder: "4-2-1", maxlength: 5 });
    const known = Object.entries(this.codes).map(([digit, clues]) => element("div", { class: "keyword" }, element("h3", {}, `Keyword ${digit}`), element("p", {}, clues.join(", ") || "—")));
    this.place.replaceChildren(element("section", { class: "panel" }, element("h2", {}, round.clues.join(" · ")),
      element("form", { class: "row", onsubmit: (event) => { event.preventDefault(); this.guess(box); } }, element("label", { for: "guess" }, "Their code"), box, element("button", { type: "submit", id: "guess-ask" }, "Submit")),
      element("p", { id: "guess-problem", class: "notice field-problem", role: "alert", hidden: true }),
      element("h2", {}, "What was said before"), element("div", { class: "keywords" }, ...known)));
    box.focus();
  }

  guess(box) {
    const code = plain(box.value);
    if (code.length !== 3 || new Set(code).size !== 3) {
      $("guess-problem").hidden = false;
      $("guess-problem").textContent = "write three different digits from 1 to 4, such as 4-2-1";
      box.setAttribute("aria-invalid", "true");
      return;
    }
    const { clues, code: right } = this.rounds[this.at], machine = this.overheard[this.at], isRight = code === plain(right);
    const theirs = plain(machine.guess) === plain(right);
    this.mine += Number(isRight);
    this.theirs += Number(theirs);
    [...plain(right)].forEach((digit, n) => this.codes[digit].push(clues[n]));
    this.at += 1;
    finding(isRight ? `Right: it was ${right}.` : `It was ${right}.`);
    this.place.replaceChildren(element("section", { class: "panel" }, element("h2", {}, clues.join(" · ")),
      element("p", {}, `You said ${[...code].join("-")}; it was ${[...plain(right)].join("-")}. The computer guessed ${machine.guess}, and gave the right code a chance of ${of100(machine.p_right)} of 100.`),
      element("p", { id: "score" }, `You ${this.mine}, the computer ${this.theirs}.`),
      element("button", { type: "button", id: "guess-next", onclick: () => this.next() }, this.at < this.rounds.length ? "Next round" : "See the end")));
    $("guess-next").focus();
  }

  end() {
    const all = this.rounds.length;
    finding(`You overheard ${this.mine} of ${all} codes, the computer ${this.theirs}.`);
    this.place.replaceChildren(element("section", { class: "panel" }, element("h2", {}, "The end"), element("p", {}, "The keywords stay with the friend who sent you this link: guess them, and ask."),
      element("a", { href: inLanguage("#page=coach") }, "Go through a game of your own")));
    settle();
    state("complete");
  }
}

/** Reads the rounds of a link, and begins. */
export async function guessing(place, rounds, backend) {
  try {
    const asked = rounds.map(({ clues, code }) => ({ clues, code }));
    new Guessing(place, rounds, await backend.ask({ ask: "overhear", sheet: { rounds: asked } }));
  } catch (error) {
    failed(`this link holds no game that can be overheard: ${error.message}`);
  }
}
