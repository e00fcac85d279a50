// The question what a rule changes: asks, plays, shows, refines.

import { figure } from "./drawing.js";
import { $, element, fixed, grouped } from "./dom.js";
import { Run } from "./backends.js";
import { endings, figures, lengths } from "./figures.js";
import { Form } from "./rules.js";
import { Helps } from "./helps.js";
import { sheets } from "./sheets.js";
import { failed, finding, settle, shareable, state, waiting } from "./strip.js";
import { SweepPanel } from "./sweep_view.js";
import { tableMatrix } from "./table_matrix.js";
import { atAGlance } from "./tiles.js";
import { copy, csv, fileName, findingsTable, on, png, save, svgText } from "./take.js";

/** Everything that belongs to one question. */
const ANSWERED = ["glance", "figure", "sentences", "figures", "endings", "lengths", "sheets", "at-tables"];
/** What is asked for by itself, and not again with a new question. */
const BESIDE = ["sheets", "at-tables"];

const kind = (answer, sentence) => answer.findings.find((found) => found.sentence === sentence)?.verdict ?? "";

/** The page of rules. */
export class RulesView {
  constructor(context) {
    const { backends, choices, shipped } = context;
    this.backends = backends;
    this.choices = choices;
    this.shipped = shipped;
    this.asked = 0;
    this.listen();
    this.form = new Form(this.choices, (question, problem) => this.ask(question, problem));
    this.helps = new Helps(context, () => this.question ?? this.form.question(), (rules) => this.form.apply(rules));
    this.sweep = new SweepPanel(context, () => this.question, (range) => { this.form.toAddress(this.question, range); settle(); });
  }

  /** Asks what the address asks, unless it is shown already; `reasons` name what of the address is left out. */
  enter(reasons) {
    const range = new URLSearchParams(location.hash.slice(1)).get("sweep");
    this.range = range !== null && this.sweep.follow(range, reasons) ? range : undefined;
    if (!this.range) this.sweep.clear();
    const had = JSON.stringify(this.question), asked = this.form.follow(reasons);
    if (this.current && had === JSON.stringify(asked)) this.show(this.current.answer, this.current.tally, asked);
    else this.form.ask();
  }

  leave() { this.run?.stop(); this.current = undefined; this.question = undefined; this.asked += 1; }

  speed() { return this.run && { played: this.run.played, millis: this.run.millis }; }

  /** Says why there is no answer; what was answered before is no answer to this question. */
  fail(error) {
    this.run?.stop();
    this.clear();
    $("pause").disabled = true;
    $("progress").value = 0;
    for (const id of ["question", "command", "count"]) $(id).textContent = "";
    this.form.blame(error.message);
    failed(this.form.inPlainWords(error.message));
    $("sentences").setAttribute("aria-busy", "false");
  }

  clear() {
    for (const id of ANSWERED) $(id).replaceChildren();
    $("results").classList.remove("is-old");
    this.forget();
  }

  /** Nothing is answered: what is still shown is old, and cannot be taken. */
  forget() {
    this.current = undefined;
    this.sweep.clear();
    for (const id of ["take-csv", "take-png", "take-svg"]) $(id).disabled = true;
  }

  /** Asks a question; without one, says what is wrong with the form. */
  async ask(question, problem) {
    const mine = ++this.asked;
    this.run?.stop();
    this.question = question;
    if (problem) {
      this.fail(new Error(problem));
      return;
    }
    this.helps.hear();
    const known = this.shipped.of(question);
    if (known) {
      this.forget();
      for (const id of BESIDE) $(id).replaceChildren();
      this.announce(question, known.plan)(known.plan.games);
      this.run = undefined;
      this.show(known.answer, undefined, question);
      return;
    }
    this.hold();
    waiting("Playing …");
    state("asking");
    try {
      // All back ends prepare the players; their plans are equal, so the first is used.
      const [plan] = await Promise.all(this.backends.map((backend) => backend.ask({ ask: "plan", question })));
      if (mine === this.asked) this.play(question, plan);
    } catch (error) {
      if (mine === this.asked) this.fail(error);
    }
  }

