// The screen on the shelf: full screen, and old numbers never without saying so.
(() => {
  "use strict";

  const full = document.getElementById("full");
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => {}));

  // Nobody taps here: an answer that fails to come is noticed by the clock, not only by an error.
  const LATE = 12_000;
  const status = document.getElementById("status"), asOf = document.getElementById("as-of");
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  let heard = Date.now();
  const show = (is) => {
    if (!is) asOf.textContent = asOf.dataset.words.replace("{}", clock.format(heard));
    status.hidden = is;
  };
  // Any answer of the server to this page's question is news, also that there is none; a refusal is not, nor is what a
  // proxy says in its place.
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    if (detail.xhr.status >= 400) return;
    heard = Date.now();
    show(true);
  });
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
    document.addEventListener(name, () => show(false));
  setInterval(() => { if (Date.now() - heard > LATE) show(false); }, 1000);
})();
