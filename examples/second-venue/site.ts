// What the browser of a player asks: the page and its own calls, none of them of the protocol.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { changeSeed, seedsOf, toss } from './bets.ts'
import { commitOf, mathematics } from './game.ts'
import { comeBack, enter, framePolicy, launchOf, leave, termsIn } from './launches.ts'
import { gamePage, icon, rulesPage } from './page.ts'
import { Refusal } from './refusal.ts'
import { askMoney, moneyOutcome } from './signals.ts'
import { balanceOf, type Row, type Store } from './store.ts'

/** How many streams a launch has open. */
const streams = new Map<string, number>()

function stateOf(store: Store, launch: Row) {
  const terms = termsIn(launch)
  const demo = launch['player'] === null
  const wallet = balanceOf(store, String(launch['merchant']), String(launch['player']))
  const { live, next } = seedsOf(store, launch)
  return {
    demo,
    balance: demo ? launch['demo_balance'] : wallet?.['balance'],
    lobby_url: terms.lobbyUrl,
    limit_url: terms.limits?.limitUrl ?? null,
    history_url: terms.limits?.historyUrl ?? null,
    money: terms.money,
    seeded: live['client_seed'] !== null,
    commit: commitOf(String(live['server_seed'])),
    next_commit: commitOf(String(next['server_seed'])),
  }
}

export type PageCall = { path: string; session: string; body: unknown }

/** A call of the page, as POST with JSON both ways. */
export function pageCall(store: Store, { path, session, body }: PageCall): unknown {
  if (path === 'enter') return { session: enter(store, body).session }
  const launch = launchOf(store, session)
  switch (path) {
    case 'state':
      return stateOf(store, launch)
    case 'seed':
      return changeSeed(store, launch, body)
    case 'toss':
      return toss(store, launch, body)
    case 'checked':
      store.run('update launch set last_check = ? where id = ?', Date.now(), String(launch['id']))
      return {}
    case 'leave':
      // Going back is certain: nothing has to be waited for.
      leave(store, String(launch['id']), 0)
      return {}
    case 'money':
      return askMoney(store, launch, body)
    default:
      if (path.startsWith('money/')) return moneyOutcome(store, launch, path.slice(6))
      throw new Refusal(2000, 404)
  }
}

/** An open page holds this stream; the launch is left some seconds after the last one closed. */
export function presence(
  store: Store,
  session: string,
  request: IncomingMessage,
  to: ServerResponse,
) {
  const id = String(launchOf(store, session)['id'])
  to.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  to.write(': open\n\n')
  streams.set(id, (streams.get(id) ?? 0) + 1)
  comeBack(store, id)
  request.once('close', () => {
    const open = (streams.get(id) ?? 1) - 1
    streams.set(id, open)
    if (open === 0) leave(store, id)
  })
}

type Served = { type: string; body: string; policy: string }

const HTML = 'text/html; charset=utf-8'

export function served(store: Store, path: string, query: URLSearchParams): Served | null {
  const policy = "frame-ancestors 'none'"
  const lang = query.get('lang') ?? ''
  if (path === '/math') return { type: 'application/json', body: mathematics, policy }
  if (path === '/rules') return { type: HTML, body: rulesPage(lang), policy }
  if (path === '/icon.svg') return { type: 'image/svg+xml', body: icon, policy }
  const id = /^\/play\/([0-9a-f-]{36})$/.exec(path)?.[1]
  const framed = id === undefined ? null : framePolicy(store, id)
  if (id === undefined || framed === null) return null
  const launch = store.one('select * from launch where id = ?', id) as Row
  return { type: HTML, body: gamePage(termsIn(launch).lang), policy: framed }
}
