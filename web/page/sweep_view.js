// One number of the rules turned through a range: a small chart for each measure.

import { $, element, grouped } from "./dom.js";
import { finding } from "./strip.js";
import { sweepFigure } from "./sweep_drawing.js";
import { csv, fileName, png, save, svgText } from "./take.js";

/** The widest range that is played at once. */
const MOST = 12;
/** How far a range reaches on each side of the value that the rules have. */
const BESIDE = 3;

/** Every number of an answer, a row for each measure and value, in the measure's own unit. */
function table({ measures, values, games }) {
  const head = ["measure", "title", "value_of_rule", "games", "value", "low", "high", "verdict"];
  return [head, ...measures.flatMap(({ measure, title, points }) =>
    points.map(({ value, low, high, verdict }, n) => [measure, title, values[n], games, value, low, high, verdict]))];
}

/** The panel of ranges. `asks` returns the question that stands; `keeps` is told the range that was answered. */
export class SweepPanel {
  backend; asks; keeps; asked;

  constructor({ backends, choices }, asks, keeps) {
    Object.assign(this, { backend: backends[backends.length - 1], asks, keeps, asked: 0 });
    this.numbers = choices.switches.filter((one) => one.range.number);
    $("sweep-key").append(...this.numbers.map(({ key, name }) => element("option", { value: key, selected: key === "round_limit" }, name)));
    $("sweep-key").addEventListener("change", () => { this.clear(); this.usual(); });
    for (const id of ["sweep-low", "sweep-high"]) $(id).addEventListener("input", () => this.clear());
    $("sweep-form").addEventListener("submit", (event) => { event.preventDefault(); this.ask(); });
  }

  /** Hears which values the rules have; the range stays as it is while it holds that of its number. */
  within(values) {
    this.values = values;
    const own = values[$("sweep-key").value], [low, high] = ["sweep-low", "sweep-high"].map((id) => $(id).value);
    if (low === "" || high === "" || own < low || own > high) this.usual();
  }

  /** The values that the chosen number may have; the boxes of the range say so. */
  limits() {
    const { low, high } = this.numbers.find(({ key }) => key === $("sweep-key").value).range.number;
    for (const id of ["sweep-low", "sweep-high"]) [$(id).min, $(id).max] = [low, high];
    return { low, high };
  }

  /** The usual range of the number that is chosen: around the value that the rules have. */
  usual() {
    const { low, high } = this.limits();
    const own = this.values?.[$("sweep-key").value] ?? low, first = Math.max(low, Math.min(own - BESIDE, high - 2 * BESIDE));
    [$("sweep-low").value, $("sweep-high").value] = [first, Math.min(high, first + 2 * BESIDE)];
  }

  /** Another question stands: what was answered is no answer to it. */
  clear() {
    this.asked += 1;
    this.answer = undefined;
    this.problem("");
    $("sweep").replaceChildren();
    $("sweep-ask").disabled = false;
  }

  problem(message) {
    $("sweep-problem").hidden = !message;
    $("sweep-problem").textContent = message;
    for (const id of ["sweep-low", "sweep-high"]) $(id).setAttribute("aria-invalid", String(Boolean(message)));
  }

  /** The range as it stands in an address: `round_limit:4:9`. */
  written() { return ["sweep-key", "sweep-low", "sweep-high"].map((id) => $(id).value).join(":"); }

  /** Shows the range of an address, and asks; what it cannot be is named in `reasons`. */
  follow(text, reasons) {
    const [key, low, high] = text.split(":");
    const isRange = /^-?\d+:-?\d+$/.test(`${low}:${high}`);
    if (!isRange || !this.numbers.some((one) => one.key === key)) { reasons.push(`“${text}” is no range of a rule's number`); return false; }
    [$("sweep-key").value, $("sweep-low").value, $("sweep-high").value] = [key, low, high];
    return true;
  }

  /** What is wrong with the range, in words. */
  wrong() {
    const [low, high] = ["sweep-low", "sweep-high"].map((id) => ($(id).value === "" ? NaN : Number($(id).value)));
    const { low: min, high: max } = this.limits();
    if (![low, high].every((end) => Number.isInteger(end) && end >= min && end <= max)) return `takes whole numbers from ${min} to ${max}`;
    if (high < low) return "the range ends before it begins";
    return high - low >= MOST ? `a range has at most ${MOST} values` : "";
  }

  async ask() {
    this.clear();
    const mine = this.asked, wrong = this.wrong();
    if (wrong) { this.problem(wrong); return; }
    $("sweep-ask").disabled = true;
    $("sweep").replaceChildren(element("p", {}, "Playing with each value …"));
    try {
      const range = { key: $("sweep-key").value, low: Number($("sweep-low").value), high: Number($("sweep-high").value) };
      const answer = await this.backend.ask({ ask: "sweep", question: this.asks(), ...range });
      if (mine !== this.asked) return;
      this.show(answer);
      this.keeps(this.written());
    } catch (error) {
      if (mine !== this.asked) return;
      $("sweep").replaceChildren();
      this.problem(error.message);
    } finally {
      if (mine === this.asked) $("sweep-ask").disabled = false;
    }
  }

  show(answer) {
    this.answer = answer;
    finding(answer.headline);
    $("count").textContent = `${grouped(answer.games)} games with each value`;
    const name = () => fileName(answer.headline), drawn = () => sweepFigure(answer, { width: 760, isDark: false });
    const left = answer.left_out.length ? element("p", { class: "hint" }, `Not played: ${answer.left_out.join("; ")}.`) : null;
    $("sweep").replaceChildren(element("p", { id: "sweep-headline" }, element("strong", {}, answer.headline)),
      element("div", { id: "sweep-figure" }), left ?? "",
      element("div", { class: "row" },
        element("button", { type: "button", onclick: () => save(`${name()}.csv`, "text/csv", csv(table(answer))) }, "Numbers (CSV)"),
        element("button", { type: "button", onclick: async () => save(`${name()}.png`, "image/png", await png(drawn())) }, "Picture (PNG)"),
        element("button", { type: "button", onclick: () => save(`${name()}.svg`, "image/svg+xml", svgText(drawn())) }, "Drawing (SVG)")),
      element("details", {}, element("summary", {}, "What is clear, measure by measure"), ...answer.sentences.map((sentence) => element("p", {}, sentence))),
      element("p", { class: "hint" }, `${grouped(answer.games)} games with each value. In a terminal: `, element("code", {}, answer.command)));
    this.draw();
  }

  draw() {
    if (!this.answer || !$("sweep-figure")) return;
    const width = Math.max(280, Math.min(760, $("sweep-figure").clientWidth || 760));
    $("sweep-figure").replaceChildren(sweepFigure(this.answer, { width, isDark: matchMedia("(prefers-color-scheme: dark)").matches, isBare: true }));
  }
}
