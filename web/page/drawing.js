// The figure of an answer, drawn for download: every number is written beside its mark.

import { digits, digitsOf, fixed, shape } from "./dom.js";

/** What colours mean, on this page as in reports: `b` is what is asked about, `a` what it is compared with; `more` is blue, `less` orange. */
const LIGHT = { ground: "#ffffff", ink: "#1b1d22", quiet: "#565b66", line: "#d6d8dc", a: "#6b7280", b: "#0b5fa5", more: "#0b5fa5", less: "#8a4b00", none: "#1b1d22" };
const DARK = { ground: "#1d2026", ink: "#e9eaee", quiet: "#a7adba", line: "#3a3f49", a: "#a7adba", b: "#7cbcf0", more: "#7cbcf0", less: "#f0b35a", none: "#e9eaee" };
export const FONT = "system-ui, 'DejaVu Sans', sans-serif";

export const palette = (isDark) => (isDark ? DARK : LIGHT);

/** Words of a sentence in lines of so many characters. */
export function lines(text, most) {
  const found = [""];
  for (const word of text.split(" ")) {
    const last = found.length - 1;
    if (found[last] && found[last].length + word.length + 1 > most) found.push(word);
    else found[last] = found[last] ? `${found[last]} ${word}` : word;
  }
  return found;
}

export const text = (x, y, content, { size = 14, fill, weight = 400, anchor = "start" }) =>
  shape("text", { x, y, fill, "font-size": size, "font-weight": weight, "text-anchor": anchor, "font-family": FONT }, content);

/** The scales, which no answer moves: shares of 100, and as many rounds as rules allow. */
const SCALES = { share: { most: 100, ticks: [0, 25, 50, 75, 100], name: "of 100 games or points" }, rounds: { most: 16, ticks: [0, 4, 8, 12, 16], name: "rounds" } };

/** A value with its interval: hollow for the rules that are compared with, full for those that are asked about. */
function valueMark({ value, low, high }, y, x, [colour, ground]) {
  return [shape("line", { x1: x(low), x2: x(high), y1: y, y2: y, stroke: colour, "stroke-width": 3 }),
    shape("circle", { cx: x(value), cy: y, r: 4.5, fill: ground, stroke: colour, "stroke-width": 2 })];
}

/** Lines of measures above one axis; returns the height below them. */
function measures(parts, found, scale, at) {
  const { left, right, narrow, size, colours, width } = at, tall = narrow ? 52 : 36, top = at.y;
  const end = top + tall * found.length;
  const tick = (value) => left + (right - left) * value / scale.most;
  for (const value of scale.ticks) {
    // The lines of an axis end below names, which stand above theirs on a narrow screen.
    found.forEach((_, n) => parts.push(shape("line", { x1: tick(value), x2: tick(value), y1: top + tall * n + (narrow ? 24 : 2), y2: top + tall * (n + 1) - 2, stroke: colours.line })));
    parts.push(text(tick(value), end + 14, value, { size: 12, fill: colours.quiet, anchor: "middle" }));
  }
  found.forEach((one, n) => {
    const y = top + tall * n, middle = y + (narrow ? 36 : 18), factor = one.factor, decimals = digitsOf(one);
    const x = (value) => tick(Math.max(0, Math.min(scale.most, value * factor)));
    const [before, after] = [one.a, one.b].map(({ value }) => fixed(value * factor, decimals));
    const line = narrow ? y + 16 : middle + 5;
    parts.push(text(12, line, one.title, { size, fill: colours.ink, weight: 600 }),
      text(width - 12, line, before === after ? after : `${before} → ${after}`, { size, fill: colours.ink, weight: 600, anchor: "end" }),
      ...valueMark(one.a, middle - 6, x, [colours.a, colours.ground]), ...valueMark(one.b, middle + 6, x, [colours.b, colours.b]));
  });
  parts.push(text((left + right) / 2, end + 29, scale.name, { size: 12, fill: colours.quiet, anchor: "middle" }));
  return end + 40;
}

