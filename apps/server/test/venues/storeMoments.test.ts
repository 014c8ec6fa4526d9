// What the statements of venues hold to at the very number and the very moment: beside it, at it.
import { rows, run, sql, theRow, transaction, type Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { betIdOf, type Transaction } from '../../src/areas/venues/adapters/transactionBets.ts'
import { keepBeacon, venueBeacons } from '../../src/areas/venues/store/beacon.sql.ts'
import { blockedWinners, upsertBet } from '../../src/areas/venues/store/bet.sql.ts'
import { gameDays } from '../../src/areas/venues/store/gameDay.sql.ts'
import { addCycle, jackpotNoOf } from '../../src/areas/venues/store/jackpot.sql.ts'
import { insertKey, sealedVenueKeys } from '../../src/areas/venues/store/key.sql.ts'
import * as link from '../../src/areas/venues/store/link.sql.ts'
import { pendingAges } from '../../src/areas/venues/store/measures.sql.ts'
import * as ends from '../../src/areas/venues/store/playEnd.sql.ts'
import { betsAfter } from '../../src/areas/venues/store/return.sql.ts'
import { balanceFor } from '../../src/areas/venues/store/seamless.sql.ts'
import * as tickets from '../../src/areas/venues/store/ticket.sql.ts'
import { forgetRounds, roundMemory } from '../../src/areas/venues/store/transaction.sql.ts'
import { takeDueTransfers } from '../../src/areas/venues/store/transfer.sql.ts'
import { gameRows, heldFen, venueRows } from '../../src/areas/venues/store/venues.sql.ts'
import { post } from '../../src/ledger/ledger.ts'
import { addVenues, fund } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)

const AT = new Date('2026-11-20T04:00:00Z')
const after = (ms: number) => new Date(AT.getTime() + ms)
const DAY_MS = 86_400_000
const venues = await rows(
  owner,
  sql<{ id: number; code: string }>`select venue_id as id, platname as code from venue`,
)
const idOf = (code: string) => venues.find(each => each.code === code)?.id ?? 0
const FG = idOf('FG')

let made = 0
async function member(): Promise<bigint> {
  const { id } = await theRow(
    owner,
    sql<{ id: bigint }>`
    insert into member (name, realname, password_hash, pay_password_hash, invite_code, created_at)
    values (${`moment${++made}`}, '', '', '', ${`M${made}`}, now()) returning member_id as id`,
  )
  return id
}

type Placed = Partial<{
  venueId: number
  version: number
  status: 0 | 1 | 2
  payoutFen: number
  placedAt: Date
  settledAt: Date | null
}>
/** A bet of one yuan; settled bets count from `settledAt` on. */
async function place(memberId: bigint, bet: Placed = {}): Promise<string> {
  const betId = `moment-${++made}`
  const { venueId = FG, version = 1, status = 1, payoutFen = 0, placedAt = AT } = bet
  const settledAt = bet.settledAt ?? null
  await run(
    owner,
    sql`insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen,
      payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
    values (${memberId}, ${venueId}, ${betId}, ${version}, 1, 'orchard3', 'R', '{}', 100, 100, ${payoutFen}, ${payoutFen - 100},
      ${status}, '{}', '1', ${placedAt}, ${settledAt}, ${status === 1 ? settledAt : null})`,
  )
  return betId
}

type Launched = { ticket: string; memberId: bigint }
/** An open launch that ends by itself at AT. */
async function launch(): Promise<Launched> {
  const memberId = await member()
  const ticket = `a-launch-of-tests-${++made}`
  const madeAt = after(-DAY_MS)
  await tickets.addTicket(owner, { ticket, memberId, venueId: FG, madeAt, expiresAt: AT })
  return { ticket, memberId }
}
const homeDueAt = (ticket: string, at: Date | null) =>
  run(owner, sql`update launch_ticket set home_due_at = ${at} where ticket = ${ticket}`)