  /** Dims what was answered before, which stays until there is an answer. */
  hold() {
    this.forget();
    for (const id of BESIDE) $(id).replaceChildren();
    $("results").classList.add("is-old");
    $("sentences").setAttribute("aria-busy", "true");
  }

  /** Says what is played, and returns what hears how many games have been. */
  announce(question, plan) {
    $("question").textContent = this.describe(question, plan);
    $("command").textContent = plan.command;
    $("game-number").max = plan.games - 1;
    $("progress").max = plan.games;
    $("pause").disabled = false;
    $("pause").textContent = "Pause";
    const count = (games) => {
      $("progress").value = games;
      $("count").textContent = `${grouped(games)} of ${grouped(plan.games)} games`;
    };
    count(0);
    return count;
  }

  play(question, plan) {
    const count = this.announce(question, plan);
    this.run = new Run(this.backends, question, plan, { count, failure: (error) => this.fail(error),
      answer: (answer, tally) => this.show(answer, tally, question) });
    this.run.start();
  }

  /** `round_limit = 6` in plain words, with the key beside them. */
  departure(text) {
    const [key, value] = text.replaceAll('"', "").split(" = ");
    const found = this.choices.switches.find((one) => one.key === key);
    const name = found?.range.values?.find((one) => one.value === value)?.name ?? value;
    return `${found?.name ?? key}: ${name} (${key}=${value})`;
  }

  describe(question, plan) {
    const changes = plan.departures.length ? plan.departures.map((text) => this.departure(text)).join("; ") : "nothing changed";
    const rules = question.a === "official" ? "The published rules" : `The rules ${question.a}`;
    const way = plan.plays === 1 ? "the same games are judged by both" : "both are played on the same deals";
    return `${rules}, against yours: ${changes}. Who plays: ${plan.agents.join(" against ")}; ${way}.`;
  }

  show(answer, tally, question) {
    const names = { a: question.a === "official" ? "Published" : question.a, b: "Your rules" };
    const margins = Object.fromEntries(answer.findings.map(({ measure }) =>
      [measure, measure === "mean_rounds" ? question.margin_rounds : question.margin]));
    finding(answer.headline);
    const [baseline, ...rest] = answer.sentences;
    const verdicts = rest.map((sentence) => element("li", { class: kind(answer, sentence) }, sentence));
    $("results").classList.remove("is-old");
    $("sentences").replaceChildren(...this.seatAndLengthLines(answer, names), element("ul", {}, ...verdicts), this.further(answer),
      element("p", { class: "hint" }, baseline ?? "No games yet."));
    $("sentences").setAttribute("aria-busy", String(!answer.is_complete));
    this.current = { question, answer, tally, names };
    if (answer.games >= this.choices.undrawn) $("glance").replaceChildren(atAGlance(answer, names));
    this.draw();
    figures($("figures"), answer, names, this.choices.undrawn, margins);
    endings($("endings"), answer, names, this.choices.undrawn);
    lengths($("lengths"), answer, names, this.choices.undrawn);
    for (const id of ["take-csv", "take-png", "take-svg"]) $(id).disabled = false;
    document.body.dataset.games = `${answer.games}`;
    document.body.dataset.first ??= `${Math.round(performance.now())}`;
    this.form.toAddress(question, this.range ?? (this.sweep.answer && this.sweep.written()));
    settle();
    state(answer.is_complete ? "complete" : "refining");
    if (!answer.is_complete) return;
    $("pause").disabled = true;
    if (this.range) this.sweep.ask();
    else this.sweep.within(this.form.values());
    this.range = undefined;
  }

  /** Returns lines on who has the advantage, and how long a game takes. */
  seatAndLengthLines(answer, names) {
    const [a, b] = answer.seats, found = [];
    if (b) found.push(element("p", { id: "seats" }, element("strong", {}, "By your rules: "), b, a === b ? "" : element("span", { class: "hint" }, ` ${names.a}: ${a}`)));
    if (answer.minutes) {
      const [before, after] = answer.minutes.map((minutes) => fixed(minutes, 0));
      found.push(element("p", { id: "minutes" }, element("strong", {}, `About ${after} minutes a game`),
        before === after ? ", as before" : `, ${before} before`, " (assumed: 5 to set up, about 4½ a round)."));
    }
    return found;
  }

