// A bot for Node.js 18 or later, without packages: the whole protocol for one role.
//
//   sim-cli agents check mine --bot "mine=node node_bot.mjs"
//
// It guesses codes at random, from the question's own seed; `margin/bayes` plays the roles that its hello leaves out.
import { createInterface } from "node:readline";

const CODES = [1, 2, 3, 4].flatMap((a) => [1, 2, 3, 4].flatMap((b) => [1, 2, 3, 4].map((c) => [a, b, c])))
  .filter(([a, b, c]) => a !== b && b !== c && a !== c);

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** The answer to one question. It depends on nothing but the question. */
const answer = (question) => ({ id: question.id, code: CODES[question.seed % CODES.length] });

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const message = JSON.parse(line);
  if (message.hello) say({ hello: { protocol: 1, name: "node", version: "1", roles: ["decode", "intercept"], deterministic: true } });
  else if (message.setup) say({ ready: true }); // message.setup.vocabulary and message.setup.deck are the words
  else if (message.ask) say({ answers: message.ask.map(answer) });
  else if (message.quit) process.exit(0);
}
