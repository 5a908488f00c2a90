// In the place of the worker where nothing is to be kept on phones: it clears away what was kept, and goes.
// What waits to be sent lies elsewhere, and stays.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  })());
});
