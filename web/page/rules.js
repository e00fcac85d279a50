// The form: switches by their plain names with the key beside them, and the address that holds all of it.

import { $, element } from "./dom.js";
import { address, asked, dropped } from "./strip.js";

/** Switches that designers ask about first; the others stand under "More rules". */
const COMMON = ["round_limit", "tokens_to_win", "tokens_to_lose", "interception_from_round"];
/** What an address may hold. */
const KEYS = ["page", "a", "b", "agents", "seed", "games", "margin", "rounds", "sweep"];
/** The rules of an empty address: one change, so that the first answer is about one thing. */
const FIRST = "official,round_limit=6";
/** Up to so wide a range a number has a slider beside it. */
const SLIDER = 40;

const setNamed = (choices, name) => choices.rule_sets.find((set) => set.name === name);

/** Every switch under the rules of this name. */
function valuesOf(choices, name) {
  const values = Object.fromEntries(choices.switches.map((one) => [one.key, one.official]));
  return Object.assign(values, setNamed(choices, name)?.changes ?? {});
}

/** Rules as they are written: `official,round_limit=6`. */
function written(choices, preset, values) {
  const base = valuesOf(choices, preset);
  const turned = choices.switches.filter(({ key }) => values[key] !== base[key]);
  return [preset, ...turned.map(({ key }) => `${key}=${values[key]}`)].join(",");
}

/** The same read again; what is unknown is left out, and named in `reasons`. */
function read(choices, text, reasons) {
  const [name, ...switches] = text.split(",").map((part) => part.trim());
  const preset = setNamed(choices, name) ? name : "official";
  if (preset !== name) reasons.push(`unknown rules “${name}”`);
  const values = valuesOf(choices, preset);
  for (const one of switches) {
    const [key, value] = one.split("=");
    const found = choices.switches.find((candidate) => candidate.key === key);
    if (!found) reasons.push(`there is no rule “${key}”`);
    else if (value === undefined) reasons.push(`the rule “${key}” has no value`);
    else if (found.range.number && (value.trim() === "" || !Number.isFinite(Number(value)))) reasons.push(`“${value}” is not a number for “${key}”`);
    else if (found.range.values && !found.range.values.some((choice) => choice.value === value)) reasons.push(`the rule “${key}” cannot be “${value}”`);
    else values[key] = found.range.number ? Number(value) : value;
  }
  return { preset, values };
}

/** What is wrong with the number in a field, in words; nothing if it can be asked for. */
function problemOf(field) {
  const { validity, min, max, value } = field, shown = (number) => Number(number).toLocaleString("en-US");
  const takes = `takes ${field.step === "1" ? "whole numbers from " : ""}${shown(min)} to ${shown(max)}`;
  if (validity.badInput) return `that is not a number; ${takes}`;
  if (value === "") return `no number; ${takes}`;
  return validity.valid ? "" : `${value.replace("-", "−")} is out of range; ${takes}`;
}

/** The form and the address. `hears` is called with each new question, or with what is wrong with the form. */
export class Form {
  constructor(choices, hears) {
    this.choices = choices;
    this.hears = hears;
    this.fields = new Map();
    this.build();
    $("form").addEventListener("change", (event) => this.changed(event));
    $("form").addEventListener("submit", (event) => event.preventDefault());
    $("reset").addEventListener("click", () => { this.showRules("official"); this.keep(); this.ask(); });
  }

  /** Shows the question of the address, and names parts of it that cannot be kept. */
  follow(reasons) {
    this.show(this.fromAddress(reasons), reasons);
    dropped(reasons);
    return this.question();
  }

  build() {
    const option = (value, text) => element("option", { value }, text);
    const sets = this.choices.rule_sets.map(({ name, summary }) => [name, `${name}: ${summary}`]);
    for (const id of ["preset", "against"]) $(id).append(...sets.map(([name, text]) => option(name, text)));
    const agents = (people) => this.choices.agents.filter((agent) => agent.is_of_people === people)
      .map((agent) => option(agent.spec, `${agent.name}: ${agent.purpose}`));
    const groups = () => [element("optgroup", { label: "Like people" }, ...agents(true)),
      element("optgroup", { label: "Robots" }, ...agents(false))];
    $("first").append(...groups());
    $("second").append(option("", "the same kind"), ...groups());
    $("games").append(...[500, 2000, 10000, 50000, 200000, 1000000].map((games) => option(games, games.toLocaleString("en-US"))));
    for (const one of this.choices.switches) {
      $("rare-switches").append(this.field(one));
    }
    $("switches").append(...COMMON.map((key) => this.fields.get(key).row));
    $("tie-switches").append(...this.choices.switches.filter((one) => one.is_judged_again).map((one) => this.fields.get(one.key).row));
  }

