// The other team's clues in a finished game: what could have been caught of them.

import { bar, clueBadges, clueLine } from "./coach_review.js";
import { element, of100 } from "./dom.js";

const plain = (code) => code.replaceAll(/[^1-4]/g, "");
const dashed = (code) => [...plain(code)].join("-");

/** What can be said of the other team's sheet: clue by clue with its keywords, without them what an overhearer makes of each round. */
export async function othersOf(sheet, backend) {
  const isKnown = sheet.keywords.some(Boolean);
  const said = isKnown ? (await backend.ask({ ask: "review", sheet, opponents: true })).rounds
    : (await backend.ask({ ask: "overhear", sheet: { rounds: sheet.rounds.map(({ clues, code }) => ({ clues, code })) } })).map(blind);
  const rounds = said.map((found, n) => withSheet(found, sheet.rounds[n]));
  return { isKnown, rounds };
}

/** A round of a team whose keywords are not known. Nothing can be heard in the first. */
const blind = (found) => ({ round: found.round, p_read: null, p_overheard: found.round > 1 ? found.p_right : null, guess: found.guess, clues: [] });

/** A round with what stands on the sheet of it. */
function withSheet(found, { clues, code, guess, interception }) {
  const positions = [...plain(code)].map(Number);
  const shown = found.clues.length ? found.clues : clues.map((clue, n) => ({ clue, position: positions[n] }));
  return { ...found, clues: shown, code, isCaught: Boolean(interception) && plain(interception) === plain(code), tried: interception,
    isMisread: Boolean(guess) && plain(guess) !== plain(code) };
}

/** What was caught, and the best chance that was not. */
export function caught(rounds) {
  const heard = rounds.filter((found) => found.p_overheard !== null), count = heard.filter(({ isCaught }) => isCaught).length;
  const missed = heard.filter(({ isCaught }) => !isCaught);
  const begun = `You intercepted ${count} of ${heard.length} of their codes.`;
  if (!missed.length) return begun;
  const best = missed.reduce((one, other) => (other.p_overheard > one.p_overheard ? other : one));
  return `${begun} Your best chance that was left: round ${best.round}, ${of100(best.p_overheard)} of 100.`;
}

/** Their round: what could have been caught, and what was. */
export function theirRound(found) {
  const kind = found.isCaught ? "You intercepted it" : found.isMisread ? "Misread by their own team" : "Theirs";
  const tried = found.tried ? `You guessed ${dashed(found.tried)}; it was ${dashed(found.code)}.` : `It was ${dashed(found.code)}.`;
  const known = found.clues.some(({ keyword }) => keyword);
  return element("section", { class: "panel round their-round", "data-their-round": found.round },
    element("h3", { class: "hint" }, `Round ${found.round} · ${kind}`), clueBadges(found.clues),
    bar("you could catch it", found.p_overheard, "theirs"), found.p_read === null ? null : bar("their team reads it", found.p_read, "own"),
    element("p", {}, found.guess && found.round > 1 ? `${tried} A computer that hears all clues would have said ${found.guess}.` : tried),
    known ? element("details", {}, element("summary", {}, "Clue by clue"), element("ul", {}, ...found.clues.map(clueLine))) : null);
}