/** Both values of each measure with their intervals, on scales that stay; bare where the title stands beside it. */
export function figure(answer, names, { width, isDark, isBare = false, title }) {
  const colours = palette(isDark), narrow = width < 560, size = narrow ? 13 : 14;
  const left = narrow ? 22 : 200, right = width - (narrow ? 22 : 130);
  const parts = [];
  let y = isBare ? 0 : 14;
  for (const line of isBare ? [] : lines(title, Math.floor((width - 24) / 10.8))) {
    y += 22;
    parts.push(text(12, y, line, { size: 18, fill: colours.ink, weight: 600 }));
  }
  y += 26;
  const second = 46 + names.a.length * size * 0.62;
  parts.push(shape("circle", { cx: 18, cy: y - 5, r: 4.5, fill: colours.ground, stroke: colours.a, "stroke-width": 2 }),
    text(30, y, names.a, { size, fill: colours.quiet }),
    shape("circle", { cx: second, cy: y - 5, r: 4.5, fill: colours.b, stroke: colours.b, "stroke-width": 2 }), text(second + 12, y, names.b, { size, fill: colours.quiet }));
  y += 10;
  const at = { left, right, narrow, size, colours, width };
  const shares = answer.findings.filter((found) => found.factor === 100), lengths = answer.findings.filter((found) => found.factor !== 100);
  if (shares.length) y = measures(parts, shares, SCALES.share, { ...at, y });
  if (lengths.length) y = measures(parts, lengths, SCALES.rounds, { ...at, y });
  const note = `Lines: 95 % intervals. ${answer.games.toLocaleString("en-US")} games by each set of rules.`;
  for (const line of lines(note, Math.floor((width - 24) / 7.7))) {
    y += 16;
    parts.push(text(12, y, line, { size: 12, fill: colours.quiet }));
  }
  const height = y + 12;
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "figure", role: "img", "aria-label": title },
    shape("rect", { x: 0, y: 0, width, height, fill: colours.ground }), ...parts);
}

/** A card to share: a few short lines and two numbers. */
export function card({ over, lines: said, numbers }) {
  const height = Math.max(150, 92 + 30 * said.length);
  return shape("svg", { viewBox: `0 0 640 ${height}`, class: "card", role: "img", "aria-label": `${said.join(", ")}. ${numbers.map(([n, what]) => `${n} ${what}`).join(", ")}` },
    shape("rect", { x: 0, y: 0, width: 640, height, rx: 16, fill: "#15203b" }),
    text(28, 46, over, { size: 16, fill: "#c3cbdd" }),
    ...said.map((line, n) => text(28, 84 + 30 * n, line, { size: 22, fill: "#ffffff", weight: 600 })),
    ...numbers.flatMap(([number, what], n) => {
      const x = 612 - 96 * (numbers.length - 1 - n);
      return [text(x, 84, number, { size: 40, fill: "#ffffff", weight: 700, anchor: "end" }), text(x, 110, what, { size: 16, fill: "#c3cbdd", anchor: "end" })];
    }));
}

/** Shares with their intervals, a line each, even at 50 marked. */
export function shares(rows, { width, isDark, isBare, title, even }) {
  const colours = palette(isDark), narrow = width < 560, left = narrow ? 12 : 250, right = width - 70, tall = narrow ? 52 : 34;
  const x = (value) => left + (right - left) * value;
  const parts = [];
  let y = isBare ? 0 : 14;
  for (const line of isBare ? [] : lines(title, Math.floor((width - 24) / 10.8))) { y += 22; parts.push(text(12, y, line, { size: 18, fill: colours.ink, weight: 600 })); }
  y += 24;
  parts.push(...[0, 25, 75, 100].map((tick) => text(x(tick / 100), y, tick, { size: 12, fill: colours.quiet, anchor: "middle" })), text(x(0.5), y, even, { size: 12, fill: colours.quiet, anchor: "middle" }));
  y += 8;
  for (const { name, value, low, high } of rows) {
    // On a narrow screen names stand above their lines, and the line of 50 leaves them out.
    parts.push(shape("line", { x1: x(0.5), x2: x(0.5), y1: y + (narrow ? 24 : 0), y2: y + tall, stroke: colours.quiet, "stroke-dasharray": "3 3" }));
    const middle = y + (narrow ? 36 : 18), colour = low > 0.5 ? colours.more : high < 0.5 ? colours.less : colours.none;
    parts.push(text(12, narrow ? y + 18 : middle + 5, name, { size: 13, fill: colours.ink }));
    parts.push(shape("line", { x1: x(0), x2: x(1), y1: middle, y2: middle, stroke: colours.line }),
      shape("line", { x1: x(low), x2: x(high), y1: middle, y2: middle, stroke: colour, "stroke-width": 4 }),
      shape("circle", { cx: x(value), cy: middle, r: 5, fill: colour }),
      text(x(1) + 10, middle + 5, fixed(100 * value, digits(100 * low, 100 * high)), { size: 14, fill: colour, weight: 600 }));
    y += tall;
  }
  const height = y + 16;
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "figure", role: "img", "aria-label": title },
    shape("rect", { x: 0, y: 0, width, height, fill: colours.ground }), ...parts);
}