  field(one) {
    const id = `switch-${one.key}`, described = `${id}-meaning`;
    const input = one.range.number ? this.number(one, id, described) : this.choice(one, id, described);
    const again = one.is_judged_again ? `answered at once from the same games${one.key === "final_tie" ? "" : ", unless there is sudden death"}` : "new games are played";
    const row = element("div", { class: "switch" },
      element("label", { for: id }, one.name, " ", element("code", {}, one.key)),
      input.box,
      element("p", { class: "hint", id: described }, `${one.meaning} (${one.rule}; ${again})`));
    this.fields.set(one.key, { one, row, ...input });
    return row;
  }

  choice(one, id, described) {
    const options = one.range.values.map(({ value, name }) => element("option", { value }, name));
    const select = element("select", { id, "aria-describedby": described, "data-key": one.key }, ...options);
    return { box: select, get: () => select.value, set: (value) => { select.value = value; } };
  }

  number(one, id, described) {
    const { low, high } = one.range.number, limits = { min: low, max: high, step: 1 };
    const field = element("input", { type: "number", id, ...limits, "aria-describedby": described, "data-key": one.key });
    const get = () => Number(field.value);
    if (high - low > SLIDER) return { box: field, get, set: (value) => { field.value = value; } };
    const slider = element("input", { type: "range", ...limits, "aria-label": `${one.name}, slider`, "data-key": one.key });
    slider.addEventListener("input", () => { field.value = slider.value; });
    field.addEventListener("input", () => { slider.value = field.value; });
    return { box: element("div", { class: "number-box" }, slider, field), get,
      set: (value) => { field.value = value; slider.value = value; } };
  }

  /** Marks the numbers that cannot be asked for, and says what is wrong with the first. */
  problem() {
    let first;
    for (const field of $("form").querySelectorAll("input[type=number]")) {
      const problem = problemOf(field), id = `${field.id}-problem`;
      $(id)?.remove();
      field.setAttribute("aria-invalid", String(problem !== ""));
      if (problem === "") continue;
      const box = field.closest(".number-box") ?? field;
      box.after(element("p", { id, class: "notice field-problem" }, problem));
      const label = $("form").querySelector(`label[for="${field.id}"]`).textContent;
      first ??= `${label}: ${problem}`;
      const folded = field.closest("#rare");
      if (folded) folded.open = true;
    }
    return first;
  }

  values() {
    return Object.fromEntries([...this.fields].map(([key, field]) => [key, field.get()]));
  }

  question() {
    const agents = [$("first").value, $("second").value].filter((spec) => spec !== "");
    return {
      a: $("against").value, b: written(this.choices, $("preset").value, this.values()), agents,
      seed: Number($("seed").value), games: Number($("games").value),
      margin: Number($("margin").value), margin_rounds: Number($("margin-rounds").value),
    };
  }

  /** The question of the address; what is not understood is named in `reasons`, and asked as usual. */
  fromAddress(reasons) {
    const params = asked(KEYS, reasons), { default: usual } = this.choices;
    const text = (key, value) => params.get(key) ?? value;
    const number = (key, value, isWhole) => {
      if (!params.has(key)) return value;
      const given = params.get(key).trim() === "" ? NaN : Number(params.get(key));
      const fits = isWhole ? Number.isSafeInteger(given) : Number.isFinite(given);
      if (!fits) reasons.push(`“${params.get(key)}” is not a ${isWhole ? "whole " : ""}number for “${key}”`);
      return fits ? given : value;
    };
    return { a: text("a", usual.a), b: text("b", FIRST), agents: this.agentsOf(params, reasons), seed: number("seed", usual.seed, true),
      games: number("games", usual.games, true), margin: number("margin", usual.margin),
      margin_rounds: number("rounds", usual.margin_rounds) };
  }

  agentsOf(params, reasons) {
    const named = (params.get("agents") ?? "").split(" ").filter((spec) => spec !== "");
    if (named.length > 2) reasons.push(`only two kinds of players can meet here, not also ${named.slice(2).join(", ")}`);
    return named.length ? named.slice(0, 2) : this.choices.default.agents;
  }

