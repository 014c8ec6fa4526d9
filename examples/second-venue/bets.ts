// Bets: placed and settled in one transaction, corrected by the venue, read by the feed.
import { randomBytes, randomUUID } from 'node:crypto'
import {
  commitOf,
  draw,
  GAME,
  MAX_STAKE,
  mathVersion,
  MIN_STAKE,
  MODEL,
  payoutOf,
  type Side,
  validOf,
} from './game.ts'
import { termsIn } from './launches.ts'
import { hasMistake } from './mistakes.ts'
import { counted, integer, read, text } from './read.ts'
import { Refusal } from './refusal.ts'
import { moveMoney, type Row, type Store } from './store.ts'

const names = (launch: Row) => [String(launch['merchant']), String(launch['player'])] as const

/** The live seed of a player and the one that follows it; both commitments are shown. */
export function seedsOf(store: Store, launch: Row) {
  const owner = [String(launch['merchant']), String(launch['player'] ?? `demo:${launch['id']}`)]
  const find = (state: string) =>
    store.one('select * from seed where merchant = ? and player = ? and state = ?', ...owner, state)
  for (const state of ['live', 'next'])
    if (!find(state))
      store.run(
        'insert into seed (merchant, player, server_seed, state) values (?, ?, ?, ?)',
        ...owner,
        randomBytes(32).toString('hex'),
        state,
      )
  return { live: find('live') as Row, next: find('next') as Row }
}

/** The player's own seed: one before the first bet; every later one reveals the server's. */
export function changeSeed(store: Store, launch: Row, body: unknown) {
  const clientSeed = text(read(body)['client_seed'], /^[\x21-\x7e]{1,64}$/)
  return store.atomically(() => {
    const { live, next } = seedsOf(store, launch)
    const first = live['client_seed'] === null
    const target = first ? live : next
    if (!first) store.run(`update seed set state = 'revealed' where id = ?`, Number(live['id']))
    store.run(
      `update seed set client_seed = ?, state = 'live' where id = ?`,
      clientSeed,
      Number(target['id']),
    )
    const seeds = seedsOf(store, launch)
    return {
      revealed: first ? null : live['server_seed'],
      commit: commitOf(String(seeds.live['server_seed'])),
      next_commit: commitOf(String(seeds.next['server_seed'])),
    }
  })
}

const nextVersion = ({ one }: Store, merchant: string) =>
  Number(one('select max(version) as v from bet where merchant = ?', merchant)?.['v'] ?? 0) + 1

/** What was staked and lost since the launch; void stakes come back to the limit. */
function spentSince({ one }: Store, launch: Row) {
  const row = one(
    `select coalesce(sum(stake), 0) as staked, coalesce(sum(stake - payout), 0) as lost, max(placed_at) as last
     from bet where merchant = ? and player = ? and placed_at >= ? and status <> 'VOID'`,
    ...names(launch),
    String(launch['created_at']),
  )
  return {
    staked: Number(row?.['staked']),
    lost: Number(row?.['lost']),
    last: Date.parse(String(row?.['last'] ?? '1970-01-01T00:00:00Z')),
  }
}

/** Why the member may not stake this now, by the limits of the launch. */
export function stopOf(store: Store, launch: Row, stake: number): string | null {
  const { limits } = termsIn(launch)
  if (!limits || hasMistake('limit-ignored')) return null
  const { staked, lost, last } = spentSince(store, launch)
  const now = Date.now()
  const stops: [string, boolean][] = [
    ['ended', limits.endsAt !== null && now >= limits.endsAt],
    ['reality_check', now >= Number(launch['last_check']) + limits.checkMinutes * 60_000],
    ['stake_limit', limits.stakeLimit !== null && staked + stake > limits.stakeLimit],
    ['net_limit', limits.netLimit !== null && lost + stake > limits.netLimit],
    ['too_fast', limits.cycleMs !== null && now < last + limits.cycleMs],
  ]
  return stops.find(([, holds]) => holds)?.[0] ?? null
}

type Toss = { stake: number; side: Side; key: string }

