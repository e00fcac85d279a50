// One instance of the laboratory: requests in, replies out, one after the other.
"use strict";

let instance;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function text(packed) {
  const start = Number(packed >> 32n), length = Number(packed & 0xffffffffn);
  const reply = decoder.decode(new Uint8Array(instance.exports.memory.buffer, start, length));
  instance.exports.leave(start, length);
  return reply;
}

function ask(request) {
  const bytes = encoder.encode(request);
  const start = instance.exports.room(bytes.length);
  new Uint8Array(instance.exports.memory.buffer, start, bytes.length).set(bytes);
  try {
    return text(instance.exports.ask(start, bytes.length));
  } catch (error) {
    let words = "";
    try { words = text(instance.exports.last_words()); } catch { words = ""; }
    return JSON.stringify({ error: `the laboratory broke down: ${words || error}` });
  } finally {
    try { instance.exports.leave(start, bytes.length); } catch { /* the instance is lost */ }
  }
}

onmessage = async ({ data }) => {
  if (data.module) {
    instance = await WebAssembly.instantiate(data.module, {});
    return;
  }
  postMessage({ id: data.id, reply: ask(data.request) });
};
