// The question whether a deck of one's own is harder, and which of its words are bad.

import { deckText } from "./deck_file.js";
import { DeckOffers } from "./deck_offers.js";
import { DeckPicture, pictureKey } from "./deck_picture.js";
import { badList, of100, ranked, reasons, withInterval, wordList, wordTable } from "./deck_words.js";
import { $, element, grouped } from "./dom.js";
import { language } from "./language.js";
import { address, asked, dropped, failed, finding, settle, state, waiting } from "./strip.js";
import { csv, deckTable, save } from "./take.js";

/** A longer deck makes an address that some programs cut off. */
const LONGEST = 6000;

/** A select of kinds of players. */
export function playersInto(select, choices, usual) {
  const option = (agent) => element("option", { value: agent.spec, selected: agent.spec === usual }, `${agent.name}: ${agent.purpose}`);
  select.append(...choices.agents.map(option));
}

export function gamesInto(select, usual, all) {
  select.append(...all.map((games) => element("option", { value: games, selected: games === usual }, grouped(games))));
}

/** Chooses what an address asks for, or the usual where it asks for nothing; what cannot be chosen is named in `reasons`. */
export function choose(id, value, reasons) {
  const options = [...$(id).options], found = options.find((option) => option.value === value);
  if (value !== null && !found) reasons.push(`“${value}” cannot be chosen here`);
  (found ?? options.find((option) => option.defaultSelected) ?? options[0]).selected = true;
}

/** A deck in an address: its lines with `_` between them, or as they are where a word has that sign. */
const written = (text) => (text.includes("_") ? text : text.split(/\r?\n/).join("_"));
const read = (deck) => (deck?.includes("\n") ? deck : deck?.replaceAll("_", "\n"));

/** A message of the program without the name of the field that it stands beside, and without codes for characters. */
const inPlainWords = (message) => message.replace(/^(deck: )+/, "").replaceAll(/\\u\{[0-9a-f]+\}/g, "⍰");

/** The page of decks. */
export class DeckView {
  constructor({ backends, choices }) {
    this.backend = backends[backends.length - 1];
    this.asked = 0;
    playersInto($("deck-agent"), choices);
    gamesInto($("deck-games"), 2000, [500, 2000, 10000]);
    $("deck-form").addEventListener("submit", (event) => { event.preventDefault(); this.ask(); });
    $("deck-text").addEventListener("input", () => this.look());
    for (const id of ["deck-agent", "deck-games"]) $(id).addEventListener("change", () => this.look());
    $("deck-file").addEventListener("change", () => this.take($("deck-file").files[0]));
    // A file that was changed and is chosen again is another one.
    $("deck-file").addEventListener("click", () => { $("deck-file").value = ""; });
    this.dropping();
  }

  /** Takes a file wherever on this question it is dropped: beside the field, a browser would open it in the page's place. */
  dropping() {
    const text = $("deck-text"), view = text.closest(".view");
    const holdsFile = (event) => event.dataTransfer.types.includes("Files");
    view.addEventListener("dragover", (event) => { if (holdsFile(event)) { event.preventDefault(); text.classList.add("is-over"); } });
    view.addEventListener("dragleave", () => text.classList.remove("is-over"));
    view.addEventListener("drop", (event) => {
      text.classList.remove("is-over");
      if (holdsFile(event)) { event.preventDefault(); this.take(event.dataTransfer.files[0]); }
    });
  }

  enter(reasons) {
    const params = asked(["page", "deck", "agent", "games"], reasons);
    choose("deck-agent", params.get("agent"), reasons);
    choose("deck-games", params.get("games"), reasons);
    dropped(reasons);
    const deck = read(params.get("deck"));
    if (deck && this.answered && this.shown === JSON.stringify([language(), deck, this.question()])) return;
    if (deck) { $("deck-text").value = deck; this.ask(reasons); return; }
    this.clear();
    waiting("Paste your words to see the answer here.");
    state("idle");
    if ($("deck-text").value) this.look();
  }

  leave() { this.asked += 1; }

  /** Whether the address holds what stands here: the deck that was asked about, and not one that has been changed since. */
  get isKept() { return this.answered !== undefined && new URLSearchParams(location.hash.slice(1)).has("deck"); }

