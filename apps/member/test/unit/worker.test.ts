import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

type Listener = (event: object) => void
const offlinePage = { name: 'offline page' }

/** The service worker in a world of its own, with the network as given and a cache in memory. */
function worker(network: (url: string) => Promise<unknown>) {
  const listeners = new Map<string, Listener>()
  const stored: string[] = []
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
      registration: {},
      clients: { claim: () => undefined },
    },
  }
  runInContext(
    readFileSync(new URL('../../public/sw.js', import.meta.url), 'utf8'),
    createContext(world),
  )
  return {
    stored,
    run: async (name: string) => {
      let work: Promise<unknown> | undefined
      listeners.get(name)!({
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
