// Beginners to experts: what rules change at each table, as a matrix of dots.

import { digits, element, fixed, shape, signed } from "./dom.js";

/** The tables, as the paragraph above the button describes them. */
const TABLES = { new: "Strangers", human: "Now and then", close: "Old friends", keen: "Strong readers", "close+new": "Old friends against strangers", "human+sleuth": "People against strong readers" };
const MARKS = { more: "▲", less: "▼", none_that_matters: "≈", not_known_yet: "?" };
/** What the scales of all cells hold to either side: of 100, or rounds. */
const MOST = { share: 75, rounds: 4 };

/** A difference on a scale that no answer moves. */
function dot({ value, low, high, factor }) {
  const most = factor === 100 ? MOST.share : MOST.rounds;
  const x = (number) => 50 + 48 * Math.max(-1, Math.min(1, number * factor / most));
  return shape("svg", { viewBox: "0 0 100 14", class: "tile-scale", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
    shape("line", { x1: 2, x2: 98, y1: 7, y2: 7, class: "scale" }), shape("line", { x1: 50, x2: 50, y1: 1, y2: 13, class: "zero" }),
    low === null ? null : shape("line", { x1: x(low), x2: x(high), y1: 7, y2: 7, class: "interval" }),
    shape("rect", { x: x(value) - 1.5, y: 3, width: 3, height: 8, class: "dot" }));
}

function cell(found) {
  if (!found) return element("td", {}, "no game counts");
  const { value, low, high, factor, verdict, words, title } = found, known = low !== null;
  const places = known ? digits(low * factor, high * factor) : 1, range = known ? ` (${signed(low * factor, places)} to ${signed(high * factor, places)})` : "";
  return element("td", { class: `verdict ${verdict}`, "data-label": title },
    dot(found), element("span", { class: "number" }, element("span", { "aria-hidden": "true" }, `${MARKS[verdict]} `), signed(value * factor, places)),
    element("span", { class: "range" }, range), element("span", { class: "hint" }, words));
}

/** The matrix: a row for each table, a column for each measure. */
export function tableMatrix(cells) {
  const tables = [...new Set(cells.map(({ table }) => table))], measures = [...new Set(cells.map(({ measure }) => measure))];
  const of = (table, measure) => cells.find((found) => found.table === table && found.measure === measure);
  const head = (measure) => { const { title, unit } = cells.find((found) => found.measure === measure); return element("th", { scope: "col" }, title, element("span", { class: "hint" }, unit)); };
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What changes at each table" },
    element("table", { class: "matrix" }, element("caption", {}, `Your rules less the others. Each scale reaches from ${fixed(-MOST.share, 0)} to ${signed(MOST.share, 0)} of 100, or from ${fixed(-MOST.rounds, 0)} to ${signed(MOST.rounds, 0)} rounds; ▲ more, ▼ less, ≈ none that matters, ? not known yet.`),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Table"), ...measures.map(head))),
      element("tbody", {}, ...tables.map((table) => element("tr", {}, element("th", { scope: "row" }, TABLES[table] ?? table), ...measures.map((measure) => cell(of(table, measure))))))));
}