  /** Reads a file that was dropped or chosen; it stays on this machine. */
  async take(file) {
    if (!file) return;
    try {
      $("deck-text").value = await deckText(file);
      this.look();
    } catch (error) {
      $("deck-text").value = "";
      await this.look();
      this.problem(error.message);
      failed(`The deck cannot be read: ${inPlainWords(error.message)}.`);
    }
  }

  problem(message) {
    $("deck-problem").hidden = !message;
    $("deck-problem").textContent = inPlainWords(message ?? "");
    $("deck-text").setAttribute("aria-invalid", String(Boolean(message)));
  }

  clear() {
    this.answered = undefined;
    $("deck-found").hidden = true;
    $("deck-found").replaceChildren();
  }

  /** Says at once what the deck holds; `isAsked` if games follow. */
  async look(isAsked = false) {
    const mine = ++this.asked, text = $("deck-text").value;
    this.clear();
    waiting(isAsked ? "Playing with both decks …" : "Press “Test my deck” to see the answer here.");
    state(isAsked ? "asking" : "idle");
    this.problem("");
    $("deck-holds").replaceChildren();
    if (!text.trim()) return undefined;
    try {
      const holds = await this.backend.ask({ ask: "deck", text });
      if (mine !== this.asked) return undefined;
      this.holds(holds);
      return holds;
    } catch (error) {
      if (mine === this.asked) this.problem(error.message);
      return undefined;
    }
  }

  holds({ keywords, cards, remarks, replaced, corrected }) {
    const parts = [element("p", { id: "deck-size" }, `${grouped(keywords)} words on ${grouped(cards)} cards.`)];
    if (replaced.length) {
      parts.push(element("p", {}, replaced.length === 1 ? "One word is not known; another one is played instead:" : `${replaced.length} words are not known; others are played instead:`),
        element("ul", { id: "deck-unknown" }, ...replaced.map(({ word, instead }) => element("li", {}, element("strong", {}, word), ` → ${instead}`))),
        element("button", { type: "button", id: "deck-known", onclick: () => save("deck-known-words.csv", "text/csv", corrected) }, "Deck with known words (CSV)"));
    }
    if (remarks.length) parts.push(element("ul", { class: "hint" }, ...remarks.map((remark) => element("li", {}, remark))));
    $("deck-holds").replaceChildren(...parts);
  }

  question() {
    return { agents: [$("deck-agent").value], games: Number($("deck-games").value) };
  }

  /** Plays with the deck that stands here; `reasons` say what its address held besides. */
  async ask(reasons = []) {
    const text = $("deck-text").value;
    if (!text.trim()) { this.problem("there are no words; paste some"); failed("There are no words yet: paste some."); return; }
    // Beside the form, the words that stand out are on the first screen, however many words are not known; the form makes room as soon as
    // it is asked, so that nothing moves when the answer comes.
    $("deck-found").closest(".view").classList.add("columns");
    const looking = this.look(true), mine = this.asked, holds = await looking;
    if (mine !== this.asked) return;
    if (!holds) { failed(`The deck cannot be played: ${$("deck-problem").textContent}.`); return; }
    const question = this.question();
    const deck = written(text.trim());
    const parts = new URLSearchParams({ page: "deck", agent: question.agents[0], games: `${question.games}` });
    const whole = new URLSearchParams({ ...Object.fromEntries(parts), deck });
    const fits = String(whole).length <= LONGEST;
    address(`#${fits ? whole : parts}`);
    dropped(fits ? reasons : [...reasons, "the deck is too long for it, so keep its file"]);
    $("deck-ask").disabled = true;
    try {
      const answer = await this.backend.ask({ ask: "compare_deck", text, question });
      if (mine !== this.asked) return;
      this.shown = JSON.stringify([language(), text.trim(), question]);
      this.show(answer);
    } catch (error) {
      if (mine === this.asked) failed(inPlainWords(error.message));
    } finally {
      $("deck-ask").disabled = false;
    }
  }

