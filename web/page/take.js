// What can be taken away: numbers as CSV, drawings as SVG and PNG, the address.

import { $ } from "./dom.js";

/** Saves a file; nothing is sent. */
export function save(name, kind, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const quoted = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

/** Rows of cells as CSV. */
export const csv = (rows) => rows.map((row) => row.map(quoted).join(",")).join("\n") + "\n";

/** The findings of two decks, in their own units. */
export function deckTable(answer) {
  const rows = answer.findings.map(({ measure, title, a, b, difference: { value, low, high }, verdict }) => [measure, title, answer.games, a, b, value, low, high, verdict]);
  return [["measure", "title", "games", "value_a", "value_b", "difference", "difference_low", "difference_high", "verdict"], ...rows];
}

/** The findings of an answer, in their own units: shares are from 0 to 1. */
export function findingsTable(answer) {
  const ends = (name) => [name, `${name}_low`, `${name}_high`];
  const head = ["measure", "title", "games", ...ends("value_a"), ...ends("value_b"), ...ends("difference"), "verdict"];
  const numbers = ({ value, low, high }) => [value, low, high];
  return [head, ...answer.findings.map((found) => [found.measure, found.title, found.games, ...numbers(found.a),
    ...numbers(found.b), ...numbers(found.difference), found.verdict])];
}

/** A drawing as a file of its own. */
export function svgText(drawing) {
  const copy = drawing.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** A drawing as a picture, twice as fine as it is drawn. */
export async function png(drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  const copy = drawing.cloneNode(true);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

/** Copies a text, or marks it where that is not allowed; says so on the button. */
export async function copy(button, text, place) {
  const before = button.dataset.label ?? button.textContent;
  button.dataset.label = before;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    if (place) getSelection().selectAllChildren(place);
    button.textContent = place ? "Marked: copy it" : "Copy the address above";
  }
  setTimeout(() => { button.textContent = before; }, 3000);
}

/** A name for files: letters and digits of a sentence. */
export const fileName = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "overhear";

export const on = (id, listener) => $(id).addEventListener("click", listener);
