// The risk of a game by round: how many of 100 tables would overhear each code, of both teams.

import { element, of100, shape } from "./dom.js";

const LEFT = 34, RIGHT = 14, TOP = 14, BOTTOM = 40, HEIGHT = 220;

/** What is drawn of each team: its mark, filled where it happened. */
const LINES = {
  own: { name: "they overhear your code", mark: "M-5 -5H5V5H-5Z", happened: ({ kind }) => kind === "intercepted" },
  theirs: { name: "you could catch theirs", mark: "M0 -6.5L6.5 0L0 6.5L-6.5 0Z", happened: ({ isCaught }) => isCaught },
};

const known = (rounds) => rounds.filter(({ p_overheard: share }) => share !== null && share !== undefined);

/** What the curve says, in words. */
function described(lines) {
  const part = ([which, rounds]) => `${LINES[which].name}, of 100: ${rounds.map((found) => `round ${found.round} ${of100(found.p_overheard)}`).join(", ")}`;
  return `Risk by round. ${lines.map(part).join("; ")}.`;
}

/** The curve; nothing before there is anything to overhear. */
export function curve(own, theirs, width) {
  const lines = [["own", known(own)], ["theirs", known(theirs)]].filter(([, rounds]) => rounds.length);
  if (!lines.length) return element("div", {});
  const last = Math.max(own.length, theirs.length), right = width - RIGHT, bottom = HEIGHT - BOTTOM;
  const x = (round) => LEFT + 12 + (right - LEFT - 24) * (last > 1 ? (round - 1) / (last - 1) : 0.5), y = (share) => bottom - (bottom - TOP) * share;
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [shape("path", { d: `M${LEFT} ${y(share)}H${right}`, class: "grid-line" }),
    shape("text", { x: LEFT - 6, y: y(share) + 4, class: "tick end" }, 100 * share)]);
  const rounds = Array.from({ length: last }, (_, n) => shape("text", { x: x(n + 1), y: bottom + 16, class: "tick" }, n + 1));
  const drawn = lines.flatMap(([which, found]) => [
    shape("path", { d: `M${found.map((one) => `${x(one.round)} ${y(one.p_overheard)}`).join("L")}`, class: `risk ${which}` }),
    ...found.map((one) => shape("path", { d: LINES[which].mark, transform: `translate(${x(one.round)} ${y(one.p_overheard)})`, class: `risk-mark ${which}${LINES[which].happened(one) ? " happened" : ""}` },
      shape("title", {}, `Round ${one.round}: ${LINES[which].name}, ${of100(one.p_overheard)} of 100${LINES[which].happened(one) ? "; it happened" : ""}`)))]);
  const key = (which) => element("li", {}, shape("svg", { viewBox: "-10 -10 20 20", class: "key", "aria-hidden": "true", focusable: "false" }, shape("path", { d: LINES[which].mark, class: `risk-mark ${which}` })), LINES[which].name);
  return element("section", { class: "panel", "aria-labelledby": "risk-title" }, element("h2", { id: "risk-title" }, "Risk by round"),
    shape("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "risk-curve", role: "img", "aria-label": described(lines) }, ...grid, ...rounds,
      shape("text", { x: (LEFT + right) / 2, y: HEIGHT - 6, class: "tick" }, "round; of 100 tables"), ...drawn),
    element("ul", { class: "picture-key" }, ...lines.map(([which]) => key(which)), element("li", {}, "filled: it happened")));
}
