// Looks a deal's result up in the outcome table (ledger/rules/outcomes.md): fills in seats and kitty, adds up. It knows
// no rule of the game. Pure: it touches neither page nor network, so that a worker can use it too.
(() => {
  "use strict";

  const SUITS = "cdhs";
  const ALONE = "alone";
  const isNumber = (text) => /^[0-9]{1,3}$/.test(text ?? "");
  const seatIn = (seats, text) => (isNumber(text) && seats.includes(Number(text)) ? Number(text) : null);

  // Who deals and who plays: as the table has it, or as the entry says.
  const seating = (state, entry) => {
    const dealer = seatIn(state.order, entry.dealer) ?? state.dealer;
    const said = (entry.out ?? "").split("-").filter(isNumber).map(Number);
    const fits = said.length > 0 && state.order.length - said.length === 4;
    const out = fits ? said : state.seats[dealer].out;
    return { dealer, out, four: state.order.filter((seat) => !out.includes(seat)) };
  };

  // The turned and the senior suit, as the table's keys have them.
  const cards = (state, entry) => {
    const turned = entry.turned ? entry.turned[0] : "-";
    return turned + (state.senior ?? (state.first ? turned : "-"));
  };

  const bid = (table, entry) => {
    const [code, rank = ""] = (entry.what ?? "").split(":");
    return { code, rank, contract: table.form.contracts[code] };
  };

  // The suit that is trump, tapped or bound by the rank of the bid, as its letter; "" while it is not known.
  const trumpOf = (table, state, entry) => {
    const { rank } = bid(table, entry);
    if (!rank) return (entry.trump ?? "").slice(0, 1);
    return table.form.suits_of[cards(state, entry)][table.form.ranks.indexOf(rank)]?.[0] ?? "";
  };

  const rankOf = (table, state, entry, suit) => {
    const at = table.form.rank_of[cards(state, entry)][SUITS.indexOf(suit)];
    return at === undefined || at === "-" ? null : table.form.ranks[Number(at)];
  };

  const tookOf = (entry) => {
    const pairs = (entry.took ?? "").split("-").map((pair) => pair.split("."));
    return new Map(pairs.filter(([seat, n]) => isNumber(seat) && isNumber(n)).map(([s, n]) => [Number(s), Number(n)]));
  };

  const owed = (owes, state, entry) => (owes[state.first ? 0 : 1] && !entry.turned ? ["turned"] : []);

  // A deal that was not played: its program and who has which role.
  const unplayed = (table, state, entry, { dealer, four }) => {
    const missing = entry.who === "passed" ? owed(table.form.passed_owes, state, entry) : [];
    if (entry.who !== "passed" || !table.passed)
      return { kind: entry.who, missing, program: table.unplayed[entry.who], roles: { D: [dealer] } };
    const took = tookOf(entry);
    const all = [...took.values()].reduce((sum, n) => sum + n, 0);
    if (!four.every((seat) => took.has(seat)) || all !== table.tricks) return { missing: [...missing, "seat_tricks"] };
    const by = [...four].sort((a, b) => took.get(b) - took.get(a));
    const key = by.map((seat) => took.get(seat).toString(16)).join("");
    const roles = Object.fromEntries(by.map((seat, at) => [String(at + 1), [seat]]));
    return { kind: entry.who, missing, program: table.passed[key], roles };
  };

  const roleMap = (four, declarer, helper) => {
    const at = four.indexOf(declarer);
    const others = [...four.slice(at + 1), ...four.slice(0, at)].filter((seat) => seat !== helper);
    const roles = { d: [declarer] };
    if (helper !== null) roles.h = [helper];
    others.forEach((seat, n) => (roles[n + 1] = [seat]));
    return roles;
  };

  // The cell of a played deal: a program, a list of programs by the helper's part, or undefined.
  const cellOf = (table, state, entry, four) => {
    const { code, contract } = bid(table, entry);
    const declarer = seatIn(four, entry.who), helper = contract ? seatIn(four, entry.helper) : null;
    if (!contract || declarer === null || !isNumber(entry.tricks)) return undefined;
    const trump = trumpOf(table, state, entry);
    const rank = contract.trump === "none" ? "" : trump && rankOf(table, state, entry, trump);
    const roles = roleMap(four, declarer, helper);
    const culprit = Object.keys(roles).find((role) => entry.revoke !== "" && roles[role][0] === Number(entry.revoke));
    const mode = (state.coming[0]?.[1] ? "l" : "") + (entry.unclaimed ? "u" : "") + (isNumber(entry.revoke) ? culprit : "");
    const [row, ...more] = [table.played[code][helper === null ? 0 : 1]?.[rank]?.[mode]].flat();
    return { roles, more, cell: table.rows[row]?.[Number(entry.tricks)] };
  };

  const played = (table, state, entry, { four }) => {
    const { code, contract } = bid(table, entry);
    const found = cellOf(table, state, entry, four);
    const byPart = Array.isArray(found?.cell);
    const missing = [
      ...(contract ? [] : ["contract"]),
      ...(seatIn(four, entry.who) === null ? ["declarer"] : []),
      ...(isNumber(entry.tricks) ? [] : ["tricks"]),
      ...(contract && contract.trump !== "none" && !trumpOf(table, state, entry) ? ["trump"] : []),
      ...(byPart && !isNumber(entry.part) ? ["helper_tricks"] : []),
      ...owed(contract ? contract.owes : table.form.passed_owes, state, entry),
    ];
    const program = byPart ? found.cell[Number(entry.part)] : found?.cell;
    const holder = seatIn(four, entry.boston);
    const marked = [...(found?.more ?? []), ...(holder === null ? [] : table.boston[code] ?? [])];
    const marks = { H: [holder], e: four.filter((seat) => seat !== holder) };
    return { kind: "played", missing, program, marked, roles: { ...found?.roles, ...marks } };
  };

  class Book {
    constructor(kitty) {
      this.kitty = kitty;
      this.changes = {};
      this.movements = [];
    }

    move(giver, taker, points, reason) {
      if (!points) return;
      for (const [one, change] of [[giver, -points], [taker, points]])
        if (one === "kitty") this.kitty += change;
        else if (one !== "bank") this.changes[one] = (this.changes[one] ?? 0) + change;
      this.movements.push({ giver, taker, points, reason });
    }

    // The four operations; see outcomes.md.
    run(table, number, roles, multiplier) {
      const [reason, kind, from, to, x] = table.ops[number];
      const seats = (letters) => [...letters].flatMap((l) => (l === "k" ? ["kitty"] : l === "b" ? ["bank"] : roles[l]));
      const givers = seats(from), takers = seats(to), why = table.reasons[reason];
      if (kind === 0) {
        for (const giver of givers) for (const taker of takers) this.move(giver, taker, x * multiplier, why);
        return;
      }
      const lying = this.kitty;
      const whole = kind === 1 ? x * multiplier : kind === 2 || x === null ? lying : Math.min(lying, Math.max(x - lying, 0));
      const many = Math.max(givers.length, takers.length), share = Math.floor(whole / many);
      const odd = kind === 2 && x === 0 ? 0 : whole - share * many;
      for (let at = 0; at < many; at += 1)
        this.move(givers[givers.length > 1 ? at : 0], takers[takers.length > 1 ? at : 0], share + (at ? 0 : odd), why);
    }
  }

  // What each puts into the kitty before a deal of this kind.
  const antesOf = (table, state, kind, { dealer, four }, multiplier) =>
    (table.antes && table.kinds[kind][3] && !state.fed ? state.order : []).map((seat) => {
      const [points, reason] = table.antes[(seat === dealer ? 0 : 1) + (four.includes(seat) ? 0 : 2)];
      return { seat, points: points * multiplier, reason };
    });

  // The table after such a deal: what the next preview starts from.
  const after = (table, state, entry, who, found, book) => {
    const [counts, moves, seniors] = table.kinds[found.kind];
    const fed = table.programs[found.program][0];
    const balances = { ...state.balances };
    for (const [seat, change] of Object.entries(book.changes)) balances[seat] = (balances[seat] ?? 0) + change;
    return {
      ...state,
      dealer: moves ? state.seats[who.dealer].next : who.dealer,
      number: state.number + (counts ? 1 : 0),
      kitty: book.kitty,
      fed: fed === 2 ? state.fed : fed === 1,
      senior: seniors && state.first ? state.senior ?? (entry.turned ? entry.turned[0] : null) : state.senior,
      first: state.first && !counts,
      balances,
      coming: counts ? state.coming.slice(1) : state.coming,
    };
  };

  // What the entry comes to: changes by seat (with a 0 for who plays), kitty with the antes in it and after the deal,
  // movements, the table after it. {missing: [...]} while something is still to be said; null where it can't be known here.
  const preview = (table, state, entry) => {
    if (table.format !== "boston-outcomes/1" || !state.coming.length) return null;
    const who = seating(state, entry);
    if (who.four.length !== 4) return null;
    const isPlayed = !(entry.who in table.kinds) || entry.who === "played";
    const found = (isPlayed ? played : unplayed)(table, state, entry, who);
    // Who sits out by the table would stand for those who were tapped.
    const out = (entry.out ?? "").split("-").filter(isNumber).length, fits = !out || state.order.length - out === 4;
    const missing = [...found.missing, ...(fits ? [] : ["sitting_out"])];
    if (missing.length) return { missing };
    if (!Number.isInteger(found.program)) return null;
    const multiplier = state.coming[0][0], book = new Book(state.kitty);
    for (const { seat, points, reason } of antesOf(table, state, found.kind, who, multiplier)) book.move(seat, "kitty", points, reason);
    const before = book.kitty;
    const [, ...ops] = table.programs[found.program];
    for (const number of [...ops, ...(found.marked ?? [])]) book.run(table, number, found.roles, multiplier);
    const shown = state.order.filter((seat) => who.four.includes(seat) || book.changes[seat]);
    return {
      missing: [],
      changes: shown.map((seat) => ({ seat, points: book.changes[seat] ?? 0 })),
      kittyBefore: before,
      kittyAfter: book.kitty,
      movements: book.movements,
      after: after(table, state, entry, who, found, book),
    };
  };

  // The entry form's fields, as the server's Draft has them.
  const FIELDS = ["turned", "who", "what", "trump", "helper", "tricks", "preset", "part", "boston", "revoke", "dealer", "unclaimed"];

  const isUnplayed = (table, entry) => entry.who in table.kinds;
  const isHelped = (entry) => entry.helper !== "" && entry.helper !== ALONE;
  const upTo = (most, text) => isNumber(text) && Number(text) <= most;

  // Who is the last without tricks has those that are left.
  const withRest = (table, entry, four) => {
    const took = tookOf({ took: entry.took.split("-").filter((pair) => pair !== entry.preset).join("-") });
    const lacking = four.filter((seat) => !took.has(seat));
    const rest = four.reduce((left, seat) => left - (took.get(seat) ?? 0), table.tricks);
    const fits = lacking.length === 1 && rest >= 0;
    if (fits) took.set(lacking[0], rest);
    const said = four.filter((seat) => took.has(seat)).map((seat) => `${seat}.${took.get(seat)}`).join("-");
    return { took: said, preset: fits ? `${lacking[0]}.${rest}` : "" };
  };

  const tricksOf = (table, entry, contract) => {
    if (!contract)
      return { tricks: entry.tricks !== entry.preset && upTo(table.tricks, entry.tricks) ? entry.tricks : "", preset: "", part: "" };
    const preset = String(contract.goals[isHelped(entry) ? 1 : 0]);
    const keeps = entry.tricks !== "" && entry.tricks !== entry.preset && upTo(contract.most, entry.tricks);
    const tricks = keeps ? entry.tricks : preset;
    return { tricks, preset, part: isHelped(entry) && upTo(Number(tricks), entry.part) ? entry.part : "" };
  };

  // The entry without what an earlier choice has made impossible, the tricks preset.
  const tidy = (table, state, said) => {
    const { form } = table, entry = { ...said };
    if (seatIn(state.order, entry.dealer) === null || entry.dealer === String(state.dealer)) entry.dealer = "";
    if (!form.turns) entry.turned = "";
    const { four } = seating(state, entry);
    if (isUnplayed(table, entry)) {
      const { who, turned, dealer, out } = entry;
      const bare = { ...Object.fromEntries(FIELDS.map((name) => [name, ""])), who, turned, dealer, out, took: "" };
      return who === "passed" && table.passed ? { ...bare, ...withRest(table, entry, four) } : bare;
    }
    entry.took = "";
    if (seatIn(four, entry.who) === null) entry.who = "";
    let { rank, contract } = bid(table, entry);
    const isOff = rank !== "" && entry.turned !== "" && form.suits_of[cards(state, entry)][form.ranks.indexOf(rank)] === "";
    if (!contract || (contract.trump === "ranked") !== (rank !== "") || isOff) {
      entry.what = "";
      contract = undefined;
    }
    if (isOff || (contract && contract.trump !== "any")) entry.trump = "";
    const helps = contract && contract.goals[1] !== null && seatIn(four, entry.helper) !== null;
    if (!helps || entry.helper === entry.who) entry.helper = "";
    if (seatIn(four, entry.boston) === null || !form.boston || (contract && !contract.boston)) entry.boston = "";
    if (seatIn(four, entry.revoke) === null || !form.revoke) entry.revoke = "";
    return { ...entry, ...tricksOf(table, entry, contract) };
  };

  globalThis.Outcomes = { ALONE, FIELDS, antesOf, bid, cards, isHelped, isNumber, isUnplayed, preview, rankOf, seating, tidy, tookOf, trumpOf };
})();
