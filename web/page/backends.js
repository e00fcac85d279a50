// The back ends of the page: two workers with the laboratory, or the program that serves the page.

/** How long a slice of games may take, in milliseconds. */
const SLICE = 200;
/** Games after which the first answer is shown. */
const FIRST_LOOK = 500;
/** The least time between two answers, in milliseconds. */
const REFRESH = 400;
const WORKERS = 2;

function checked(text) {
  const reply = JSON.parse(text);
  if (reply.error !== undefined) throw new Error(reply.error);
  return reply.ok;
}

/** A worker with an instance of the laboratory; replies come in the order of requests. */
class WorkerBackend {
  constructor(module, words) {
    this.worker = new Worker("worker.js");
    this.waiting = new Map();
    this.last = 0;
    this.worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      try { resolve(checked(data.reply)); } catch (error) { reject(error); }
    };
    // A script that could not be fetched has no message.
    this.worker.onerror = (event) => this.end(`worker.js does not run: ${event.message || "it could not be fetched"}`);
    this.worker.onmessageerror = () => this.end("this browser cannot hand the laboratory to a worker");
    this.worker.postMessage({ module, words });
  }

  /** Every question fails from now on. */
  end(reason) {
    this.worker.terminate();
    this.ended = new Error(`${reason}; reload the page`);
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
  }

  ask(request) {
    if (this.ended) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }
}

/** The program behind the page. */
class ProgramBackend {
  end() { /* It answers in every language. */ }

  async ask(request) {
    const again = "start `sim-cli serve` again, and open the address that it prints";
    const text = await fetch("ask", { method: "POST", body: JSON.stringify(request) }).then(
      async (reply) => {
        if (reply.status === 403) throw new Error(`this address is of a program that has ended; ${again}`);
        if (!reply.ok) throw new Error(`the program refuses the question: ${(await reply.text()).trim()}`);
        return reply.text();
      },
      () => { throw new Error(`the program does not answer any more; ${again}`); });
    return checked(text);
  }
}

/** A large part of a static site; `cargo xtask web` writes the digest of its content behind its name. */
const LABORATORY = "overhear.wasm.gz";
const WORDS = { fr: "words-fr.gz", it: "words-it.gz", sv: "words-sv.gz" };

/** Fetches a large part, which arrives packed. */
async function fetched(part) {
  const name = part.split("?")[0];
  let reply;
  try {
    reply = await fetch(part);
  } catch {
    throw new Error(`${name} could not be fetched; reload the page when its host answers`);
  }
  if (!reply.ok) throw new Error(`${name}: the host answers ${reply.status}; \`cargo xtask web\` builds it`);
  return unpacked(reply);
}

