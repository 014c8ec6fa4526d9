// Rules of venues at the very number and the very moment, where no venue has to answer.
import { row, run, sql, theRow } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { freeRoundsOffered } from '../../src/areas/venues/adapters/freebets.ts'
import { betsOf, type Kept } from '../../src/areas/venues/adapters/transactionBets.ts'
import { askVenues } from '../../src/areas/venues/askVenues.ts'
import { BEACON_LATE_S, lateBeacons } from '../../src/areas/venues/beacons.ts'
import { Breaker } from '../../src/areas/venues/connect/breaker.ts'
import { runTrial } from '../../src/areas/venues/connect/trial.ts'
import { isInWindow } from '../../src/areas/venues/connect/window.ts'
import { connectionOf } from '../../src/areas/venues/console/form.ts'
import { retryEnds } from '../../src/areas/venues/endPlay.ts'
import { applyBet } from '../../src/areas/venues/bets/apply.ts'
import { stretchesOf } from '../../src/areas/venues/bets/page.ts'
import { readPages } from '../../src/areas/venues/feedPages.ts'
import { openGames, playable } from '../../src/areas/venues/launch.ts'
import { bringDueHome } from '../../src/areas/venues/leaving.ts'
import { Matches } from '../../src/areas/venues/matches.ts'
import { drawOf, valueOf } from '../../src/areas/venues/returns/draws.ts'
import { noEvidence } from '../../src/areas/venues/returns/evidence.ts'
import { digestOf, jsonOf } from '../../src/areas/venues/seamless/calls.ts'
import { venueStates } from '../../src/areas/venues/state.ts'
import { keepBeacon } from '../../src/areas/venues/store/beacon.sql.ts'
import { noteFailure } from '../../src/areas/venues/store/link.sql.ts'
import { addReturn } from '../../src/areas/venues/store/return.sql.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { desk } from '../console/support.ts'
import { addVenues } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(database.url, { clock })
const before = (ms: number) => new Date(clock.now().getTime() - ms)
const { id: FG } = await theRow(
  owner,
  sql<{ id: number }>`select venue_id as id from venue where platname = 'FG'`,
)

test.each([
  [1_999, 'fresh'],
  [2_000, 'silent'],
])('a balance that a venue named %s ms ago is %s', async (ms, is) => {
  // A venue that is not there answers nothing, so that only what was named before can be fresh.
  const venueId = 32_000
  const asked = await askVenues(site.services, 1n, [{ venueId, seenAt: before(ms) }])
  expect(asked.get(venueId)).toBe(is)
})

test('a beacon is late when its round is older than the bound, and not at the bound', async () => {
  const lateAt = async (ms: number) => {
    const [roundAt, toldAt] = [before(ms), clock.now()]
    await keepBeacon(owner, FG, { name: 'drand', isLocal: false, round: 1n, roundAt, toldAt })
    const { data } = await chief.call('POST /api/console/venues/list')
    const shown = data.find(({ platname }) => platname === 'FG')?.beacon
    return [await lateBeacons(owner), shown?.late]
  }
  const chief = await desk(site, 'admin')
  expect(await lateAt(BEACON_LATE_S * 1_000)).toEqual([[], false])
  expect(await lateAt(BEACON_LATE_S * 1_000 + 1)).toEqual([['FG'], true])
})

test('a venue is disturbed after 60 s without its feed or 120 s without a transfer’s end', async () => {
  const stateAt = async (readMs: number, sentMs: number) => {
    await run(
      owner,
      sql`insert into venue_feed (venue_id, read_at) values (${FG}, ${before(readMs)}) on conflict (venue_id) do update set read_at = excluded.read_at`,
    )
    await run(owner, sql`delete from venue_transfer`)
    await run(
      owner,
      sql`insert into venue_transfer (member_id, tx_id, request_key, venue_id, direction, amount_fen, created_at)
      values (1, 'T', 'K', ${FG}, 'IN', 1, ${before(sentMs)})`,
    )
    const { name } = (await site.services.venues.named('FG')) ?? { name: '' }
    const states = await venueStates(owner, clock.now())
    return states.find(each => each.name === name)?.state
  }
  expect([
    await stateAt(60_000, 120_000),
    await stateAt(60_001, 120_000),
    await stateAt(60_000, 120_001),
  ]).toEqual(['open', 'disturbed', 'disturbed'])
  await run(owner, sql`delete from venue_transfer`)
})

