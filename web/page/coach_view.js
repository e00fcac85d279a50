// The coach of players: a finished game is entered, betted on, seen and shared.

import { bridge } from "./coach_bridge.js";
import { curve } from "./coach_curve.js";
import { EXAMPLES } from "./coach_examples.js";
import { guessing } from "./coach_guess.js";
import { round, suggestions, tiebreaker } from "./coach_review.js";
import { MOST_ROUNDS, SheetForm, THEIRS, packed, parsedBoth, unpacked, unveiled, veiled } from "./coach_sheet.js";
import { caught, othersOf, theirRound } from "./coach_theirs.js";
import { card } from "./drawing.js";
import { $, element, of100 } from "./dom.js";
import { inLanguage, language } from "./language.js";
import { address, asked, dropped, failed, finding, settle, shareable, state, waiting } from "./strip.js";
import { copy, png, save } from "./take.js";

const KEYS = ["page", "keywords", "rounds", "theirs", "their", "guess"];

/** The page of players. */
export class CoachView {
  constructor({ backends }) {
    this.backend = backends[backends.length - 1];
    this.asked = 0;
    this.form = new SheetForm($("own-sheet"));
    this.theirs = new SheetForm($("their-sheet"), THEIRS);
    $("sheet-example").addEventListener("click", () => { this.take(EXAMPLES[language()]); this.edited(); });
    $("sheet-form").addEventListener("submit", (event) => { event.preventDefault(); this.ask(); });
    $("sheet-form").addEventListener("input", () => { dropped([]); this.stale(); });
    $("sheet-form").addEventListener("change", () => this.edited());
    $("sheet-read").addEventListener("click", () => this.paste());
  }

  enter(reasons) {
    const params = asked(KEYS, reasons);
    const keywords = (params.get("keywords") ?? "").split(","), rounds = unpacked(params.get("rounds") ?? "");
    const their = { keywords: (params.get("their") ?? "").split(","), rounds: unpacked(params.get("theirs") ?? "") };
    if (keywords.length > 4) reasons.push("keywords after the fourth are left out");
    if (rounds.length > MOST_ROUNDS) reasons.push(`rounds after round ${MOST_ROUNDS} are left out`);
    dropped(reasons);
    const isGuess = params.has("guess");
    $("sheet-form").closest("section").hidden = isGuess;
    if (isGuess) { this.overhear(params.get("guess")); return; }
    if (params.has("rounds") || params.has("keywords")) {
      if (this.answered && location.hash === this.hash) return;
      this.fill({ own: { keywords, rounds }, theirs: their.rounds.length ? their : undefined });
      this.ask();
      return;
    }
    this.stale();
    this.edited();
  }

  /** Whether the address holds what stands here: the sheet that was asked, and not one that has been changed since. */
  get isKept() { return this.hash !== undefined; }

  leave() { this.asked += 1; this.answered = undefined; this.hash = undefined; }

  /** Fills both sheets; without the other team's its boxes are empty. */
  fill({ own, theirs }) {
    this.form.fill(own);
    if (theirs) this.theirs.fill(theirs); else this.theirs.clear();
    $("their-box").open = Boolean(theirs);
  }

  /** Fills in sheets that are written as text. */
  take(text) { this.fill(parsedBoth(text)); }

  /** What was answered is no answer to a sheet that has been changed. */
  stale() {
    this.asked += 1;
    this.answered = undefined;
    this.hash = undefined;
    this.form.problem("");
    this.theirs.problem("");
    $("bet").hidden = true;
    $("review").hidden = true;
    $("review").replaceChildren();
    waiting("Write down your side of the game: see the answer here.");
    state("idle");
  }

  /** Marks words that are not known at once. */
  async edited() {
    const texts = [...new Set([...this.form.words(), ...this.theirs.words()])], mine = this.asked;
    try {
      const remarks = texts.length ? await this.backend.ask({ ask: "words", texts }) : [];
      const of = (form) => remarks.filter(({ word }) => form.words().includes(word));
      if (mine === this.asked) for (const form of [this.form, this.theirs]) form.unknown(of(form));
    } catch (error) {
      if (mine === this.asked) failed(error.message);
    }
  }

  paste() {
    try {
      dropped([]);
      this.take($("sheet-paste").value);
      this.form.problem("");
      $("sheet-paste-box").open = false;
      this.ask();
    } catch (error) {
      this.stale();
      this.form.problem(error.message);
      failed(`The sheet cannot be read: ${error.message}.`);
    }
  }

  async ask() {
    this.stale();
    const mine = ++this.asked, sheet = this.form.sheet(), other = this.theirs.sheet();
    const parts = { page: "coach", keywords: sheet.keywords.join(","), rounds: packed(sheet.rounds) };
    if (other.rounds.length) Object.assign(parts, { their: other.keywords.join(","), theirs: packed(other.rounds) });
    const hash = `#${new URLSearchParams(parts)}`;
    address(hash.replaceAll("%2C", ",").replaceAll("%3B", ";"));
    this.hash = location.hash;
    waiting("Listening …");
    state("asking");
    try {
      const [review] = await Promise.all([this.backend.ask({ ask: "review", sheet }), this.edited()]);
      this.others = await this.listen(other);
      if (mine === this.asked) this.bet(review, sheet);
    } catch (error) {
      if (mine !== this.asked) return;
      (error.isTheirs ? this.theirs : this.form).problem(error.message);
      failed(error.isTheirs ? `The other team’s sheet: ${error.message}` : error.message);
    }
  }

