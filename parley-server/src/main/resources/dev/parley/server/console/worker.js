/** Shows push messages; lives in the browser beside the pages of the console, and does nothing else. */

self.addEventListener('push', (event) => {
  const { message, text = '', session, kind } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(message, { body: text, tag: `${session} ${kind}`, icon: 'icon.svg', data: { session } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { session } = event.notification.data;
  event.waitUntil(open(session ? `/#/session/${encodeURIComponent(session)}` : '/'));
});

/** In a page that is open, if there is one. */
async function open(address) {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) return self.clients.openWindow(address);
  page.postMessage({ go: address });
  return page.focus();
}
