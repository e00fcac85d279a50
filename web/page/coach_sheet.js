// The sheet of a finished game: its form, its text, and its place in the address.

import { $, element } from "./dom.js";

/** The longest game that the rules allow. */
export const MOST_ROUNDS = 16;
const FIRST_ROUNDS = 4;

const empty = () => ({ clues: ["", "", ""], code: "", guess: "", interception: "" });
const isEmpty = (round) => [...round.clues, round.code, round.guess, round.interception].every((text) => text.trim() === "");

/** A cell of a text that says that a keyword is not known. */
const UNKNOWN = "?";

/** Two sheets as text, the own one and the other team's, with an empty line between them. */
export function parsedBoth(text) {
  const blocks = text.trim().split(/\n[ \t\r]*\n/);
  // An empty line within a sheet parts nothing: the second sheet begins with four keywords, and no code is among them.
  const begins = (block) => { const head = cellsOf(block.trim().split("\n")[0]); return head.length === 4 && !head.some((cell) => /\d/.test(cell)); };
  const second = blocks.findIndex((block, n) => n > 0 && begins(block));
  if (second < 0) return { own: parsed(text), theirs: undefined };
  return { own: parsed(blocks.slice(0, second).join("\n")), theirs: parsed(blocks.slice(second).join("\n")) };
}

// Words without commas between them stand apart by spaces.
const cellsOf = (line) => line.split(/[,;\t|]/.test(line) ? /[,;\t|]/ : /\s+/).map((cell) => cell.trim());

/** A sheet as text: keywords, then a round a line. */
export function parsed(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  const [keywords = [], ...rounds] = lines.map(cellsOf);
  if (rounds.length > MOST_ROUNDS) throw new Error(`${rounds.length} rounds; a sheet has room for ${MOST_ROUNDS}`);
  if (keywords.length !== 4) throw new Error(`the first line has ${keywords.length} keywords; write four, with commas between them (or spaces, if each is one word)`);
  return { keywords: keywords.map((word) => (word === UNKNOWN ? "" : word)), rounds: rounds.map((row, n) => {
    if (row.length > 6) throw new Error(`line ${n + 2}: ${row.length} parts; write at most three clues, a code, what your team heard and what they guessed`);
    if (row.length < 4) throw new Error(`line ${n + 2}: ${row.length} parts; write three clues and a code, with commas between them`);
    return { clues: row.slice(0, 3), code: row[3], guess: row[4] ?? "", interception: row[5] ?? "" };
  }) };
}

/** What is written beside the boxes of the own sheet, and of the other team's. */
const OWN = { prefix: "", whose: "", keywords: "Your four keywords", clues: "Your clues, round by round",
  hint: "Code: three digits, as 4-2-1. Heard: your own team’s guess, if it was wrong. Guessed: the other team’s guess.", heard: "what your team heard, if wrong", guessed: "what they guessed" };
export const THEIRS = { prefix: "their-", whose: "Other team, ", keywords: "Their four keywords, if you know them", clues: "Their clues, round by round",
  hint: "Heard: what their own team guessed, if it was wrong. Guessed: your guess.", heard: "what their team heard, if wrong", guessed: "what you guessed" };

/** Boxes as they are laid out on the paper sheet. */
export class SheetForm {
  place; captions;

  constructor(place, words = OWN) {
    const { prefix, whose } = words;
    Object.assign(this, { place, captions: words });
    this.keywords = [1, 2, 3, 4].map((n) => element("input", { id: `${prefix}keyword-${n}`, "aria-label": `${whose}Keyword ${n}`, placeholder: `${n}`, maxlength: 100 }));
    this.rounds = element("div", { class: "rounds" });
    this.remark = element("p", { id: `${prefix}sheet-unknown`, class: "hint", role: "status" });
    this.notice = element("p", { id: `${prefix}sheet-problem`, class: "notice field-problem", role: "alert", hidden: true });
    this.more = element("button", { type: "button", id: `${prefix}sheet-add`, onclick: () => this.add(empty()) }, "One more round");
    place.append(element("fieldset", {}, element("legend", {}, words.keywords), element("div", { class: "keyword-boxes" }, ...this.keywords)),
      element("fieldset", {}, element("legend", {}, words.clues), element("p", { class: "hint" }, words.hint), this.rounds),
      this.remark, this.notice, element("div", { class: "row" }, this.more));
    this.clear();
  }

  /** The box of a name. */
  box(name) { return $(`${this.captions.prefix}${name}`); }

  clear() { this.fill({ keywords: ["", "", "", ""], rounds: [] }); }

  add(round) {
    const n = this.rounds.childElementCount + 1, { prefix, whose, heard, guessed } = this.captions;
    if (n > MOST_ROUNDS) return;
    const box = (key, label, value, hint) => element("input", { id: `${prefix}round-${n}-${key}`, "aria-label": `${whose}Round ${n}, ${label}`, placeholder: hint, value, maxlength: 100 });
    this.rounds.append(element("div", { class: "round-row" }, element("span", { class: "round-name" }, `${n}`),
      ...round.clues.map((clue, place) => box(`clue-${place + 1}`, `clue ${place + 1}`, clue, `clue ${place + 1}`)),
      box("code", "code", round.code, "code"), box("guess", heard, round.guess, "heard"),
      box("interception", guessed, round.interception, "guessed")));
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
    const value = (n, key) => this.box(`round-${n}-${key}`).value.trim();
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
    for (const box of this.place.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid");
    const about = /^(keyword (\d)|round (\d+), (clue (\d)|code|guess|interception))/.exec(message);
    if (!about) return;
    const box = this.box(about[2] ? `keyword-${about[2]}` : `round-${about[3]}-${about[5] ? `clue-${about[5]}` : about[4]}`);
    box?.setAttribute("aria-invalid", "true");
    // In a row of boxes it stands below all of them, so that none is moved.
    const row = box?.closest(".round-row");
    if (row) row.append(this.notice);
    else box?.after(this.notice);
    box?.focus();
  }

  /** Unknown words, with what is understood in their place. */
  unknown(remarks) {
    this.box("sheet-unknown").textContent = remarks.length
      ? `Not known: ${remarks.map(({ word, understood }) => `“${word}” (understood: ${understood ?? "nothing"})`).join(", ")}.` : "";
    for (const box of this.place.querySelectorAll("input")) box.classList.toggle("is-unknown", remarks.some(({ word }) => word === box.value.trim()));
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