test.each([
  [-1, true],
  [0, false],
])('%s ms from its end a launch takes bets and money: %s', async (ms, isOpen) => {
  const { ticket, memberId } = await launch()
  await tickets.allowMoney(owner, ticket, { eachFen: 100n, totalFen: 100n })
  const [now, venueId] = [after(ms), FG]
  expect(await tickets.isOpen(owner, ticket, now)).toBe(isOpen)
  expect(await tickets.isPlaying(owner, { memberId, venueId, now })).toBe(isOpen)
  const asked = { memberId, venueId, ticket, apartFen: 0n, now }
  expect((await balanceFor(owner, asked))?.isOpen).toBe(isOpen)
  expect(await tickets.useAllowance(owner, { ticket, amountFen: 1n, now })).toBe(isOpen)
  await tickets.endAllTickets(owner, now)
  const left = await tickets.ticketOf(owner, memberId, ticket)
  expect(left?.endedAt ?? null).toEqual(isOpen ? now : null)
  await homeDueAt(ticket, null)
})

test.each([
  ['the most at once', true, 0n, 100n],
  ['a fen more at once', false, 0n, 101n],
  ['all that is left', true, 100n, 50n],
  ['a fen more than is left', false, 100n, 51n],
])('money follows into a game as allowed, %s: %s', async (_, fits, usedFen, amountFen) => {
  const { ticket } = await launch()
  const now = after(-1)
  await tickets.allowMoney(owner, ticket, { eachFen: 100n, totalFen: 150n })
  if (usedFen)
    expect(await tickets.useAllowance(owner, { ticket, amountFen: usedFen, now })).toBe(true)
  expect(await tickets.useAllowance(owner, { ticket, amountFen, now })).toBe(fits)
})

test('money that a game asks for is decided once: begun once, refused once', async () => {
  const { ticket, memberId } = await launch()
  const want = { memberId, venueId: FG, ref: 'W1', ticket, amountFen: 1n, heardAt: AT }
  await tickets.addWant(owner, want)
  const take = () => tickets.takeWant(owner, want)
  const refuse = (from: 'open' | 'taken') =>
    tickets.refuseWant(owner, want, { from, reason: '不足' })
  expect([await take(), await take()]).toEqual([true, false])
  expect([await refuse('open'), await refuse('taken'), await refuse('taken')]).toEqual([
    false,
    true,
    false,
  ])
})

/** What is due at AT, as each job takes it; answers how many were taken. */
const DUE: Record<string, (now: Date) => Promise<number>> = {
  'the money of a game that was left': async now => {
    const { ticket } = await launch()
    await homeDueAt(ticket, AT)
    const found = await tickets.takeHome(owner, ticket, { now, until: after(DAY_MS) })
    await homeDueAt(ticket, null)
    return found ? 1 : 0
  },
  'the money of games that were left': async now => {
    const { ticket } = await launch()
    await homeDueAt(ticket, AT)
    const found = await tickets.takeDueHomes(owner, now, after(DAY_MS), 10)
    await homeDueAt(ticket, null)
    return found.length
  },
  'the end of a game': async now => {
    const memberId = await ending()
    const found = await ends.takeEnd(owner, { memberId, venueId: FG, now, until: after(DAY_MS) })
    await run(owner, sql`delete from play_end`)
    return found ? 1 : 0
  },
  'the ends of games': async now => {
    await ending()
    const found = await ends.takeDueEnds(owner, now, after(DAY_MS), 10)
    await run(owner, sql`delete from play_end`)
    return found.length
  },
  'the question about a transfer': async now => {
    await inFlight(AT, AT)
    const found = await takeDueTransfers(owner, now, after(DAY_MS), 10)
    await run(owner, sql`delete from venue_transfer`)
    return found.length
  },
}
async function ending(): Promise<bigint> {
  const memberId = await member()
  await run(
    owner,
    sql`insert into play_end (member_id, venue_id, due_at) values (${memberId}, ${FG}, ${AT})`,
  )
  return memberId
}
const inFlight = async (createdAt: Date, nextCheckAt: Date) =>
  run(
    owner,
    sql`insert into venue_transfer (member_id, tx_id, request_key, venue_id, direction, amount_fen, next_check_at, created_at)
    values (${await member()}, ${`T${made}`}, ${`K${made}`}, ${FG}, 'IN', 100, ${nextCheckAt}, ${createdAt})`,
  )

