// Small helps for the table; everything works without them.
// What the scripts of the table tell each other.
const boston = { touched: new URLSearchParams(location.search).has("position"), contact: Date.now() };
(() => {
  "use strict";

  // A choice tapped again is taken back.
  let chosenBefore = null;
  document.addEventListener("pointerdown", (event) => {
    const input = event.target.closest?.(".key")?.querySelector("input[type=radio]");
    chosenBefore = input?.checked ? input : null;
  });
  document.addEventListener("click", (event) => {
    const input = event.target;
    if (input !== chosenBefore || input.type !== "radio") return;
    chosenBefore = null;
    input.checked = false;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // A half-made entry is never replaced by news from another phone.
  document.addEventListener("change", (event) => {
    if (event.target.closest?.("#entry")) boston.touched = true;
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target } = event.detail;
    // That the table has moved on, not by what this phone sends, is news for who is in the middle of an entry.
    const isOurs = !boston.touched || boston.waiting().length > 0;
    if ((boston.touched && target?.id === "entry") || (isOurs && target?.id === "news")) event.detail.shouldSwap = false;
  });

  // A form that is being sent is not drawn anew meanwhile: the last field's change would come in between.
  document.addEventListener("submit", (event) => {
    const rows = event.target.querySelector(".rowset");
    if (rows && !event.target.hasAttribute("hx-post")) window.htmx.trigger(rows, "htmx:abort");
  });

  // The Enter key ends a note; it does not record the deal.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.id !== "note") return;
    event.preventDefault();
    event.target.blur();
  });

  // What is typed while the form is drawn anew stays.
  const written = () => document.querySelectorAll("#entry input.input[id]");
  let typed = [];
  const redraws = (event) => event.detail.requestConfig?.verb === "get" && event.detail.target?.id === "entry";
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (redraws(event)) typed = [...written()].map((field) => [field.id, field.value]);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const kept = new Map(redraws(event) ? typed : []);
    for (const field of written()) if (kept.has(field.id)) field.value = kept.get(field.id);
    typed = [];
  });

  // While an answer is awaited nothing can be tapped a second time.
  const formOf = (event) => event.detail.elt.closest?.("form");
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb === "post" && formOf(event)) formOf(event).inert = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    const form = formOf(event);
    if (form) form.inert = false;
    // Which of two deals counts is no word about the one that is being entered.
    if (event.detail.successful && event.detail.xhr.status !== 422 && !event.detail.requestConfig.path.includes("/second/")) boston.touched = false;
  });

  // What keeps a deal from being recorded comes into view, above the bar; so does a why that is opened.
  document.addEventListener("htmx:afterSettle", () => {
    const fault = document.querySelector("#entry .fault");
    if (fault && fault !== shown) (fault.closest("fieldset") ?? fault).scrollIntoView({ block: "center" });
    shown = fault;
  });
  let shown = null;
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.(".whys[open]")) event.target.scrollIntoView({ block: "start" });
  }, true);

  // The language changes, the entry stays: the way back is the address as it is now.
  document.addEventListener("submit", (event) => {
    const next = event.target.querySelector?.("input[name=next]");
    if (next) next.value = location.pathname + location.search;
  });

  // Old numbers never stand there without saying so, and from when they are.
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  boston.connected = (is) => {
    const status = document.getElementById("status");
    if (is) boston.contact = Date.now();
    if (status) {
      const day = new Date(boston.contact), today = day.toDateString() === new Date().toDateString();
      const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(today ? {} : { day: "numeric", month: "long" }) };
      const time = status.querySelector("time");
      if (time) time.textContent = new Intl.DateTimeFormat(language, format).format(day);
      status.hidden = is;
    }
    if (is) document.dispatchEvent(new CustomEvent("boston:connected"));
  };
  // An entry that did not arrive stays on the screen, under its key: sent again it is saved once.
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
    document.addEventListener(name, (event) => {
      boston.connected(false);
      const unsaved = document.getElementById("unsaved");
      if (unsaved && event.detail.requestConfig?.verb === "post") unsaved.hidden = false;
    });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const unsaved = document.getElementById("unsaved");
    if (unsaved && event.detail.requestConfig.verb === "post") unsaved.hidden = true;
  });
  // A proxy that answers in the server's place is no connection, and who is refused has no news.
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => boston.connected(detail.xhr.status < 400 || [409, 422].includes(detail.xhr.status)));
})();
