// One instance of the laboratory: requests in, replies out, one after the other.
"use strict";

/** The compiled laboratory, the words of a language that it lacks, and a promise of an instance: messages arrive before it is made. */
let module, words, ready;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function instantiate() {
  ready = WebAssembly.instantiate(module, {}).then((instance) => {
    if (words) loadWords(instance);
    return instance;
  });
  // A failure is reported to the open question; without one it is dropped.
  ready.catch(() => {});
}

/** Returns a text of the instance, whose address is the upper half of `packed` and whose length the lower, and frees its memory. */
function text(instance, packed) {
  const start = Number(packed >> 32n), length = Number(packed & 0xffffffffn);
  // An empty text has no memory to free.
  if (length === 0) return "";
  const reply = decoder.decode(new Uint8Array(instance.exports.memory.buffer, start, length));
  instance.exports.release(start, length);
  return reply;
}

/** Gives an instance the words of a language, behind the code of the language. */
function loadWords(instance) {
  const code = encoder.encode(words.code), length = code.length + words.bytes.length;
  const start = instance.exports.allocate(length);
  const bundle = new Uint8Array(instance.exports.memory.buffer, start, length);
  bundle.set(code);
  bundle.set(words.bytes, code.length);
  const wrong = text(instance, instance.exports.load_words(start, code.length, length));
  if (wrong) throw new Error(wrong);
}

function ask(instance, request) {
  const bytes = encoder.encode(request);
  const start = instance.exports.allocate(bytes.length);
  new Uint8Array(instance.exports.memory.buffer, start, bytes.length).set(bytes);
  try {
    const reply = text(instance, instance.exports.ask(start, bytes.length));
    instance.exports.release(start, bytes.length);
    return reply;
  } catch (error) {
    let words = "";
    try { words = text(instance, instance.exports.panic_message()); } catch { /* the instance has no message left */ }
    // A panic ends the instance; the next request gets a new one.
    instantiate();
    throw new Error(`the program stopped with an error: ${words || error}`);
  }
}

async function answer(request) {
  try {
    return ask(await ready, request);
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}

onmessage = async ({ data }) => {
  if (data.module) {
    ({ module, words } = data);
    instantiate();
    return;
  }
  postMessage({ id: data.id, reply: await answer(data.request) });
};
