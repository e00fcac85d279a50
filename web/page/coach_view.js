// The coach of players: a finished game is entered, betted on, seen and shared.

import { bridge } from "./coach_bridge.js";
import { guessing } from "./coach_guess.js";
import { round, suggestions, tiebreaker } from "./coach_review.js";
import { MOST_ROUNDS, SheetForm, packed, parsed, unpacked, unveiled, veiled } from "./coach_sheet.js";
import { card } from "./drawing.js";
import { $, element, of100 } from "./dom.js";
import { inLanguage } from "./language.js";
import { address, asked, dropped, failed, finding, settle, shareable, state, waiting } from "./strip.js";
import { copy, png, save } from "./take.js";

const KEYS = ["page", "keywords", "rounds", "guess"];

/** The page of players. */
export class CoachView {
  constructor({ backends }) {
    this.backend = backends[backends.length - 1];
    this.asked = 0;
    this.form = new SheetForm($("sheet-form"), () => this.edited());
    $("sheet-form").addEventListener("submit", (event) => { event.preventDefault(); this.ask(); });
    $("sheet-form").addEventListener("input", () => { dropped([]); this.stale(); });
    $("sheet-form").addEventListener("change", () => this.edited());
    $("sheet-read").addEventListener("click", () => this.paste());
  }

  enter(reasons) {
    const params = asked(KEYS, reasons);
    const keywords = (params.get("keywords") ?? "").split(","), rounds = unpacked(params.get("rounds") ?? "");
    if (keywords.length > 4) reasons.push("keywords after the fourth are left out");
    if (rounds.length > MOST_ROUNDS) reasons.push(`rounds after round ${MOST_ROUNDS} are left out`);
    dropped(reasons);
    const isGuess = params.has("guess");
    $("sheet-form").closest("section").hidden = isGuess;
    if (isGuess) { this.overhear(params.get("guess")); return; }
    if (params.has("rounds") || params.has("keywords")) {
      if (this.answered && location.hash === this.hash) return;
      this.form.fill({ keywords, rounds });
      this.ask();
      return;
    }
    this.stale();
    this.edited();
  }

  /** Whether the address holds what stands here: the sheet that was asked, and not one that has been changed since. */
  get isKept() { return this.hash !== undefined; }

  leave() { this.asked += 1; this.answered = undefined; this.hash = undefined; }

  /** What was answered is no answer to a sheet that has been changed. */
  stale() {
    this.asked += 1;
    this.answered = undefined;
    this.hash = undefined;
    this.form.problem("");
    $("bet").hidden = true;
    $("review").hidden = true;
    $("review").replaceChildren();
    waiting("Write down your side of the game: see the answer here.");
    state("idle");
  }

  /** Marks words that are not known at once. */
  async edited() {
    const texts = this.form.words(), mine = this.asked;
    try {
      const remarks = texts.length ? await this.backend.ask({ ask: "words", texts }) : [];
      if (mine === this.asked) this.form.unknown(remarks);
    } catch (error) {
      if (mine === this.asked) failed(error.message);
    }
  }

  paste() {
    try {
      dropped([]);
      this.form.fill(parsed($("sheet-paste").value));
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
    const mine = ++this.asked, sheet = this.form.sheet();
    const hash = `#${new URLSearchParams({ page: "coach", keywords: sheet.keywords.join(","), rounds: packed(sheet.rounds) })}`;
    address(hash.replaceAll("%2C", ",").replaceAll("%3B", ";"));
    this.hash = location.hash;
    waiting("Listening …");
    state("asking");
    try {
      const [review] = await Promise.all([this.backend.ask({ ask: "review", sheet }), this.edited()]);
      if (mine === this.asked) this.bet(review, sheet);
    } catch (error) {
      if (mine !== this.asked) return;
      this.form.problem(error.message);
      failed(error.message);
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
    finding(`${review.headline}.`);
    const rounded = (number) => of100(number / 100);
    const numbers = [[rounded(review.clear), "clear"], ...(review.secret === null ? [] : [[rounded(review.secret), "secret"]])];
    const picture = card({ over: "Overhear · our clues", numbers,
      lines: [...(review.loudest === null ? [] : [`Loudest: round ${review.loudest}`]), `Riskiest: round ${review.riskiest}`] });
    const won = bet === review.loudest;
    const betted = bet ? [element("p", { id: "bet-result" }, won ? `You bet on round ${bet}, and you were right.` : `You bet on round ${bet}; the loudest was round ${review.loudest}.`)] : [];
    const suggest = async (number) => {
      try { return suggestions(await this.backend.ask({ ask: "suggest", sheet, round: number })); }
      catch (error) { return element("p", { class: "notice" }, error.message); }
    };
    const meaning = element("p", { class: "hint" }, `Clear: how many of 100 codes your team reads, on average.${review.secret === null ? "" : " Secret: how many of 100 the other team does not overhear, from round 2 on."}`);
    $("review").replaceChildren(...betted, picture, meaning, this.sharing(picture, sheet), ...review.rounds.map((found) => round(found, suggest)),
      tiebreaker(review.tiebreaker), bridge(sheet, this.backend));
    $("review").hidden = false;
    settle();
    state("complete");
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
