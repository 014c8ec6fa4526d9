// Does two things: when the app's page cannot be fetched, it shows the page that says so, and it shows the notices that the
// site sends. It keeps nothing of the app and nothing of /api, so that it can never hand out anything old; whatever it
// does not answer goes the browser's own way.
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

// A message that cannot be read is shown too: browsers take the permission back from sites that stay silent.
const noticeOf = data => {
  try {
    const { title, body, link, tag } = data.json()
    return { title: String(title), body: String(body), link: String(link), tag: String(tag) }
  } catch {
    return { title: '新消息', body: '您有一条新消息', link: '/message?type=2', tag: 'message' }
  }
}

self.addEventListener('push', event => {
  const { title, body, link, tag } = noticeOf(event.data)
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, lang: 'zh-CN', icon: '/icons/icon-192.png', data: { link } }),
  )
})

// A page of the app, never an address of another site.
const isPage = link => /^\/[A-Za-z]{1,40}(\?[A-Za-z0-9_=&%.-]{0,200})?$/.test(link)

self.addEventListener('notificationclick', event => {
  event.notification.close()
  const { link } = event.notification.data ?? {}
  const url = `/#${isPage(link) ? link : '/message?type=2'}`
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async windows => {
      const open = windows.find(each => new URL(each.url).pathname === '/')
      if (!open) return self.clients.openWindow(url)
      await open.focus()
      return open.navigate(url).catch(() => self.clients.openWindow(url))
    }),
  )
})
