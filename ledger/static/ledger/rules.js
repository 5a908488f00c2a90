// Small helps for the editor of rules; everything works without them.
(() => {
  "use strict";
  const form = document.getElementById("rules");
  const fields = (name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];

  // What a field says: of a tick its last input counts.
  const said = (name) => {
    const field = fields(name).at(-1);
    if (!field) return "";
    return field.type === "checkbox" && !field.checked ? "no" : field.value;
  };

  // What does not count as things stand is out of the way; it comes back with what was typed.
  const sort = () => {
    for (const part of form.querySelectorAll("[data-when]")) {
      part.hidden = !part.dataset.when.split(" ").every((when) => {
        const at = when.indexOf("=");
        const words = when.slice(at + 1).split("|");
        const value = said(when.slice(0, at));
        return words.includes("*") ? value !== "" : words.includes(value || "no") || value.startsWith("option:");
      });
    }
  };
  form.addEventListener("change", sort);
  form.addEventListener("input", (event) => { if (event.target.matches(".num")) sort(); });

  // Nothing typed is lost by a wrong tap.
  let unsaved = form.hasAttribute("data-unsaved");
  form.addEventListener("input", () => { unsaved = true; });
  addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

  // What is open stays open. Without a connection the browser would put its own page in place of all that was typed:
  // the form is only sent once the server answers.
  let answers = false, asks = false;
  form.addEventListener("submit", async (event) => {
    form.elements.open.value = [...form.querySelectorAll("details.part[open]")].map((part) => part.id).join(" ");
    unsaved = unsaved && !answers;
    if (answers) return;
    event.preventDefault();
    if (asks) return;
    asks = true;
    // A proxy that answers in the server's place does not take the form either.
    const answer = await fetch(form.dataset.alive, { cache: "no-store" }).catch(() => null);
    asks = false;
    answers = document.getElementById("unsaved").hidden = Boolean(answer?.ok);
    if (answers) form.requestSubmit(event.submitter);
    answers = false;
  });
})();
