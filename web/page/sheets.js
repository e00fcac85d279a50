// One game as the teams' note sheets.

import { element, fixed } from "./dom.js";

const NAMES = { white: "White", black: "Black", shared: "both (shared)" };
const STEPS = {
  interceptions: "Interception tokens", miscommunications: "Miscommunication tokens", both: "tokens of both kinds",
  points: "the tiebreaker's points", keywords: "the tiebreaker's keywords", shared: "nothing: the victory is shared",
  final_tie: "the rule for games that stay even", sudden_death: "sudden death", forfeit: "a forfeit",
};

const side = (name) => NAMES[name.toLowerCase()] ?? name;

/** The tokens that a half has brought: what both teams hold after it, less what they held before. */
function given(half, halves) {
  const before = halves[halves.indexOf(half) - 1]?.tokens ?? [];
  const gained = (kind) => half.tokens.reduce((sum, team, n) => sum + team[kind] - (before[n]?.[kind] ?? 0), 0);
  const words = (kind, name) => ["", name, `2 ${name}s`][gained(kind)];
  const parts = [words("miscommunications", "Miscommunication"), words("interceptions", "Interception"),
    half.forfeited ? "forfeited by an illegal clue" : ""];
  return parts.filter(Boolean).join(", ") || "—";
}

/** One side of a sheet by rounds, those empty that were not played. */
function rounds(side, of, guess, name, halves) {
  const heads = ["Round", "Clues", guess, "Code", "Tokens given"];
  const rows = side.rounds.map((round) => {
    const half = halves.find((half) => half.round === round.round && half.side === of);
    const cell = (label, text, kind) => element("td", { "data-label": label, class: kind }, half ? text(half) : "");
    const wrong = half && round.guess !== null && round.guess !== round.code ? "number wrong" : "number";
    return element("tr", {},
      element("th", { scope: "row", "data-label": "Round" }, round.round),
      cell("Clues", () => round.clues.map((clue) => clue ?? "(missing)").join(", "), ""),
      cell(guess, () => round.guess ?? "—", wrong),
      cell("Code", () => round.code, "number"),
      cell("Tokens given", (half) => given(half, halves), ""));
  });
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${name} by round` },
    element("table", { class: "numbers" },
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...rows)));
}

function keywords(side) {
  const columns = side.numbers.map((number, place) => element("div", { class: "keyword" },
    element("h6", {}, `${place + 1} ${number.keyword ?? "?"}`),
    element("ul", {}, ...number.clues.map((clue) => element("li", {}, clue)))));
  return element("div", { class: "keywords" }, ...columns);
}

/** A side of a sheet with its title; nothing where that team gives no clues. */
function half(title, side, of, guess, name, halves) {
  return side ? [element("h5", {}, title), keywords(side), rounds(side, of, guess, name, halves)] : [];
}

function sheetOf(sheet, halves) {
  const own = side(sheet.side), opponent = sheet.side === "white" ? "black" : "white";
  const { interceptions, miscommunications } = sheet.tokens;
  const named = sheet.named && sheet.named.length
    ? element("p", {}, `Named in the tiebreaker: ${sheet.named.join(", ")}` +
        (sheet.named_right === null ? "" : ` (${sheet.named_right} right)`)) : undefined;
  const theirs = `${side(opponent)}'s clues`;
  return element("section", { class: "sheet" }, element("h4", {}, `${own}'s note sheet (${sheet.agent})`),
    element("p", {}, `Tokens: ${interceptions} for Interceptions, ${miscommunications} for Miscommunications.`),
    ...half("Own clues", sheet.own, sheet.side, "Guess", `${own}'s own clues`, halves),
    ...half(theirs, sheet.other, opponent, "Tried", `${theirs} on ${own}'s sheet`, halves), named);
}

/** The game, its ending first. */
export function sheets(place, game) {
  const { sheets: replay, command, points } = game;
  const { winner, door, step } = replay.ending;
  const tied = door === "none" ? "" : ` The game came to the tiebreaker. Points there: White ${fixed(points[0], 0)}, Black ${fixed(points[1], 0)}.`;
  const won = winner === "shared" ? "the victory is shared" : `${side(winner)} wins`;
  place.replaceChildren(
    element("h3", {}, `Game ${replay.game}: ${won} after ${replay.rounds} rounds`),
    element("p", {}, `Decided by ${STEPS[step] ?? step}.${tied}`),
    ...replay.sheets.map((sheet) => sheetOf(sheet, replay.halves)),
    element("p", { class: "hint" }, "In a terminal: ", element("code", {}, command)));
}