test.each(Object.entries(DUE))('%s is taken at its moment, and not before', async (_, taken) => {
  expect([await taken(after(-1)), await taken(AT)]).toEqual([0, 1])
})

test('when all play stops, games that were opened at the first moment of the span are ended too', async () => {
  for (const ms of [-1, 0])
    await run(
      owner,
      sql`insert into venue_player (member_id, venue_id, launched_at) values (${await member()}, ${FG}, ${after(ms)})`,
    )
  await ends.askAllEnds(owner, { since: AT, now: AT })
  expect(await ends.endsLeft(owner)).toBe(1)
  await run(owner, sql`delete from play_end`)
})

test('a transfer grows older at 10 seconds, 90 seconds and 10 minutes', async () => {
  for (const ms of [9_999, 10_000, 89_999, 90_000, 599_999, 600_000]) await inFlight(after(-ms), AT)
  const found = await pendingAges(owner, AT)
  expect(Object.fromEntries(found.map(({ age, count }) => [age, count]))).toEqual({
    below_10s: 1,
    below_90s: 2,
    below_10m: 2,
    older: 1,
  })
  await run(owner, sql`delete from venue_transfer`)
})

test('a bet belongs to the day whose first moment it settled at, and not to the day before', async () => {
  const memberId = await member()
  const from = after(-DAY_MS)
  for (const ms of [-DAY_MS - 1, -DAY_MS, -1, 0]) await place(memberId, { settledAt: after(ms) })
  const [day] = await gameDays(owner, { from, until: AT, venueId: FG })
  expect(day).toMatchObject({ bets: 2, stakeFen: 200n })
})

test('bets are counted once each, as far as the feed has brought them', async () => {
  const memberId = await member()
  const venueId = idOf('PP')
  await run(
    owner,
    sql`insert into venue_feed (venue_id, cursor) values (${venueId}, 7) on conflict (venue_id) do update set cursor = 7`,
  )
  for (const version of [5, 6, 7, 8]) await place(memberId, { venueId, version, settledAt: AT })
  const found = await betsAfter(owner, venueId, 5n, 10)
  expect(found.map(({ version }) => version)).toEqual([6n, 7n])
})

const told: VenueBet = {
  bet_id: 'told',
  version: 2n,
  revision: 1,
  player: '1',
  game_code: 'orchard3',
  round_id: 'R',
  selection: {},
  stake: 100n,
  valid_amount: 100n,
  payout: 0n,
  net: -100n,
  status: 'SETTLED',
  fairness: {},
  math_version: '1',
  placed_at: AT.toISOString(),
  settled_at: AT.toISOString(),
} as never

test.each([
  ['an older version', false, 1n],
  ['the same version', false, 2n],
  ['a newer version', true, 3n],
])('a bet that is told again in %s counts anew: %s', async (_, counts, version) => {
  const memberId = await member()
  expect(await upsertBet(owner, FG, memberId, told)).toMatchObject({ before: null })
  const again = { ...told, version, stake: 200n }
  expect((await upsertBet(owner, FG, memberId, again)) !== undefined).toBe(counts)
})

