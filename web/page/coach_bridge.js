// From a game to the rules: how its tokens end by each tiebreaker.

import { $, element } from "./dom.js";
import { inLanguage } from "./language.js";

/** The tokens that the sheet shows: own Miscommunications, and the other team's Interceptions. */
function shown(sheet) {
  const plain = (code) => code.replaceAll(/[^1-4]/g, "");
  const misread = sheet.rounds.filter(({ guess, code }) => guess && plain(guess) !== plain(code)).length;
  const intercepted = sheet.rounds.filter(({ interception, code }) => interception && plain(interception) === plain(code)).length;
  return { misread, intercepted };
}

/** Asks for what the sheet does not show, and says how the game would have ended. */
export function bridge(sheet, backend) {
  const { misread, intercepted } = shown(sheet), place = element("div", { id: "judged", "aria-live": "polite" });
  const number = (id) => element("input", { id, type: "number", min: 0, max: 20, step: 1, value: 0 });
  const judge = async (event) => {
    event?.preventDefault();
    const count = (id) => Math.max(0, Math.min(20, Math.round(Number($(id).value)) || 0));
    try {
      const endings = await backend.ask({ ask: "judge", rounds: sheet.rounds.length,
        own: { interceptions: count("we-intercepted"), miscommunications: misread },
        other: { interceptions: intercepted, miscommunications: count("they-misread") } });
      const link = (one) => (one.setting ? element("a", { href: inLanguage(`#a=official&b=official,${one.setting}`) }, one.name) : element("strong", {}, one.name));
      place.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Tiebreaker"), element("th", { scope: "col" }, "This game"))),
        element("tbody", {}, ...endings.map((one) => element("tr", {}, element("th", { scope: "row" }, link(one)), element("td", {}, one.outcome))))));
    } catch (error) {
      place.replaceChildren(element("p", { class: "notice" }, error.message));
    }
  };
  return element("details", { class: "panel fold", id: "bridge" }, element("summary", {}, "Would this game have ended otherwise?"),
    element("p", {}, `Your sheet shows ${misread} of your codes misread and ${intercepted} intercepted.`),
    element("form", { class: "row", onsubmit: judge }, element("label", { for: "we-intercepted" }, "Codes of theirs that you intercepted"), number("we-intercepted"),
      element("label", { for: "they-misread" }, "Codes that they misread"), number("they-misread"), element("button", { type: "submit", id: "judge" }, "Judge it by each tiebreaker")),
    place);
}
