// The small charts of a range: a chart for each measure, every value written above its mark.

import { FONT, lines, palette, text } from "./drawing.js";
import { digits, fixed, shape } from "./dom.js";

const TALL = 150;

/** The end of a scale that holds these values: a round number. */
function end(most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((one) => one >= most);
  return step ?? most;
}

function chart(found, answer, { x: left, y: top, width, colours }) {
  const { points, factor, title, unit } = found, { values, own } = answer;
  const scaled = points.map(({ value, low, high }) => [value, low, high].map((number) => number * factor));
  const most = end(Math.max(...scaled.map(([, , high]) => high)));
  const places = Math.max(...scaled.map(([, low, high]) => digits(low, high)));
  const step = (width - 24) / values.length;
  const x = (n) => left + 12 + step * (n + 0.5), y = (number) => top + TALL - 30 - (TALL - 76) * number / most;
  const parts = [text(left + 12, top + 16, `${title}, ${unit}`, { size: 13, fill: colours.ink, weight: 600 }),
    shape("line", { x1: left + 12, x2: left + width - 12, y1: y(0), y2: y(0), stroke: colours.line }),
    shape("polyline", { points: scaled.map(([value], n) => `${x(n)},${y(value)}`).join(" "), fill: "none", stroke: colours.b, "stroke-width": 2 })];
  scaled.forEach(([value, low, high], n) => {
    const isOwn = values[n] === own;
    parts.push(shape("line", { x1: x(n), x2: x(n), y1: y(low), y2: y(high), stroke: colours.quiet }),
      shape("circle", { cx: x(n), cy: y(value), r: isOwn ? 5 : 3.5, fill: isOwn ? colours.ink : colours.b }),
      text(x(n), y(high) - 6, fixed(value, places), { size: 12, fill: colours.ink, anchor: "middle", weight: isOwn ? 700 : 400 }),
      text(x(n), top + TALL - 14, values[n], { size: 12, fill: isOwn ? colours.ink : colours.quiet, anchor: "middle", weight: isOwn ? 700 : 400 }));
  });
  return parts;
}

/** Every measure of a range; bare where the headline stands beside it. */
export function sweepFigure(answer, { width, isDark, isBare = false }) {
  const colours = palette(isDark), columns = width < 560 ? 1 : 2, wide = width / columns, parts = [];
  let y = isBare ? 0 : 14;
  for (const line of isBare ? [] : lines(answer.headline, Math.floor((width - 24) / 10.8))) {
    y += 22;
    parts.push(text(12, y, line, { size: 18, fill: colours.ink, weight: 600 }));
  }
  const top = y + 6, rows = Math.ceil(answer.measures.length / columns);
  answer.measures.forEach((found, n) => parts.push(...chart(found, answer,
    { x: wide * (n % columns), y: top + TALL * Math.floor(n / columns), width: wide, colours })));
  let height = top + TALL * rows + 4;
  const note = "Thin lines: 95 % intervals. Bold: the value that your rules have.";
  for (const line of lines(note, Math.floor((width - 24) / 7.7))) {
    height += 14;
    parts.push(text(12, height, line, { size: 12, fill: colours.quiet }));
  }
  height += 12;
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "figure", role: "img", "aria-label": answer.headline, "font-family": FONT },
    shape("rect", { x: 0, y: 0, width, height, fill: colours.ground }), ...parts);
}
