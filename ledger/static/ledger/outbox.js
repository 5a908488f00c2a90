// Sends what waits on this phone: in order, one at a time, from one tab at a time, each under its own key, so that an
// answer that was lost costs nothing. What the server does not take stays here, with what it said, until the person
// decides; what comes after it waits as well.
(() => {
  "use strict";
  const PATIENCE = 15000;
  const MISSING = [0, 502, 503, 504];
  const PATIENT = 4;
  let busy = false, failures = 0, notBefore = 0;

  // The place after the last deal that was sent from this page, by table.
  boston.sent = {};
  // The keys of deals that ended here otherwise. What is gone besides was discarded on its way, in whichever tab.
  const yielded = new Set();

  const cookie = (name) => document.cookie.split("; ").find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";

  // The answer with its text; status 0 where there is none, or where somebody else answers in the server's place.
  async function ask(address, options = {}) {
    try {
      const answer = await fetch(address, { ...options, signal: AbortSignal.timeout?.(PATIENCE) });
      const text = await answer.text();
      const ours = text.includes('id="board"') || text.includes(" · Boston</title>");
      return { status: ours || MISSING.includes(answer.status) ? answer.status : 0, text };
    } catch {
      return { status: 0, text: "" };
    }
  }

  const posted = (fields) => ({ method: "POST", body: new URLSearchParams(fields), headers: { "HX-Request": "true", "X-CSRFToken": cookie("csrftoken") } });

  function post(item) {
    const fields = item.fields.filter(([name]) => name !== "position");
    return ask(item.table, posted([...fields, ["position", item.position], ["waited", "1"]]));
  }

  // A cookie that was lost or changed meanwhile is no refusal: the table's page brings another one.
  async function admitted(table, work) {
    const answer = await work();
    return answer.status === 403 && (await ask(table)).status === 200 ? work() : answer;
  }

  // What the server said, for the person: the deal that was there first, the faults, or the page of a refusal.
  function told({ text }) {
    const page = new DOMParser().parseFromString(text, "text/html"), said = document.createElement("div");
    const notice = page.querySelector(".notice[role=alert]"), faults = page.querySelectorAll("#entry .fault:not([hidden])");
    const words = faults.length ? faults : page.querySelectorAll("h1, .head + .note");
    if (notice) said.append(...notice.children);
    else for (const one of words) said.append(Object.assign(document.createElement("p"), { textContent: one.textContent.trim() }));
    const free = Number(page.querySelector("#entry [name=position]")?.value) || null;
    return { notice: said.innerHTML, free };
  }

  // How the deal of this key was saved, where the answer has it as the newest.
  function savedIn({ text }, key) {
    const standing = new DOMParser().parseFromString(text, "text/html").querySelector("#entry")?.dataset.standing;
    const saved = standing && JSON.parse(standing).saved;
    return saved?.key === key ? saved : null;
  }

  // Gives what was sent, and whether anything is otherwise than before. While an answer is awaited the person may discard
  // or record another: what waits is read anew each time.
  async function sendTable(table) {
    const sent = [];
    for (;;) {
      const [item] = await boston.store.of(table);
      if (!item || item.notice) return { sent, changed: sent.length > 0 };
      const answer = await admitted(table, () => post(item));
      const items = await boston.store.of(table), still = items.find((one) => one.id === item.id);
      if (MISSING.includes(answer.status) || answer.status === 500) {
        failures += 1;
        notBefore = Date.now() + Math.min(60, 2 ** failures) * 1000;
        // A server that fails at this deal again and again fails at it for ever: the person is to know.
        const tries = answer.status === 500 ? (item.tries ?? 0) + 1 : 0, hopeless = tries >= PATIENT && boston.words("hopeless");
        if (still && tries) await boston.store.save([{ ...still, tries, notice: hopeless ? hopeless.outerHTML : "" }]);
        return { sent, changed: sent.length > 0 || Boolean(hopeless) };
      }
      failures = 0;
      if (answer.status !== 200) {
        if (still) await boston.store.save([{ ...still, ...told(answer) }]);
        return { sent, changed: true };
      }
      // Where another phone had dropped or undone it meanwhile its place is free, or one before it.
      const { free } = told(answer), isGone = free !== null && free <= item.position, next = isGone ? free : item.position + 1;
      const isLate = !still && !yielded.has(item.key);
      sent.push({ ...item, next, isLate, saved: item.shown && savedIn(answer, item.key) });
      boston.sent[table] = next;
      // Decided on another phone, or discarded too late: what comes after it comes after all that stands now.
      if (item.asked || isGone || isLate) await boston.store.save(numbered(after(items, item), free ?? next));
      await boston.store.drop(item.id);
    }
  }

  async function sendAll() {
    const done = [];
    for (const table of new Set((await boston.store.all()).map((item) => item.table))) done.push(await sendTable(table));
    if (done.some((one) => one.changed)) document.dispatchEvent(new CustomEvent("boston:sent", { detail: done.flatMap((one) => one.sent) }));
  }

  const alone = (work) => navigator.locks ? navigator.locks.request("boston-outbox", { ifAvailable: true }, (lock) => lock && work()) : work();

  // `now`: without waiting out the pause after a failure.
  async function drain(now = false) {
    if (busy || (!now && Date.now() < notBefore)) return;
    busy = true;
    try {
      await alone(sendAll);
    } catch {
      // Nothing can be kept on this phone, so nothing waits on it.
    } finally {
      busy = false;
    }
  }

  // The places of `items`, one after the other from `start` on, none before the one that was free when it was recorded.
  // They come upon something else now than what each was shown to bring.
  function numbered(items, start) {
    let next = start;
    return items.map((item) => {
      const position = Math.max(item.base, next);
      next = position + 1;
      return { ...item, position, shown: null };
    });
  }

  const placeOf = (item) => item.free ?? item.position;
  const after = (items, item) => items.filter((other) => other.id > item.id);

  boston.outbox = {
    drain,
    async add(item) {
      const items = await boston.store.of(item.table), old = items.find((one) => one.key === item.key);
      // What is corrected without a connection stands in its own place, what comes after it after that.
      if (old) {
        const [mine, ...later] = numbered([{ ...old, ...item }, ...after(items, old)], placeOf(old));
        return boston.store.save([{ ...mine, shown: item.shown }, ...later]);
      }
      await boston.store.add({ ...item, position: Math.max(item.base, (items.at(-1)?.position ?? 0) + 1) });
    },
    // Once more as it is: somebody may have decided on another phone.
    again: (item) => boston.store.save([{ ...item, notice: "", asked: true }]),
    // The other's deal stands for mine, and what I recorded after mine comes after it. Everybody is to know.
    async drop(item) {
      const { status } = await admitted(item.table, () => ask(`${item.table}second/${item.key}/`, posted({ do: "drop" })));
      if ([200, 404, 409].includes(status)) return boston.outbox.yield(item);
      const unsaved = document.getElementById("unsaved");
      if (unsaved) unsaved.hidden = false;
    },
    async yield(item) {
      yielded.add(item.key);
      const items = await boston.store.of(item.table);
      await boston.store.save(numbered(after(items, item), item.position + 1));
      await boston.store.drop(item.id);
    },
    // Mine comes next, and the others after it.
    async next(item) {
      const items = await boston.store.of(item.table), start = placeOf(item);
      const mine = { ...item, base: start, notice: "", free: null, asked: false, tries: 0 };
      await boston.store.save(numbered([mine, ...after(items, item)], start));
    },
    // It was none.
    async discard(item) {
      const later = after(await boston.store.of(item.table), item), [next] = later;
      // Who dealt the next one is what the person saw when it was recorded, whatever comes before it now.
      const isSaid = next?.dealer === undefined || next.fields.some(([name]) => name === "dealer");
      if (next && !isSaid) later[0] = { ...next, fields: [...next.fields, ["dealer", String(next.dealer)]] };
      await boston.store.save(numbered(later, placeOf(item)));
      await boston.store.drop(item.id);
    },
  };

  addEventListener("online", () => drain(true));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && drain(true));
  document.addEventListener("boston:connected", () => drain());
  drain(true);
})();