const tossOf = (body: unknown): Toss => {
  const given = read(body)
  return {
    stake: integer(given['stake'], MIN_STAKE, MAX_STAKE),
    side: text(given['side'], /^(heads|tails)$/) as Side,
    key: text(given['key'], /^[0-9a-f]{32}$/),
  }
}

export const shownBet = (bet: Row) => ({
  bet_id: bet['bet_id'],
  coin: bet['coin'],
  payout: bet['payout'],
})

export function toss(store: Store, launch: Row, body: unknown) {
  const { stake, side, key } = tossOf(body)
  return store.atomically(() => {
    if (launch['player'] === null) return tossDemo(store, launch, stake, side)
    const [merchant, player] = names(launch)
    const known = store.one(
      'select * from bet where merchant = ? and player = ? and key = ?',
      merchant,
      player,
      key,
    )
    if (known) return shownBet(known)
    const stop = stopOf(store, launch, stake)
    if (stop) return { stopped: stop }
    const { live } = seedsOf(store, launch)
    if (live['client_seed'] === null) return { stopped: 'seed' }
    if (moveMoney(store, merchant, player, -stake) === null) return { stopped: 'funds' }
    return shownBet(place(store, launch, live, { stake, side, key }))
  })
}

function place(store: Store, launch: Row, seed: Row, { stake, side, key }: Toss): Row {
  const [merchant, player] = names(launch)
  const nonce = Number(seed['nonce'])
  const coin = draw(String(seed['server_seed']), String(seed['client_seed']), nonce)
  const payout = payoutOf(stake, coin === side)
  if (payout > 0) moveMoney(store, merchant, player, payout)
  const [id, now] = [randomUUID().toUpperCase(), new Date().toISOString()]
  store.run('update seed set nonce = nonce + 1 where id = ?', Number(seed['id']))
  store.run(
    `insert into bet values (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, 'SETTLED', ?, ?, ?, ?, ?, ?)`,
    merchant,
    id,
    nextVersion(store, merchant),
    player,
    id,
    side,
    coin,
    stake,
    validOf(stake, payout),
    payout,
    now,
    now,
    Number(seed['id']),
    nonce,
    String(seed['client_seed']),
    key,
  )
  return betOf(store, merchant, id)
}

/** A demo has a throw-away wallet and leaves no bet. */
function tossDemo(store: Store, launch: Row, stake: number, side: Side) {
  const { live } = seedsOf(store, launch)
  if (live['client_seed'] === null) return { stopped: 'seed' }
  if (Number(launch['demo_balance']) < stake) return { stopped: 'funds' }
  const nonce = Number(live['nonce'])
  const coin = draw(String(live['server_seed']), String(live['client_seed']), nonce)
  const payout = payoutOf(stake, coin === side)
  store.run('update seed set nonce = nonce + 1 where id = ?', Number(live['id']))
  store.run(
    'update launch set demo_balance = demo_balance + ? where id = ?',
    payout - stake,
    String(launch['id']),
  )
  return { bet_id: null, coin, payout }
}

function betOf({ one }: Store, merchant: string, id: string): Row {
  const found = one('select * from bet where merchant = ? and bet_id = ?', merchant, id)
  if (!found) throw new Refusal(2404)
  return found
}

/** Voids a bet or settles it again: a higher version, one revision more, the wallet follows. */
export function correct(store: Store, merchant: string, id: string, payout: number | null) {
  return store.atomically(() => {
    const bet = betOf(store, merchant, id)
    const stake = Number(bet['stake'])
    const returned = payout ?? stake
    const moved = returned - Number(bet['payout'])
    if (moveMoney(store, merchant, String(bet['player']), moved) === null) throw new Refusal(2003)
    store.run(
      `update bet set version = ?, revision = revision + 1, payout = ?, valid_amount = ?, status = ?, settled_at = ?
       where merchant = ? and bet_id = ?`,
      hasMistake('old-version') ? Number(bet['version']) : nextVersion(store, merchant),
      returned,
      payout === null ? 0 : validOf(stake, returned),
      payout === null ? 'VOID' : 'SETTLED',
      new Date().toISOString(),
      merchant,
      id,
    )
    return record(store, betOf(store, merchant, id))
  })
}

