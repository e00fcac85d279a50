// Tables and drawings of an answer. Every number of a drawing stands in text beside it.

import { digits, digitsOf, element, fixed, grouped, shape, signed } from "./dom.js";

const MARKS = { more: "▲", less: "▼", none_that_matters: "≈", not_known_yet: "?" };

function shown(found, factor) {
  const [value, low, high] = [found.value, found.low, found.high].map((n) => n * factor);
  return { value, low, high, places: digits(low, high) };
}

function range(found, factor, places) {
  const { value, low, high } = shown(found, factor);
  return element("span", { class: "number" }, element("strong", {}, fixed(value, places)),
    element("span", { class: "range" }, ` (${fixed(low, places)} to ${fixed(high, places)})`));
}

/** The table of measures, with a bar for each difference. */
export function figures(table, answer, names, undrawn, margins) {
  const heads = ["Measure", names.a, names.b, "Difference", "Verdict", "Games"];
  const row = element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)));
  const spans = {};
  for (const finding of answer.findings) {
    const ends = shown(finding.difference, finding.factor);
    const span = Math.max(Math.abs(ends.low), Math.abs(ends.high), 2 * margins[finding.measure]);
    spans[finding.unit] = Math.max(spans[finding.unit] ?? 0, span);
  }
  const rank = (finding) => answer.sentences.indexOf(finding.sentence);
  const ranked = [...answer.findings].sort((one, other) => rank(one) - rank(other));
  const body = ranked.map((finding) => line(finding, names, answer.games >= undrawn,
    spans[finding.unit], margins[finding.measure]));
  table.replaceChildren(element("caption", {}, `After ${grouped(answer.games)} games by each set of rules`),
    element("thead", {}, row), element("tbody", {}, ...body));
}

function line(finding, names, draws, span, margin) {
  const ends = shown(finding.difference, finding.factor);
  const difference = element("span", { class: "number" },
    element("strong", {}, signed(ends.value, ends.places)),
    element("span", { class: "range" }, ` (${signed(ends.low, ends.places)} to ${signed(ends.high, ends.places)})`));
  const drawing = draws ? bar(ends, span, margin) : element("span", { class: "hint" }, "fewer than 30 games: not drawn");
  return element("tr", { "data-measure": finding.measure },
    element("th", { scope: "row" }, finding.title, element("span", { class: "hint" }, `${finding.meaning}; ${finding.unit}`)),
    element("td", { "data-label": names.a }, range(finding.a, finding.factor, digitsOf(finding))),
    element("td", { "data-label": names.b }, range(finding.b, finding.factor, digitsOf(finding))),
    element("td", { "data-label": "Difference" }, difference, drawing),
    element("td", { "data-label": "Verdict", class: `verdict ${finding.verdict}` },
      element("span", { "aria-hidden": "true" }, `${MARKS[finding.verdict]} `), finding.words),
    element("td", { "data-label": "Games", class: "number" }, grouped(finding.games)));
}

function bar(ends, span, margin) {
  const x = (value) => 80 + 72 * Math.max(-1, Math.min(1, value / span));
  return shape("svg", { viewBox: "0 0 160 18", class: "bar", "aria-hidden": "true", focusable: "false" },
    shape("rect", { x: x(-margin), y: 1, width: x(margin) - x(-margin), height: 16, class: "band" }),
    shape("line", { x1: 80, x2: 80, y1: 0, y2: 18, class: "zero" }),
    shape("line", { x1: x(ends.low), x2: x(ends.high), y1: 9, y2: 9, class: "interval" }),
    shape("circle", { cx: x(ends.value), cy: 9, r: 4, class: "dot" }));
}

/** Whole squares of a hundred, by largest remainders. */
export function squares(counts) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return counts.map(() => 0);
  const exact = counts.map((count) => 100 * count / all);
  const whole = exact.map(Math.floor);
  const order = exact.map((value, place) => [value - whole[place], place]).sort((a, b) => b[0] - a[0]);
  const rest = 100 - whole.reduce((sum, count) => sum + count, 0);
  for (let n = 0; n < rest; n += 1) whole[order[n][1]] += 1;
  return whole;
}

