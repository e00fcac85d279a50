// A deck as a picture: every word by how often it is missed and overheard, and pairs that are taken for one another.

import { element, shape } from "./dom.js";
import { kind, of100 } from "./deck_words.js";

/** Words that have their names beside them, and pairs that are joined. */
const NAMED = 5, JOINED = 12;
/** How far from a word a press still means it, and the height of a name, in pixels. */
const NEAR = 28, LINE = 14;

/** Marks that differ without colour, around (0, 0). */
const MARKS = {
  none: "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z", missed: "M0 -8L7 5H-7Z", overheard: "M-5.5 -5.5H5.5V5.5H-5.5Z", both: "M0 -8.5L8.5 0L0 8.5L-8.5 0Z",
};
const MEANINGS = { missed: "missed more than others", overheard: "overheard more than others", both: "both", none: "the other words" };

/** The marks and what they mean. */
export function pictureKey() {
  const sign = (name) => shape("svg", { viewBox: "-10 -10 20 20", class: "key", "aria-hidden": "true", focusable: "false" }, shape("path", { d: MARKS[name], class: `word-mark ${name}` }));
  const line = shape("svg", { viewBox: "-10 -10 20 20", class: "key", "aria-hidden": "true", focusable: "false" }, shape("path", { d: "M-9 0H9", class: "clash" }));
  return element("ul", { class: "picture-key" }, ...Object.entries(MEANINGS).map(([name, meaning]) => element("li", {}, sign(name), meaning)),
    element("li", {}, line, "taken for one another"));
}

/** The end of an axis: tens that hold every value. */
const end = (values) => 10 * Math.max(1, Math.ceil(10 * Math.max(...values)));

/** Values with names at an axis. */
const ticks = (most) => { const step = most > 50 ? 20 : 10; return Array.from({ length: 1 + Math.floor(most / step) }, (_, n) => step * n); };

/** Places of names beside their words, none on another. */
function placed(named, at, width) {
  const boxes = [];
  return named.map((item) => {
    const [x, y] = at(item), wide = 7.5 * item.keyword.length, isLeft = x + 12 + wide > width;
    const from = isLeft ? x - 12 - wide : x + 12;
    let line = y + 4;
    while (boxes.some(([a, b, above]) => from < b && a < from + wide && Math.abs(above - line) < LINE)) line += LINE;
    boxes.push([from, from + wide, line]);
    return shape("text", { x: isLeft ? x - 12 : x + 12, y: line, "text-anchor": isLeft ? "end" : "start", class: "word-name" }, item.keyword);
  });
}

/** The picture. `tell` is told the word that is pressed, or reached with the arrow keys. */
export class DeckPicture {
  items; tell; marks;

  constructor(items, clashes, width, tell) {
    Object.assign(this, { items, tell, marks: new Map() });
    const height = Math.round(0.75 * width) + 40, left = 40, right = width - 16, top = 14, bottom = height - 40;
    const most = { x: end(items.map(({ missed }) => missed.value)), y: end(items.map(({ overheard }) => overheard.value)) };
    const x = (value) => left + (right - left) * value / most.x, y = (value) => bottom - (bottom - top) * value / most.y;
    this.at = ({ missed, overheard }) => [x(100 * missed.value), y(100 * overheard.value)];
    const lines = [...ticks(most.x).flatMap((tick) => [shape("path", { d: `M${x(tick)} ${top}V${bottom}`, class: "grid-line" }), shape("text", { x: x(tick), y: bottom + 16, class: "tick" }, tick)]),
      ...ticks(most.y).flatMap((tick) => [shape("path", { d: `M${left} ${y(tick)}H${right}`, class: "grid-line" }), shape("text", { x: left - 8, y: y(tick) + 4, class: "tick end" }, tick)])];
    const names = [shape("text", { x: (left + right) / 2, y: height - 6, class: "tick" }, "missed, of 100 clues"),
      shape("text", { x: 12, y: (top + bottom) / 2, class: "tick", transform: `rotate(-90 12 ${(top + bottom) / 2})` }, "overheard, of 100 clues")];
    this.svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "deck-picture", role: "group", "aria-label": "All words by how often they are missed and overheard. Arrow keys go from word to word, the farthest from the others first." },
      ...lines, ...names, ...this.joins(clashes), ...[...items].reverse().map((item) => this.mark(item)), ...placed(items.filter((item) => kind(item) !== "none").slice(0, NAMED), this.at, right));
    this.svg.addEventListener("click", (event) => this.press(event));
    this.svg.addEventListener("keydown", (event) => this.move(event));
  }

  /** Lines between words that are taken for one another. */
  joins(clashes) {
    const ends = clashes.slice(0, JOINED).map(({ words }) => words.map((word) => this.items.find((item) => item.keyword === word)));
    return ends.filter((both) => both.every(Boolean)).map((both) => shape("path", { d: `M${both.map((item) => this.at(item).join(" ")).join("L")}`, class: "clash" }));
  }

  /** A word; one of all can be reached with the Tab key. */
  mark(item) {
    const [x, y] = this.at(item), name = `${item.keyword}: missed ${of100(item.missed.value)}, overheard ${of100(item.overheard.value)} of 100`;
    const mark = shape("g", { role: "button", tabindex: item === this.items[0] ? "0" : "-1", "aria-label": name, transform: `translate(${x} ${y})` },
      shape("title", {}, name), shape("path", { d: MARKS[kind(item)], class: `word-mark ${kind(item)}` }));
    this.marks.set(item.keyword, mark);
    return mark;
  }

  /** Chooses the word that is nearest to where the picture is pressed. */
  press(event) {
    const box = this.svg.getBoundingClientRect(), scale = this.svg.viewBox.baseVal.width / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const far = (item) => Math.hypot(this.at(item)[0] - x, this.at(item)[1] - y);
    const near = this.items.reduce((best, item) => (far(item) < far(best) ? item : best));
    // A screen reader presses a mark without a place.
    const pressed = event.detail === 0 ? this.items.find((item) => this.marks.get(item.keyword) === event.target.closest("g")) : undefined;
    if (pressed ?? (far(near) <= NEAR * scale)) this.go((pressed ?? near).keyword);
  }

  move(event) {
    const place = this.items.findIndex((item) => item.keyword === this.chosen), last = this.items.length - 1;
    const next = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0, End: last, Enter: place, " ": place }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.go(this.items[Math.max(0, Math.min(last, next))].keyword);
  }

  /** Chooses a word, goes to it and tells of it. */
  go(word) {
    this.choose(word);
    this.marks.get(word).focus({ preventScroll: true });
    this.tell(word);
  }

  /** Marks a word as the chosen one. */
  choose(word) {
    this.chosen = word;
    for (const [name, mark] of this.marks) {
      mark.setAttribute("tabindex", name === word ? "0" : "-1");
      mark.classList.toggle("is-chosen", name === word);
      mark.setAttribute("aria-pressed", String(name === word));
    }
  }
}
