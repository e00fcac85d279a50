// Elements, and numbers as text.

/** The element with an id, of whatever kind it is.
 * @returns {any} */
export const $ = (id) => document.getElementById(id);

/** All elements that a selector finds, of whatever kind they are.
 * @returns {Iterable<any>} */
export const all = (selector) => document.querySelectorAll(selector);

/** An element with attributes and content; keys that begin with `on` are listeners. */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  return filled(made, attributes, content);
}

/** The same in a drawing. */
export function shape(name, attributes = {}, ...content) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  return filled(made, attributes, content);
}

function filled(made, attributes, content) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...content.filter((part) => part !== undefined && part !== null));
  return made;
}

/** Digits that an interval deserves, in the unit that people read. */
export function digits(low, high) {
  const half = (high - low) / 2;
  return half >= 1 ? 0 : half >= 0.05 ? 1 : 2;
}

/** Digits of a measure wherever its values stand: those that its difference deserves, or its value where both sets of rules are the same. */
export function digitsOf({ b, difference, factor }) {
  const { low, high } = difference.low === difference.high ? b : difference;
  return digits(low * factor, high * factor);
}

/** Decimals that hold every fraction that a number can have here. */
const EXACT = 100;

/** A number in decimals, rounded as the program rounds: what lies exactly between two numbers goes to the even one, 16.25 to 16.2. */
function rounded(value, places) {
  const text = value.toFixed(places);
  const [whole, fraction] = value.toFixed(EXACT).split(".");
  if (!/^50*$/.test((fraction ?? "").slice(places))) return text;
  const below = places ? `${whole}.${fraction.slice(0, places)}` : whole;
  return Number(below.at(-1)) % 2 ? text : below;
}

/** A number that is never a negative zero. */
export function fixed(value, places) {
  const text = rounded(value, places);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text.replace("-", "−");
}

export const signed = (value, places) => (value > 0 && Number(rounded(value, places)) !== 0 ? "+" : "") + fixed(value, places);

/** A share of 100 tables, where none is certain: a model has no 0 and no 100. */
export function of100(share) {
  const shown = fixed(100 * share, 0);
  return Number(shown) < 1 ? "under 1" : Number(shown) > 99 ? "over 99" : shown;
}

export const grouped = (number) => number.toLocaleString("en-US");