const seedOfBet = ({ one }: Store, bet: Row) =>
  one('select * from seed where id = ?', Number(bet['seed'])) as Row

function record(store: Store, bet: Row) {
  const [stake, payout] = [Number(bet['stake']), Number(bet['payout'])]
  return {
    bet_id: bet['bet_id'],
    version: bet['version'],
    revision: bet['revision'],
    player: bet['player'],
    category: 'lottery',
    game_code: GAME,
    round_id: bet['round_id'],
    selection: { lines: [{ pick: bet['side'], stake, odds: '1.96' }] },
    stake,
    valid_amount: bet['valid_amount'],
    payout,
    net: payout - stake,
    odds: '1.96',
    status: bet['status'],
    placed_at: bet['placed_at'],
    settled_at: bet['settled_at'],
    fairness: {
      commit: commitOf(String(seedOfBet(store, bet)['server_seed'])),
      client_seed: bet['client_seed'],
      nonce: bet['nonce'],
    },
    math_version: mathVersion,
  }
}

export function feed(store: Store, merchant: string, query: URLSearchParams) {
  const after = counted(query.get('after'), 0, 999_999_999_999_999)
  const limit = counted(query.get('limit'), 1_000, 1_000_000)
  if (limit < 1 || limit > 1000) throw new Refusal(2000)
  const rows = store.all(
    'select * from bet where merchant = ? and version > ? order by version limit ?',
    merchant,
    after,
    limit + 1,
  )
  const page = rows.slice(0, limit)
  // The mistake: the cursor counts the record that only told whether there is more.
  const last = hasMistake('feed-loses-records') ? rows.at(-1) : page.at(-1)
  return {
    items: page.map(bet => record(store, bet)),
    next_cursor: last ? Number(last['version']) : after,
    has_more: rows.length > limit,
  }
}

export function betWithReplay(store: Store, merchant: string, id: string, publicUrl: string) {
  const bet = betOf(store, merchant, text(id, /^[A-Z0-9-]{1,40}$/))
  const seed = seedOfBet(store, bet)
  return {
    ...record(store, bet),
    replay: {
      model: MODEL,
      server_seed: seed['state'] === 'revealed' ? seed['server_seed'] : null,
      outcome: { coin: bet['coin'] },
      verify_url: `${publicUrl}/rules`,
    },
  }
}

/** Control totals of a business day of Asia/Shanghai, eight hours ahead of UTC all year. */
export function statement({ one }: Store, merchant: string, query: URLSearchParams) {
  const date = text(query.get('date'), /^\d{4}-\d\d-\d\d$/)
  const from = Date.parse(`${date}T00:00:00+08:00`)
  if (Number.isNaN(from) || new Date(from + 8 * 3_600_000).toISOString().slice(0, 10) !== date)
    throw new Refusal(2000)
  const span = [
    merchant,
    new Date(from).toISOString(),
    new Date(from + 24 * 3_600_000).toISOString(),
  ] as const
  const bets = one(
    `select count(*) filter (where status = 'SETTLED') as count,
       coalesce(sum(stake) filter (where status = 'SETTLED'), 0) as stake,
       coalesce(sum(valid_amount) filter (where status = 'SETTLED'), 0) as valid_amount,
       coalesce(sum(payout) filter (where status = 'SETTLED'), 0) as payout,
       count(*) filter (where status = 'VOID') as void_count
     from bet where merchant = ? and settled_at >= ? and settled_at < ?`,
    ...span,
  )
  const transfers = one(
    `select count(*) filter (where direction = 'IN') as in_count,
       coalesce(sum(amount) filter (where direction = 'IN'), 0) as in_amount,
       count(*) filter (where direction = 'OUT') as out_count,
       coalesce(sum(amount) filter (where direction = 'OUT'), 0) as out_amount
     from transfer where merchant = ? and created_at >= ? and created_at < ? and status = 'SUCCESS'`,
    ...span,
  )
  return { date, time_zone: 'Asia/Shanghai', bets, transfers }
}