test('a blocked member’s wins and voided stakes are looked for from the first moment of the span on', async () => {
  const [since, placedSince] = [after(-1_000), after(-2_000)]
  const [won, late] = [{ payoutFen: 1, settledAt: since }, after(-1_001)]
  const voided = { status: 0, settledAt: since, placedAt: placedSince } as const
  const CASES: [string, Placed, boolean][] = [
    ['won at the first moment', won, true],
    ['won before it', { ...won, settledAt: late }, false],
    ['lost', { ...won, payoutFen: 0 }, false],
    ['voided at the first moments', voided, true],
    ['voided before', { ...voided, settledAt: late }, false],
    ['voided, of a bet placed before', { ...voided, placedAt: after(-2_001) }, false],
  ]
  const numbers = new Map<bigint, string>()
  for (const [name, bet] of CASES) {
    const memberId = await member()
    numbers.set(memberId, name)
    await place(memberId, bet)
    await run(
      owner,
      sql`insert into member_block (member_id, kind, term, until, reason, set_by, set_at)
      values (${memberId}, 'timeout', 'days:1', ${after(DAY_MS)}, '', '', ${AT})`,
    )
  }
  const asked = { now: AT, since, placedSince, limit: 10 }
  const found = await blockedWinners(owner, { ...asked, after: 0n })
  expect(found.map(id => numbers.get(id))).toEqual(
    CASES.filter(([, , isFound]) => isFound).map(([name]) => name),
  )
  const [first = 0n, ...others] = found
  expect(await blockedWinners(owner, { ...asked, after: first }), 'the next page').toEqual(others)
})

test('of what a venue says of its beacon the newest counts, of one moment the last', async () => {
  const say = (round: bigint, ms: number) =>
    keepBeacon(owner, FG, { name: 'drand', isLocal: false, round, roundAt: AT, toldAt: after(ms) })
  const seen = async () => (await venueBeacons(owner)).map(({ round }) => round)
  await say(5n, 0)
  await say(6n, 0)
  expect(await seen()).toEqual([6n])
  await say(4n, -1)
  expect(await seen()).toEqual([6n])
})

test('a venue rests from the failure on that is one too many, and until its rest is over', async () => {
  const fail = async () =>
    (await link.noteFailure(owner, { platname: 'R1', said: '', most: 3, restMs: 1_000 })).tripped
  expect([await fail(), await fail(), await fail()]).toEqual([false, false, true])
  expect(await link.takeProbe(owner, { platname: 'R1', restMs: 1_000 })).toBe(false)
  await transaction(owner, async tx => {
    await run(tx, sql`update venue_link set rests_until = now() where platname = 'R1'`)
    const health = await link.healthRows(tx)
    expect(health.find(({ platname }) => platname === 'R1')?.restsUntil).toBeNull()
  })
  expect(await link.takeProbe(owner, { platname: 'R1', restMs: 1_000 })).toBe(true)
})

test('an answer is written down only where something failed before', async () => {
  const fail = { platname: 'R2', said: '', most: 9, restMs: 1 }
  await link.noteFailure(owner, fail)
  expect([await link.noteAnswer(owner, 'R2'), await link.noteAnswer(owner, 'R2')]).toEqual([1, 0])
})

/** Moves a fen to the venue or back, by the books alone. */
let moves = 0
const move = (db: Db, memberId: bigint, venueId: number, to: boolean) => {
  const [home, away] = [{ name: 'memberCash' }, { name: 'memberVenue', venueId }] as const
  return post(db, {
    memberId,
    key: `moment:${++moves}`,
    code: to ? 'venue_in' : 'venue_out',
    from: to ? home : away,
    to: to ? away : home,
    amountFen: 1n,
    source: { type: 'test', id: String(moves) },
    actor: { type: 'system', id: 'test' },
  })
}

test('a wallet that was emptied holds no money at the venue, and its member is not counted', async () => {
  const [memberId, venueId] = [await member(), idOf('OB')]
  const seen = async () => [
    await link.holders(owner, 'OB', 9),
    (await venueRows(owner)).find(each => each.platname === 'OB')?.members,
    await heldFen(owner, venueId),
  ]
  await fund(owner, memberId, 1n)
  await move(owner, memberId, venueId, true)
  expect(await seen()).toEqual([[memberId], 1, 1n])
  await move(owner, memberId, venueId, false)
  expect(await seen()).toEqual([[], 0, 0n])
})