test('after its rest a venue takes one call that tries it, and everybody else waits', async () => {
  for (let time = 0; time < 2; time++)
    await noteFailure(owner, { platname: 'R', said: '', most: 2, restMs: 0 })
  const breaker = new Breaker(owner)
  expect(await breaker.rests('R')).toBe(false)
  expect([await breaker.admits('R'), await breaker.admits('R')]).toEqual([true, false])
  expect(await breaker.rests('R')).toBe(true)
})

test('games that are to be ended are all asked for in one turn, however many', async () => {
  await run(
    owner,
    sql`insert into play_end (member_id, venue_id, due_at) select n, ${FG}, ${before(0)} from generate_series(1, 21) n`,
  )
  expect(await retryEnds(site.services)).toBe(21)
  await run(owner, sql`delete from play_end`)
})

test('money of a game that was left is looked for until 48 hours after, and no longer', async () => {
  const { memberId } = await site.member()
  await run(owner, sql`update member set transferstatus = true where member_id = ${memberId}`)
  const looksAgain = async (ms: number) => {
    const ticket = `left-long-ago-${ms}`
    await run(
      owner,
      sql`insert into launch_ticket (ticket, member_id, venue_id, made_at, expires_at, ended_at, home_due_at)
      values (${ticket}, ${memberId}, ${FG}, ${before(ms)}, ${before(ms)}, ${before(ms)}, ${before(0)})`,
    )
    await bringDueHome(site.services)
    const { due } = await theRow(
      owner,
      sql<{
        due: boolean
      }>`select home_due_at is not null as due from launch_ticket where ticket = ${ticket}`,
    )
    return due
  }
  const [until, longer] = [48 * 3_600_000, 48 * 3_600_000 + 1]
  expect([await looksAgain(until), await looksAgain(longer)]).toEqual([true, false])
})

test('a venue without shown games has none to open; it is not under maintenance', async () => {
  const { id } = await theRow(
    owner,
    sql<{ id: number }>`select venue_id as id from venue where platname = 'OB'`,
  )
  await run(owner, sql`update game set app_state = 0 where venue_id = ${id}`)
  expect(await openGames(owner, id, '')).toEqual([])
})

const answers = (items: unknown[]) => ({
  trial: ['games', 'bets'],
  games: () => Promise.resolve({ kind: 'ok', data: { items } }),
  bets: () => Promise.resolve({ kind: 'ok', data: { items } }),
})

test('a trial fails where a venue lists no game, and says whether there are bets', async () => {
  const trial = async (items: unknown[]) =>
    (await runTrial(answers(items) as never, [])).map(({ step, ok, said }) => [step, ok, said])
  expect(await trial([])).toEqual([['games', false, '0 款游戏']])
  expect(await trial([{}])).toEqual([
    ['games', true, '1 款游戏'],
    ['bets', true, '有注单'],
  ])
  const { bets } = answers([])
  const withoutBets = { ...answers([{}]), bets }
  const [, last] = await runTrial(withoutBets as never, [])
  expect(last?.said).toBe('尚无注单')
})

/** One transaction of a round, in the unit of such venues. */
const kept = (number: string, kind: Kept['kind'], fen: number, of: string | null = null): Kept => ({
  user: '1',
  round: 'R',
  transactionUuid: number,
  kind,
  status: 'TS_SUCCESS',
  roundClosed: false,
  gameCode: 'g',
  amount: BigInt(fen) * 1_000n,
  referenceUuid: of,
  madeAt: new Date(0),
  told: 1,
})
const [first, second] = [kept('a', 'BET', 300), kept('b', 'BET', 200)]
const undone = (of: string) => kept(`undo-${of}`, 'ROLLBACK', 0, of)

test.each([
  ['nothing is taken back', [first, second], 'OPEN', 500n, 0n],
  ['one stake is taken back', [first, second, undone('a')], 'OPEN', 200n, 0n],
  ['all stakes are taken back', [first, second, undone('a'), undone('b')], 'VOID', 500n, 500n],
  ['a win ends it', [first, second, kept('w', 'WIN', 0)], 'SETTLED', 500n, 0n],
])('the bet of a round where %s', (_, all, status, stake, payout) => {
  expect(betsOf(all)).toMatchObject([{ status, stake, payout, net: payout - stake }])
})

