// Replacements for words of a deck: tried in it, each ticked or not, and whether the deck with the ticked ones is better.

import { element, grouped } from "./dom.js";
import { of100 } from "./deck_words.js";
import { save } from "./take.js";

const change = (before, after) => `${of100(before.value)} → ${of100(after.value)}`;

/** The best replacement that does no harm in the other way either; without one the word is not ticked. */
function usual(before, choices) {
  const place = choices.findIndex(({ missed, overheard }) => missed.value <= before.missed.value && overheard.value <= before.overheard.value);
  return { picked: Math.max(0, place), isTicked: place >= 0 };
}

/** The replacements. `ask` sends a request about the deck, and returns nothing if another deck stands meanwhile; `tell` is told of changes. */
export class DeckOffers {
  ask; tell; rows; verdict;

  constructor(ask, tell) {
    Object.assign(this, { ask, tell, rows: new Map(), verdict: undefined });
    this.place = element("div", { id: "deck-advice", "aria-live": "polite" });
  }

  /** What was tried for a word; nothing before it was. */
  of(word) { return this.rows.get(word); }

  /** Tries replacements for these words, or for all that stand out, which are `expected` words, and then the deck with the best of them. */
  async find(words = [], expected = 0) {
    // Room for the lines that come, so that what stands below does not move when they do.
    this.place.style.minHeight = `${expected * (innerWidth < 640 ? 5 : 3)}rem`;
    this.say(words.length ? `Playing with replacements for “${words[0]}” …` : "Playing with replacements …");
    const except = [...this.rows.values()].flatMap(({ choices }) => choices.map(({ keyword }) => keyword));
    const found = await this.ask({ ask: "improve_deck", words, except });
    if (!found) return;
    this.games = found.games;
    for (const { word, before, choices } of found.offers) this.rows.set(word, { before, choices, ...usual(before, choices) });
    if (!words.length && !this.ticked.length) for (const row of this.rows.values()) row.isTicked = row.choices.length > 0;
    this.change();
    if (!words.length) await this.test();
  }

  get ticked() {
    return [...this.rows].filter(([, { isTicked }]) => isTicked).map(([word, { choices, picked }]) => ({ word, instead: choices[picked].keyword }));
  }

  /** Plays the deck with what is ticked, on other deals. */
  async test() {
    this.say("Playing the deck with these replacements on other deals …");
    const verdict = await this.ask({ ask: "try_deck", replaced: this.ticked });
    if (!verdict) return;
    this.verdict = verdict;
    this.show();
  }

  /** Ticks a word with one of its replacements, or takes the tick away. */
  tick(word, picked) {
    const row = this.rows.get(word);
    row.isTicked = picked !== undefined;
    row.picked = picked ?? row.picked;
    this.change();
  }

  /** What was said of other replacements is no longer true. */
  change() {
    this.verdict = undefined;
    this.show();
    this.tell();
  }

  /** Says what is being done, in the room that was taken before. */
  say(sentence) {
    this.place.style.minHeight = `${this.place.offsetHeight}px`;
    this.place.replaceChildren(element("p", {}, sentence));
  }
  fail(message) { this.place.style.minHeight = ""; this.place.replaceChildren(element("p", { class: "notice" }, message)); }

  row(word, { before, choices, picked, isTicked }) {
    const after = choices[picked];
    const box = element("input", { type: "checkbox", "aria-label": `Replace ${word}`, disabled: !choices.length, onchange: (event) => this.tick(word, event.target.checked ? picked : undefined) });
    box.checked = isTicked;
    const option = ({ keyword, missed, overheard }, n) => element("option", { value: n, selected: n === picked }, `${keyword} (${of100(missed.value)}, ${of100(overheard.value)})`);
    const select = element("select", { "aria-label": `Instead of ${word}`, onchange: (event) => this.tick(word, Number(event.target.value)) }, ...choices.map(option));
    return element("tr", {}, element("th", { scope: "row" }, element("label", {}, box, ` ${word}`)),
      element("td", {}, choices.length ? select : "none was better"),
      element("td", { class: "number", "data-label": "Missed" }, after ? change(before.missed, after.missed) : of100(before.missed.value)),
      element("td", { class: "number", "data-label": "Overheard" }, after ? change(before.overheard, after.overheard) : of100(before.overheard.value)));
  }

  show() {
    // The control that was used is drawn anew: the keyboard stays on it.
    const held = this.place.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const heads = ["Replace", "Instead (missed, overheard of 100)", "Missed, of 100", "Overheard, of 100"];
    const { verdict } = this, count = this.ticked.length;
    const said = verdict ? element("p", {}, element("strong", { id: "deck-verdict" }, verdict.headline), verdict.games ? element("span", { class: "hint" }, ` ${grouped(verdict.games)} games with each deck, on deals that chose nothing.`) : "")
      : element("p", { class: "row" }, element("button", { type: "button", id: "deck-try", disabled: !count, onclick: () => this.test() }, ["Tick a replacement to test it", "Test the deck with this replacement"][count] ?? `Test the deck with these ${count} replacements`));
    this.place.replaceChildren(said,
      verdict?.is_better ? element("button", { type: "button", id: "deck-corrected", onclick: () => save("deck-corrected.csv", "text/csv", verdict.corrected) }, "Corrected deck (CSV)") : "",
      this.rows.size ? element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Replacements" },
        element("table", { class: "numbers", id: "deck-offers" }, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
          element("tbody", {}, ...[...this.rows].map(([word, row]) => this.row(word, row))))) : "",
      element("p", { class: "hint" }, `Up to three words of the built-in deck were tried for each, in this deck: ${grouped(this.games)} games each time, on other deals than those that found the bad words. Only words are offered that go wrong less in the way that makes the word bad. Ticked at first: those that do not go wrong more in the other way; without any, all.`));
    this.place.style.minHeight = "";
    if (held) [...this.place.querySelectorAll("[aria-label]")].find((one) => one.getAttribute("aria-label") === held)?.focus();
  }
}