test('games are found by the beginning of their code or a part of their name, and no others', async () => {
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image) values (${FG}, 'moment3', 'Golden Hour', ''), (${FG}, 'x-moment', 'Other', '')`,
  )
  const found = async (q: string) =>
    (await gameRows(owner, { venueId: FG, shown: null, q, limit: 10, offset: 0 })).rows.map(
      ({ gameCode }) => gameCode,
    )
  expect([await found('MOMENT'), await found('golden'), await found('hour')]).toEqual([
    ['moment3'],
    ['moment3'],
    ['moment3'],
  ])
})

test('the seed of a jackpot is booked with the first bet of a cycle alone', async () => {
  const jackpotNo = await jackpotNoOf(owner, FG, 'P1')
  const add = (cycle: number) => addCycle(owner, { jackpotNo, cycle, seedFen: 100n })
  expect([await add(1), await add(1), await add(2)]).toEqual([true, false, true])
})

test('keys of venues that wait to be sealed anew come one page after the other', async () => {
  for (const keyNo of [1n, 2n, 3n])
    await insertKey(owner, {
      keyNo,
      platname: 'FG',
      sealed: Buffer.from(`other-id-${keyNo}`),
      mark: '00000000',
      by: 'test',
      at: AT,
    })
  const { others } = sealedVenueKeys({} as never)
  const page = async (ownerId?: bigint) => {
    const last = ownerId === undefined ? null : { ownerId, sealed: Buffer.of() }
    return (await others(owner, Buffer.from('this-key'), last, 2)).map(found => found.ownerId)
  }
  expect([await page(), await page(2n)]).toEqual([[1n, 2n], [3n]])
})

const listed = (user: bigint, round: string, more: Partial<Transaction> = {}): Transaction => ({
  transaction_uuid: `${round}-1`,
  kind: 'BET',
  status: 'TS_SUCCESS',
  user: user.toString(),
  round,
  round_closed: false,
  game_code: 'orchard3',
  amount: 100_000,
  created_at: AT.toISOString(),
  ...more,
})

test('a round whose bet is kept in its newest state is neither asked for nor told again', async () => {
  const memberId = await member()
  const memory = roundMemory(owner, 'FG')
  const bet = listed(memberId, 'whole')
  expect(await memory.begunBefore([bet])).toEqual([])
  expect(await memory.keep([bet])).toHaveLength(1)
  await upsertBet(owner, FG, memberId, { ...told, bet_id: betIdOf(bet), version: 1n })
  const more = listed(memberId, 'whole', { transaction_uuid: 'whole-2', kind: 'WIN' })
  expect(await memory.begunBefore([bet, more])).toEqual([])
  expect(await memory.keep([bet])).toEqual([])
  expect(await memory.keep([more])).toHaveLength(2)
})

const WEEK_MS = 7 * DAY_MS
const keepAt = (memberId: bigint, round: string, number: string, at: Date, times = 1) =>
  run(
    owner,
    sql`insert into venue_transaction (member_id, venue_id, round_id, transaction_uuid, kind, status, round_closed, game_code, amount, made_at, told, kept_at)
    select ${memberId}, ${FG}, ${round}::text || n, ${number}, 'BET', 'TS_SUCCESS', false, 'orchard3', 1, ${at}, 1, ${at} from generate_series(1, ${times}::int) n`,
  )
const keptRounds = async (memberId: bigint) =>
  (
    await rows(
      owner,
      sql<{ round: string }>`
      select distinct round_id as round from venue_transaction where member_id = ${memberId} order by 1`,
    )
  ).map(({ round }) => round)

test('a round without news for a week is forgotten as a whole; news at the very moment keeps it', async () => {
  const memberId = await member()
  const [week, older] = [after(-WEEK_MS), after(-WEEK_MS - 1)]
  await keepAt(memberId, 'old', 'a', older)
  await keepAt(memberId, 'edge', 'a', week)
  await keepAt(memberId, 'both', 'a', older)
  await keepAt(memberId, 'both', 'b', week)
  await forgetRounds(owner, AT)
  expect(await keptRounds(memberId)).toEqual(['both1', 'edge1'])
})

test('forgetting goes on after a full batch', async () => {
  const memberId = await member()
  await keepAt(memberId, 'many', 'a', after(-WEEK_MS - 1), 2_001)
  await forgetRounds(owner, AT)
  expect(await keptRounds(memberId)).toEqual([])
})
