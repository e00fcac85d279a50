// Elements, and numbers as text.

export const $ = (id) => document.getElementById(id);

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

/** A number that is never a negative zero. */
export function fixed(value, places) {
  const text = value.toFixed(places);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text.replace("-", "−");
}

export const signed = (value, places) => (value > 0 && Number(value.toFixed(places)) !== 0 ? "+" : "") + fixed(value, places);

export const grouped = (number) => number.toLocaleString("en-US");