test('a return is published as a fraction or a decimal; a bet without a stake returns nothing', () => {
  expect([valueOf('19/20'), valueOf('0.95'), valueOf('1/2/3')]).toEqual([0.95, 0.95, NaN])
  const bet = { lines: null, stakeFen: 1n, payoutFen: 1n } as never
  const terms = [{ odds: null, mean: '19/20', most: '2' }]
  expect(drawOf([bet], terms)).toEqual({ returned: 1, mean: 0.95, most: 2 })
  expect(drawOf([{ ...(bet as object), stakeFen: 0n } as never], terms)).toBeNull()
})

test('a venue has its one game or, with several, its lobby', () => {
  expect([playable([], ''), playable(['a'], ''), playable(['a', 'b'], '')]).toEqual([
    undefined,
    'a',
    'lobby',
  ])
})

test('bets no more than a quarter of an hour apart are one stretch of play', () => {
  const QUARTER_MS = 15 * 60_000
  const stretches = (...at: number[]) =>
    stretchesOf(at.map(ms => ({ placed_at: new Date(ms).toISOString() }))).length
  expect(stretches(0, QUARTER_MS)).toBe(1)
  expect(stretches(0, QUARTER_MS + 1)).toBe(2)
})

test('a feed is read again at the moment that its lease ends, and not before', async () => {
  const venue = await site.services.venues.named('FG')
  if (!venue) throw new Error('no venue')
  const silentAt = async (leasedUntil: Date) => {
    await run(
      owner,
      sql`insert into venue_feed (venue_id, leased_until) values (${FG}, ${leasedUntil}) on conflict (venue_id) do update set leased_until = excluded.leased_until`,
    )
    return (await readPages(site.services, venue))?.silent
  }
  expect([await silentAt(before(-1)), await silentAt(before(0))]).toEqual([undefined, true])
})

const WEDNESDAY = 3
test.each([
  ['18T22:59', '23:00', '02:00', WEDNESDAY, false],
  ['18T23:00', '23:00', '02:00', WEDNESDAY, true],
  ['19T01:59', '23:00', '02:00', WEDNESDAY, true],
  ['19T02:00', '23:00', '02:00', WEDNESDAY, false],
  ['18T01:59', '23:00', '02:00', WEDNESDAY, false],
  ['18T02:00', '02:00', '04:00', 0, true],
  ['18T04:00', '02:00', '04:00', 0, false],
])('on 2026-11-%s a window from %s to %s is open', (at, windowFrom, windowUntil, windowDay, is) => {
  const now = new Date(`2026-11-${at}:00+08:00`)
  expect(isInWindow({ windowDay, windowFrom, windowUntil }, now)).toBe(is)
})

const typed = {
  adapter: 'sandbox',
  feed_seconds: 60,
  max_transfer: '10000000000',
  exposure: '0',
  window_day: 7,
  window_from: '00:00',
  window_until: '00:00',
}
test.each([
  ['the highest figures', true, {}],
  ['the lowest figures', true, { feed_seconds: 1, window_day: 0, max_transfer: '0' }],
  ['a feed too rarely', false, { feed_seconds: 61 }],
  ['a feed too often', false, { feed_seconds: 0 }],
  ['no day of the week', false, { window_day: 8 }],
  ['a fen above the highest limit', false, { max_transfer: '10000000000.01' }],
])('a connection with %s is taken: %s', (_, isTaken, change) => {
  const form = () => connectionOf({ ...typed, ...change } as never, null)
  if (isTaken) expect(form).not.toThrow()
  else expect(form).toThrow()
})

test('free rounds are offered at any stake or at one of whole fen', async () => {
  const prepaid = (game: string, value: number | null) => ({
    prepaid_uuid: `p-${game}`,
    game_code: game,
    currency: 'CNY',
    bet_value: value,
    bet_count: 10,
  })
  const body = [prepaid('any', null), prepaid('whole', 1_000), prepaid('part', 1_500)]
  const asking = {
    at: { currency: 'CNY' },
    post: () => Promise.resolve({ kind: 'answered', body, requestId: '' }),
  }
  const offered = await freeRoundsOffered(asking as never)
  const terms = offered.kind === 'ok' ? offered.data?.terms : undefined
  expect([...(terms ?? [])]).toEqual([
    ['any', [{ stakeFen: null, rounds: 10 }]],
    ['whole', [{ stakeFen: 1n, rounds: 10 }]],
  ])
})

