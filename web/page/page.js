// The page: which question is asked, and what is common to all of them.

import { CoachView } from "./coach_view.js";
import { DeckView } from "./deck_view.js";
import { $, all, element, fixed } from "./dom.js";
import { figure } from "./drawing.js";
import { BackendPool } from "./backends.js";
import { LANGUAGES, language, languageIn, setLanguage, inLanguage } from "./language.js";
import { Shipped } from "./shipped.js";
import { RulesView } from "./rules_view.js";
import { counts, failed, mended, state, waiting } from "./strip.js";
import { ThreeView } from "./three_view.js";

const TITLES = {
  rules: ["What would this rule do?", `Overhear plays Decrypto thousands of times by the rules as published and by yours, with the
    same keywords and codes, and says what changes.`],
  deck: ["Is my deck harder?", `Overhear plays the same games with your words and with its own, and says which of yours are bad.`],
  three: ["Who wins with three players?", `A team of two plays against one Interceptor: who is favoured, and by how much?`],
  coach: ["What could they overhear?", `Write down your side of a finished game: see which clues your team read, and what they gave away.
    Every number is out of 100 tables like yours.`],
};
const VIEWS = { rules: RulesView, deck: DeckView, three: ThreeView, coach: CoachView };

const made = {};
let context, pool, shown, routed = 0;

/** The page of the address, and why it is another one than the address names. */
function asked() {
  const name = new URLSearchParams(location.hash.slice(1)).get("page") ?? "rules";
  return Object.hasOwn(VIEWS, name) ? [name, []] : ["rules", [`there is no page “${name}”`]];
}

/** Loads the words of a language where they are not loaded; `false` if the address names another one meanwhile, or they cannot be had. */
async function useLanguage(code) {
  setLanguage(code);
  $("words").value = code;
  for (const link of all("nav a")) link.href = inLanguage(`#page=${link.dataset.view}`);
  if (pool.code === code) return true;
  waiting(code === "en" ? "Loading the words …" : `Loading the words: ${LANGUAGES[code]} …`);
  state("asking");
  try {
    return await pool.useLanguage(code);
  } catch (error) {
    failed(error.message);
    return false;
  }
}

/** Shows the question of the address. */
async function route() {
  const hash = mended(location.hash);
  if (hash !== location.hash) history.replaceState(history.state, "", hash);
  const [name, reasons] = asked(), isNew = name !== shown, mine = ++routed;
  const code = languageIn(location.hash, reasons), isOther = code !== pool.code;
  if ((isNew || isOther) && shown) made[shown]?.leave();
  shown = name;
  for (const view of all(".view")) view.hidden = view.dataset.view !== name;
  for (const link of all("nav a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const [title, lead] = TITLES[name];
  $("title").textContent = title;
  $("lead").textContent = lead;
  if (isNew) counts(name === "rules");
  if (!await useLanguage(code) || mine !== routed) return;
  made[name] ??= new VIEWS[name](context);
  made[name].enter(reasons);
}

/** Asks the same in the language that was chosen. What the address does not hold stays in its boxes. */
function choose() {
  const isKept = made[shown]?.isKept ?? true;
  location.hash = inLanguage(isKept ? location.hash : `#page=${shown}`, $("words").value);
}

/** Terms stand as `- **Term**: meaning` in the glossary. */
async function glossary() {
  const reply = await fetch("glossary.md");
  const lines = reply.ok ? (await reply.text()).replaceAll("\n  ", " ").split("\n") : [];
  const terms = lines.map((line) => /^- \*\*(.+?)\*\*:? (.+)$/.exec(line)).filter((found) => found);
  $("glossary").append(...terms.flatMap(([, term, meaning]) =>
    [element("dt", {}, term), element("dd", {}, meaning.replaceAll("`", "").replaceAll("*", ""))]));
}

/** Keeps the parts of a static site for the next visit, also without a network; a browser that keeps nothing loses nothing. */
async function keep() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register("offline.js");
    const kept = await caches.open("overhear"), here = location.href.split("#")[0];
    const parts = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => new URL(name).origin === location.origin);
    for (const part of new Set([here, new URL("worker.js", here).href, ...parts])) {
      if (!await kept.match(part)) await kept.put(part, await fetch(part, { cache: "force-cache" }));
    }
    document.body.dataset.kept = "yes";
  } catch { /* Private windows keep nothing. */ }
}

async function begin() {
  $("needs").remove();
  $("strip").hidden = false;
  $("words").append(...Object.entries(LANGUAGES).map(([code, name]) => element("option", { value: code, lang: code }, name)));
  const backEnd = document.documentElement.dataset.backEnd;
  if (backEnd === "program") $("place").textContent = "It all happens on this machine: nothing is sent anywhere.";
  if (matchMedia("(max-width: 56rem)").matches) $("rules").open = false;
  try {
    pool = new BackendPool(backEnd);
    const code = languageIn(mended(location.hash), []), { backends } = pool;
    // Without the words of the address the page begins in English, so that another language can be chosen; `route` says what is missing.
    await Promise.all([pool.useLanguage(code).catch(() => pool.useLanguage("en")), glossary()]);
    const [choices] = await Promise.all(backends.map((backend) => backend.ask({ ask: "choices" })));
    const shipped = await Shipped.fetched(choices.version);
    context = { backends, choices, shipped };
    $("version").textContent = `Overhear ${choices.version}; ${choices.keywords} keywords.`;
    $("agents").append(...choices.agents.flatMap((agent) =>
      [element("dt", {}, agent.name), element("dd", {}, `${agent.purpose}. Rests on: ${agent.basis}.`)]));
    document.body.dataset.loaded = `${Math.round(performance.now())}`;
    addEventListener("hashchange", route);
    $("words").addEventListener("change", choose);
    // The address holds the question, so a link to a place in the page must not change it.
    document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); $("answer").focus(); });
    // Shown as a whole, so that nothing moves while it is filled.
    $("page").hidden = false;
    route();
    if (backEnd !== "program") keep();
  } catch (error) {
    $("pause").disabled = true;
    failed(error.message);
  }
}

/** For tests and consoles: what is shown, as numbers, and how it is drawn. */
globalThis.overhear = { figure, fixed, shown: () => made.rules?.current, speed: () => made.rules?.speed(), answered: () => made[shown]?.answered };

begin();
