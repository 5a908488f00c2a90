// What a phone can do for the table: keep its page for when there is no connection, stay awake, tick, go back.
(() => {
  "use strict";
  const root = document.documentElement, table = /^\/t\/[^/]+\/$/.test(location.pathname) && location.pathname;
  const workerAddress = document.currentScript?.dataset.worker;
  const board = () => (table ? document.getElementById("board") : null);
  // Corrections have a form like it, which is none of ours.
  const entry = () => (table ? document.querySelector("form#entry") : null);
  const MOST = 4;

  // --- The worker. Without an address for it the one that is here has to go, and what it kept with it.
  const bar = document.getElementById("newer");
  function offer(waiting) {
    bar.hidden = false;
    bar.querySelector("button").onclick = () => {
      // A half-made entry stands in the address. Only this page loads anew; others go on as they are.
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      waiting.postMessage("take over");
    };
  }
  async function work() {
    const found = await navigator.serviceWorker.register(workerAddress);
    const watch = (one) => one?.addEventListener("statechange", () => one.state === "installed" && navigator.serviceWorker.controller && offer(one));
    if (found.waiting && navigator.serviceWorker.controller) offer(found.waiting);
    watch(found.installing);
    found.addEventListener("updatefound", () => watch(found.installing));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && found.update().catch(() => {}));
  }
  async function leave() {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  }
  if ("serviceWorker" in navigator) (workerAddress ? work() : leave()).catch(() => {});
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target.matches("[data-forgets]") && event.submitter?.value === "forget") globalThis.caches?.delete("tables");
  });

  // --- The page as it is seen, kept once the server has confirmed it: what was served, or that with the news in it.
  let keptAt = 0;
  async function keep(state) {
    if (!workerAddress || !board() || !globalThis.caches) return;
    keptAt = boston.contact;
    const copy = root.cloneNode(true), find = (selector) => copy.querySelectorAll(selector);
    copy.removeAttribute("data-as-of");
    for (const one of find("[inert]")) one.inert = false;
    for (const one of find("#status, #unsaved, #newer, #away")) one.hidden = true;
    for (const one of find("#waiting, #news")) one.replaceChildren();
    for (const one of find("[data-words]#record")) one.textContent = one.dataset.words;
    for (const one of find("#board")) boston.ahead.undo(one);
    if (!state) copy.querySelector("meta[name=state]").content = "";
    const headers = { "Content-Type": "text/html; charset=utf-8", Date: new Date(boston.contact).toUTCString() };
    const cache = await caches.open("tables");
    await cache.delete(table);
    await cache.put(table, new Response(`<!doctype html>${copy.outerHTML}`, { headers }));
    const paths = (await cache.keys()).map((one) => new URL(one.url).pathname);
    const old = paths.filter((path) => /^\/t\/[^/]+\/$/.test(path)).slice(0, -MOST);
    for (const one of await cache.keys()) if (old.some((path) => new URL(one.url).pathname.startsWith(path))) await cache.delete(one);
  }
  boston.keepFile = async (address, answer) => {
    if (workerAddress && globalThis.caches && !(await caches.match(address))) await (await caches.open("tables")).put(address, answer);
  };
  const late = root.dataset.asOf;
  if (late) {
    boston.contact = Date.parse(late);
    boston.connected(false);
    recall();
  } else keep(true).catch(() => {});
  // A page that came from the phone may have been used before: its key would be that of another deal.
  if (entry() && !new URLSearchParams(location.search).has("entry_key")) entry().elements.entry_key.value = boston.freshKey();
  document.addEventListener("htmx:afterSettle", () => !root.dataset.asOf && keep(false).catch(() => {}));
  document.addEventListener("boston:connected", () => {
    delete root.dataset.asOf;
    if (boston.contact - keptAt > 60000) keep(false).catch(() => {});
  });
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (table && [403, 404].includes(detail.xhr.status)) globalThis.caches?.open("tables").then((cache) => cache.delete(table));
  });

  // --- A half-made entry stands in the address as soon as it is tapped, and comes back from there without a server.
  document.addEventListener("change", (event) => {
    if (!entry()?.contains(event.target)) return;
    history.replaceState(history.state, "", `${table}?${new URLSearchParams(boston.fieldsOf(entry()))}`);
  });
  function recall() {
    const said = new URLSearchParams(location.search);
    if (!entry() || !said.has("position")) return;
    for (const [name, value] of said)
      for (const field of entry().querySelectorAll(`[name="${CSS.escape(name)}"]`))
        if (["radio", "checkbox"].includes(field.type)) field.checked ||= field.value === value;
        else if (name !== "position") field.value = value;
  }

  // --- Without a connection a form that is sent as a page would leave the browser's own page of failure.
  document.addEventListener("submit", (event) => {
    const form = event.target, byScript = form.hasAttribute("hx-post") && event.submitter?.name !== "language";
    // The editor of rules asks by itself whether the server answers.
    if (navigator.onLine !== false || byScript || form.matches("[data-alive]")) return;
    event.preventDefault();
    const away = document.getElementById("away");
    away.hidden = false;
    away.scrollIntoView();
  }, true);
  addEventListener("online", () => (document.getElementById("away").hidden = true));

  // --- Awake while the evening is open and the page in sight; a phone that refuses is left alone.
  let lock = null;
  async function awake() {
    const wanted = board()?.hasAttribute("data-open") && document.visibilityState === "visible";
    try {
      if (wanted && !lock) {
        lock = await navigator.wakeLock?.request("screen");
        lock?.addEventListener("release", () => (lock = null));
      } else if (!wanted) await lock?.release();
    } catch {
      lock = null;
    }
  }
  for (const name of ["visibilitychange", "htmx:afterSettle"]) document.addEventListener(name, awake);
  awake();

  // --- A tick under the thumb.
  document.addEventListener("click", (event) => {
    if (event.target.id === "record" && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(15);
  });

  // --- Back closes what is open, before it leaves the page.
  const SHEETS = ".table details.whys, .table details.more";
  const opened = () => [...document.querySelectorAll(SHEETS)].filter((sheet) => sheet.open);
  let pushed = Boolean(history.state?.sheet);
  document.addEventListener("toggle", (event) => {
    if (!event.target.matches?.(SHEETS)) return;
    if (event.target.open && !pushed) history.pushState({ sheet: true }, "");
    pushed ||= event.target.open;
  }, true);
  addEventListener("popstate", (event) => {
    if (!pushed) return;
    pushed = false;
    // htmx would ask the server for this page once more.
    event.stopImmediatePropagation();
    const open = opened();
    if (!open.length) return history.back();
    for (const sheet of open) sheet.open = false;
    if (entry() && boston.touched) history.replaceState(history.state, "", `${table}?${new URLSearchParams(boston.fieldsOf(entry()))}`);
  }, true);
})();
