// The entry form as a script sees it: its fields, what they say, and how it is emptied for the next deal.
(() => {
  "use strict";
  // A key of one's own for each deal; over plain HTTP a phone has no maker of such keys.
  function freshKey() {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
  }

  const fieldsOf = (form) => [...(form.elements ? new FormData(form) : form)].filter(([name, value]) => name !== "csrfmiddlewaretoken" && value !== "");
  const chosenIn = (ask) => [...ask.querySelectorAll(":checked")].map((one) => one.closest("label").querySelector("bdi").textContent).join(", ");

  // "who Anna · what simple ♥ · tricks 8"
  function wordsOf(entry) {
    const asks = [...entry.querySelectorAll("fieldset.ask")].filter((ask) => ask.querySelector(":checked"));
    return asks.map((ask) => `${ask.querySelector("legend").textContent.trim()} ${chosenIn(ask)}`).join(" · ");
  }

  // Empty, for the deal after: nothing of this one may stand in it.
  function empty(entry) {
    for (const input of entry.querySelectorAll("input:is([type=radio], [type=checkbox])")) {
      input.checked = false;
      input.removeAttribute("checked");
    }
    for (const input of entry.querySelectorAll("input.input, [name=preset]")) {
      input.value = "";
      input.removeAttribute("value");
    }
    for (const figure of entry.querySelectorAll(".change b")) Object.assign(figure, { className: "muted", textContent: "·" });
    entry.querySelector(".because .whys, .because > p")?.replaceWith(words("nothing"));
    entry.elements.entry_key.value = freshKey();
    boston.touched = false;
    history.replaceState(history.state, "", location.pathname);
  }

  // Nothing where the page is not that of a table.
  const words = (name) => document.querySelector("#outbox-words")?.content.querySelector(`[data-words=${name}]`).cloneNode(true);

  const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

  Object.assign(boston, { freshKey, fieldsOf, wordsOf, empty, words, escape, signed });
})();
