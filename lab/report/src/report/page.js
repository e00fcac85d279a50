// Sorts the tables of a report, shows values, and saves tables and figures. The page is whole without it.
"use strict";

/** An element with attributes, content, and what it does when it is pressed. */
function element(name, attributes, text, press) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  if (press) made.addEventListener("click", press);
  return made;
}

/** Saves a text as a file; nothing is sent. */
function save(name, kind, content) {
  const link = element("a", { download: name }, "");
  link.href = URL.createObjectURL(new Blob([content], { type: kind }));
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The cells of a table as texts, row by row, as they stand now. */
const cells = (table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim()));

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = (rows) => rows.map((row) => row.map(quoted).join(",") + "\n").join("");

const SPECIAL = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "−": "$-$" };
const escaped = (text) => text.replace(/[\\{}$&#_%~^−]/g, (sign) => SPECIAL[sign] ?? `\\${sign}`);

/** A table for a paper, with the rules of the package booktabs. */
function latex([head, ...rows], numbers) {
  const line = (row) => `${row.map(escaped).join(" & ")} \\\\\n`;
  const columns = head.map((_, place) => (numbers[place] ? "r" : "l")).join("");
  return `\\begin{tabular}{${columns}}\n\\toprule\n${line(head)}\\midrule\n${rows.map(line).join("")}\\bottomrule\n\\end{tabular}\n`;
}

/** What a cell is sorted by: its number, or its words. Cells without either come last. */
function order(one, other, place, turn) {
  const [a, b] = [one, other].map((row) => row.cells[place]);
  const [x, y] = [a, b].map((cell) => (cell.dataset.value === undefined ? undefined : Number(cell.dataset.value)));
  if (x !== undefined && y !== undefined) return turn * (x - y);
  if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1;
  return turn * a.textContent.localeCompare(b.textContent);
}

/** Sorts by a column: numbers from the largest on, words from A on; pressed again, the other way. */
function sort(table, place) {
  const heads = [...table.tHead.rows[0].cells], head = heads[place];
  const isNumber = head.classList.contains("number") || [...table.tBodies[0].rows].some((row) => row.cells[place].dataset.value !== undefined);
  const before = head.getAttribute("aria-sort"), first = isNumber ? "descending" : "ascending";
  const next = before === first ? { ascending: "descending", descending: "ascending" }[first] : first;
  heads.forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", next);
  const rows = [...table.tBodies[0].rows].sort((a, b) => order(a, b, place, next === "ascending" ? 1 : -1));
  table.tBodies[0].append(...rows);
}

/** The name of a file for something under a heading. */
const fileName = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "overhear";

function enlivenTable(table) {
  const heads = [...table.tHead.rows[0].cells], region = table.closest(".scroll");
  heads.forEach((head, place) => head.replaceChildren(element("button", { type: "button" }, head.textContent, () => sort(table, place))));
  const name = fileName(region.getAttribute("aria-label")), isNumber = heads.map((head) => head.classList.contains("number"));
  const take = element("div", { class: "take" }, "");
  take.append(element("button", { type: "button" }, "Table (CSV)", () => save(`${name}.csv`, "text/csv", csv(cells(table)))),
    element("button", { type: "button" }, "Table (LaTeX)", () => save(`${name}.tex`, "text/plain", latex(cells(table), isNumber))));
  region.after(take);
}

/** The styles of a drawing that its file needs: it has no page around it. */
const STYLED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "paint-order"];

/** A figure as a file of its own. */
function drawing(svg) {
  const copy = svg.cloneNode(true), originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((part, place) => {
    const style = getComputedStyle(originals[place]);
    for (const name of STYLED) part.setAttribute(name, style.getPropertyValue(name));
  });
  const ground = document.createElementNS(svg.namespaceURI, "rect");
  const { width, height } = svg.viewBox.baseVal;
  for (const [key, value] of Object.entries({ width, height, fill: getComputedStyle(svg.parentElement).backgroundColor })) ground.setAttribute(key, value);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** The value of what is pointed at, in a line below its figure. */
function enlivenFigure(figure) {
  const svg = figure.querySelector("svg"), shown = element("p", { class: "shown", "aria-hidden": "true" }, "");
  const show = (event) => { shown.textContent = event.target.closest("path, rect, circle, text")?.querySelector("title")?.textContent ?? ""; };
  svg.addEventListener("pointerover", show);
  svg.addEventListener("click", show);
  const take = element("div", { class: "take" }, "");
  take.append(element("button", { type: "button" }, "Figure (SVG)", () => save(`${figure.id}.svg`, "image/svg+xml", drawing(svg))));
  if (svg.querySelector(":scope > * > title")) figure.append(shown);
  figure.append(take);
}

document.querySelectorAll("table:not(.sheet)").forEach(enlivenTable);
document.querySelectorAll("figure").forEach(enlivenFigure);
