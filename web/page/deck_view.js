// The question whether a deck of one's own is harder, and which of its words are bad.

import { $, element, fixed, grouped } from "./dom.js";
import { address, dropped, failed, finding, settle, state, waiting } from "./strip.js";
import { csv, deckTable, save } from "./take.js";

/** A longer deck makes an address that some programs cut off. */
const LONGEST = 6000;

/** A select of kinds of players. */
export function playersInto(select, world) {
  const option = (agent) => element("option", { value: agent.spec }, `${agent.name}: ${agent.purpose}`);
  select.append(...world.agents.map(option));
}

export function gamesInto(select, usual, all) {
  select.append(...all.map((games) => element("option", { value: games, selected: games === usual }, grouped(games))));
}

const of100 = (share) => fixed(100 * share, 0);

/** The page of decks. */
export class DeckView {
  constructor({ lanes, world }) {
    this.lane = lanes[lanes.length - 1];
    this.asked = 0;
    playersInto($("deck-agent"), world);
    gamesInto($("deck-games"), 2000, [500, 2000, 10000]);
    $("deck-form").addEventListener("submit", (event) => { event.preventDefault(); this.ask(); });
    $("deck-text").addEventListener("input", () => this.look());
    $("deck-file").addEventListener("change", () => this.take($("deck-file").files[0]));
    const text = $("deck-text");
    text.addEventListener("dragover", (event) => { event.preventDefault(); text.classList.add("is-over"); });
    text.addEventListener("dragleave", () => text.classList.remove("is-over"));
    text.addEventListener("drop", (event) => {
      const file = event.dataTransfer.files[0];
      text.classList.remove("is-over");
      if (file) { event.preventDefault(); this.take(file); }
    });
  }

  enter() {
    const asked = new URLSearchParams(location.hash.slice(1)), reasons = [];
    for (const key of new Set(asked.keys())) if (!["page", "deck", "agent", "games"].includes(key)) reasons.push(`“${key}” is nothing that can be asked of a deck`);
    const choose = (id, value) => {
      if (value === null) return;
      if ([...$(id).options].some((option) => option.value === value)) $(id).value = value;
      else reasons.push(`“${value}” cannot be chosen here`);
    };
    choose("deck-agent", asked.get("agent"));
    choose("deck-games", asked.get("games"));
    dropped(reasons);
    const deck = asked.get("deck")?.replaceAll("_", "\n");
    if (deck !== undefined && deck === $("deck-text").value && this.answered) return;
    if (deck) { $("deck-text").value = deck; this.ask(); return; }
    this.clear();
    waiting("Paste your words: the answer stands here.");
    state("idle");
    if ($("deck-text").value) this.look();
  }

  leave() { this.asked += 1; }

  /** Reads a file that was dropped or chosen; it stays on this machine. */
  async take(file) {
    if (!file) return;
    if (file.size > 1e6) { this.problem(`${file.name} has ${grouped(file.size)} bytes; a deck has at most 1,000,000`); return; }
    $("deck-text").value = await file.text();
    this.look();
  }

  problem(message) {
    $("deck-problem").hidden = !message;
    $("deck-problem").textContent = message ?? "";
    $("deck-text").setAttribute("aria-invalid", String(Boolean(message)));
  }

  clear() {
    this.answered = undefined;
    $("deck-found").hidden = true;
    $("deck-found").replaceChildren();
  }

  /** Says at once what the deck holds. */
  async look() {
    const mine = ++this.asked, text = $("deck-text").value;
    this.clear();
    waiting("Ask whether it is harder: the answer stands here.");
    state("idle");
    this.problem("");
    $("deck-holds").replaceChildren();
    if (!text.trim()) return undefined;
    try {
      const holds = await this.lane.ask({ ask: "deck", text });
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

  async ask() {
    const text = $("deck-text").value;
    if (!text.trim()) { this.problem("there are no words; paste some"); failed("There are no words yet: paste some."); return; }
    if (!await this.look()) { failed(`The deck cannot be played: ${$("deck-problem").textContent}.`); return; }
    const mine = ++this.asked, question = { agents: [$("deck-agent").value], games: Number($("deck-games").value) };
    const deck = text.trim().split(/\r?\n/).join("_");
    const parts = new URLSearchParams({ page: "deck", agent: question.agents[0], games: question.games });
    const whole = new URLSearchParams({ ...Object.fromEntries(parts), deck });
    const fits = String(whole).length <= LONGEST;
    address(`#${fits ? whole : parts}`);
    dropped(fits ? [] : ["a deck so long does not fit in an address: keep its file"]);
    waiting("Playing with both decks …");
    state("asking");
    $("deck-ask").disabled = true;
    try {
      const answer = await this.lane.ask({ ask: "compare_deck", text, question });
      if (mine === this.asked) this.show(answer);
    } catch (error) {
      if (mine === this.asked) failed(error.message);
    } finally {
      $("deck-ask").disabled = false;
    }
  }

  show(answer) {
    this.answered = answer;
    finding(answer.headline);
    const bad = answer.bad_words, name = (finding) => answer.replaced.find(({ word }) => word === finding.keyword)?.instead;
    const row = (found) => element("li", {}, element("strong", {}, found.keyword),
      ` is ${found.problem} ${of100(found.rate)} times in 100 (${of100(found.low)} to ${of100(found.high)}); the others ${of100(found.mean)}.`,
      name(found) ? ` Instead: ${name(found)}.` : "");
    const verdict = (found) => element("li", { class: found.verdict }, found.sentence);
    $("deck-found").replaceChildren(
      element("h2", {}, bad.length ? "Words that stand out" : "No word stands out"),
      bad.length ? element("ul", { id: "deck-bad" }, ...bad.map(row)) : element("p", {}, "None is misread or overheard clearly more often than the others."),
      element("div", { class: "row" },
        bad.length ? element("button", { type: "button", id: "deck-corrected", onclick: () => save("deck-corrected.csv", "text/csv", answer.corrected) }, "Corrected deck (CSV)") : null,
        element("button", { type: "button", onclick: () => save("deck-findings.csv", "text/csv", csv(deckTable(answer))) }, "Numbers (CSV)")),
      element("h2", {}, "Against the built-in deck"),
      element("ul", { class: "verdicts" }, ...answer.findings.map(verdict)),
      element("details", {}, element("summary", {}, "How the words differ"), ...answer.sentences.map((sentence) => element("p", {}, sentence))),
      element("p", { class: "hint" }, `${grouped(answer.games)} games with each deck.`));
    $("deck-found").hidden = false;
    settle();
    state("complete");
  }
}