  /** What could be heard of the other team; nothing without its clues. */
  async listen(sheet) {
    try {
      return sheet.rounds.length ? await othersOf(sheet, this.backend) : undefined;
    } catch (error) {
      throw Object.assign(new Error(error.message), { isTheirs: true });
    }
  }

  /** The bet comes before the answer. */
  bet(review, sheet) {
    if (review.loudest === null) { this.show(review, sheet); return; }
    finding("Place your bet: which round could they overhear most?");
    state("betting");
    const button = (found) => element("button", { type: "button", "data-bet": found.round, onclick: () => this.show(review, sheet, found.round) },
      `Round ${found.round}: ${found.clues.map(({ clue }) => clue).join(", ")}`);
    $("bets").replaceChildren(...review.rounds.filter((found) => found.p_overheard !== null).map(button),
      element("button", { type: "button", id: "no-bet", onclick: () => this.show(review, sheet) }, "Just show me"));
    $("bet").hidden = false;
    settle();
  }

  show(review, sheet, bet) {
    this.answered = review;
    $("bet").hidden = true;
    finding([review.headline, ...(review.turning_point ? [review.turning_point.sentence] : [])].map((sentence) => `${sentence}.`).join(" "));
    const rounded = (number) => of100(number / 100);
    const numbers = [...(review.clear === null ? [] : [[rounded(review.clear), "clear"]]), ...(review.secret === null ? [] : [[rounded(review.secret), "secret"]])];
    const picture = card({ over: "Overhear · our clues", numbers,
      lines: [...(review.loudest === null ? [] : [`Loudest: round ${review.loudest}`]), ...(review.riskiest === null ? [] : [`Riskiest: round ${review.riskiest}`])] });
    const won = bet === review.loudest;
    const betted = bet ? [element("p", { id: "bet-result" }, won ? `You bet on round ${bet}, and you were right.` : `You bet on round ${bet}; the loudest was round ${review.loudest}.`)] : [];
    const suggest = async (number) => {
      try { return suggestions(await this.backend.ask({ ask: "suggest", sheet, round: number })); }
      catch (error) { return element("p", { class: "notice" }, error.message); }
    };
    const meaning = element("p", { class: "hint" }, `Clear: how many of 100 codes your team reads, on average.${review.secret === null ? "" : " Secret: how many of 100 the other team does not overhear, from round 2 on."}`);
    $("review").replaceChildren(...betted, picture, meaning, this.sharing(picture, sheet), curve(review.rounds, this.others?.rounds ?? [], innerWidth < 600 ? 340 : 640),
      ...(this.others ? [element("p", { id: "caught" }, caught(this.others.rounds))] : []), ...this.bySide(review, suggest),
      tiebreaker(review.tiebreaker), bridge(sheet, this.backend));
    $("review").hidden = false;
    settle();
    state("complete");
  }

  /** The rounds; those of both teams side by side where both are known. */
  bySide(review, suggest) {
    if (!this.others) return review.rounds.map((found) => round(found, suggest));
    const last = Math.max(review.rounds.length, this.others.rounds.length);
    const pair = (n) => element("div", { class: "both" }, review.rounds[n] ? round(review.rounds[n], suggest) : element("div", {}),
      this.others.rounds[n] ? theirRound(this.others.rounds[n]) : element("div", {}));
    return Array.from({ length: last }, (_, n) => pair(n));
  }

  sharing(picture, sheet) {
    const friend = () => shareable(inLanguage(`#page=coach&guess=${veiled(packed(sheet.rounds.map((one) => ({ ...one, guess: "", interception: "" }))))}`));
    const link = element("button", { type: "button", id: "share-link", onclick: () => copy(link, shareable()) }, "Copy link");
    const hidden = element("button", { type: "button", id: "share-guess", onclick: () => copy(hidden, friend(), shown) }, "Hide the answers and let a friend guess");
    const shown = element("code", { id: "friend-link", class: "hint" }, friend());
    return element("div", {}, element("div", { class: "row" }, hidden, link,
      element("button", { type: "button", id: "share-card", onclick: async () => save("overhear-card.png", "image/png", await png(picture)) }, "Save card as picture")),
    element("details", {}, element("summary", {}, "The friend's link"), shown));
  }

  overhear(text) {
    this.stale();
    this.hash = location.hash;
    waiting("Listening …");
    let rounds;
    try { rounds = unpacked(unveiled(text)); } catch { failed("This link holds no game: ask your friend to copy it again."); return; }
    $("review").hidden = false;
    guessing($("review"), rounds, this.backend);
  }
}
