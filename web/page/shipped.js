// Answers that stand in a file beside the page: every named set of rules and every single switch, as the page itself would answer
// them after all of its games.

import { language } from "./language.js";

/** The file; `cargo xtask web` makes it, and writes the digest of its content behind its name. A program that serves the page has none. */
const ANSWERS = "rule-answers.json.gz";

/** What has to be the same for an answer to be that of a question. */
const SAME = ["a", "agents", "seed", "games", "margin", "margin_rounds"];

/** A stream of a reply. Some hosts unpack it on the way: gzip begins with 1f 8b, JSON does not. */
async function unpacked(reply) {
  const bytes = new Uint8Array(await reply.arrayBuffer()), isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = new Blob([bytes]).stream();
  return new Response(isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream);
}

/** The answers that were shipped with this version of the page. */
export class Shipped {
  question; answers;

  constructor({ question, answers }) { Object.assign(this, { question, answers }); }

  /** Fetches them; without the file, with another version's, or in another language than English there is none. */
  static async fetched(version) {
    const none = new Shipped({ question: {}, answers: {} });
    if (document.documentElement.dataset.backEnd === "program") return none;
    try {
      const reply = await fetch(ANSWERS);
      if (!reply.ok) return none;
      const found = await (await unpacked(reply)).json();
      return found.version === version ? new Shipped(found) : none;
    } catch {
      return none;
    }
  }

  /** Whether a question differs from the shipped ones in its rules alone; they are about English words. */
  suits(question) {
    return language() === "en" && SAME.every((key) => JSON.stringify(question[key]) === JSON.stringify(this.question[key]));
  }

  /** The plan and the answer of a question, where it is one of those. */
  of(question) {
    return this.suits(question) ? this.answers[question.b] : undefined;
  }
}
