// Keeps the parts of a static site, so that the next visit is instant and works without a network. Text comes from the host
// where it answers and has the part, the large laboratory from what is kept while the host looks for a newer one.
"use strict";

const KEPT = "overhear";

/** The worker that this script is.
 * @type {any} */
const worker = self;

/** Fetches a part and keeps it. The whole body is read before it is passed on, so a host that stops in the middle counts as lost. */
async function fresh(request) {
  const reply = await fetch(request);
  if (!reply.ok) return reply;
  const whole = new Response(await reply.blob(), reply);
  try {
    await (await caches.open(KEPT)).put(request, whole.clone());
  } catch { /* A full disk keeps nothing. */ }
  return whole;
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== worker.location.origin) return;
  event.respondWith((async () => {
    const kept = await caches.match(request).catch(() => undefined);
    if (!kept) return fresh(request);
    const newer = fresh(request).then((reply) => (reply.ok ? reply : kept), () => kept);
    event.waitUntil(newer);
    return request.url.endsWith(".gz") ? kept : Promise.race([newer, new Promise((done) => { setTimeout(() => done(kept), 1500); })]);
  })());
});
