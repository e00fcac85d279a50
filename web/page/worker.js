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

function text(instance, packed) {
  const start = Number(packed >> 32n), length = Number(packed & 0xffffffffn);
  // An empty text stands nowhere: there is no memory to give back.
  if (length === 0) return "";
  const reply = decoder.decode(new Uint8Array(instance.exports.memory.buffer, start, length));
  instance.exports.leave(start, length);
  return reply;
}

/** Gives an instance the words of a language, behind the code of the language. */
function loadWords(instance) {
  const code = encoder.encode(words.code), length = code.length + words.bytes.length;
  const start = instance.exports.room(length);
  const room = new Uint8Array(instance.exports.memory.buffer, start, length);
  room.set(code);
  room.set(words.bytes, code.length);
  const wrong = text(instance, instance.exports.load_words(start, code.length, length));
  if (wrong) throw new Error(wrong);
}

function ask(instance, request) {
  const bytes = encoder.encode(request);
  const start = instance.exports.room(bytes.length);
  new Uint8Array(instance.exports.memory.buffer, start, bytes.length).set(bytes);
  try {
    const reply = text(instance, instance.exports.ask(start, bytes.length));
    instance.exports.leave(start, bytes.length);
    return reply;
  } catch (error) {
    let words = "";
    try { words = text(instance, instance.exports.last_words()); } catch { /* it can say nothing */ }
    // A breakdown is the end of an instance; the next question gets a new one.
    instantiate();
    throw new Error(`the laboratory broke down: ${words || error}`);
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
