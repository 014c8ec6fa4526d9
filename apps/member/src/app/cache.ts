import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { CallName } from '@tianping/contract'
import { categories } from '@tianping/contract/games/facts'
import { bannerKind } from '@tianping/contract/site/facts'
import { Unreachable } from './api.ts'
import { noteReach } from './reach.ts'
import { report, type Tone } from './report.ts'
import { confirmSession, noteMember, whenSessionChanges, whenSessionEnds } from './session.ts'
import { readStored, writeStored, type Boot, type Stored } from './storage.ts'

/** An answer is fresh this long; then it shows while the next one is fetched behind it. */
const freshMs = 60_000

export const keyOf = (name: CallName, payload: unknown = {}) => [name, payload] as const

/** The answers that outlive the page, and the name each is stored under. */
const lasting: readonly {
  key: Exclude<keyof Stored, 'token' | 'messageNum'>
  query: ReturnType<typeof keyOf>
  member?: true
}[] = [
  { key: 'appInfo', query: keyOf('POST /api/app') },
  { key: 'bannerList', query: keyOf('POST /api/bannerList', { type: bannerKind.home }) },
  ...categories.map(category => ({
    key: `${category}List` as const,
    query: keyOf('GET /api/game/list', { category }),
  })),
  { key: 'userInfo', query: keyOf('POST /api/user'), member: true },
]

/**
 * Of these a member may see something else than a visitor: by a segment, or without offers. An
 * offer that the member may not be shown is not even shown for a moment.
 */
let varies: readonly string[] = []
const mayVary = (key: string) => varies.includes(key)

/** Belongs to the site like the lists, and comes with each page. */
const picksKey = keyOf('GET /api/game/picks')
const noticesKey = keyOf('POST /api/homenotice')

const hashOf = (query: readonly unknown[]) => JSON.stringify(query)
const storedUnder = new Map(lasting.map(({ key, query }) => [hashOf(query), key]))

/** Reads of every logged-in page that only a living session answers. */
const membersOwn: readonly CallName[] = ['POST /api/user', 'POST /api/balance']

export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const { silent, polled } = (query.meta ?? {}) as Tone
      const behind = polled === true && query.state.data !== undefined && !askedByHand
      report(error, { silent: silent ?? behind })
    },
    onSuccess: (_data, query) => {
      noteReach(true)
      if (membersOwn.includes(query.queryKey[0] as CallName)) confirmSession()
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _sent, _context, mutation) => report(error, mutation.meta as Tone | undefined),
    onSuccess: () => noteReach(true),
  }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (failures, error) => error instanceof Unreachable && failures < 2,
      retryDelay: failures => 1_000 * 2 ** failures,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let askedByHand = false

/** Asks anew for everything that shows, because the member wants it: every refusal is said. */
export async function askAgain() {
  askedByHand = true
  try {
    await cache.refetchQueries({ type: 'active' })
  } finally {
    askedByHand = false
  }
}

/** What the last visit left is shown at once, and old enough to be fetched anew. */
function showStored(key: (typeof lasting)[number]['key'], query: readonly unknown[]) {
  const stored = readStored(key)
  if (stored === undefined) return
  if (key === 'userInfo') noteMember((stored as Stored['userInfo']).id)
  cache.setQueryData(query, stored, { updatedAt: 1 })
}

/**
 * What members may see otherwise than visitors, until their own answer comes: the lists of the last
 * visit, and no popup.
 */
function showUnsure({ key, query }: (typeof lasting)[number], { appInfo }: Boot) {
  if (key !== 'appInfo') return showStored(key, query)
  cache.setQueryData(query, { ...appInfo, index_modal: 0 }, { updatedAt: 1 })
}

/** Fills the cache with what the server put into the page and with what the last visit left. */
export function fillCache(boot: Boot, held = false) {
  varies = boot.varies ?? []
  const differs = (key: string) => held && mayVary(key)
  if (boot.notices && !differs('notices')) cache.setQueryData(noticesKey, boot.notices)
  if (boot.gamePicks) cache.setQueryData(picksKey, boot.gamePicks)
  for (const each of lasting.filter(({ member }) => !member || held)) {
    const { key, query } = each
    const booted = key === 'userInfo' ? undefined : boot[key]
    if (booted === undefined) showStored(key, query)
    else if (differs(key)) showUnsure(each, boot)
    else {
      cache.setQueryData(query, booted)
      writeStored(key, booted)
    }
  }
}

/** Who comes or goes sees what is for them, and nothing that is stored for another. */
whenSessionChanges(() => {
  for (const { key, query } of [...lasting, { key: 'notices', query: noticesKey }]) {
    if (!mayVary(key)) continue
    localStorage.removeItem(key)
    void cache.invalidateQueries({ queryKey: query, exact: true })
  }
})

/** Keeps storing what is to outlive the page. */
export function keepCache() {
  cache.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const key = storedUnder.get(hashOf(event.query.queryKey))
    if (key) writeStored(key, event.query.state.data as Stored[typeof key])
    if (key !== 'userInfo') return
    const { id, messageNum } = event.query.state.data as Stored['userInfo']
    noteMember(id)
    if (globalThis.Notification?.permission === 'granted')
      void import('./live/push.ts').then(push => push.renew(id)).catch(() => undefined)
    writeStored('messageNum', messageNum)
  })
}

// What the site shows to everybody may stay; everything else belonged to the member.
whenSessionEnds(() => {
  const lists = lasting.filter(({ member }) => !member).map(({ query }) => hashOf(query))
  const ofSite = new Set([...lists, hashOf(picksKey)])
  cache.removeQueries({ predicate: query => !ofSite.has(hashOf(query.queryKey)) })
})
