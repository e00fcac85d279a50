// Looks at PAGE in each of FONTS and WIDTHS, and writes what is wrong with it. Needs `wear` of fonts.js.

/** Baselines, in units of the font size: ink hardly ever reaches further up or down. */
const INK = { up: 0.78, down: 0.22 };
/** Pixels by which a box may be rounded. */
const ROUNDED = 1;
/** The smallest text that is read easily, in pixels. */
const SMALLEST = 9;

const overlap = (a, b) => a.left < b.right - ROUNDED && b.left < a.right - ROUNDED &&
  a.top < b.bottom - ROUNDED && b.top < a.bottom - ROUNDED;
const within = (a, b) => a.left >= b.left - ROUNDED && a.right <= b.right + ROUNDED &&
  a.top >= b.top - ROUNDED && a.bottom <= b.bottom + ROUNDED;

/** The box of a text's letters, whatever its font asks for above and below them. */
function ink(text, scale) {
  const box = text.getBoundingClientRect(), size = parseFloat(getComputedStyle(text).fontSize) * scale;
  const baseline = text.ownerSVGElement.getBoundingClientRect().top + text.y.baseVal[0].value * scale;
  return { left: box.left, right: box.right, top: baseline - INK.up * size, bottom: baseline + INK.down * size };
}

function textsOf(svg, name, scale) {
  const found = [], box = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map((text) => ({ text, words: `"${text.textContent}"`, ink: ink(text, scale) }));
  const rects = [...svg.querySelectorAll("rect")].map((rect) => rect.getBoundingClientRect());
  texts.forEach(({ text, words, ink }, place) => {
    if (!within(text.getBoundingClientRect(), box)) found.push(`${name}: ${words} stands outside`);
    if (parseFloat(getComputedStyle(text).fontSize) * scale < SMALLEST) found.push(`${name}: ${words} is too small`);
    if (text.classList.contains("cell") && !rects.some((rect) => within(ink, rect))) {
      found.push(`${name}: ${words} stands outside its cell`);
    }
    for (const other of texts.slice(place + 1)) {
      if (overlap(ink, other.ink)) found.push(`${name}: ${words} and ${other.words} overlap`);
    }
  });
  return found;
}

function figure(svg) {
  const found = [], name = svg.parentElement.id, box = svg.getBoundingClientRect();
  if (box.width < 100 || box.height < 30) found.push(`${name} is ${box.width} by ${box.height} px`);
  if (svg.querySelectorAll("rect, path, circle").length < 2) found.push(`${name} is empty`);
  for (const part of ["title", "desc"]) {
    if (!svg.querySelector(part)?.textContent.trim()) found.push(`${name} has no ${part}`);
  }
  return [...found, ...textsOf(svg, name, box.width / svg.viewBox.baseVal.width)];
}

function problems(page) {
  const found = [], root = page.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    found.push(`the page is ${root.scrollWidth} px wide in ${root.clientWidth}`);
  }
  for (const part of page.querySelectorAll("h1, h2, h3, p, li, dt, dd, figcaption, summary, pre, figure")) {
    if (part.scrollWidth > part.clientWidth + ROUNDED && part.clientWidth > 0 && getComputedStyle(part).display !== "inline") {
      found.push(`"${part.textContent.trim().slice(0, 40)}" is wider than its box`);
    }
  }
  const figures = [...page.querySelectorAll("figure > svg")];
  if (figures.length < 2) found.push("there are hardly any figures");
  return [...found, ...figures.flatMap(figure)];
}

async function look(width, font) {
  const frame = document.createElement("iframe");
  frame.style = `width: ${width}px; height: 900px; border: 0`;
  frame.srcdoc = PAGE;
  const loaded = new Promise((done) => { frame.onload = done; });
  document.body.append(frame);
  await loaded;
  // As on a telephone, the whole width is the page's.
  frame.contentDocument.documentElement.style.scrollbarWidth = "none";
  // What is folded away is looked at too.
  for (const fold of frame.contentDocument.querySelectorAll("details")) fold.open = true;
  await wear(frame.contentDocument, font);
  const found = problems(frame.contentDocument).map((problem) => `${font.name}, ${width} px: ${problem}`);
  frame.remove();
  return found;
}

async function lookAtAll() {
  const found = [];
  for (const font of FONTS) {
    for (const width of WIDTHS) found.push(...await look(width, font));
  }
  return found;
}

lookAtAll().then((found) => found.join("; ") || "sound", (error) => `nothing could be measured: ${error}`)
  .then((said) => { document.querySelector("#result").textContent = `report-check: ${said}`; });
