// One game as the teams' note sheets.

import { element } from "./dom.js";

const NAMES = { white: "White", black: "Black", shared: "nobody" };
const STEPS = {
  interceptions: "Interception tokens", miscommunications: "Miscommunication tokens", both: "tokens of both kinds",
  points: "the tiebreaker's points", keywords: "the tiebreaker's keywords", shared: "nothing: the victory is shared",
  final_tie: "the rule for games that stay even", sudden_death: "sudden death", forfeit: "a forfeit",
};

const side = (name) => NAMES[name.toLowerCase()] ?? name;

function result(half) {
  const parts = [];
  if (!half.guess_right) parts.push("Miscommunication");
  if (half.intercepted) parts.push("Interception");
  return parts.join(", ") || "—";
}

function rounds(halves, own) {
  const heads = ["Round", "Clues", "Code", "Own team", "Opponents", "Tokens given"];
  const rows = halves.map((half) => element("tr", {},
    element("th", { scope: "row", "data-label": "Round" }, half.round),
    element("td", { "data-label": "Clues" }, half.clues.map((clue) => clue ?? "(missing)").join(", ")),
    element("td", { class: "number", "data-label": "Code" }, half.code),
    element("td", { class: `number ${half.guess_right ? "" : "wrong"}`, "data-label": "Own team" }, half.guess),
    element("td", { class: `number ${half.intercepted ? "wrong" : ""}`, "data-label": "Opponents" }, half.interception ?? "—"),
    element("td", { "data-label": "Tokens given" }, result(half))));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${own}'s clues by round` },
    element("table", { class: "numbers" },
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...rows)));
}

function keywords(sheet) {
  const columns = (sheet.own?.numbers ?? []).map((number, place) => element("div", { class: "keyword" },
    element("h5", {}, `${place + 1} ${number.keyword ?? ""}`),
    element("ul", {}, ...number.clues.map((clue) => element("li", {}, clue)))));
  return element("div", { class: "keywords" }, ...columns);
}

function sheetOf(sheet, halves) {
  const own = side(sheet.side), mine = halves.filter((half) => half.side === sheet.side);
  const { interceptions, miscommunications } = sheet.tokens;
  const named = sheet.named && sheet.named.length
    ? element("p", {}, `Named in the tiebreaker: ${sheet.named.join(", ")}` +
        (sheet.named_right === null ? "" : ` (${sheet.named_right} right)`)) : undefined;
  return element("section", { class: "sheet" }, element("h4", {}, `${own}'s note sheet (${sheet.agent})`),
    element("p", {}, `Tokens: ${interceptions} for Interceptions, ${miscommunications} for Miscommunications.`),
    keywords(sheet), rounds(mine, own), named);
}

/** The game, its ending first. */
export function sheets(place, game) {
  const { sheets: replay, command } = game;
  const { winner, door, step } = replay.ending;
  const tied = door === "none" ? "" : " The game came to the tiebreaker.";
  const won = winner === "shared" ? "the victory is shared" : `${side(winner)} wins`;
  place.replaceChildren(
    element("h3", {}, `Game ${replay.game}: ${won} after ${replay.rounds} rounds`),
    element("p", {}, `Decided by ${STEPS[step] ?? step}.${tied}`),
    ...replay.sheets.map((sheet) => sheetOf(sheet, replay.halves)),
    element("p", { class: "hint" }, "In a terminal: ", element("code", {}, command)));
}
