// Draws the rows of the entry form as the server would, from the table of outcomes (ledger/forms/entry.py is the pattern).
(() => {
  "use strict";

  const { ALONE, bid, cards, isHelped, isUnplayed, rankOf, seating, tookOf, trumpOf } = globalThis.Outcomes;
  const SUITS = ["clubs", "diamonds", "hearts", "spades"];
  const PLAYERS = 4;
  const { escape } = boston;

  // A name that reads from the right does not turn round the words beside it.
  const isolated = (name) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(name) ? `\u2068${name}\u2069` : name;

  // Whether the helper's part is asked: where the table's cell goes by it.
  const owesPart = (table, entry) => {
    const { code, contract } = bid(table, entry);
    if (!contract || !isHelped(entry) || entry.tricks === "") return false;
    const culprit = { "": "", [entry.who || "-"]: "d", [entry.helper]: "h" }[entry.revoke] ?? "1";
    const [row] = [Object.values(table.played[code][1])[0][culprit]].flat();
    return Array.isArray(table.rows[row]?.[Number(entry.tricks)]);
  };

  // The rows, each {name, legend, keys, aside, span}; texts as HTML.
  class Rows {
    constructor(table, state, entry) {
      Object.assign(this, { table, state, entry, form: table.form, words: table.words });
      this.contract = bid(table, entry).contract;
      this.four = seating(state, entry).four;
    }

    ask(name, keys, aside = "", span = "", legend = escape(this.words.legends[name])) {
      return { name, legend, keys, aside, span };
    }

    key(name, value, label, more = {}) {
      return { name, value, label: escape(label), size: [...String(label)].length, checked: this.entry[name] === value, ...more };
    }

    seats(name, seats = this.four, off = null) {
      return seats.map((seat) => this.key(name, String(seat), this.state.names[seat], { disabled: String(seat) === off }));
    }

    suits(name, small = () => "") {
      return SUITS.map((suit) => {
        const sign = this.words.suits[suit[0]];
        return { ...this.key(name, suit, ""), label: sign, size: sign.length, small: small(suit) };
      });
    }

    figures(name, most, target, chosen = this.entry[name]) {
      const one = (n) => this.key(name, String(n), n, { figure: true, target: n === target, checked: chosen === String(n) });
      return Array.from({ length: most + 1 }, (_, n) => one(n));
    }

    rank(suit) {
      return suit ? rankOf(this.table, this.state, this.entry, suit[0]) : null;
    }

    hasOnePrice({ trump, known }) {
      return trump === "none" || new Set(known).size === 1;
    }

    *main() {
      const { table, form, words, entry, contract } = this;
      if (form.turns) yield this.ask("turned", this.suits("turned"), this.ranks());
      yield this.ask("who", [...this.seats("who"), this.key("who", "passed", words.passed)]);
      if (entry.who === "passed" && table.passed) yield* this.took();
      if (isUnplayed(table, entry)) return;
      yield this.what();
      if (contract ? contract.trump === "any" : form.ladder.every(([, rank]) => rank === null)) {
        const price = (suit) => (contract && this.rank(suit) && !this.hasOnePrice(contract) ? contract.prices[this.rank(suit)] : "");
        yield this.ask("trump", this.suits("trump", price));
      }
      if (contract && contract.goals[1] !== null) {
        const alone = this.key("helper", ALONE, words.alone, { checked: !isHelped(entry) });
        yield this.ask("helper", [...this.seats("helper", this.four, entry.who), alone]);
      }
      yield this.ask("tricks", this.figures("tricks", contract?.most ?? table.tricks, contract?.goals[isHelped(entry) ? 1 : 0]));
      if (owesPart(table, entry)) {
        const whose = escape(words.part.replace("{}", isolated(this.state.names[entry.helper])));
        yield this.ask("part", this.figures("part", Number(entry.tricks), contract.part), whose, "full");
      }
      if (form.boston && (!contract || contract.boston)) {
        const card = words.boston[trumpOf(table, this.state, entry) === "d" ? 1 : 0];
        yield this.ask("boston", this.seats("boston"), card);
      }
    }

    *more() {
      const { table, form, words, entry, state } = this;
      const isPlayed = !isUnplayed(table, entry);
      if (form.revoke && isPlayed) yield this.ask("revoke", this.seats("revoke"));
      yield this.ask("dealer", this.seats("dealer", state.order, String(state.dealer)));
      if (state.order.length > PLAYERS) yield this.out();
      yield this.ask("misdeal", Object.entries(words.misdeals).map(([value, label]) => this.key("who", value, label)));
      if (form.kitty && isPlayed)
        yield this.ask("unclaimed", [this.key("unclaimed", "1", words.claimed[0], { kind: "checkbox" })], escape(words.claimed[1]), "two");
    }

    ranks() {
      const suits = this.form.suits_of[cards(this.state, this.entry)];
      const signs = (at) => [...suits[at]].map((suit) => this.words.suits[suit]).join("");
      const said = this.form.ranks.map((rank, at) => (suits[at] ? `${escape(this.words.ranks[rank])} ${signs(at)}` : ""));
      return said.filter((words) => words).reverse().map((words) => `<span class="rank">${words}</span>`).join(" ");
    }

    what() {
      const { form, words, entry } = this;
      const suits = form.suits_of[cards(this.state, entry)];
      const keys = form.ladder.map(([code, rank]) => {
        const value = rank ? `${code}:${rank}` : code, contract = form.contracts[code];
        const found = rank ? suits[form.ranks.indexOf(rank)] : "";
        if (rank && !found && entry.turned) return null;
        const sign = found ? words.suits[found[0]] : escape(words.ranks[rank]);
        const small = rank ? `${sign} ${contract.prices[rank]}` : this.price(code, contract, entry.what === value);
        return this.key("what", value, words.contracts[code], { small, tall: true });
      }).filter((key) => key);
      const prices = words.prices[this.rank(entry.trump)] ?? words.prices[""];
      const [columns, beside] = words.room, last = keys.length % columns;
      return this.ask("what", keys, escape(prices), last && last <= columns - 2 && prices.length <= beside ? "two" : "full");
    }

    price(code, contract, isChosen) {
      const { words, entry } = this, many = escape(words.many[code]), rank = this.rank(entry.trump);
      if (this.hasOnePrice(contract) || !rank) return many;
      if (!words.fold) return String(contract.prices[rank]);
      return isChosen ? `${words.suits[entry.trump[0]]} ${contract.prices[rank]}` : many;
    }

    *took() {
      const took = tookOf(this.entry);
      for (const seat of this.four) {
        const isLast = seat === this.four[3], name = `took-${seat}`;
        const keys = this.figures(name, this.table.tricks, null, String(took.get(seat) ?? ""));
        yield this.ask(name, keys, isLast ? escape(this.words.took) : "", isLast ? "full" : "", escape(this.state.names[seat]));
      }
    }

    out() {
      const { state, entry, words } = this;
      const spare = state.order.length - PLAYERS, said = entry.out.split("-").filter((seat) => seat);
      const kind = spare === 1 ? "radio" : "checkbox";
      const keys = this.seats("out", state.order).map((key) => ({ ...key, kind, checked: said.includes(key.value) }));
      const usual = seating(state, { ...entry, out: "" }).out;
      const names = state.order.filter((seat) => usual.includes(seat)).map((seat) => isolated(state.names[seat])).join(", ");
      const aside = said.length && said.length !== spare ? words.usual[spare] : words.usual[0].replace("{}", names);
      return this.ask("out", keys, escape(aside), "two");
    }
  }

  const keyHTML = (words) => (key) => {
    const classes = ["key", key.tall && "tall", key.figure && "figure", key.target && "target"].filter((name) => name).join(" ");
    const id = `${key.name}-${key.value}`.replaceAll(":", "-");
    const set = (key.checked ? " checked" : "") + (key.disabled ? " disabled" : "");
    const small = key.small || key.small === 0 ? `<small>${key.small}</small>` : "";
    const target = key.target ? `<span class="sr"> (${escape(words.target)})</span>` : "";
    return `<label class="${classes}"><input type="${key.kind ?? "radio"}" id="${id}" name="${key.name}" value="${key.value}"${set}>` +
      `<span><bdi${key.size > 7 && !key.figure ? ' class="long"' : ""}>${key.label}</bdi>${small}${target}</span></label>`;
  };

  const asideHTML = ({ aside, span }) => (aside ? `<p class="${["aside", span].join(" ").trim()}">${aside}</p>` : "");
  const askHTML = (words) => (ask) =>
    `<fieldset class="ask ask-${ask.name}"><legend>${ask.legend}</legend><div class="keys${ask.keys[0]?.figure ? " tricks" : ""}">` +
    ask.keys.map(keyHTML(words)).join("") + asideHTML(ask) + "</div></fieldset>";

  // Draws the rows of the form anew, as the server would for this entry.
  const draw = (form, table, state, entry) => {
    const rows = new Rows(table, state, entry), { words } = table;
    const rowset = form.querySelector(".rowset"), more = rowset.querySelector("details.more"), within = more.querySelector(".entry");
    const focused = document.activeElement?.id;
    for (const old of rowset.querySelectorAll("fieldset.ask, :scope > .fault")) old.remove();
    more.insertAdjacentHTML("beforebegin", [...rows.main()].map(askHTML(words)).join(""));
    const further = [...rows.more()];
    within.insertAdjacentHTML("afterbegin", further.map(askHTML(words)).join(""));
    more.querySelector("summary").textContent = `${further.map((ask) => words.legends[ask.name]).join(", ")}…`;
    form.elements.preset.value = entry.preset;
    if (focused && rowset.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused).focus({ preventScroll: true });
  };

  boston.drawRows = draw;
})();
