// The entry form where there is no connection: what is recorded waits on the phone, and the page says so.
(() => {
  "use strict";
  // Corrections have a form like it, which must not wait: what they correct may be another thing by then.
  const table = location.pathname, form = () => (/^\/t\/[^/]+\/$/.test(table) ? document.querySelector("form#entry") : null);
  let items = [];
  boston.waiting = () => items;

  const { fieldsOf, wordsOf, words } = boston;

  // Keeps the deal on the phone; the script that draws the rows may refuse one that is not whole, or say more of it.
  async function take(entry) {
    const more = { fields: [], words: wordsOf(entry), shown: null };
    const whole = entry.dispatchEvent(new CustomEvent("boston:take", { bubbles: true, cancelable: true, detail: more }));
    if (!whole || !entry.querySelector("[name=who]:checked")) return;
    const { entry_key, position } = entry.elements;
    entry.inert = true;
    try {
      const item = { key: entry_key.value, base: Number(position.value), ...more, fields: [...fieldsOf(entry), ...more.fields] };
      await boston.outbox.add({ ...item, table, tries: 0, notice: "", free: null, asked: false });
      boston.empty(entry);
      document.getElementById("unsaved").hidden = true;
      await draw();
    } catch {
      document.getElementById("unsaved").hidden = false;
    } finally {
      entry.inert = false;
    }
    boston.outbox.drain();
  }

  // Behind those that wait it waits as well; what is corrected goes under the key of the one it corrects.
  document.addEventListener("htmx:confirm", (event) => {
    const { elt, verb } = event.detail;
    if (elt !== form() || verb !== "post") return;
    const behind = items.length && items[0].key !== elt.elements.entry_key.value;
    if (!behind && navigator.onLine !== false) return;
    event.preventDefault();
    take(elt);
  });

  // No answer may mean that it was saved: under the same key it is saved once.
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
    document.addEventListener(name, (event) => {
      const { elt, requestConfig, xhr } = event.detail;
      if (elt !== form() || requestConfig.verb !== "post") return;
      if (name !== "htmx:responseError" || [502, 503, 504].includes(xhr.status)) take(elt);
    });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { successful, requestConfig, xhr } = event.detail, form = requestConfig.formData;
    const sent = successful && requestConfig.verb === "post" && items.find((item) => item.key === form?.get("entry_key"));
    // What was refused is not saved: it waits on, as it was corrected where another's deal was there first.
    if (!sent || xhr.status === 422) return;
    const taken = () => boston.outbox.add({ ...sent, fields: fieldsOf(form), shown: null, notice: "", free: null });
    const saved = () => boston.outbox.yield({ ...sent, position: Number(form.get("position")) });
    (xhr.status === 409 ? taken() : saved()).then(draw).then(() => boston.outbox.drain(true));
  });

  // What is sent is on the board now; a half-made entry goes on, for the place after it.
  document.addEventListener("boston:sent", async (event) => {
    await draw();
    const sent = event.detail.filter((item) => item.table === table), board = document.getElementById("board");
    if (!sent.length || !board) return;
    // What is on its way may be older, and that the table has moved on may have been said of these very deals.
    window.htmx.trigger(board, "htmx:abort");
    document.getElementById("news")?.replaceChildren();
    if (sent.some((item) => item.saved && !boston.isAsShown(item.shown, item.saved))) boston.tellOther();
    if (sent.some((item) => item.isLate)) document.getElementById("news")?.replaceChildren(words("late"));
    const position = form()?.elements.position, free = sent.at(-1).next;
    if (position && Number(position.value) < free) {
      position.value = free;
      // A half-made entry stays, and which number it will have is another one now.
      const button = document.getElementById("record");
      if (button) button.textContent = button.dataset.words = button.dataset.after;
    }
    const address = new URL(board.getAttribute("hx-get"), location);
    for (const name of ["version", "position"]) address.searchParams.delete(name);
    // What comes from now on has them.
    window.htmx.ajax("GET", address.pathname + address.search, { target: "#board", swap: "outerHTML" }).then(() => delete boston.sent[table], () => {});
  });

  function row(item) {
    const line = words("row"), known = boston.steps?.say(item);
    const [number, what, changes] = line.querySelectorAll("[data-said]");
    if (known) [number.textContent, what.innerHTML, changes.textContent] = [known.number, known.words, known.changes];
    else what.textContent = item.words;
    line.classList.toggle("told-of", Boolean(item.notice));
    const said = line.querySelector(".told");
    said.append(...new DOMParser().parseFromString(item.notice, "text/html").body.childNodes);
    said.hidden = !item.notice;
    const taken = said.querySelector("[data-mine]");
    for (const [name, shown] of [["again", item.notice && !taken], ["correct", item.notice && !taken && item.free], ["discard", !taken]])
      line.querySelector(`[data-do=${name}]`).hidden = !shown;
    const asked = new URLSearchParams([...item.fields.filter(([name]) => name !== "position"), ["position", item.free]]);
    line.querySelector("[data-do=correct]").href = `${table}?${asked}`;
    line.dataset.id = item.id;
    return line;
  }

  // What the server has noted for everybody stands here with the person's own; once it is gone from there, somebody
  // has decided. A page that was just loaded, or a board that came since, may be the first that comes after that; where
  // it was on its way already, the server is asked in vain, and says the same again.
  const noted = new Set();
  let loaded = !document.documentElement.dataset.asOf;
  async function settle(fresh = false) {
    const first = loaded, [head] = items, note = head && document.querySelector(`[data-second="${head.key}"]`);
    loaded = false;
    if (!head?.notice.includes("data-mine") || document.getElementById("status")?.hidden === false) return;
    if (note) noted.add(head.key);
    else if (first || fresh || noted.has(head.key)) {
      noted.delete(head.key);
      await boston.outbox.again(head);
      boston.outbox.drain(true);
    }
  }

  async function draw() {
    const all = await boston.store.all().catch(() => []);
    items = all.filter((item) => item.table === table);
    document.dispatchEvent(new CustomEvent("boston:waits"));
    for (const line of document.querySelectorAll("[data-outbox]")) {
      line.hidden = !all.length;
      line.querySelector("b").textContent = all.length;
      if (all.length && line.querySelector("a")) line.querySelector("a").href = all[0].table;
    }
    const place = document.getElementById("waiting");
    if (!place) return;
    const open = place.querySelector("details")?.open || items.some((item) => item.notice);
    place.replaceChildren();
    for (const item of items) document.querySelector(`[data-second="${item.key}"]`)?.toggleAttribute("hidden", true);
    if (!items.length) return label(0);
    const box = words("box");
    box.open = open;
    const summary = box.querySelector("summary");
    summary.querySelector("b").textContent = items.length;
    if (boston.steps?.sure) summary.querySelector("span").textContent = summary.dataset.counted;
    box.querySelector("ol").append(...items.map(row));
    place.append(box);
    label(items.length);
  }

  // Which number it will have depends on those that wait before it: a passed deal counts by some rules alone.
  function label(waiting) {
    const button = document.getElementById("record");
    if (!button) return;
    button.dataset.words ??= button.textContent;
    button.textContent = waiting ? boston.steps?.record || button.dataset.after : button.dataset.words;
  }

  document.addEventListener("click", async (event) => {
    const line = event.target.closest?.("#waiting li"), act = event.target.closest?.("[data-do], [data-mine]");
    const item = line && items.find((one) => one.id === Number(line.dataset.id));
    const does = act?.dataset.do ?? act?.dataset.mine;
    if (!item || !act || does === "correct") return;
    event.preventDefault();
    if (["discard", "keep"].includes(does)) {
      line.querySelector(".asks").hidden = does === "keep";
      line.querySelector(".actions").hidden = does === "discard";
    } else {
      await { yes: boston.outbox.discard, drop: boston.outbox.drop, next: boston.outbox.next, again: boston.outbox.next }[does](item);
      await draw();
      boston.outbox.drain(true);
    }
  });

  // What was saved can't be taken back without a connection; the word for it stands where it was tapped.
  document.addEventListener("htmx:sendError", ({ detail: { elt } }) => {
    const line = elt.closest?.("#deals li");
    if (line && !line.querySelector(".fault")) line.append(words("away"));
  });
  document.addEventListener("boston:connected", () => document.querySelector("#deals .fault")?.remove());

  // Another tab may have recorded or sent one.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && draw());
  boston.drawWaiting = draw;
  const isBoard = ({ detail }) => ["board", "content"].includes(detail.elt?.id);
  document.addEventListener("htmx:afterSettle", (event) => draw().then(() => settle(isBoard(event))));
  draw().then(() => settle());
})();
