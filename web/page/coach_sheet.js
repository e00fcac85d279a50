// The sheet of a finished game: its form, its text, and its place in the address.

import { EXAMPLES } from "./coach_examples.js";
import { $, element } from "./dom.js";
import { language } from "./language.js";

/** The longest game that the rules allow. */
export const MOST_ROUNDS = 16;
const FIRST_ROUNDS = 4;

const empty = () => ({ clues: ["", "", ""], code: "", guess: "", interception: "" });
const isEmpty = (round) => [...round.clues, round.code, round.guess, round.interception].every((text) => text.trim() === "");

/** A sheet as text: keywords, then a round a line. */
export function parsed(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  // Words without commas between them stand apart by spaces.
  const cells = (line) => line.split(/[,;\t|]/.test(line) ? /[,;\t|]/ : /\s+/).map((cell) => cell.trim());
  const [keywords = [], ...rounds] = lines.map(cells);
  if (rounds.length > MOST_ROUNDS) throw new Error(`${rounds.length} rounds; a sheet has room for ${MOST_ROUNDS}`);
  if (keywords.length !== 4) throw new Error(`the first line has ${keywords.length} keywords; write four, with commas between them (or spaces, if each is one word)`);
  return { keywords, rounds: rounds.map((row, n) => {
    if (row.length > 6) throw new Error(`line ${n + 2}: ${row.length} parts; write at most three clues, a code, what your team heard and what they guessed`);
    if (row.length < 4) throw new Error(`line ${n + 2}: ${row.length} parts; write three clues and a code, with commas between them`);
    return { clues: row.slice(0, 3), code: row[3], guess: row[4] ?? "", interception: row[5] ?? "" };
  }) };
}

/** Boxes as they are laid out on the paper sheet. */
export class SheetForm {
  constructor(form, hears) {
    Object.assign(this, { form, hears });
    this.keywords = [1, 2, 3, 4].map((n) => element("input", { id: `keyword-${n}`, "aria-label": `Keyword ${n}`, placeholder: `${n}`, maxlength: 100 }));
    this.rounds = element("div", { class: "rounds" });
    this.remark = element("p", { id: "sheet-unknown", class: "hint", role: "status" });
    this.notice = element("p", { id: "sheet-problem", class: "notice field-problem", role: "alert", hidden: true });
    const add = element("button", { type: "button", id: "sheet-add", onclick: () => this.add(empty()) }, "One more round");
    this.more = add;
    const example = element("button", { type: "button", id: "sheet-example", onclick: () => { this.fill(parsed(EXAMPLES[language()])); this.hears(); } }, "Fill in an example");
    form.append(element("fieldset", {}, element("legend", {}, "Your four keywords"), element("div", { class: "keyword-boxes" }, ...this.keywords)),
      element("fieldset", {}, element("legend", {}, "Your clues, round by round"),
        element("p", { class: "hint" }, "Code: three digits, as 4-2-1. Heard: your own team’s guess, if it was wrong. Guessed: the other team’s guess."), this.rounds),
      this.remark, this.notice,
      element("div", { class: "row" }, add, example, element("button", { type: "submit", id: "sheet-ask" }, "Review my game")));
    this.fill({ keywords: ["", "", "", ""], rounds: [] });
  }

  add(round) {
    const n = this.rounds.childElementCount + 1;
    if (n > MOST_ROUNDS) return;
    const box = (key, label, value, hint) => element("input", { id: `round-${n}-${key}`, "aria-label": `Round ${n}, ${label}`, placeholder: hint, value, maxlength: 100 });
    this.rounds.append(element("div", { class: "round-row" }, element("span", { class: "round-name" }, `${n}`),
      ...round.clues.map((clue, place) => box(`clue-${place + 1}`, `clue ${place + 1}`, clue, `clue ${place + 1}`)),
      box("code", "code", round.code, "code"), box("guess", "what your team heard, if wrong", round.guess, "heard"),
      box("interception", "what they guessed", round.interception, "guessed")));
    this.more.disabled = n >= MOST_ROUNDS;
  }

  fill({ keywords, rounds }) {
    this.problem("");
    this.keywords.forEach((box, n) => { box.value = keywords[n] ?? ""; });
    this.rounds.replaceChildren();
    this.more.disabled = false;
    const more = Array.from({ length: Math.max(0, FIRST_ROUNDS - rounds.length) }, empty);
    for (const round of [...rounds, ...more]) this.add(round);
  }

  /** What stands in the boxes; rows without a word are left out. */
  sheet() {
    const value = (n, key) => $(`round-${n}-${key}`).value.trim();
    const rounds = [...this.rounds.children].map((_, n) => ({ clues: [1, 2, 3].map((place) => value(n + 1, `clue-${place}`)),
      code: value(n + 1, "code"), guess: value(n + 1, "guess"), interception: value(n + 1, "interception") }));
    return { keywords: this.keywords.map((box) => box.value.trim()), rounds: rounds.filter((round) => !isEmpty(round)) };
  }

  /** Every word of the sheet, each once. */
  words() {
    const { keywords, rounds } = this.sheet();
    return [...new Set([...keywords, ...rounds.flatMap((round) => round.clues)])].filter(Boolean);
  }

  /** Says what is wrong beside the box that it is about. */
  problem(message) {
    // It stands beside the box of an earlier problem, which may be about to go.
    this.remark.after(this.notice);
    this.notice.hidden = !message;
    this.notice.textContent = message;
    for (const box of this.form.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid");
    const about = /^(keyword (\d)|round (\d+), (clue (\d)|code|guess|interception))/.exec(message);
    if (!about) return;
    const box = about[2] ? $(`keyword-${about[2]}`) : $(`round-${about[3]}-${about[5] ? `clue-${about[5]}` : about[4]}`);
    box?.setAttribute("aria-invalid", "true");
    // In a row of boxes it stands below all of them, so that none is moved.
    const row = box?.closest(".round-row");
    if (row) row.append(this.notice);
    else box?.after(this.notice);
    box?.focus();
  }

  /** Unknown words, with what is understood in their place. */
  unknown(remarks) {
    $("sheet-unknown").textContent = remarks.length
      ? `Not known: ${remarks.map(({ word, understood }) => `“${word}” (understood: ${understood ?? "nothing"})`).join(", ")}.` : "";
    for (const box of this.form.querySelectorAll("input")) box.classList.toggle("is-unknown", remarks.some(({ word }) => word === box.value.trim()));
  }
}

const clean = (text) => text.replaceAll(/[,;]/g, " ").trim();

/** Rounds as one text of an address. */
export const packed = (rounds) => rounds.map(({ clues, code, guess, interception }) =>
  [...clues, code.replaceAll("-", ""), guess.replaceAll("-", ""), interception.replaceAll("-", "")].map(clean).join(",").replace(/,+$/, "")).join(";");

/** The same read again. */
export const unpacked = (text) => text.split(";").filter(Boolean).map((row) => {
  const cells = row.split(",");
  return { clues: [0, 1, 2].map((n) => cells[n] ?? ""), code: cells[3] ?? "", guess: cells[4] ?? "", interception: cells[5] ?? "" };
});

/** A text that is not read at a glance: it hides the answers from a friend who opens a link. */
export function veiled(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The same read again; throws where it is none. */
export function unveiled(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