/** A hundred games as squares, by what decided them. */
export function grid(counts, title) {
  const kinds = squares(counts).flatMap((count, kind) => Array(count).fill(kind));
  const cells = kinds.map((kind, n) => shape("rect", {
    x: 12 * (n % 10) + 1, y: 12 * Math.floor(n / 10) + 1, width: 10, height: 10, rx: 1.5, class: `kind${kind}`,
  }));
  return element("figure", {},
    shape("svg", { viewBox: "0 0 120 120", class: "squares", "aria-hidden": "true", focusable: "false" }, ...cells),
    element("figcaption", {}, title));
}

function percent(found) {
  if (!found) return "";
  const { value, low, high, places } = shown(found, 100);
  if (low === high) return fixed(value, 1);
  return `${fixed(value, places)} (${fixed(low, places)} to ${fixed(high, places)})`;
}

/** What decided the games. */
export function endings(place, answer, names, undrawn) {
  const drawn = answer.games >= undrawn
    ? [grid(answer.rungs.map((rung) => rung.count_a), names.a), grid(answer.rungs.map((rung) => rung.count_b), names.b)]
    : [];
  const rows = answer.rungs.map((rung, kind) => shares(rung, names, key(kind), rung.name));
  place.replaceChildren(element("div", { class: "grids" }, ...drawn), numbers("What decided them", names, rows));
}

/** A row of shares under both sets of rules, each with its games. */
function shares(share, names, ...head) {
  const cell = (label, text) => element("td", { class: "number", "data-label": label }, text);
  return element("tr", {}, element("th", { scope: "row" }, ...head),
    cell(`${names.a}, of 100`, percent(share.a)), cell("games", grouped(share.count_a)),
    cell(`${names.b}, of 100`, percent(share.b)), cell("games", grouped(share.count_b)));
}

/** The square of a kind of ending. */
export function key(kind) {
  return shape("svg", { viewBox: "0 0 12 12", class: "key", "aria-hidden": "true", focusable: "false" },
    shape("rect", { x: 1, y: 1, width: 10, height: 10, rx: 1.5, class: `kind${kind}` }));
}

function numbers(first, names, rows) {
  const heads = [first, `${names.a}, of 100`, "games", `${names.b}, of 100`, "games"];
  const head = element("tr", {}, ...heads.map((text, n) => element("th", { scope: "col", class: n > 0 && "number" }, text)));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": first },
    element("table", { class: "numbers" }, element("thead", {}, head), element("tbody", {}, ...rows)));
}

/** How long games are: two bars for each number of rounds. */
export function lengths(place, answer, names, undrawn) {
  const seen = answer.lengths.filter((length) => length.count_a + length.count_b > 0);
  const rows = seen.map((length) => shares(length, names, `${length.name} rounds`));
  const drawing = answer.games >= undrawn ? histogram(seen) : undefined;
  const legend = element("p", { class: "hint" }, swatch("a"), ` ${names.a} `, swatch("b"), ` ${names.b}; of 100 games`);
  place.replaceChildren(...(drawing ? [legend, drawing] : []), numbers("Rounds", names, rows));
}

function swatch(which) {
  return shape("svg", { viewBox: "0 0 12 12", class: "key", "aria-hidden": "true", focusable: "false" },
    shape("rect", { x: 1, y: 1, width: 10, height: 10, class: `of-${which}` }));
}

function histogram(lengths) {
  const share = (found) => (found ? 100 * found.value : 0);
  const most = Math.max(10, ...lengths.map((length) => Math.max(share(length.a), share(length.b))));
  const step = 360 / Math.max(lengths.length, 1), wide = Math.min(20, step / 3);
  const bars = lengths.flatMap((length, n) => {
    const middle = 10 + step * (n + 0.5);
    return ["a", "b"].flatMap((which, place) => {
      const value = share(length[which]), tall = 100 * value / most, x = middle + (place - 1) * (wide + 1);
      return [shape("rect", { x, y: 116 - tall, width: wide, height: tall, class: `of-${which}` }),
        shape("text", { x: x + wide / 2, y: 112 - tall, class: "value" }, fixed(value, 0))];
    }).concat(shape("text", { x: middle, y: 130, class: "tick" }, length.name));
  });
  return shape("svg", { viewBox: "0 0 380 136", class: "histogram", "aria-hidden": "true", focusable: "false" },
    shape("line", { x1: 8, x2: 372, y1: 116.5, y2: 116.5, class: "zero" }), ...bars);
}
