// Who answers: the laboratory in this browser, in two workers, or the program that serves the page.

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
class Instance {
  constructor(module) {
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
    this.worker.postMessage({ module });
  }

  /** Every question fails from now on. */
  end(reason) {
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
class Served {
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

/** The laboratory, ready to be instantiated. */
async function compiled() {
  const native = "`sim-cli serve` shows the same page without it";
  if (typeof WebAssembly !== "object") throw new Error(`WebAssembly is switched off in this browser; ${native}`);
  if (typeof DecompressionStream !== "function") throw new Error(`this browser cannot unpack the laboratory; a newer one can, or ${native}`);
  let reply;
  try {
    reply = await fetch("overhear.wasm.gz");
  } catch {
    throw new Error("overhear.wasm.gz could not be fetched; reload the page when its host answers");
  }
  if (!reply.ok) throw new Error(`overhear.wasm.gz: the host answers ${reply.status}; \`cargo xtask web\` builds it`);
  try {
    return await compile(reply);
  } catch (error) {
    throw new Error(`this browser cannot run the laboratory (${error.message}); a newer one can, or ${native}`);
  }
}

async function compile(reply) {
  // Some hosts unpack it on the way: gzip begins with 1f 8b, WebAssembly does not.
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = packed ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")) : new Blob([bytes]).stream();
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(plain, { headers }));
}

/** Those who answer, at least one. */
export async function instances(backEnd) {
  if (backEnd === "program") return [new Served()];
  const module = await compiled();
  return Array.from({ length: WORKERS }, () => new Instance(module));
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
  constructor(lanes, question, plan, hears) {
    Object.assign(this, { lanes, question, plan, hears });
    this.next = 0;
    this.tally = undefined;
    this.played = 0;
    this.over = false;
    this.paused = false;
    this.looked = -Infinity;
    this.seen = 0;
    this.looking = false;
    this.millis = 0;
    this.sizes = lanes.map(() => Math.max(1, Math.ceil(50 / plan.games_of_a_deal)));
  }

  start() {
    this.lanes.forEach((_, lane) => this.lane(lane));
  }

  stop() { this.over = true; }

  pause(paused) {
    this.paused = paused;
    if (!paused) this.start();
  }

  async lane(lane) {
    try {
      while (!this.over && !this.paused && this.next < this.plan.deals) {
        const first = this.next, end = Math.min(this.plan.deals, first + this.sizes[lane]);
        this.next = end;
        const before = performance.now();
        const part = await this.lanes[lane].ask({ ask: "play", question: this.question, first, end });
        if (this.over) return;
        const took = Math.max(1, performance.now() - before);
        this.take(part, took);
        const wanted = (end - first) * SLICE / took;
        this.sizes[lane] = Math.max(1, Math.min(Math.round(wanted), 4 * this.sizes[lane], 20000));
        await this.look(lane);
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

  async look(lane) {
    const games = this.played * this.plan.games_of_a_deal, done = this.played === this.plan.deals;
    if (this.looking || this.seen === this.played) return;
    const early = games < Math.min(FIRST_LOOK, this.plan.games);
    if (!done && (early || performance.now() - this.looked < REFRESH)) return;
    this.looking = true;
    const tally = this.tally, seen = this.played;
    const answer = await this.lanes[lane].ask({ ask: "answer", question: this.question, tally });
    this.looking = false;
    if (this.over) return;
    this.looked = performance.now();
    this.seen = seen;
    this.hears.answer(answer, tally);
    if (this.played === this.plan.deals && this.seen !== this.played) await this.look(lane);
  }
}
