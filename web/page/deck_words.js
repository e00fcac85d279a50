// The words of a tested deck: how each does, which stand out, and why.

import { element, fixed } from "./dom.js";

/** A rate that was counted, of 100 clues. */
export const of100 = (share) => fixed(100 * share, 0);

/** A rate with its interval, of 100 clues. */
export const withInterval = ({ value, low, high }) => `${of100(value)} (${of100(low)} to ${of100(high)})`;

/** By how much a word is above the others. */
const excess = ({ problems }) => Math.max(...problems.map(({ rate, mean }) => rate - mean));
const harm = ({ missed, overheard }) => missed.value + overheard.value;

/** The words with what stands out of each: the farthest from the others first, then those that go wrong most. */
export function ranked({ words, bad_words: bad, clashes }) {
  const items = words.map((word) => ({
    ...word,
    problems: bad.filter((found) => found.keyword === word.keyword),
    clashes: clashes.filter((clash) => clash.words.includes(word.keyword))
      .map(({ words: both, rate }) => ({ other: both.find((one) => one !== word.keyword), rate })),
  }));
  const isBad = (item) => item.problems.length > 0;
  return items.sort((one, other) => Number(isBad(other)) - Number(isBad(one))
    || (isBad(one) ? excess(other) - excess(one) : harm(other) - harm(one)));
}

/** What stands out of a word in one word: `missed`, `overheard`, `both` or `none`. */
export function kind({ problems }) {
  if (problems.length > 1) return "both";
  return problems[0]?.problem ?? "none";
}

/** Why a word stands out, a sentence for each reason. */
export function reasons({ problems, clashes }) {
  const found = problems.map(({ problem, mean }) => `It is ${problem} more often than the others, which are ${problem} ${of100(mean)} times in 100.`);
  const pairs = clashes.map(({ other, rate }) => `While a team has both, ${withInterval(rate)} of 100 clues for it or “${other}” are taken for the other one.`);
  if (found.length && !pairs.length) pairs.push("No single other word of the deck explains it.");
  return found.length || pairs.length ? [...found, ...pairs] : ["It does not stand out among the words of this deck."];
}

/** How many words are named at once for each way of going wrong. */
const NAMED = 3;

/** A word that stands out: by how much, and the words that it is taken for. */
function badRow({ keyword, problem, rate, low, high, mean }, clashes) {
  const others = problem === "missed" ? clashes.filter(({ words }) => words.includes(keyword)).map(({ words }) => `“${words.find((one) => one !== keyword)}”`) : [];
  return element("li", {}, element("strong", {}, keyword),
    ` is ${problem} ${of100(rate)} times in 100 (${of100(low)} to ${of100(high)}); the others ${of100(mean)}.${others.length ? ` It is taken for ${others.join(", ")}.` : ""}`);
}

/** The words that stand out: the first few that are missed and overheard at once, the others folded away. */
export function badList(bad, clashes) {
  if (!bad.length) return element("p", {}, "None is missed or overheard clearly more often than the others.");
  const isFirst = (found) => bad.filter(({ problem }) => problem === found.problem).indexOf(found) < NAMED;
  const [rows, rest] = [true, false].map((first) => bad.filter((found) => isFirst(found) === first).map((found) => badRow(found, clashes)));
  return element("div", { id: "deck-bad" }, element("ul", {}, ...rows),
    rest.length ? element("details", {}, element("summary", {}, `${rest.length} more`), element("ul", {}, ...rest)) : "");
}

/** A few words on a word, for the list. */
function remark({ problems, clashes }) {
  const parts = problems.map(({ problem }) => `${problem} more than others`);
  if (clashes.length) parts.push(`taken for ${clashes.map(({ other }) => other).join(", ")}`);
  return parts.join("; ");
}

/** All words as a list, which says what the picture shows. `choose` is told the word that was pressed. */
export function wordList(items, choose) {
  const heads = ["Word", "Missed, of 100", "Overheard, of 100", "What stands out"];
  const row = (item) => element("tr", {},
    element("th", { scope: "row" }, element("button", { type: "button", class: "word", onclick: () => choose(item.keyword) }, item.keyword)),
    element("td", { class: "number", "data-label": heads[1] }, withInterval(item.missed)),
    element("td", { class: "number", "data-label": heads[2] }, withInterval(item.overheard)), element("td", {}, remark(item)));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "All words" },
    element("table", { class: "numbers", id: "deck-list" }, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...items.map(row))));
}

/** The words as rows of a file, shares from 0 to 1. */
export function wordTable(items) {
  const ends = (name) => [name, `${name}_low`, `${name}_high`];
  const numbers = ({ value, low, high }) => [value, low, high];
  return [["keyword", ...ends("missed"), ...ends("overheard"), "remark"],
    ...items.map((item) => [item.keyword, ...numbers(item.missed), ...numbers(item.overheard), remark(item)])];
}
