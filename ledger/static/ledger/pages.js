"use strict";
/* Small help where there is a script; every page does without. */
document.documentElement.classList.add("js");

/* Times are written by the clock of the club; a phone knows its own. */
const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
const formats = {
  long: { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  short: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};
function localTimes() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const format = formats[time.dataset.local] || formats.short;
    time.textContent = new Intl.DateTimeFormat(language, format).format(new Date(time.dateTime));
  }
}
localTimes();
document.addEventListener("htmx:afterSettle", localTimes);

/* Copy a link, also over plain HTTP, where the clipboard is closed to scripts. */
function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done ? Promise.resolve() : Promise.reject(new Error("not copied"));
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    copied(document.getElementById(button.dataset.copy).textContent).then(() => {
      button.textContent = button.dataset.copied;
    }, () => {});
  });
}

/* Hand a text to the phone's own sharing, where there is one (over HTTPS alone). */
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ text: document.getElementById(button.dataset.share).textContent }).catch(() => {});
  });
}

/* In another language the page comes whole: nothing but the browser sends such a form. */
document.addEventListener("submit", (event) => {
  if (event.submitter?.name === "language" && event.target.hasAttribute("hx-post")) event.stopPropagation();
}, true);

/* What is wrong comes into view, wherever on the page it stands. */
document.addEventListener("htmx:afterSettle", () => {
  document.querySelector("[aria-invalid=true]")?.focus();
});

/* A suit that is tapped on the price card is shown at once. */
for (const form of document.querySelectorAll("form.beats")) {
  form.addEventListener("change", () => form.requestSubmit());
}

/* A new club plays where the phone is. */
const zone = document.querySelector("#id_time_zone[type=hidden]");
if (zone) zone.value = new Intl.DateTimeFormat().resolvedOptions().timeZone || "";

/* The evening's date is the phone's, not the server's. */
const date = document.querySelector("#id_date[data-today]");
if (date && date.value === date.defaultValue) {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  date.value = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
