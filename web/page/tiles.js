// The answer at a glance: two pictures of 100 games, and a tile for each of ties, draws, minutes and the seat.

import { digitsOf, element, fixed, shape } from "./dom.js";
import { grid, key } from "./figures.js";

/** The minutes that a scale of them holds. */
const MOST_MINUTES = 90;

/** A scale that no answer moves, with a value and its interval. */
function scale({ low, high, value }, before, most, middle) {
  const x = (number) => Math.max(0, Math.min(100, 100 * number / most));
  return shape("svg", { viewBox: "0 0 100 14", class: "tile-scale", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
    shape("line", { x1: 0, x2: 100, y1: 7, y2: 7, class: "scale" }),
    ...(middle === undefined ? [] : [shape("line", { x1: x(middle), x2: x(middle), y1: 2, y2: 12, class: "zero" })]),
    ...(low === undefined ? [] : [shape("line", { x1: x(low), x2: x(high), y1: 7, y2: 7, class: "interval" })]),
    shape("rect", { x: x(before) - 0.5, y: 3, width: 1, height: 8, class: "of-a" }),
    shape("rect", { x: x(value) - 0.8, y: 1, width: 1.6, height: 12, class: "dot" }));
}

/** A tile: what is measured, its value, the one before, and where both lie. */
function tile(name, { value, low = undefined, high = undefined, before, places, unit, most, middle = undefined }) {
  const [now, then] = [value, before].map((number) => fixed(number, places));
  const ends = low === undefined ? "" : ` (${fixed(low, places)} to ${fixed(high, places)})`;
  return element("div", { class: "tile", "data-tile": name },
    element("h3", {}, name), element("p", { class: "tile-value" }, element("strong", {}, now), element("span", {}, ` ${unit}`)),
    element("p", { class: "hint" }, now === then ? `as before${ends}` : `${then} before${ends}`),
    scale({ value, low, high }, before, most, middle),
    element("p", { class: "tile-ends hint", "aria-hidden": "true" }, element("span", {}, "0"), element("span", {}, `${most}`)));
}

/** A tile of a measure, in its unit for people, with the digits of the sentences about it. */
function ofMeasure(name, answer, measure, middle) {
  const found = answer.findings.find((one) => one.measure === measure);
  if (!found) return undefined;
  const { a, b, factor, unit } = found, at = (number) => number * factor;
  return tile(name, { value: at(b.value), low: at(b.low), high: at(b.high), before: at(a.value), places: digitsOf(found), unit, most: 100, middle });
}

/** Pictures and tiles of an answer. */
export function atAGlance(answer, names) {
  const counts = (which) => answer.rungs.map((rung) => rung[`count_${which}`]);
  const legend = element("ul", { class: "grid-key" }, ...answer.rungs.map((rung, kind) => element("li", {}, key(kind), rung.name)));
  const minutes = answer.minutes && tile("Minutes", { value: answer.minutes[1], before: answer.minutes[0], places: 0, unit: "a game, estimated", most: MOST_MINUTES });
  return element("div", { class: "glance" },
    element("div", { class: "grids" }, grid(counts("a"), `100 games, ${names.a.toLowerCase()}`), grid(counts("b"), `100 games, ${names.b.toLowerCase()}`), legend),
    element("div", { class: "tiles" }, ofMeasure("Ties", answer, "tiebreak_rate"), ofMeasure("Draws", answer, "shared_rate"), minutes,
      ofMeasure("White’s seat", answer, "white_score", 50)));
}
