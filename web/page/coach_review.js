// A finished game as the coach shows it: rounds, clues, suggestions, the tiebreaker.

import { element, of100 } from "./dom.js";

const KINDS = { quiet: "Clear and quiet", loud: "Loud", fair: "Fairly clear", unclear: "Unclear", illegal: "Not allowed", misread: "Misread", intercepted: "Intercepted", unknown: "Not judged" };

/** A chance as a bar with its number beside it, or the reason why there is none. */
export function bar(label, share, kind, reason = "not yet") {
  const known = share !== null && share !== undefined;
  const meter = element("span", { class: "track", "aria-hidden": "true" });
  const filled = element("span", { class: `fill ${kind}` });
  filled.style.setProperty("inline-size", `${known ? 100 * share : 0}%`);
  meter.append(filled);
  return element("p", { class: "bar-row" }, element("span", { class: "bar-name" }, label), meter,
    element("span", { class: "number" }, known ? `${of100(share)} of 100` : reason));
}

/** Clues with the positions of their keywords, each with a badge that says what it was. */
export const clueBadges = (clues) => element("ul", { class: "clue-badges" }, ...clues.map((one) => element("li", {}, element("strong", {}, one.clue), element("sub", {}, one.position),
  one.badge ? element("span", { class: "clue-badge", "data-badge": one.badge }, one.badge) : null)));

/** What a clue alone was worth, and what it gave away. */
export function clueLine(found) {
  if (found.badge === "not known") return element("li", {}, element("strong", {}, found.clue), ` for ${found.keyword}: not known here.`);
  const parts = [`understood ${of100(found.p_own)} of 100`];
  if (found.p_own < 0.7) parts.push(`sounds like ${found.rival.word} too (${of100(found.rival.probability)})`);
  if (found.p_overheard !== null) parts.push(`overheard ${of100(found.p_overheard)}`);
  const gain = found.after - found.before;
  if (Math.abs(gain) >= 0.005) parts.push(`they think of ${found.keyword} ${of100(found.before)} → ${of100(found.after)} of 100`);
  if (found.verdict !== "legal") parts.push(`by the law of clues: ${found.verdict}`);
  return element("li", {}, element("strong", {}, found.clue), ` for ${found.keyword}: ${parts.join("; ")}.`);
}

/** A suggestion for each clue that can be bettered. */
export function suggestions(found) {
  const better = found.digits.filter((digit) => digit.length);
  if (!better.length) return element("p", {}, "Nothing that people usually say would have been clearer and quieter.");
  const one = (digit) => element("li", {}, `For ${digit[0].keyword}: `,
    ...digit.flatMap(({ clue: word, p_own: own, p_overheard: heard }, n) => [n ? ", " : "", element("strong", {}, word),
      ` (understood ${of100(own)}${found.p_overheard === null ? "" : `, overheard ${of100(heard)}`})`]));
  const both = found.p_overheard === null ? "" : `, and they overhear it ${of100(found.p_overheard)} of 100`;
  return element("div", {}, element("p", {}, "Quieter or clearer, and what people would say:"), element("ul", {}, ...better.map(one)),
    element("p", { class: "hint" }, `With ${found.triple.join(", ")} your team reads it ${of100(found.p_read)} of 100${both}.`));
}

/** A round; `suggest` asks for better clues. */
export function round(found, suggest) {
  const place = element("div", { class: "suggested" });
  const ask = element("button", { type: "button", class: "suggest", onclick: async () => { ask.disabled = true; place.replaceChildren(await suggest(found.round)); ask.remove(); } },
    "What could we have said?");
  const reason = "not known";
  return element("section", { class: `panel round ${found.kind}`, "data-round": found.round, "data-kind": found.kind },
    element("h3", { class: "hint" }, `Round ${found.round} · ${KINDS[found.kind]}`), clueBadges(found.clues),
    bar("your team reads it", found.p_read, "own", reason), bar("they overhear it", found.p_overheard, "theirs", found.round > 1 ? reason : undefined),
    element("p", {}, found.sentence),
    element("details", {}, element("summary", {}, "Clue by clue"), element("ul", {}, ...found.clues.map(clueLine))), ask, place);
}

/** What the other team could name. */
export function tiebreaker(slots) {
  const isOwn = (slot, word) => word.toLowerCase() === slot.keyword.toLowerCase();
  const named = (slot) => slot.named.flatMap(({ word, probability }, n) =>
    [n ? ", " : "", element(isOwn(slot, word) ? "mark" : "span", {}, word), ` ${of100(probability)}`]);
  const isKnown = (slot) => slot.clues.some((clue) => isOwn(slot, clue)) || (slot.place !== null && slot.place <= 2);
  const place = (slot) => {
    if (slot.clues.some((clue) => isOwn(slot, clue))) return "your word was a clue";
    if (!slot.clues.length) return "they have nothing to go by";
    return slot.place === null ? "your word is far down their list" : `your word is their no. ${slot.place}`;
  };
  const box = (slot) => element("div", { class: "panel slot" }, element("h3", {}, `${slot.position} ${slot.keyword}`),
    element("p", { class: "hint" }, slot.clues.join(", ") || "no clue"),
    element("p", {}, "They would say: ", ...(slot.named.length ? named(slot) : ["nothing"])),
    element("p", { class: isKnown(slot) ? "wrong" : "safe" }, place(slot)));
  return element("section", { "aria-label": "The tiebreaker" }, element("h2", {}, "What they could have named in the tiebreaker"),
    element("div", { class: "slots" }, ...slots.map(box)));
}
