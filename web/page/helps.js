// What would help? Every single switch and named set of rules, ranked by what it does for a goal.

import { $, digitsOf, element, fixed, grouped, shape, signed } from "./dom.js";
import { language } from "./language.js";

/** Goals: the measure, whether less of it is better, and what it is measured from. */
const GOALS = {
  ties: { name: "fewer ties", measure: "tiebreak_rate", gain: (b, a) => a - b },
  shared: { name: "fewer shared victories", measure: "shared_rate", gain: (b, a) => a - b },
  shorter: { name: "shorter games", measure: "mean_rounds", gain: (b, a) => a - b },
  longer: { name: "longer games", measure: "mean_rounds", gain: (b, a) => b - a },
  limit: { name: "fewer games to the last round", measure: "limit_rate", gain: (b, a) => a - b },
  fair: { name: "fairer seats", measure: "white_score", gain: (b, a) => Math.abs(a - 0.5) - Math.abs(b - 0.5) },
};
/** How many rules are listed. */
const LISTED = 8;
/** Games of each where nothing is shipped. */
const FEW = 500;

/** The panel. `apply` is told the rules that were chosen, `asks` returns the question that stands. */
export class Helps {
  backends; choices; shipped; asks; apply; played; asked;

  constructor({ backends, choices, shipped }, asks, apply) {
    Object.assign(this, { backends, choices, shipped, asks, apply, played: new Map(), asked: 0 });
    $("goal").append(...Object.entries(GOALS).map(([value, { name }]) => element("option", { value }, name)));
    $("goal").addEventListener("change", () => this.show());
    $("helps-ask").addEventListener("click", () => this.play());
  }

  /** Another question stands: what was played with other players says nothing of it. */
  hear() {
    const { a, agents, seed } = this.asks(), key = JSON.stringify([language(), a, agents, seed]);
    if (key !== this.key) { this.key = key; this.asked += 1; this.played.clear(); $("helps-ask").disabled = false; }
    this.show();
  }

  /** The answer on a candidate, if there is one. */
  answerOn({ b }) {
    return this.shipped.suits(this.asks()) ? this.shipped.answers[b]?.answer : this.played.get(b);
  }

  /** Plays a few games with each candidate. */
  async play() {
    const mine = ++this.asked, waiting = [...this.choices.candidates], all = waiting.length;
    $("helps-ask").disabled = true;
    const work = async (backend) => {
      for (let next = waiting.shift(); next && mine === this.asked; next = waiting.shift()) {
        const question = { ...this.asks(), b: next.b, games: FEW };
        try {
          const plan = await backend.ask({ ask: "plan", question });
          const tally = await backend.ask({ ask: "play", question, first: 0, end: plan.deals });
          this.played.set(next.b, await backend.ask({ ask: "answer", question, tally }));
        } catch { /* These rules do not suit these players or words. */ }
        if (mine === this.asked) $("helps-count").textContent = `${all - waiting.length} of ${all} rules`;
      }
    };
    await Promise.all(this.backends.map(work));
    if (mine !== this.asked) return;
    $("helps-count").textContent = "";
    $("helps-ask").disabled = false;
    this.show();
  }

  show() {
    const goal = GOALS[$("goal").value], measured = (answer) => answer.findings.find(({ measure }) => measure === goal.measure);
    const known = this.choices.candidates.map((candidate) => ({ candidate, answer: this.answerOn(candidate) })).filter(({ answer }) => answer && measured(answer));
    $("helps-ask").hidden = this.shipped.suits(this.asks());
    const ranked = known.map(({ candidate, answer }) => ({ candidate, answer, found: measured(answer) }))
      .map((one) => ({ ...one, gain: goal.gain(one.found.b.value, one.found.a.value) }))
      .filter(({ gain, found }) => gain > 0 && ["more", "less"].includes(found.verdict)).sort((one, other) => other.gain - one.gain);
    if (!known.length) { $("helps").replaceChildren(element("p", { class: "hint" }, "Nothing has been played yet.")); return; }
    const games = known[0].answer.games, clear = ranked.slice(0, LISTED);
    const most = Math.max(...clear.map(({ found }) => Math.max(Math.abs(found.difference.low), Math.abs(found.difference.high))), 1e-9);
    $("helps").replaceChildren(
      clear.length ? element("ol", { class: "helps" }, ...clear.map((one) => this.line(one, most)))
        : element("p", {}, "No single rule clearly does."),
      element("p", { class: "hint" }, `Of ${known.length} single switches and named sets of rules, with ${grouped(games)} games each; bars: the change with its 95 % interval. Each by itself: several at once may add up or not.`));
  }

  /** A rule with what it changes; a click applies it. */
  line({ candidate, found }, most) {
    const { difference, factor, unit } = found, places = digitsOf(found);
    const text = `${signed(difference.value * factor, places)} ${unit} (now ${fixed(found.b.value * factor, places)})`;
    const x = (value) => 50 + 48 * value / most;
    return element("li", {},
      element("button", { type: "button", class: "help", "data-b": candidate.b, onclick: () => this.apply(candidate.b) },
        element("strong", {}, candidate.is_switch ? candidate.name : `The rules “${candidate.name}”`), element("span", { class: "number" }, text),
        shape("svg", { viewBox: "0 0 100 10", class: "reach", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
          shape("line", { x1: 50, x2: 50, y1: 0, y2: 10, class: "zero" }),
          shape("line", { x1: x(difference.low), x2: x(difference.high), y1: 5, y2: 5, class: "interval" }),
          shape("rect", { x: x(difference.value) - 0.7, y: 1, width: 1.4, height: 8, class: "dot" }))));
  }
}