  /** Asks about the deck that stands; nothing is answered if another one stands meanwhile. */
  async about(request) {
    const mine = this.asked;
    $("deck-found").setAttribute("aria-busy", "true");
    try {
      const answer = await this.backend.ask({ ...request, text: $("deck-text").value, question: this.question() });
      return mine === this.asked ? answer : undefined;
    } catch (error) {
      if (mine === this.asked) this.offers.fail(inPlainWords(error.message));
      return undefined;
    } finally {
      $("deck-found").setAttribute("aria-busy", "false");
    }
  }

  /** Says how a word does and why, and which replacements there are. */
  tell(word) {
    const item = this.words.find(({ keyword }) => keyword === word), offer = this.offers.of(word);
    this.picture.choose(word);
    const use = (choice, n) => element("li", {}, element("button", { type: "button", "aria-pressed": String(offer.isTicked && offer.picked === n), onclick: () => this.offers.tick(word, offer.isTicked && offer.picked === n ? undefined : n) },
      `${choice.keyword}: missed ${of100(choice.missed.value)}, overheard ${of100(choice.overheard.value)}`));
    const choices = !offer ? element("button", { type: "button", id: "deck-word-improve", onclick: () => this.offers.find([word]) }, `Try three replacements for “${word}”`)
      : offer.choices.length ? element("div", {}, element("p", {}, "Instead, tested in this deck:"), element("ul", { class: "choices" }, ...offer.choices.map(use)))
        : element("p", {}, "No replacement that was tried was better.");
    $("deck-word").replaceChildren(element("h3", {}, word),
      element("p", {}, `Missed ${withInterval(item.missed)}, overheard ${withInterval(item.overheard)} of 100 clues.`),
      ...reasons(item).map((sentence) => element("p", {}, sentence)), choices);
  }

  /** The picture of the words; beside it what it says of the chosen one, and the words that stand out. */
  pictured(answer, bad) {
    this.words = ranked(answer);
    this.offers = new DeckOffers((request) => this.about(request), () => { if (this.picture.chosen) this.tell(this.picture.chosen); });
    if (!this.words.length) return element("div", {}, bad);
    const width = $("deck-text").clientWidth < 480 && innerWidth < 600 ? Math.max(280, innerWidth - 70) : 520;
    this.picture = new DeckPicture(this.words, answer.clashes, width, (word) => this.tell(word));
    return element("div", { class: "pictured" }, element("div", {}, this.picture.svg, pictureKey()),
      element("div", {}, element("div", { id: "deck-word", "aria-live": "polite" }, element("p", { class: "hint" }, "Press a word to see why it goes wrong and what could stand in its place.")), bad));
  }

  show(answer) {
    this.answered = answer;
    finding(answer.headline);
    const bad = answer.bad_words;
    const verdict = (found) => element("li", { class: found.verdict }, found.sentence);
    const list = badList(bad, answer.clashes);
    const improve = async (event) => { event.target.disabled = true; await this.offers.find([], new Set(bad.map(({ keyword }) => keyword)).size); };
    $("deck-found").replaceChildren(
      element("h2", {}, bad.length ? "Words that stand out" : "No word stands out"),
      this.pictured(answer, list),
      element("div", { class: "row" },
        bad.length ? element("button", { type: "button", id: "deck-improve", onclick: improve }, "Try replacements for all of them") : null,
        element("button", { type: "button", onclick: () => save("deck-words.csv", "text/csv", csv(wordTable(this.words))) }, "Words (CSV)"),
        element("button", { type: "button", onclick: () => save("deck-findings.csv", "text/csv", csv(deckTable(answer))) }, "Comparison (CSV)")),
      this.offers.place,
      element("details", {}, element("summary", {}, "All words as a list"), wordList(this.words, (word) => { this.tell(word); $("deck-word").scrollIntoView({ block: "nearest" }); })),
      element("h2", {}, "Against the built-in deck"),
      element("ul", { class: "verdicts" }, ...answer.findings.map(verdict)),
      element("details", {}, element("summary", {}, "How the words differ"), ...answer.sentences.map((sentence) => element("p", {}, sentence))),
      element("p", { class: "hint" }, `${grouped(answer.games)} games with each deck.`));
    $("deck-found").hidden = false;
    settle();
    state("complete");
  }
}