  /** A button that plays more games, where they may decide what is not known yet. */
  further(answer) {
    const isOpen = answer.is_complete && answer.findings.some((found) => found.verdict === "not_known_yet");
    const more = [...$("games").options].map((option) => Number(option.value)).find((games) => games > answer.games);
    if (!isOpen || !more) return "";
    const play = () => { $("games").value = more; $("games").dispatchEvent(new Event("change", { bubbles: true })); };
    return element("button", { type: "button", id: "more-games", onclick: play }, `Play ${grouped(more)} games`);
  }

  draw() {
    const { answer, names } = this.current;
    if (answer.games < this.choices.undrawn) { $("figure").replaceChildren(element("p", { class: "hint" }, "Fewer than 30 games: not drawn.")); return; }
    const width = Math.max(280, Math.min(760, $("figure").clientWidth || 760));
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    $("figure").replaceChildren(figure(answer, names, { width, isDark, isBare: true, title: answer.headline }));
  }

  drawing() {
    const { answer, names } = this.current;
    return figure(answer, names, { width: 760, isDark: false, title: answer.headline });
  }

  async read(isNext) {
    const from = Number($("game-number").value), step = $("game-step").value;
    const shown = isNext && $("sheets").childElementCount > 0;
    try {
      const request = { ask: "game", question: this.form.question(), rules: $("game-rules").value, game: from + Number(shown) };
      if (isNext) Object.assign(request, step ? { step } : { tied: true });
      const game = await this.backends[this.backends.length - 1].ask(request);
      $("game-number").value = game.sheets.game;
      sheets($("sheets"), game);
    } catch (error) {
      $("sheets").replaceChildren(element("p", { class: "notice" }, error.message));
    }
  }

  /** What the same question comes to at the range of tables. */
  async tables() {
    const question = this.form.question(), mine = this.asked, place = $("at-tables");
    $("ask-tables").disabled = true;
    place.replaceChildren(element("p", {}, "Playing at these tables …"));
    try {
      const found = await this.backends[this.backends.length - 1].ask({ ask: "tables", question });
      if (mine !== this.asked) return;
      place.replaceChildren(tableMatrix(found.cells),
        element("details", {}, element("summary", {}, "The same in sentences"), element("ul", {}, ...found.sentences.map((sentence) => element("li", {}, sentence)))),
        element("p", { class: "hint" }, "The ranges hold for all tables and measures at once. In a terminal, with as many games as you like: ",
          element("code", {}, found.command)));
    } catch (error) {
      if (mine === this.asked) place.replaceChildren(element("p", { class: "notice" }, error.message));
    } finally {
      $("ask-tables").disabled = false;
    }
  }

  listen() {
    on("pause", () => {
      this.run.pause(!this.run.paused);
      $("pause").textContent = this.run.paused ? "Go on" : "Pause";
    });
    $("reader").addEventListener("submit", (event) => { event.preventDefault(); this.read(false); });
    on("next-tied", () => this.read(true));
    on("copy", () => copy($("copy"), $("command").textContent, $("command")));
    on("ask-tables", () => this.tables());
    const name = () => fileName(this.current.answer.headline);
    on("take-csv", () => save(`${name()}.csv`, "text/csv", csv(findingsTable(this.current.answer))));
    on("take-svg", () => save(`${name()}.svg`, "image/svg+xml", svgText(this.drawing())));
    on("take-png", async () => save(`${name()}.png`, "image/png", await png(this.drawing())));
    on("take-link", () => copy($("take-link"), shareable()));
    const redraw = () => { if (this.current) this.draw(); this.sweep.draw(); };
    let width = innerWidth;
    addEventListener("resize", () => { if (width !== innerWidth) { width = innerWidth; redraw(); } });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }
}
