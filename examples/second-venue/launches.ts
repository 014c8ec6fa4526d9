// Launches: the address, the token in its fragment, the session behind it and how it ends.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { GAME } from './game.ts'
import { hasMistake } from './mistakes.ts'
import {
  fen,
  flag,
  instant,
  integer,
  list,
  optional,
  playerName,
  read,
  text,
  webAddress,
} from './read.ts'
import { Refusal } from './refusal.ts'
import { balanceOf, type Row, type Store } from './store.ts'

const TOKEN_MS = 60_000
const SESSION_MS = 12 * 3_600_000
/** How long the session can be read after `ends_at`. */
const AFTER_END_MS = 15 * 60_000
/** A page that is only loaded again is open again within this time. */
const LEFT_AFTER_MS = 8_000
const DEMO_FEN = 100_000

const code = (value: unknown) => text(value, /^[a-z0-9-]{1,40}$/)
const origin = (value: unknown) =>
  text(value, /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/)

function limitsOf(value: unknown) {
  const rg = read(value)
  return {
    sessionStart: instant(rg['session_start']),
    checkMinutes: optional(rg['reality_check_min'], each => integer(each, 1, 1440)) ?? 30,
    netLimit: optional(rg['net_limit'], fen),
    stakeLimit: optional(rg['stake_limit'], fen),
    endsAt: optional(rg['ends_at'], instant),
    limitUrl: optional(rg['limit_url'], webAddress),
    historyUrl: optional(rg['history_url'], webAddress),
    cycleMs: optional(rg['casino_cycle_ms'], each => integer(each, 1_000, 60_000)),
    oneGame: flag(rg['one_game']),
  }
}

const moneyOf = (value: unknown) => {
  const money = read(value)
  return { each: fen(money['each']), total: fen(money['total']) }
}

function termsOf(body: unknown) {
  const given = read(body)
  const demo = flag(given['demo'])
  const wanted = given['game_code']
  return {
    player: demo ? null : playerName(given['player']),
    game: wanted === '' ? 'lobby' : code(wanted),
    games: optional(given['games'], each => list(each, 1, 200, code)),
    lobbyUrl: webAddress(given['lobby_url']),
    ancestors: optional(given['frame_ancestors'], each => list(each, 0, 20, origin)) ?? [],
    lang: optional(given['lang'], each => text(each, /^[A-Za-z-]{2,16}$/)) ?? 'zh-Hans',
    limits: optional(given['rg'], limitsOf),
    ticket: demo ? null : optional(given['ticket'], each => text(each, /^[A-Za-z0-9_-]{16,64}$/)),
    money: demo ? null : optional(given['money'], moneyOf),
  }
}

export type Terms = ReturnType<typeof termsOf>

export const termsIn = (launch: Row) => JSON.parse(String(launch['terms'])) as Terms

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex')

export const features = ['left', 'money']

const opens = ({ game, games }: Terms) =>
  game === 'lobby' || (game === GAME && (games === null || games.includes(GAME)))

export function launch(store: Store, merchant: string, publicUrl: string, body: unknown) {
  const terms = termsOf(body)
  const { player } = terms
  if (!opens(terms)) throw new Refusal(3001)
  if (player !== null && !balanceOf(store, merchant, player)) throw new Refusal(2001)
  const [id, token, now] = [randomUUID(), randomBytes(32).toString('hex'), Date.now()]
  if (player !== null && terms.limits?.oneGame) endSessions(store, merchant, player)
  store.run(
    `insert into launch (id, merchant, player, token, expires_at, terms, created_at, demo_balance, last_check)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    merchant,
    player,
    hash(token),
    now + TOKEN_MS,
    JSON.stringify(terms),
    new Date(now).toISOString(),
    player === null ? DEMO_FEN : null,
    lastCheck(store, merchant, player, terms),
  )
  return {
    url: `${publicUrl}/play/${id}#${token}`,
    expires_at: new Date(now + TOKEN_MS).toISOString(),
    features,
  }
}

/** Reality checks are counted from the session's beginning, or from the last one answered since. */
function lastCheck(store: Store, merchant: string, player: string | null, terms: Terms) {
  const begun = terms.limits?.sessionStart ?? Date.now()
  const before = store.one(
    'select max(last_check) as at from launch where merchant = ? and player = ?',
    merchant,
    player,
  )
  return Math.max(begun, Math.min(Date.now(), Number(before?.['at'] ?? 0)))
}

/** The policy of the page: whose pages may show this launch in a frame. */
export function framePolicy(store: Store, id: string): string | null {
  const found = store.one('select * from launch where id = ?', id)
  if (!found) return null
  const { ancestors } = termsIn(found)
  if (hasMistake('framed-by-all')) return 'frame-ancestors *'
  return `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`
}

/** Exchanges the token, once, for the secret of a session. */
export function enter(store: Store, body: unknown): { session: string; launch: Row } {
  const token = text(read(body)['token'], /^[0-9a-f]{64}$/)
  const session = randomBytes(32).toString('hex')
  const once = hasMistake('token-twice') ? '' : 'and used = 0'
  const found = store.one(
    `select * from launch where token = ? and expires_at > ? and ended = 0 ${once}`,
    hash(token),
    Date.now(),
  )
  if (!found) throw new Refusal(4001)
  const ends = Math.min(
    Date.now() + SESSION_MS,
    (termsIn(found).limits?.endsAt ?? Number.MAX_SAFE_INTEGER) + AFTER_END_MS,
  )
  store.run(
    'update launch set used = 1, session = ?, session_ends = ? where id = ?',
    hash(session),
    ends,
    found['id'] as string,
  )
  return { session, launch: launchOf(store, session) }
}

export function launchOf(store: Store, session: string): Row {
  const found = store.one(
    'select * from launch where session = ? and ended = 0 and session_ends > ?',
    hash(session),
    Date.now(),
  )
  if (!found) throw new Refusal(4001)
  return found
}

function endSessions({ all, run }: Store, merchant: string, player: string) {
  const open = all(
    'select id, used from launch where merchant = ? and player = ? and ended = 0',
    merchant,
    player,
  )
  run(
    'update launch set ended = 1, left_at = coalesce(left_at, ?) where merchant = ? and player = ? and ended = 0',
    Date.now(),
    merchant,
    player,
  )
  return open
}

export function kick(store: Store, merchant: string, player: string) {
  if (!balanceOf(store, merchant, playerName(player))) throw new Refusal(2001)
  return store.atomically(() => {
    const open = endSessions(store, merchant, player)
    const sessions = open.filter(each => each['used'] === 1).length
    return { sessions, tokens: open.length - sessions }
  })
}

/** Nobody has the launch open any more: said once, when nothing came back for eight seconds. */
export function leave({ run }: Store, id: string, at = Date.now()) {
  run('update launch set left_at = ? where id = ? and used = 1', at, id)
}

export function comeBack({ run }: Store, id: string) {
  run('update launch set left_at = null where id = ?', id)
}

/** Launches that were left, with a ticket, of which nothing was signalled yet. */
export const leftLaunches = ({ all }: Store, merchant: string): Row[] =>
  all(
    `select * from launch l where merchant = ? and used = 1
       and json_extract(terms, '$.ticket') is not null
       and (left_at <= ? or session_ends <= ?)
       and not exists (select 1 from signal s where s.ref = 'L-' || l.id)`,
    merchant,
    Date.now() - LEFT_AFTER_MS,
    Date.now(),
  )
