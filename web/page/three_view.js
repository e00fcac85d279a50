// The question who wins a game of three players.

import { choose, gamesInto, playersInto } from "./deck_view.js";
import { shares } from "./drawing.js";
import { $, element, fixed, grouped } from "./dom.js";
import { address, asked, dropped, failed, finding, settle, shareable, state, waiting } from "./strip.js";
import { copy, csv, png, save, svgText } from "./take.js";

const KEYS = ["page", "agent", "win", "rounds", "games"];

/** The page of the game for three. */
export class ThreeView {
  constructor({ backends, choices }) {
    this.backend = backends[backends.length - 1];
    this.asked = 0;
    const limit = choices.switches.find((one) => one.key === "round_limit");
    this.usual = { win: choices.three_player.tokens_to_win, rounds: choices.three_player.round_limit ?? limit.official };
    $("three-rounds").max = limit.range.number.high;
    $("three-agent").append(element("option", { value: "" }, "the standard tables, from beginners to experts"));
    playersInto($("three-agent"), choices, "human");
    gamesInto($("three-games"), 2000, [500, 2000, 10000]);
    $("three-win").value = this.usual.win;
    $("three-rounds").value = this.usual.rounds;
    $("three-form").addEventListener("submit", (event) => { event.preventDefault(); this.keep(); this.ask(); });
    const again = () => this.answered && !$("three-form").closest(".view").hidden && this.draw();
    addEventListener("resize", again);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    $("three-form").addEventListener("change", () => { this.keep(); this.ask(); });
  }

  enter(reasons) {
    const params = asked(KEYS, reasons);
    choose("three-agent", params.get("agent"), reasons);
    choose("three-games", params.get("games"), reasons);
    for (const key of ["win", "rounds"]) $(`three-${key}`).value = params.get(key) ?? this.usual[key];
    dropped(reasons);
    if (JSON.stringify(this.question()) !== this.shown) this.ask();
  }

  leave() { this.asked += 1; this.shown = undefined; }

  question() {
    const turned = [["win", "tokens_to_win"], ["rounds", "round_limit"]].filter(([id]) => Number($(`three-${id}`).value) !== this.usual[id]);
    const rules = ["three-player", ...turned.map(([id, key]) => `${key}=${$(`three-${id}`).value}`)].join(",");
    return { rules, agents: [$("three-agent").value].filter(Boolean), games: Number($("three-games").value) };
  }

  keep() {
    const value = (id) => $(`three-${id}`).value;
    address(`#${new URLSearchParams({ page: "three", agent: value("agent"), win: value("win"), rounds: value("rounds"), games: value("games") })}`);
    dropped([]);
  }

  async ask() {
    const mine = ++this.asked, wrong = ["three-win", "three-rounds"].find((id) => !$(id).checkValidity() || $(id).value === "");
    this.answered = undefined;
    $("three-found").replaceChildren();
    for (const old of $("three-form").querySelectorAll(".field-problem")) old.remove();
    for (const id of ["three-win", "three-rounds"]) $(id).setAttribute("aria-invalid", String(id === wrong));
    if (wrong) {
      const { min, max } = $(wrong), label = $("three-form").querySelector(`label[for=${wrong}]`).textContent;
      $(wrong).after(element("p", { class: "notice field-problem" }, `takes whole numbers from ${min} to ${max}`));
      failed(`${label}: takes whole numbers from ${min} to ${max}`);
      return;
    }
    const question = this.question();
    waiting(question.agents.length ? "Playing …" : "Playing at the standard tables …");
    state("asking");
    try {
      const answer = await this.backend.ask({ ask: "three", question });
      if (mine === this.asked) this.show(answer, question);
    } catch (error) {
      if (mine === this.asked) failed(error.message);
    }
  }

  show(answer, question) {
    Object.assign(this, { answered: answer, shown: JSON.stringify(question) });
    finding(answer.headline);
    this.draw();
    settle();
    state("complete");
  }

  draw() {
    const answer = this.answered;
    const rows = answer.tables.map(({ table, ...share }) => ({ name: table, ...share }));
    const drawn = (width, isDark, isBare) => shares(rows, { width, isDark, isBare, title: answer.headline, even: "even" });
    const width = Math.max(280, Math.min(760, $("three-found").clientWidth || 760));
    const table = [["table", "interceptor_wins", "interceptor_wins_low", "interceptor_wins_high"],
      ...answer.tables.map(({ table: name, value, low, high }) => [name, value, low, high])];
    const [shortest, longest] = [Math.min(...answer.minutes), Math.max(...answer.minutes)].map((minutes) => fixed(minutes, 0));
    const link = element("button", { type: "button", id: "three-link", onclick: () => copy(link, shareable()) }, "Copy link");
    $("three-found").replaceChildren(
      element("p", { id: "three-minutes" }, element("strong", {}, `About ${shortest === longest ? shortest : `${shortest} to ${longest}`} minutes a game`), " (assumed: 5 to set up, about 4½ a round)."),
      element("p", { class: "hint" }, "How many of 100 games the Interceptor wins:"),
      drawn(width, matchMedia("(prefers-color-scheme: dark)").matches, true),
      element("ul", {}, ...answer.sentences.filter((sentence) => sentence !== answer.headline).map((sentence) => element("li", {}, sentence))),
      element("div", { class: "row" },
        element("button", { type: "button", onclick: () => save("three-players.csv", "text/csv", csv(table)) }, "Numbers (CSV)"),
        element("button", { type: "button", onclick: async () => save("three-players.png", "image/png", await png(drawn(760, false))) }, "Picture (PNG)"),
        element("button", { type: "button", onclick: () => save("three-players.svg", "image/svg+xml", svgText(drawn(760, false))) }, "Drawing (SVG)"), link),
      element("p", { class: "hint" }, `${grouped(answer.games)} games at each table. In a terminal: `, element("code", {}, answer.command)));
  }
}