/** A stream of what a reply holds. Some hosts unpack it on the way: gzip begins with 1f 8b, WebAssembly and words do not. */
async function unpacked(reply) {
  const bytes = new Uint8Array(await reply.arrayBuffer()), isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = new Blob([bytes]).stream();
  return isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

/** The words of a language, as the laboratory takes them. English stands in the laboratory. */
async function wordsOf(code) {
  if (code === "en") return undefined;
  return { code, bytes: new Uint8Array(await new Response(await fetched(WORDS[code])).arrayBuffer()) };
}

/** The laboratory, ready to be instantiated. */
async function compiled() {
  const native = "`sim-cli serve` shows the same page without it";
  if (typeof WebAssembly !== "object") throw new Error(`WebAssembly is switched off in this browser; ${native}`);
  if (typeof DecompressionStream !== "function") throw new Error(`this browser cannot unpack the laboratory; a newer one can, or ${native}`);
  const stream = await fetched(LABORATORY);
  try {
    return await WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
  } catch (error) {
    throw new Error(`this browser cannot run the laboratory (${error.message}); a newer one can, or ${native}`);
  }
}

/** The instances of the laboratory, which answer in one language at a time. */
export class BackendPool {
  module;

  constructor(backEnd) {
    this.isServed = backEnd === "program";
    this.answering = [];
    /** What views ask: a backend stays when the language changes, and another instance answers behind it. */
    this.backends = Array.from({ length: this.isServed ? 1 : WORKERS }, (_, place) => ({ ask: (request) => this.ask(place, request) }));
  }

  ask(place, request) {
    if (!this.code) return Promise.reject(this.failure);
    return this.answering[place].ask(this.code === "en" ? request : { ...request, lang: this.code });
  }

  /** Answers in this language from now on; returns `false` if another one was wanted meanwhile. */
  async useLanguage(code) {
    this.wanted = code;
    try {
      this.module ??= this.isServed ? undefined : compiled();
      const [module, words] = await Promise.all([this.module, this.isServed ? undefined : wordsOf(code)]);
      if (this.wanted !== code) return false;
      for (const one of this.answering) one.end("another language was chosen");
      // An instance takes the words of one language, so that each language is answered as if it were the only one.
      this.answering = this.backends.map(() => (this.isServed ? new ProgramBackend() : new WorkerBackend(module, words)));
      this.code = code;
      return true;
    } catch (error) {
      if (this.wanted !== code) return false;
      this.code = undefined;
      this.failure = error;
      throw error;
    }
  }
}

/** Adds sums: numbers add up, lists place by place, maps key by key. */
export function merged(one, other) {
  if (one === undefined) return other;
  if (typeof other === "number") return one + other;
  if (Array.isArray(other)) return other.map((value, place) => merged(one[place], value));
  const sum = { ...one };
  for (const [key, value] of Object.entries(other)) sum[key] = merged(sum[key], value);
  return sum;
}

/** Plays a question until it is played out, stopped or paused. */
export class Run {
  backends; question; plan; hears;

  constructor(backends, question, plan, hears) {
    Object.assign(this, { backends, question, plan, hears });
    this.next = 0;
    this.tally = undefined;
    this.played = 0;
    this.over = false;
    this.paused = false;
    this.looked = -Infinity;
    this.seen = 0;
    this.looking = false;
    this.millis = 0;
    this.sizes = backends.map(() => Math.max(1, Math.ceil(50 / plan.games_of_a_deal)));
  }

  start() {
    this.backends.forEach((_, place) => this.keepAsking(place));
  }

  stop() { this.over = true; }

  pause(paused) {
    this.paused = paused;
    if (!paused) this.start();
  }

  async keepAsking(place) {
    try {
      while (!this.over && !this.paused && this.next < this.plan.deals) {
        const first = this.next, end = Math.min(this.plan.deals, first + this.sizes[place]);
        this.next = end;
        const before = performance.now();
        const part = await this.backends[place].ask({ ask: "play", question: this.question, first, end });
        if (this.over) return;
        const took = Math.max(1, performance.now() - before);
        this.take(part, took);
        const wanted = (end - first) * SLICE / took;
        this.sizes[place] = Math.max(1, Math.min(Math.round(wanted), 4 * this.sizes[place], 20000));
        await this.look(place);
      }
    } catch (error) {
      if (!this.over) { this.over = true; this.hears.failure(error); }
    }
  }

  take(part, took) {
    this.tally = merged(this.tally, part);
    this.played += part.deals;
    this.millis += took;
    this.hears.count(this.played * this.plan.games_of_a_deal);
  }

  async look(place) {
    const games = this.played * this.plan.games_of_a_deal, done = this.played === this.plan.deals;
    if (this.looking || this.seen === this.played) return;
    const early = games < Math.min(FIRST_LOOK, this.plan.games);
    if (!done && (early || performance.now() - this.looked < REFRESH)) return;
    this.looking = true;
    const tally = this.tally, seen = this.played;
    const answer = await this.backends[place].ask({ ask: "answer", question: this.question, tally });
    this.looking = false;
    if (this.over) return;
    this.looked = performance.now();
    this.seen = seen;
    this.hears.answer(answer, tally);
    if (this.played === this.plan.deals && this.seen !== this.played) await this.look(place);
  }
}
