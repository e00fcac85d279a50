// The strip that stays in view: the headline, errors and progress.

import { $ } from "./dom.js";
import { inLanguage } from "./language.js";

/** States of a page: `asking`, `refining`, `complete`, `failed`. */
export function state(name) {
  document.body.dataset.state = name;
}

/** Shows the finding; the title of the document follows it, so that tabs and history entries differ. */
export function finding(sentence) {
  $("answer").textContent = sentence;
  $("answer").classList.remove("is-waiting");
  $("failure").hidden = true;
  document.title = `${sentence.replace(/\.$/, "")} · Overhear`;
}

/** Says what is being done; nothing of an answer before stays beside it. */
export function waiting(sentence) {
  $("answer").textContent = sentence;
  $("answer").classList.add("is-waiting");
  $("failure").hidden = true;
}

/** Says why there is no answer. */
export function failed(message) {
  $("answer").textContent = "";
  $("failure").textContent = message;
  $("failure").hidden = false;
  document.title = "No answer · Overhear";
  state("failed");
}

/** Says what of an address the page does not follow, or what does not fit into it. */
export function dropped(reasons) {
  $("dropped").hidden = reasons.length === 0;
  $("dropped").textContent = reasons.length ? `About this address: ${reasons.join("; ")}.` : "";
}

/** Reads the question of the address; keys that this page does not have, and those that stand twice, are named in `reasons`. */
export function asked(keys, reasons) {
  const found = new URLSearchParams(location.hash.slice(1));
  for (const key of new Set(found.keys())) {
    if (key !== "lang" && !keys.includes(key)) reasons.push(`“${key}” is no setting of this page`);
    else if (found.getAll(key).length > 1) reasons.push(`“${key}” stands there more than once, and the first counts`);
  }
  return found;
}

/** Whether games are being counted here. */
export function counts(is) {
  for (const id of ["progress", "count", "pause"]) $(id).hidden = !is;
}

/** An address as it was before a mail or chat program changed it: `&amp;` for `&`, `%3D` for `=`, a full stop or bracket behind it. */
export function mended(hash) {
  let whole = hash;
  if (!hash.includes("=")) {
    try { whole = decodeURIComponent(hash); } catch { /* It is no address of this page. */ }
  }
  // A deck may end with a quotation mark of its own.
  const behind = whole.includes("deck=") ? /(?:[.,)\]>']|%3E)+$/i : /(?:[.,)\]>"']|%3E|%22|%E2%80%9D|%C2%BB)+$/i;
  return whole.replaceAll("&amp;", "&").replace(behind, "");
}

/** Writes a question into the address, with the language: a settled one before it stays behind the Back button. */
export function address(question) {
  const hash = inLanguage(question);
  if (hash === location.hash) return;
  if (history.state?.settled) history.pushState({}, "", hash);
  else history.replaceState({}, "", hash);
}

/** The address to share: of a page that a program on this machine serves, only the part that another machine can open, without its token. */
export function shareable(hash = location.hash) {
  if (document.documentElement.dataset.backEnd !== "program") return `${location.href.split("#")[0]}${hash}`;
  return `Overhear: run \`sim-cli serve\`, and write behind the address that it prints: ${hash}`;
}

/** The question in the address has an answer. */
export function settle() {
  history.replaceState({ settled: true }, "");
}
