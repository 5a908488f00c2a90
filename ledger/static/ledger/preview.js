// The entry form on the phone: what a tap changes is shown at once; the server's answer follows and counts. Without the
// table of outcomes, or without scripts, the server shows it alone.
(() => {
  "use strict";

  const { FIELDS, bid, isHelped, isUnplayed, preview, seating, tidy, tookOf, trumpOf } = globalThis.Outcomes;
  const SUITS_OF = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
  const { escape, signed } = boston;

  // What was tapped, or waits to be sent, as the server's Draft has it.
  const BLANK = Object.fromEntries([...FIELDS, "out", "took"].map((name) => [name, ""]));
  const readPairs = (pairs) => {
    const out = pairs.filter(([name]) => name === "out").map(([, seat]) => seat).join("-");
    const took = pairs.filter(([name]) => name.startsWith("took-")).map(([n, v]) => `${n.slice(5)}.${v}`).join("-");
    return { ...BLANK, ...Object.fromEntries(pairs), out, took };
  };
  const read = (form) => readPairs([...new FormData(form)]);

  const cell = (name, value) => `<li><span class="who">${name}</span> ${value}</li>`;

  // Shows the result in the dock, or that there is none yet.
  const show = (form, table, state, entry, result) => {
    const { words } = table, name = (seat) => `<bdi>${escape(state.names[seat])}</bdi>`, dot = '<b class="muted">·</b>';
    const is = result?.changes;
    const seats = is ? result.changes : seating(state, {}).four.map((seat) => ({ seat }));
    const kitty = is ? `<b><small>${result.kittyBefore} →</small> ${result.kittyAfter}</b>` : dot;
    // Where something is corrected the balances after it are a list like it, and the page may have none of the deal's yet.
    const dock = form.querySelector(".dock"), fresh = Object.assign(document.createElement("ul"), { className: "change" });
    // Where the server shows no result either it shows no row for one.
    if (!is && !form.hasAttribute("hx-post")) dock.querySelector(".outcome, .change")?.remove();
    const list = dock.querySelector(".change") ?? (is ? dock.insertAdjacentElement("afterbegin", fresh) : fresh);
    list.innerHTML =
      seats.map(({ seat, points }) => cell(name(seat), is ? `<b>${signed(points)}</b>` : dot)).join("") +
      (table.form.kitty ? cell(escape(words.kitty), kitty) : "");
    const because = form.querySelector(".because"), said = document.createElement("p");
    const isTapped = (name) => entry[name] && name !== "preset" && (name !== "tricks" || entry.tricks !== entry.preset);
    const lacks = [...FIELDS, "out", "took"].some(isTapped) && result?.missing?.length;
    said.textContent = lacks ? `${words.still} ${result.missing.map((field) => words.fields[field]).join(", ")}.` : words.nothing;
    because.querySelector(":scope > p, :scope > .whys")?.remove();
    because.append(said);
  };

  // A deal that waits, in words, as the list of the last deals has it: its number, what it was, what it brings.
  const say = ({ state, entry, result }) => {
    const { words } = table, name = (seat) => `<bdi>${escape(state.names[seat])}</bdi>`, { legends } = words, said = [];
    const sides = [entry.who, isHelped(entry) ? entry.helper : ""].filter((seat) => seat !== "");
    if (isUnplayed(table, entry)) {
      said.push(escape(words.misdeals[entry.who] ?? words.passed), ...[...tookOf(entry)].map(([seat, n]) => `${name(seat)} ${n}`));
    } else {
      const { code } = bid(table, entry), called = escape(words.contracts[code] ?? ""), trump = trumpOf(table, state, entry);
      said.push(`${called} ${trump ? words.suits[trump] : ""} ${sides.map(name).join(" + ")}`);
      said.push(`${legends.tricks} ${entry.part ? `${entry.tricks - entry.part} + ${entry.part}` : entry.tricks}`);
      for (const mark of ["boston", "revoke"]) if (entry[mark]) said.push(`${legends[mark]} ${name(entry[mark])}`);
    }
    const changed = new Map(result?.changes?.map(({ seat, points }) => [seat, points]));
    const counts = result && result.after.number > state.number;
    const kitty = result && table.form.kitty ? ` · ${words.kitty} ${result.kittyAfter}` : "";
    return {
      number: counts ? state.number : "–",
      words: said.join(" · "),
      changes: result ? state.order.map((seat) => signed(changed.get(seat) ?? 0)).join(" ") + kitty : "",
    };
  };

  const formHere = () => document.querySelector("#entry[data-outcomes]");
  const standingOf = (form) => JSON.parse(form.dataset.standing);
  let table = null, from = "";

  // The table as it will stand with what waits on this phone for the places from the free one on, up to the deal of one
  // key. `old`: what was sent meanwhile is not in it. `sure`: nothing is in between, what comes next is known. `steps`: of
  // each that waits, what it came upon and what it comes to.
  const upTo = (form, key) => {
    let state = standingOf(form), free = state.position, old = Number(form.elements.position.value) !== free, sure;
    old ||= free < boston.sent[location.pathname] || boston.waiting()[0]?.position > free;
    sure = !old;
    const steps = new Map();
    for (const item of boston.waiting()) {
      if (item.key === key) break;
      const entry = tidy(table, state, readPairs(item.fields));
      // One for a place that is taken by now is in the standing, or the other's deal is; what a discarded deal had made
      // the senior suit, the trump of another contract is not any more.
      const [, seen] = item.fields.find(([name]) => name === "seen") ?? [], suit = SUITS_OF[trumpOf(table, state, entry)];
      const found = item.position < free || (seen && suit !== seen) ? null : preview(table, state, entry);
      sure &&= !item.notice && (item.position < state.position || (item.position === free && Boolean(found?.after)));
      steps.set(item.key, { state, entry, result: sure ? found : null });
      state = found?.after ?? state;
      if (item.position >= free) free = item.position + 1;
    }
    return { state, old, sure, steps };
  };
  // It is being corrected: what comes after it has no part in it.
  const standingBefore = (form) => upTo(form, form.elements.entry_key.value);

  const load = async () => {
    const address = formHere()?.dataset.outcomes;
    if (!address || address === from) return;
    from = address;
    try {
      const answer = await fetch(address), copy = answer.clone();
      table = answer.ok ? await answer.json() : null;
      // A worker that came with this very page was too late for it.
      if (table) boston.keepFile(address, copy);
    } catch {
      table = null;
    }
    // Asked again with the next picture of the form.
    if (!table) from = "";
    else boston.drawWaiting();
  };

  const working = (form, said = read(form)) => {
    const { state, old, sure } = standingBefore(form), entry = tidy(table, state, { ...BLANK, ...said });
    const result = preview(table, state, entry);
    return { old, sure, state, entry, result: sure || result?.missing.length ? result : null };
  };

  // The trump that a contract is bound to, as its letter, where its suit rank says that.
  const trumpSeen = (form) => {
    const { state, entry } = working(form);
    return bid(table, entry).rank && trumpOf(table, state, entry);
  };

  const redraw = (form, said) => {
    const { state, entry, result } = working(form, said);
    boston.drawRows(form, table, state, entry);
    // What a correction changes later is for the server to say.
    form.querySelector(".later")?.setAttribute("aria-busy", "true");
    show(form, table, state, entry, result);
  };

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.(".rowset") && formHere();
    if (!form || !table || event.target.id === "note") return;
    redraw(form);
  });

  // What waits moves the deal on: another one gives, others play, other points lie in the kitty. So does what was sent.
  const followed = new WeakSet();
  const followWaiting = () => {
    const form = formHere(), said = new URLSearchParams(location.search), waits = boston.waiting().length;
    boston.steps = null;
    if (form && table && waits) {
      const { state, sure, steps } = upTo(form);
      const record = table.words.record.replace("{}", state.number), all = [...steps.values()], { state: before, entry, result } = all.at(-1);
      const counted = sure && state.coming.length > 0 && all.every((step) => step.result);
      boston.steps = { sure: counted, record: sure && record, say: (item) => say(steps.get(item.key)) };
      // As the server has it: who sat out has no last one, though it may have cost him something.
      const played = seating(before, entry).four, changes = result?.changes.filter(({ seat }) => played.includes(seat));
      if (counted) boston.ahead.draw(table, state, changes);
    }
    if (!boston.steps?.sure) boston.ahead.undo();
    if (!form || !table || !(waits || followed.has(form)) || standingBefore(form).old) return;
    followed.add(form);
    // A page from the phone, asked for with a half-made entry in its address, may have lacked rows for it.
    const recalls = document.documentElement.dataset.asOf && said.has("position");
    redraw(form, recalls ? readPairs([...said]) : undefined);
  };
  document.addEventListener("boston:waits", followWaiting);
  // The server does not know of them yet: its rows would be those of the first.
  document.addEventListener("htmx:confirm", (event) => {
    const { elt, verb } = event.detail;
    if (verb === "get" && elt.matches("#entry .rowset") && table && boston.waiting().length) event.preventDefault();
  });
  // Should it not be known one day upon what it comes, it is still said as it was recorded.
  const wordsAndDealer = (form) => {
    const step = working(form), said = document.createElement("p");
    said.innerHTML = say(step).words;
    return { words: said.textContent, dealer: seating(step.state, step.entry).dealer };
  };
  document.addEventListener("boston:take", (event) => {
    if (!table) return;
    const { sure, result } = working(event.target), suit = trumpSeen(event.target);
    // Should it come upon another senior suit than the one that is known here, the trump is still the one that was seen.
    if (suit) event.detail.fields.push(["seen", SUITS_OF[suit]]);
    event.detail.shown = resultOf(event.target);
    if (event.detail.shown) Object.assign(event.detail, wordsAndDealer(event.target));
    if (!sure || !result?.missing.length) return;
    event.preventDefault();
    redraw(event.target);
    event.target.querySelector(".because").scrollIntoView({ block: "center" });
  });
  // A half-made entry stays; what it stands on is the newest, where it is for the same place.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const form = formHere(), fresh = detail.fragment?.querySelector?.("#entry[data-standing]");
    if (detail.shouldSwap || !form || !fresh || !table) return;
    if (fresh.elements.position.value !== form.elements.position.value) return;
    const { what } = read(form), trump = trumpSeen(form);
    form.dataset.standing = fresh.dataset.standing;
    // Other rules may have been agreed meanwhile, and other prices with them.
    form.dataset.outcomes = fresh.dataset.outcomes;
    load().then(() => {
      if (formHere() !== form || !table || standingBefore(form).old) return;
      // A contract that means another trump by now is to be chosen anew; not one that was tapped since.
      const said = read(form), isOther = said.what === what && trumpSeen(form) !== trump;
      redraw(form, { ...said, ...(isOther && { what: "" }) });
    });
  });

  // What was shown is held against what was saved, at once or after it waited.
  const resultOf = (form) => {
    const { result } = working(form);
    return result?.changes ? { changes: result.changes.filter(({ points }) => points), kitty: result.kittyAfter } : null;
  };
  boston.isAsShown = (shown, saved) =>
    shown.kitty === saved.kitty && shown.changes.length === Object.keys(saved.changes).length &&
    shown.changes.every(({ seat, points }) => saved.changes[seat] === points);
  boston.tellOther = () => {
    const news = Object.assign(document.createElement("p"), { className: "said", textContent: formHere()?.dataset.differs });
    document.getElementById("news")?.replaceChildren(news);
  };
  let shown = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = formHere();
    if (event.detail.requestConfig.verb !== "post" || event.detail.elt !== form || !table) return;
    shown = { key: form.elements.entry_key.value, result: resultOf(form) };
  });
  document.addEventListener("htmx:afterSettle", () => {
    load();
    const form = formHere(), saved = form && standingOf(form).saved;
    if (!shown?.result || saved?.key !== shown.key) return;
    if (!boston.isAsShown(shown.result, saved)) boston.tellOther();
    shown = null;
  });

  load();
})();
