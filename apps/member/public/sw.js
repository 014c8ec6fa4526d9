// Does one thing: when the app's page cannot be fetched, it shows the page that says so. It keeps nothing of the app and
// nothing of /api, so that it can never hand out anything old; whatever it does not answer goes the browser's own way.
const kept = 'tianping-offline-3'
const offline = '/offline.html'
const script = '/offline.js'

self.addEventListener('install', event => {
  event.waitUntil(
    caches.open(kept)
      .then(cache => cache.addAll([offline, script].map(url => new Request(url, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', event => {
  const old = name => name.startsWith('tianping-offline-') && name !== kept
  event.waitUntil(
    caches.keys()
      .then(names => Promise.all(names.filter(old).map(name => caches.delete(name))))
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method === 'GET' && new URL(request.url).pathname === script) {
    return event.respondWith(caches.match(script).then(found => found ?? fetch(request)))
  }
  // The app is one page at `/`: calls, code, pictures, the back office and foreign frames are none of its business.
  if (request.method !== 'GET' || request.mode !== 'navigate' || new URL(request.url).pathname !== '/') return
  const fetched = Promise.resolve(event.preloadResponse).then(early => early ?? fetch(request))
  event.respondWith(fetched.catch(() => caches.match(offline)).then(answer => answer ?? Response.error()))
})
