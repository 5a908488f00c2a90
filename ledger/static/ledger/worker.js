// Keeps the app and the tables that were open last, for when there is no connection. SITE, written before this by
// the server, says which version this is, what the app consists of, the policy of its pages, and words.
//
// Kept: scripts, styles and icons; the page of the four tables opened last, as it was last seen (the page itself puts
// it there, see phone.js), their price cards and tables of outcomes. Nothing else: no other page of a club, and nothing that is posted.
"use strict";

const SHELL = `shell-${SITE.version}`;
// Where pages lie; it outlives an update.
const TABLES = "tables";
const PAGE = /^\/t\/[^/]+\/$/;
const ETAG = /<meta name="state" content="([^"]+)"/;
// A page that does not come so soon is taken from the phone, where it lies there.
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(SITE.shell)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("shell-") && name !== SHELL) await caches.delete(name);
    await self.clients.claim();
  })());
});

// An update waits until somebody wants it.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(event, SHELL));
  // Under its whole address a table of outcomes never changes either.
  else if (/^\/t\/[^/]+\/outcomes\/$/.test(url.pathname) && url.searchParams.has("v")) event.respondWith(file(event, TABLES));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

// A file's name changes with what is in it: what is kept is right.
async function file(event, where) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(caches.open(where).then((cache) => cache.put(event.request, copy)));
  }
  return answer;
}

async function page(event, url) {
  const table = url.pathname.match(/^\/t\/[^/]+\/(rules\/)?$/);
  const cache = await caches.open(TABLES), kept = table && await cache.match(url.pathname);
  let answer;
  try {
    answer = await fresh(event.request, url, kept);
  } catch {
    return kept ? asOf(kept) : instead(cache, url);
  }
  if (answer.status === 304) return asSeen(kept);
  if (kept && [502, 503, 504].includes(answer.status)) return asOf(kept);
  // Not let in any more: nothing of it stays on the phone.
  if ([403, 404].includes(answer.status)) event.waitUntil(forget(cache, url));
  if (answer.ok && table?.[1]) {
    const copy = answer.clone();
    event.waitUntil(cache.put(url.pathname, copy));
  }
  return answer;
}

// From the server: whole, or "304" where the page kept here is still the same to the letter.
async function fresh(request, url, kept) {
  const state = kept && !url.search && (await kept.clone().text()).match(ETAG)?.[1];
  const asked = state ? new Request(request, { headers: { ...Object.fromEntries(request.headers), "If-None-Match": `"${state}"` } }) : request;
  if (!kept) return fetch(asked);
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE, new Error("late")));
  return Promise.race([fetch(asked), late]);
}

async function forget(cache, url) {
  const table = url.pathname.match(/^\/t\/[^/]+\//)?.[0];
  if (table) for (const request of await cache.keys()) if (new URL(request.url).pathname.startsWith(table)) await cache.delete(request);
}

const HEADERS = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": SITE.policy, "Referrer-Policy": "same-origin" };
const html = (text) => new Response(text, { headers: HEADERS });
const asSeen = async (kept) => html(await kept.text());

// The page says by itself that it is old, and from when.
async function asOf(kept) {
  const since = new Date(kept.headers.get("Date") ?? 0).toISOString();
  return html((await kept.text()).replace("<html ", `<html data-as-of="${since}" `));
}

// In the place of a page that is not kept: a way to the table that is.
async function instead(cache, url) {
  const kept = (await cache.keys()).map((one) => new URL(one.url).pathname).filter((path) => PAGE.test(path));
  const last = kept.at(-1);
  if (last && url.searchParams.get("open") === "running") return Response.redirect(last);
  // In the language of the table that is kept; a worker sees no cookie.
  const seen = last && (await (await cache.match(last)).text()).match(/<html lang="([a-z]+)/)?.[1];
  const code = Object.keys(SITE.words).find((one) => (seen ?? navigator.language).startsWith(one)) ?? "en";
  const [title, words, table, again] = SITE.words[code];
  const link = last ? `<p><a class="button" href="${last}">${table}</a></p>` : "";
  return html(`<!doctype html><html lang="${code}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · Boston</title><link rel="stylesheet" href="${SITE.shell[0]}"><main class="page"><header class="head"><div><h1>${title}</h1></div></header><p class="note">${words}</p><div class="section">${link}<p><a class="link" href="">${again}</a></p></div></main></html>`);
}