  /** Writes a question into the address, with the range that was played beside it, if any. */
  toAddress({ a, b, agents, seed, games, margin, margin_rounds: rounds }, sweep) {
    const parts = new URLSearchParams({ a, b, agents: agents.join(" "), seed, games, margin, rounds, ...(sweep ? { sweep } : {}) });
    address(`#${parts.toString().replaceAll("%2C", ",").replaceAll("%3D", "=").replaceAll("%3A", ":")}`);
  }

  show(question, reasons = []) {
    const { preset, values } = read(this.choices, question.b, reasons);
    this.showRules(preset, values);
    const known = (id, value) => {
      if (![...$(id).options].some((option) => option.value === String(value))) {
        $(id).append(element("option", { value }, String(value)));
      }
      $(id).value = value;
    };
    known("against", question.a);
    known("games", question.games);
    known("first", question.agents[0] ?? "human");
    known("second", question.agents[1] ?? "");
    $("seed").value = question.seed;
    $("margin").value = question.margin;
    $("margin-rounds").value = question.margin_rounds;
    this.mark();
  }

  /** Applies rules: `official,round_limit=6` turns one switch of those that stand, a name begins with that set. */
  apply(rules) {
    const { preset, values } = read(this.choices, rules, []);
    const own = this.values(), turned = this.choices.switches.filter(({ key, official }) => values[key] !== official);
    if (rules.includes(",")) this.showRules($("preset").value, { ...own, ...Object.fromEntries(turned.map(({ key }) => [key, values[key]])) });
    else this.showRules(preset, values);
    this.keep();
    this.ask();
  }

  showRules(preset, values = valuesOf(this.choices, preset)) {
    $("preset").value = preset;
    for (const [key, field] of this.fields) field.set(values[key]);
    this.mark();
  }

  /** Marks what departs from the published rules. */
  mark() {
    let changes = 0;
    for (const { one, row, get } of this.fields.values()) {
      const is = get() !== one.official;
      row.classList.toggle("is-changed", is);
      changes += Number(is);
    }
    const badge = $("changed");
    badge.hidden = changes === 0;
    badge.textContent = changes === 1 ? "1 change" : `${changes} changes`;
    $("preset-summary").textContent = setNamed(this.choices, $("preset").value)?.summary ?? "";
    const agent = this.choices.agents.find(({ spec }) => spec === $("first").value);
    $("agent-purpose").textContent = agent ? agent.purpose : "";
  }

  changed(event) {
    if (event.target.id === "preset") this.showRules($("preset").value);
    this.last = event.target.dataset.key;
    this.mark();
    this.keep();
    this.ask();
  }

  /** Keeps the question in the address; clears the remarks on an earlier address. */
  keep() {
    dropped([]);
    if (!this.problem()) this.toAddress(this.question());
  }

  /** A refusal by the names of the fields, and by the value that was changed last where another one is refused for it. */
  inPlainWords(message) {
    const refused = /`(\w+)` = (\S+) is out of range; takes (.+)$/.exec(message);
    const about = this.fields.get(refused?.[1]), last = this.fields.get(this.last);
    if (!about) return message;
    const own = `“${about.one.name}” is ${refused[2]}, and takes ${refused[3]}`;
    return last && last !== about ? `“${last.one.name}” cannot be ${last.get()} here: ${own}` : own;
  }

  /** Puts what went wrong beside the field that it is about: the one that was changed last, or that the message names. */
  blame(message) {
    const named = [...this.fields.values()].find(({ one }) => new RegExp(`\\b${one.key}\\b`).test(message));
    const about = named && this.fields.get(this.last) ? this.fields.get(this.last) : named;
    const row = about?.row;
    if (!row || row.querySelector(".field-problem")) return;
    row.append(element("p", { class: "notice field-problem", "data-blamed": true }, this.inPlainWords(message)));
    row.querySelector("select, input")?.setAttribute("aria-invalid", "true");
    const folded = row.closest("#rare");
    if (folded) folded.open = true;
  }

  /** Asks what stands in the form, or says what is wrong with it. */
  ask() {
    for (const blamed of $("form").querySelectorAll("[data-blamed]")) {
      blamed.parentElement.querySelector("select")?.removeAttribute("aria-invalid");
      blamed.remove();
    }
    const problem = this.problem();
    this.hears(this.question(), problem);
  }
}