test('a venue whose matches failed rests for ten seconds, and is asked again as they end', async () => {
  const askedAfter = async (ms: number) => {
    let asked = 0
    const silent = () => {
      asked += 1
      return Promise.resolve({ kind: 'unknown', detail: 'timeout' })
    }
    const venues = {
      all: () => Promise.resolve([{ platname: 'S', state: 'open', category: 'sport' }]),
      connections: { briefClient: () => ({ matches: silent }) },
    }
    const matches = new Matches({ venues: venues as never, clock })
    expect(await matches.next()).toEqual([])
    clock.advance(ms)
    await matches.next()
    return asked
  }
  expect([await askedAfter(9_999), await askedAfter(10_000)]).toEqual([1, 2])
})

function jackpotBet(memberId: bigint, won: bigint): VenueBet {
  const at = clock.now().toISOString()
  return {
    bet_id: `jackpot-${memberId}`,
    version: 1n,
    revision: 1,
    player: memberId.toString(),
    category: 'slots',
    game_code: 'fortune3',
    round_id: 'R',
    selection: { lines: 5 },
    stake: 200n,
    valid_amount: 200n,
    payout: won,
    net: won - 200n,
    odds: null,
    status: 'SETTLED',
    placed_at: at,
    settled_at: at,
    fairness: { commit: '', client_seed: '', nonce: 0 },
    math_version: '1',
    jackpot: { ref: 'koi', cycle: 1, seed: 1_000n, share: 6n, won },
  }
}

test('a free round of which a venue says that it won a jackpot is a free round alone', async () => {
  const { memberId } = await site.member()
  const played = jackpotBet(memberId, 1_000n)
  const bet = { ...played, stake: 0n, free_rounds: { ref: 'no-grant', stake: 200n } }
  await applyBet(owner, { venueId: FG, memberId, bet, weigh: () => 100 })
  const kept = await row(
    owner,
    sql<{ payoutFen: bigint; shown: string; booked: number }>`
    select payout_fen, selection -> 'free_rounds' ->> 'payout' as shown,
      (select count(*)::int from jackpot_bet j where j.bet_id = bet.bet_id) as booked from bet where member_id = ${memberId}`,
  )
  expect(kept).toEqual({ payoutFen: 0n, shown: '1000', booked: 0 })
})

test.each([
  [0n, null],
  [1n, '1'],
])('a bet beside a jackpot that won %s fen of it shows a win of %s', async (won, shown) => {
  const { memberId } = await site.member()
  const bet = jackpotBet(memberId, won)
  await applyBet(owner, { venueId: FG, memberId, bet, weigh: () => 100 })
  const kept = await row(
    owner,
    sql<{ lines: string; won: string | null }>`
    select selection ->> 'lines' as lines, selection -> 'jackpot' ->> 'won' as won from bet where member_id = ${memberId}`,
  )
  expect(kept).toEqual({ lines: '5', won: shown })
})

test('before any draw is counted the published return of a game is that of its rules', async () => {
  const game = { venueId: FG, gameCode: 'undrawn', mathVersion: '1' }
  await addReturn(owner, game, { rtpExact: '19/20', terms: null }, noEvidence())
  const { data } = await (await desk(site, 'admin')).call('POST /api/console/returns/list', {})
  expect(data.data).toMatchObject([
    { game: 'undrawn', draws: 0, mean_return: '', published_return: '95.00' },
  ])
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', undefined],
  ['null', undefined],
  ['7', undefined],
  ['nonsense', undefined],
  ['', undefined],
])('what a seamless venue sends is an object or nothing: %s', (body, read) => {
  expect(jsonOf(Buffer.from(body))).toEqual(read)
})

test('two calls of one number are the same where all that they move is', () => {
  const of = { user: '7', round: 'r1', game_code: 'g1' }
  const win = { ...of, amount: 500, currency: 'CNY', is_free: false }
  const named = { ...win, reference_transaction_uuid: 'AB-1' }
  const digest = (body: object, call: Parameters<typeof digestOf>[0] = 'transaction/win') =>
    digestOf(call, body as Parameters<typeof digestOf>[1]).toString('hex')
  const same = [named, { ...named, reference_transaction_uuid: 'ab-1', token: 'another' }]
  expect(new Set(same.map(body => digest(body))).size).toBe(1)
  const others = [
    named,
    win,
    { ...named, reference_transaction_uuid: 'ab-2' },
    { ...named, user: '8' },
    { ...named, round: 'r2' },
    { ...named, game_code: 'g2' },
    { ...named, amount: 501 },
    { ...named, currency: 'USD' },
    { ...named, is_free: true },
    { ...of, reference_transaction_uuid: 'ab-1' },
  ]
  expect(new Set(others.map(body => digest(body))).size).toBe(others.length)
  expect(digest(named, 'transaction/bet')).not.toBe(digest(named))
})
