// The board as it will stand with the deals that wait on this phone: nobody else knows of them yet, and it says so.
(() => {
  "use strict";
  const PARTS = [".head", ".score"];
  // What the server drew, by the board it is of.
  const served = new WeakMap();
  const here = () => document.getElementById("board");

  const drawHead = (board, table, state) => {
    const [multiplier, , tour] = state.coming[0], { words } = table, { antesOf, seating } = globalThis.Outcomes;
    const write = (selector, text) => board.querySelectorAll(selector).forEach((one) => (one.textContent = text));
    write("h1", words.deal.replace("{}", state.number));
    write("[data-tour]", tour > state.tours ? words.after : words.tour.replace("{tour}", tour).replace("{tours}", state.tours));
    write("[data-double]", multiplier > 1 ? ` · ${words.double}` : "");
    // As for the preview: what everybody puts in before the deal lies there already.
    const more = antesOf(table, state, "played", seating(state, {}), multiplier).reduce((sum, { points }) => sum + points, 0);
    write(".kitty b", state.kitty + more);
    board.querySelector(".kitty small")?.toggleAttribute("hidden", !more);
  };

  const drawSeat = (line, { words }, state, changes, chips) => {
    const seat = Number(line.dataset.seat), name = line.querySelector(".seat-name"), last = line.querySelector(".seat-last");
    const { out, voice } = state.seats[state.dealer], balance = state.balances[seat];
    const figure = chips ? String(balance + Number(chips)).replace("-", "−") : boston.signed(balance);
    line.querySelector(".seat-figure").textContent = figure;
    for (const [badge, owner] of [[".badge.dealer", state.dealer], [".badge:not(.dealer)", voice]])
      if (seat === owner && here().querySelector(badge)) name.append(here().querySelector(badge));
    const change = changes.find((one) => one.seat === seat);
    const news = change ? `<span class="last-word">${boston.escape(words.last)}</span> ${boston.signed(change.points)}` : "&nbsp;";
    if (!chips) last.innerHTML = out.includes(seat) ? boston.escape(words.out) : news;
    return figure.length;
  };

  boston.ahead = {
    draw(table, state, changes) {
      const board = here();
      if (!served.has(board)) served.set(board, [board.querySelector(".score").className, ...PARTS.map((part) => board.querySelector(part).innerHTML)]);
      drawHead(board, table, state);
      const score = board.querySelector(".score"), lines = [...score.querySelectorAll("[data-seat]")];
      const widest = Math.max(...lines.map((line) => drawSeat(line, table, state, changes, board.dataset.chips)));
      score.className = score.className.replace(/w\d+/, `w${widest}`);
      board.classList.add("ahead");
    },
    // As the server drew it; in a copy of the page, too.
    undo(board = here()) {
      const was = here() && served.get(here());
      if (!was || !board.classList.contains("ahead")) return;
      PARTS.forEach((part, at) => (board.querySelector(part).innerHTML = was[at + 1]));
      board.querySelector(".score").className = was[0];
      board.classList.remove("ahead");
      if (board !== here()) return;
      served.delete(board);
      window.htmx.process(board.querySelector(".score"));
    },
  };
})();
