// The deals that wait on this phone to be sent, in the order in which they were recorded. Each is
// { id, table, key, base, position, fields, words, dealer, shown, tries, notice, free, asked }: the table's address; the
// key under which it is saved once; the place that was free when it was recorded, and the one it is to take; the form's
// fields; what it is, in words; who dealt, and what it was shown to bring, where that was known; how often the server
// failed at it; where the server could not take it, what it said (as HTML), the place that was free then, and whether it
// is asked anew because somebody may have decided on another phone.
(() => {
  "use strict";
  let opened = null;

  const open = () =>
    (opened ??= new Promise((done, fail) => {
      const request = indexedDB.open("boston", 1);
      request.onupgradeneeded = () => {
        const box = request.result.createObjectStore("outbox", { keyPath: "id", autoIncrement: true });
        box.createIndex("table", "table");
        box.createIndex("key", "key", { unique: true });
      };
      const refused = (error) => {
        opened = null;
        fail(error);
      };
      // Some browsers never answer; the person is not to wait for it.
      const late = setTimeout(refused, 5000, new Error("late"));
      request.onerror = () => refused(request.error);
      request.onsuccess = () => {
        clearTimeout(late);
        // A phone that slept may have lost it.
        request.result.onclose = () => (opened = null);
        done(request.result);
      };
    }));

  // Another tab that stays in sight beside this one draws what waits anew.
  const tabs = globalThis.BroadcastChannel && new BroadcastChannel("boston-outbox");
  tabs?.addEventListener("message", () => boston.drawWaiting?.());

  // Done when it is on the disk, not when it was asked for.
  async function run(mode, work) {
    const database = await open();
    return new Promise((done, fail) => {
      const transaction = database.transaction("outbox", mode, { durability: "strict" });
      const request = work(transaction.objectStore("outbox"));
      transaction.oncomplete = () => {
        if (mode === "readwrite") tabs?.postMessage(0);
        done(request?.result);
      };
      transaction.onabort = () => fail(transaction.error ?? request?.error);
    });
  }

  boston.store = {
    all: () => run("readonly", (box) => box.getAll()),
    of: (table) => run("readonly", (box) => box.index("table").getAll(table)),
    drop: (id) => run("readwrite", (box) => box.delete(id)),
    // All of them or none.
    save: (items) => run("readwrite", (box) => void items.forEach((item) => box.put(item))),
    // A key that is there already is the same deal once more.
    add: (item) =>
      run("readwrite", (box) => box.add(item)).catch((error) => {
        if (error?.name !== "ConstraintError") throw error;
      }),
  };
})();
