import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

type Listener = (event: object) => void
const offlinePage = { name: 'offline page' }

/** The service worker in a world of its own, with the network as given and a cache in memory. */
function worker(network: (url: string) => Promise<unknown>, windows: object[] = []) {
  const listeners = new Map<string, Listener>()
  const stored: string[] = []
  const shown: object[] = []
  const opened: string[] = []
  const cache = {
    addAll: (requests: { url: string }[]) =>
      Promise.resolve(void stored.push(...requests.map(({ url }) => url))),
  }
  const world = {
    URL,
    Promise,
    Request: class {
      url: string
      constructor(url: string) {
        this.url = url
      }
    },
    Response: { error: () => 'error' },
    fetch: (request: { url: string }) => network(request.url),
    caches: {
      open: () => Promise.resolve(cache),
      match: () => Promise.resolve(offlinePage),
      keys: () => Promise.resolve(['others-1']),
      delete: (name: string) => Promise.resolve(void stored.push(`deleted ${name}`)),
    },
    self: {
      addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
      skipWaiting: () => undefined,
      registration: {
        showNotification: (title: string, { body, tag, data }: Record<string, unknown>) =>
          Promise.resolve(void shown.push({ title, body, tag, data })),
      },
      clients: {
        claim: () => undefined,
        matchAll: () => Promise.resolve(windows),
        openWindow: (url: string) => Promise.resolve(void opened.push(url)),
      },
    },
  }
  runInContext(
    readFileSync(new URL('../../public/sw.js', import.meta.url), 'utf8'),
    createContext(world),
  )
  return {
    stored,
    shown,
    opened,
    run: async (name: string, more: object = {}) => {
      let work: Promise<unknown> | undefined
      listeners.get(name)!({
        ...more,
        waitUntil: (promise: Promise<unknown>) => {
          work = promise
        },
      })
      await work
    },
    fetch: (url: string, mode = 'cors', method = 'GET') => {
      let answer: Promise<unknown> | undefined
      listeners.get('fetch')!({
        request: { url: `https://site.example${url}`, mode, method },
        respondWith: (promise: Promise<unknown>) => {
          answer = promise
        },
      })
      return answer
    },
  }
}
const dead = () => Promise.reject(new TypeError('no network'))

test('it never touches a call, nor code, pictures, other sites of ours or what is sent', () => {
  const sw = worker(dead)
  for (const url of [
    '/api/app',
    '/api/user',
    '/assets/index-a.js',
    '/art/logo.svg',
    '/sw.js',
    '/version',
  ])
    expect(sw.fetch(url)).toBeUndefined()
  expect(sw.fetch('/api/user', 'cors', 'POST')).toBeUndefined()
  expect(sw.fetch('/console/', 'navigate')).toBeUndefined()
  expect(sw.fetch('/service', 'navigate')).toBeUndefined()
  expect(sw.fetch('/', 'navigate', 'POST')).toBeUndefined()
})

test('the app always comes from the network; without one the offline page shows', async () => {
  const fresh = { name: 'fresh' }
  expect(await worker(() => Promise.resolve(fresh)).fetch('/', 'navigate')).toBe(fresh)
  expect(await worker(dead).fetch('/', 'navigate')).toBe(offlinePage)
})

test('it stores the offline page with its script and nothing else, and leaves what others stored', async () => {
  const sw = worker(dead)
  await sw.run('install')
  await sw.run('activate')
  expect(sw.stored).toEqual(['/offline.html', '/offline.js'])
  expect(await sw.fetch('/offline.js', 'no-cors')).toBe(offlinePage)
})

test('it shows what was pushed, and general words where that cannot be read', async () => {
  const sw = worker(dead)
  const sent = {
    title: '天平',
    body: '您的订单有新进展',
    link: '/payInfo?deposit_no=D1',
    tag: 'l-1',
  }
  await sw.run('push', { data: { json: () => sent } })
  await sw.run('push', { data: null })
  expect(sw.shown).toEqual([
    {
      title: '天平',
      body: '您的订单有新进展',
      tag: 'l-1',
      data: { link: '/payInfo?deposit_no=D1' },
    },
    { title: '新消息', body: '您有一条新消息', tag: 'message', data: { link: '/message?type=2' } },
  ])
})

test('a tap opens the page of the letter in the app that is open, and never another site', async () => {
  const went: string[] = []
  const open = {
    url: 'https://site.example/#/mine',
    focus: () => Promise.resolve(void went.push('focus')),
    navigate: (url: string) => Promise.resolve(void went.push(url)),
  }
  const closed: number[] = []
  const tap = (link: unknown) => ({
    notification: { close: () => closed.push(1), data: { link } },
  })
  const other = { ...open, url: 'https://site.example/console/' }
  await worker(dead, [other, open]).run('notificationclick', tap('/payInfo?deposit_no=D1'))
  expect(went).toEqual(['focus', '/#/payInfo?deposit_no=D1'])
  const away = worker(dead, [other])
  for (const link of ['/safety', 'https://evil.example/', '//evil.example', '/a#b', undefined])
    await away.run('notificationclick', tap(link))
  expect(away.opened).toEqual([
    '/#/safety',
    ...Array.from({ length: 4 }, () => '/#/message?type=2'),
  ])
  // A window that cannot be led there is left as it is.
  const stuck = worker(dead, [{ ...open, navigate: () => Promise.reject(new TypeError()) }])
  await stuck.run('notificationclick', tap('/safety'))
  expect(stuck.opened).toEqual(['/#/safety'])
  expect(closed).toHaveLength(7)
})
