// The figure of an answer, drawn for download: every number is written beside its mark.

import { digits, fixed, shape } from "./dom.js";

const LIGHT = { ground: "#ffffff", ink: "#1b1d22", quiet: "#565b66", line: "#d6d8dc", a: "#6b7280", more: "#8a4b00", less: "#0b5fa5", none: "#1b1d22" };
const DARK = { ground: "#1d2026", ink: "#e9eaee", quiet: "#a7adba", line: "#3a3f49", a: "#a7adba", more: "#f0b35a", less: "#7cbcf0", none: "#e9eaee" };
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

/** Both values of each measure on a line, the difference by its verdict; bare where the title stands beside it. */
export function figure(answer, names, { width, isDark, isBare, title }) {
  const colours = palette(isDark), narrow = width < 560, size = narrow ? 13 : 14;
  const left = narrow ? 12 : 190, right = width - (narrow ? 12 : 24), tall = narrow ? 58 : 40;
  const parts = [];
  let y = isBare ? 0 : 14;
  for (const line of isBare ? [] : lines(title, Math.floor((width - 24) / 10.8))) {
    y += 22;
    parts.push(text(12, y, line, { size: 18, fill: colours.ink, weight: 600 }));
  }
  y += 26;
  parts.push(shape("circle", { cx: 18, cy: y - 5, r: 5, fill: colours.ground, stroke: colours.a, "stroke-width": 2 }),
    text(30, y, names.a, { size, fill: colours.quiet }));
  const second = 46 + names.a.length * size * 0.62;
  parts.push(shape("circle", { cx: second, cy: y - 5, r: 6, fill: colours.ink }), text(second + 12, y, names.b, { size, fill: colours.quiet }));
  const shares = answer.findings.filter((found) => found.factor === 100);
  const most = Math.max(...shares.flatMap(({ a, b }) => [100 * a.value, 100 * b.value]), 10);
  const top = most > 50 ? 100 : most > 25 ? 50 : 25;
  y += 14;
  const numbers = (found) => {
    const { a, b, difference, factor } = found, places = digits(difference.low * factor, difference.high * factor);
    const [before, after] = [a, b].map(({ value }) => fixed(value * factor, places));
    return before === after ? after : `${before} → ${after}`;
  };
  // The numbers stand behind the mark: the longest has room behind the end of the scale.
  const room = 18 + Math.max(...answer.findings.map((found) => numbers(found).length)) * size * 0.66;
  for (const found of answer.findings) {
    const factor = found.factor, limit = factor === 100 ? top : Math.max(1, ...answer.lengths.map(({ name }) => Number(name)));
    const x = (value) => left + (right - left - room) * Math.max(0, Math.min(1, value * factor / limit));
    const middle = y + (narrow ? 38 : 20), colour = colours[{ more: "more", less: "less" }[found.verdict] ?? "none"];
    const label = `${found.title}, ${found.unit.replace("of 100", "of\u00a0100")}`;
    parts.push(text(12, narrow ? y + 18 : middle + 5, narrow ? label : found.title, { size, fill: colours.ink, weight: 600 }));
    parts.push(shape("line", { x1: left, x2: x(limit / factor), y1: middle, y2: middle, stroke: colours.line }));
    parts.push(shape("line", { x1: x(found.a.value), x2: x(found.b.value), y1: middle, y2: middle, stroke: colour, "stroke-width": 4 }));
    parts.push(shape("circle", { cx: x(found.a.value), cy: middle, r: 5, fill: colours.ground, stroke: colours.a, "stroke-width": 2 }));
    parts.push(shape("circle", { cx: x(found.b.value), cy: middle, r: 6, fill: colour }));
    const end = Math.max(x(found.a.value), x(found.b.value)) + 12;
    parts.push(text(end, middle + 5, numbers(found), { size, fill: colour, weight: 600 }));
    y += tall;
  }
  const note = `Of 100 games or points; length in rounds. ${answer.games.toLocaleString("en-US")} games by each set of rules.`;
  for (const line of lines(note, Math.floor((width - 24) / 7.7))) {
    y += 16;
    parts.push(text(12, y + 6, line, { size: 12, fill: colours.quiet }));
  }
  const height = y + 18;
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
  parts.push(text(x(0.5), y, even, { size: 12, fill: colours.quiet, anchor: "middle" }));
  const top = y + 4;
  y += 8;
  for (const { name, value, low, high } of rows) {
    const middle = y + (narrow ? 36 : 18), colour = low > 0.5 ? colours.more : high < 0.5 ? colours.less : colours.none;
    parts.push(text(12, narrow ? y + 18 : middle + 5, name, { size: 13, fill: colours.ink }));
    parts.push(shape("line", { x1: x(0), x2: x(1), y1: middle, y2: middle, stroke: colours.line }),
      shape("line", { x1: x(low), x2: x(high), y1: middle, y2: middle, stroke: colour, "stroke-width": 4 }),
      shape("circle", { cx: x(value), cy: middle, r: 5, fill: colour }),
      text(x(1) + 10, middle + 5, fixed(100 * value, digits(100 * low, 100 * high)), { size: 14, fill: colour, weight: 600 }));
    y += tall;
  }
  parts.push(shape("line", { x1: x(0.5), x2: x(0.5), y1: top, y2: y + 4, stroke: colours.quiet, "stroke-dasharray": "3 3" }));
  const height = y + 16;
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "figure", role: "img", "aria-label": title },
    shape("rect", { x: 0, y: 0, width, height, fill: colours.ground }), ...parts);
}
