// The page: asks, plays, shows, refines.

import { $, element, grouped } from "./dom.js";
import { Run, instances } from "./engine.js";
import { endings, figures, lengths } from "./figures.js";
import { Form } from "./rules.js";
import { sheets } from "./sheets.js";

const NAMES = { a: "Published", b: "Your rules" };
let lanes, world, run, form, current, asked = 0;

/** `round_limit = 6` in plain words, with the key beside them. */
function departure(text) {
  const [key, value] = text.replaceAll('"', "").split(" = ");
  const found = world.switches.find((one) => one.key === key);
  const name = found?.range.values?.find((one) => one.value === value)?.name ?? value;
  return `${found?.name ?? key}: ${name} (${key}=${value})`;
}

function describe(question, plan) {
  const changes = plan.departures.length ? plan.departures.map(departure).join("; ") : "nothing changed";
  const rules = question.a === "official" ? "The published rules" : `The rules ${question.a}`;
  const way = plan.plays === 1 ? "the same games are judged by both" : "both are played on the same deals";
  return `${rules}, against yours: ${changes}. Who plays: ${plan.agents.join(" against ")}; ${way}.`;
}

/** Says why there is no answer; what was answered before is no answer to this question. */
function fail(error) {
  run?.stop();
  current = undefined;
  for (const id of ["sentences", "figures", "endings", "lengths", "sheets", "at-tables"]) $(id).replaceChildren();
  for (const id of ["question", "command", "count"]) $(id).textContent = "";
  $("progress").value = 0;
  $("pause").disabled = true;
  $("failure").textContent = error.message;
  $("failure").hidden = false;
  $("sentences").setAttribute("aria-busy", "false");
  document.body.dataset.state = "failed";
}

function show(answer, tally, question) {
  const names = { a: question.a === "official" ? "Published" : question.a, b: NAMES.b };
  const margins = Object.fromEntries(answer.findings.map(({ measure }) =>
    [measure, measure === "mean_rounds" ? question.margin_rounds : question.margin]));
  const [headline, ...rest] = answer.sentences;
  const verdicts = rest.map((sentence) => element("li", { class: kind(answer, sentence) }, sentence));
  $("sentences").replaceChildren(element("p", { class: "headline" }, headline ?? "No games yet."), element("ul", {}, ...verdicts));
  $("sentences").setAttribute("aria-busy", String(!answer.is_complete));
  figures($("figures"), answer, names, world.undrawn, margins);
  endings($("endings"), answer, names, world.undrawn);
  lengths($("lengths"), answer, names, world.undrawn);
  current = { question, answer, tally };
  document.body.dataset.state = answer.is_complete ? "complete" : "refining";
  document.body.dataset.games = answer.games;
  document.body.dataset.first ??= Math.round(performance.now());
  if (answer.is_complete) $("pause").disabled = true;
}

const kind = (answer, sentence) => answer.findings.find((finding) => finding.sentence === sentence)?.verdict ?? "";

/** Asks a question; without one, says what is wrong with the form. */
async function ask(question, problem) {
  const mine = ++asked;
  run?.stop();
  if (problem) {
    fail(new Error(problem));
    return;
  }
  $("failure").hidden = true;
  document.body.dataset.state = "asking";
  $("sentences").setAttribute("aria-busy", "true");
  $("sheets").replaceChildren();
  $("at-tables").replaceChildren();
  try {
    // Everybody seats the players at once; the first one's plan is as good as another's.
    const [plan] = await Promise.all(lanes.map((lane) => lane.ask({ ask: "plan", question })));
    if (mine !== asked) return;
    $("question").textContent = describe(question, plan);
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
    run = new Run(lanes, question, plan,
      { count, failure: fail, answer: (answer, tally) => show(answer, tally, question) });
    run.start();
  } catch (error) {
    if (mine === asked) fail(error);
  }
}

async function read(tied) {
  const from = Number($("game-number").value) + (tied ? 1 : 0);
  try {
    const game = await lanes[lanes.length - 1].ask({ ask: "game", question: form.question(),
      rules: $("game-rules").value, game: from, tied });
    $("game-number").value = game.sheets.game;
    sheets($("sheets"), game);
  } catch (error) {
    $("sheets").replaceChildren(element("p", { class: "notice" }, error.message));
  }
}

/** What the same question comes to at the range of tables. */
async function tables() {
  const question = form.question(), mine = asked, place = $("at-tables");
  $("ask-tables").disabled = true;
  place.replaceChildren(element("p", {}, "Playing at six tables …"));
  try {
    const found = await lanes[lanes.length - 1].ask({ ask: "tables", question });
    if (mine !== asked) return;
    place.replaceChildren(element("ul", {}, ...found.sentences.map((sentence) => element("li", {}, sentence))),
      element("p", { class: "hint" }, "The ranges hold for all tables and measures at once. In a terminal, with as many games as you like: ",
        element("code", {}, found.command)));
  } catch (error) {
    if (mine === asked) place.replaceChildren(element("p", { class: "notice" }, error.message));
  } finally {
    $("ask-tables").disabled = false;
  }
}

async function copy() {
  try {
    await navigator.clipboard.writeText($("command").textContent);
    $("copy").textContent = "Copied";
  } catch {
    getSelection().selectAllChildren($("command"));
    $("copy").textContent = "Marked: copy it";
  }
}

/** Terms stand as `- **Term**: meaning` in the glossary. */
async function glossary() {
  const reply = await fetch("glossary.md");
  const lines = reply.ok ? (await reply.text()).replaceAll("\n  ", " ").split("\n") : [];
  const terms = lines.map((line) => /^- \*\*(.+?)\*\*:? (.+)$/.exec(line)).filter((found) => found);
  $("glossary").append(...terms.flatMap(([, term, meaning]) =>
    [element("dt", {}, term), element("dd", {}, meaning.replaceAll("`", "").replaceAll("*", ""))]));
}

function listen() {
  $("pause").addEventListener("click", () => {
    run.pause(!run.paused);
    $("pause").textContent = run.paused ? "Go on" : "Pause";
  });
  $("reader").addEventListener("submit", (event) => { event.preventDefault(); read(false); });
  $("next-tied").addEventListener("click", () => read(true));
  $("copy").addEventListener("click", copy);
  $("ask-tables").addEventListener("click", tables);
}

async function begin() {
  $("needs").remove();
  $("page").hidden = false;
  const backEnd = document.documentElement.dataset.backEnd;
  if (backEnd === "program") $("place").textContent = "It all happens on this machine: nothing is sent anywhere.";
  if (matchMedia("(max-width: 56rem)").matches) $("rules").open = false;
  try {
    [lanes] = await Promise.all([instances(backEnd), glossary()]);
    [world] = await Promise.all(lanes.map((lane) => lane.ask({ ask: "world" })));
    $("version").textContent = `Overhear ${world.version}; ${world.keywords} keywords.`;
    $("agents").append(...world.agents.flatMap((agent) =>
      [element("dt", {}, agent.name), element("dd", {}, `${agent.purpose}. Rests on: ${agent.basis}.`)]));
    listen();
    form = new Form(world, ask);
    document.body.dataset.loaded = Math.round(performance.now());
    form.ask();
  } catch (error) {
    fail(error);
  }
}

/** For tests and consoles: what is shown, as numbers. */
globalThis.overhear = { shown: () => current, speed: () => run && { played: run.played, millis: run.millis } };

begin();
