// A venue with a transfer wallet of another interface, in a process of its own: connected from the
// back office, played at, and wrong in every way that money has to survive.
import { row, rows, run, sql, transaction } from '@tianping/database'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { runCompliance } from '../../src/areas/compliance/compliance.ts'
import { observe } from '../../src/areas/venues/observe.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { countReturns } from '../../src/areas/venues/returns/countReturns.ts'
import { checkPendingTransfers, transferWithVenue } from '../../src/areas/venues/transfer.ts'
import { forgetful, transactionList } from '../../src/areas/venues/adapters/transactionBets.ts'
import { transferWallet } from '../../src/areas/venues/adapters/transferWallet.ts'
import { forgetRounds, roundMemory } from '../../src/areas/venues/store/transaction.sql.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { OPERATOR, startTransferStub } from '../support/seamless.ts'
import { statementsOf } from '../support/statements.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { fund } from '../support/venue.ts'

const { url: stubUrl, steer, ours: pair } = await startTransferStub()

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, { clock })
const [maker, checker] = [await desk(site, 'admin'), await desk(site, 'admin')]
const { memberId } = await site.member()
await fund(owner, memberId, 100_000n)
afterAll(() => assertBooksHold(owner))

async function approve() {
  const { data } = await checker.call('POST /api/console/rules/show', { key: 'venue:TW' })
  const id = data.proposal?.id ?? 0
  const { code, message } = await checker.call('POST /api/console/rules/approve', {
    id,
    remark: '',
  })
  expect(code, message).toBe(200)
  clock.advance(6_000)
}
const venueOf = async () => {
  const found = await site.services.venues.named('TW')
  if (!found) throw new Error('no venue TW')
  return found
}
let moves = 0
const move = async (direction: 'IN' | 'OUT', amountFen: bigint | 'all') =>
  transferWithVenue(site.services, {
    memberId,
    venue: await venueOf(),
    direction,
    amountFen,
    requestKey: `tw-${++moves}`,
    actor: { type: 'system', id: 'test' },
  })
const there = () =>
  steer<{ amount: number; applied: number }>('/_wallet', { user: memberId.toString() })
const cash = async () => (await balances(owner, memberId)).cashAvailableFen
const stateOf = async (txId: string) =>
  (await row(owner, sql<{ state: number }>`select state from venue_transfer where tx_id = ${txId}`))
    ?.state
/** What the venue lists of a round: a stake of ten yuan and a win of 2.50. */
const playedRound = ({ user, round, at = '' }: { user: string; round: string; at?: string }) => {
  const created_at = at || new Date().toISOString().slice(0, 19)
  const of = { status: 'TS_SUCCESS', user, round, game_code: 'stub-reels', created_at }
  const bet = { ...of, transaction_uuid: `${round}-bet`, kind: 'BET', amount: 1_000_000 }
  const reference_transaction_uuid = bet.transaction_uuid
  const win = { ...of, transaction_uuid: `${round}-win`, kind: 'WIN', amount: 250_000 }
  return [bet, { ...win, round_closed: true, reference_transaction_uuid }] as const
}
const fault = (path: string, kind: string, ms?: number) =>
  steer('/_fault', { path: `/transfer_wallet/${path}`, kind, ms })

test('it is connected and tried from the back office, with a key that the venue refuses at first', async () => {
  const connect = {
    code: 'TW',
    version: 0,
    adapter: 'transfer-wallet',
    endpoint: stubUrl,
    merchant: `${OPERATOR}/main`,
    feed_seconds: 1,
    max_transfer: '0',
    exposure: '0',
    window_day: 0,
    window_from: '00:00',
    window_until: '00:00',
    remark: '接入',
  }
  expect((await maker.call('POST /api/console/venues/connect', connect)).code).toBe(200)
  await approve()
  const keys = { code: 'TW', key_id: '', verify_key: '', remark: '密钥' }
  const wrong = await maker.call('POST /api/console/venues/keys', { ...keys, sign_key: 'a secret' })
  expect(wrong.message).toBe('商户私钥须为 RSA 2048 位以上的 PEM')
  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const sign_key = other.export({ type: 'pkcs8', format: 'pem' }) as string
  await maker.call('POST /api/console/venues/keys', { ...keys, sign_key })
  await approve()
  const refused = await maker.call('POST /api/console/venues/try', { code: 'TW' })
  expect(refused.data?.trial).toMatchObject({ passed: false })
  await maker.call('POST /api/console/venues/keys', { ...keys, sign_key: pair.privateKey })
  await approve()
  const { data } = await maker.call('POST /api/console/venues/try', { code: 'TW' })
  expect(data?.trial?.steps.filter(({ ok }) => !ok)).toEqual([])
  const added = { platname: 'TW', name: '转轮', category: 'concise', slot_tab: '', rank: 1 }
  await maker.call('POST /api/console/venues/add', added as never)
  clock.advance(6_000)
  const { venueId } = await venueOf()
  const synced = await maker.call('POST /api/console/games/sync', { venue_id: venueId })
  expect(synced.data.added).toBe(1)
})

test('money moves there and back, to the fen', async () => {
  expect((await move('IN', 12_345n)).kind).toBe('done')
  expect(await there()).toEqual({ amount: 12_345_000, applied: 1 })
  expect((await move('OUT', 345n)).kind).toBe('done')
  expect((await there()).amount).toBe(12_000_000)
  expect(await cash()).toBe(88_000n)
})

test.each([
  ['drop_after', 2],
  ['error_after', 2],
  ['drop_before', 2],
])('a transfer with %s is unknown, and counts once', async kind => {
  const before = await there()
  const wallet = await cash()
  await fault('deposit', kind)
  const begun = await move('IN', 100n)
  if (begun.kind !== 'pending') throw new Error(begun.kind)
  expect(await cash()).toBe(wallet - 100n)
  clock.advance(11_000)
  await checkPendingTransfers(site.services)
  expect(await stateOf(begun.transfer.txId)).toBe(1)
  expect(await there()).toEqual({ amount: before.amount + 100_000, applied: before.applied + 1 })
  expect(await cash()).toBe(wallet - 100n)
})

test('a late answer counts, and the same number sent again moves nothing more', async () => {
  const before = await there()
  await fault('withdraw', 'late', 300)
  const begun = await move('OUT', 50n)
  if (begun.kind !== 'done') throw new Error(begun.kind)
  const client = site.services.venues.client(await venueOf())
  const again = await client.finalize({
    ref: begun.transfer.txId,
    player: memberId.toString(),
    direction: 'OUT',
    amount: 50n,
    all: false,
  })
  expect(again).toMatchObject({ kind: 'ok', data: { status: 'SUCCESS', amount: 50n } })
  expect(await there()).toEqual({ amount: before.amount - 50_000, applied: before.applied + 1 })
})

test('what was played is read as bets and booked as a result, and all of it comes home', async () => {
  const user = memberId.toString()
  await steer('/_play', { user, round: 'r-1', stake: 1_000_000, win: 250_000 })
  expect(await observe(site.services, memberId, await venueOf())).toEqual({
    kind: 'seen',
    availableFen: BigInt((await there()).amount) / 1_000n,
  })
  await readFeed(site.services, await venueOf())
  const bet = await row(
    owner,
    sql<{ stakeFen: bigint; payoutFen: bigint; status: number }>`
    select stake_fen, payout_fen, status from bet where member_id = ${memberId} and round_id = 'r-1'`,
  )
  expect(bet).toMatchObject({ stakeFen: 1_000n, payoutFen: 250n })
  const held = BigInt((await there()).amount) / 1_000n
  const home = await move('OUT', 'all')
  expect(home).toMatchObject({ kind: 'done', transfer: { movedFen: held } })
  expect(await cash()).toBe(100_000n - 750n)
})

const betOf = async (round: string) =>
  row(
    owner,
    sql<{ stakeFen: bigint; payoutFen: bigint; status: number }>`
    select stake_fen, payout_fen, status from bet where round_id = ${round}`,
  )
const add = (all: readonly object[]) => steer('/_transactions', { all })
const listed = async () => (await steer<{ listed: number }>('/_listed', {})).listed
const read = async () => readFeed(site.services, await venueOf())

test('a minute full of rounds is asked for by one question a turn, and told once', async () => {
  const user = (await site.member()).memberId.toString()
  await add(Array.from({ length: 200 }, (_, n) => playedRound({ user, round: `m-${n}` })).flat())
  await listed()
  expect(await read()).toBe(200)
  expect(await listed()).toBe(1)
  const again = await statementsOf(site, async () => expect(await read()).toBe(0))
  expect(await listed()).toBe(1)
  expect(again.length).toBeLessThan(20)
  const { data } = await maker.call('POST /api/console/venues/list', {})
  const { feed_cursor, feed_until } = data.find(({ platname }) => platname === 'TW') ?? {}
  expect(feed_cursor).toBe(0)
  expect(feed_until).toMatch(/^20\d\d-/)
  expect(Math.abs(Date.parse(`${feed_until}+08:00`) - Date.now())).toBeLessThan(60_000)
})

test('what comes late, changes or was listed before a restart counts in its round', async () => {
  const user = (await site.member()).memberId.toString()
  const [bet, win] = playedRound({ user, round: 'late' })
  await add([bet])
  // The list is kept, and the server ends before the bet is.
  const client = site.services.venues.client(await venueOf())
  expect(await client.bets({ after: 0n, limit: 1 })).toMatchObject({ kind: 'ok' })
  await read()
  expect(await betOf('late')).toEqual({ stakeFen: 1_000n, payoutFen: 0n, status: 2 })
  await add([win])
  await read()
  expect(await betOf('late')).toEqual({ stakeFen: 1_000n, payoutFen: 250n, status: 1 })
  await add([{ ...win, amount: 300_000 }])
  await read()
  expect(await betOf('late')).toEqual({ stakeFen: 1_000n, payoutFen: 300n, status: 1 })
  await add([{ ...win, amount: 300_000, status: 'TS_DECLINED' }])
  await read()
  expect(await betOf('late')).toEqual({ stakeFen: 1_000n, payoutFen: 0n, status: 2 })
})

test('a round that the venue takes back is found once, however far its feed is', async () => {
  const members = [await site.member(), await site.member()]
  const roundsOf = async () =>
    rows(
      owner,
      sql<{ bets: number; members: number; stakeFen: bigint; state: string }>`
      select bets, members, stake_fen, state from void_round where round_id = 'taken-back'`,
    )
  const look = () => statementsOf(site, () => runCompliance(site.services))
  for (const each of members) {
    const user = each.memberId.toString()
    const [bet] = playedRound({ user, round: 'taken-back' })
    await add([bet])
    await read()
    const undo = {
      transaction_uuid: `undo-${user}`,
      reference_transaction_uuid: bet.transaction_uuid,
    }
    await add([{ ...bet, ...undo, kind: 'ROLLBACK' }])
    await read()
    expect((await look()).length).toBeLessThan(10)
  }
  await look()
  expect(await roundsOf()).toEqual([{ bets: 2, members: 2, stakeFen: 2_000n, state: 'open' }])
})

test('what its games returned is not counted: there is no published mathematics beside it', async () => {
  await read()
  expect(await countReturns(site.services)).toBe(0)
})

test('a round that began before anything was kept is asked for as a whole, once', async () => {
  const user = (await site.member()).memberId.toString()
  const hourAgo = new Date(Date.now() - 7_200_000).toISOString().slice(0, 19)
  const [bet] = playedRound({ user, round: 'old', at: hourAgo })
  const [, win] = playedRound({ user, round: 'old' })
  await add([bet, win])
  await listed()
  await read()
  expect(await betOf('old')).toEqual({ stakeFen: 1_000n, payoutFen: 250n, status: 1 })
  expect(await listed()).toBe(2)
  await read()
  expect(await listed()).toBe(1)
  // A week later nothing of it is kept but its bet.
  await run(owner, sql`update venue_transaction set kept_at = kept_at - interval '8 days'`)
  await forgetRounds(owner, new Date())
  expect(await rows(owner, sql`select from venue_transaction`)).toEqual([])
  const more = { ...win, transaction_uuid: 'old-more', amount: 100_000 }
  await add([more])
  await read()
  expect(await betOf('old')).toEqual({ stakeFen: 1_000n, payoutFen: 350n, status: 1 })
})

test('of two readers at once the second waits, and answers what both have kept', async () => {
  const user = (await site.member()).memberId.toString()
  const [bet, win] = playedRound({ user, round: 'both' })
  const [first, second, third] = transactionList.parse([
    bet,
    win,
    { ...win, transaction_uuid: 'both-more' },
  ])
  await read()
  const other = await transaction(owner, async tx => {
    expect(await roundMemory(tx, 'TW').keep([first!, second!])).toHaveLength(2)
    const asked = roundMemory(owner, 'TW').keep([third!])
    await untilSomeoneWaits(owner)
    return { asked }
  })
  expect(await other.asked).toHaveLength(3)
})

test('a backlog that is too long for one answer is read in shorter spans', async () => {
  const user = (await site.member()).memberId.toString()
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19)
  const minutes = [50, 48, 46, 44, 42]
  await add(minutes.flatMap(n => playedRound({ user, round: `back-${n}`, at: at(n) })))
  await run(owner, sql`update venue_feed set cursor = ${Date.now() - 3_000_000}`)
  await steer('/_longest', { rows: 6 })
  await expect.poll(async () => (await read(), betOf('back-42')), { timeout: 30_000 }).toBeTruthy()
  for (const n of minutes) expect(await betOf(`back-${n}`)).toMatchObject({ status: 1 })
  await steer('/_longest', { rows: 1_000_000 })
})

/** The venue as it is asked at a fixed moment, by a reader that has read nothing yet. */
function askedAt(now: number) {
  const adapter = transferWallet({
    endpoint: stubUrl,
    merchant: `${OPERATOR}/main`,
    currency: 'CNY',
    keys: [{ id: '', secret: pair.privateKey, verify: '' }],
    connectTimeoutMs: 2_000,
    timeoutMs: 8_000,
    lookup: undefined,
    clock: () => now,
    memory: forgetful,
    onUnsigned: () => {},
    watch: () => ({ headers: {}, ended: () => {} }),
  })
  atEnd(() => adapter.close())
  return adapter
}

test('a list that does not come is asked for in halves, and what comes in spans twice as long', async () => {
  const now = Date.parse('2026-11-30T12:00:00Z')
  const reader = askedAt(now)
  const spanOf = async (rows_: number) => {
    await steer('/_longest', { rows: rows_ })
    await reader.bets({ after: BigInt(now - 3_600_000), limit: 1 })
    const { lastSpan } = await steer<{ lastSpan: { from: string; until: string } }>('/_listed', {})
    // A minute before and a second after are asked for as well.
    return (Date.parse(lastSpan.until) - Date.parse(lastSpan.from)) / 1_000 - 61
  }
  const [tooLong, enough] = [-1, 1_000_000]
  const failing = []
  for (let time = 0; time < 10; time++) failing.push(await spanOf(tooLong))
  expect(failing.map(Math.floor)).toEqual([600, 300, 150, 75, 37, 18, 9, 5, 5, 5])
  const coming = []
  for (let time = 0; time < 9; time++) coming.push(await spanOf(enough))
  expect(coming).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600])
})

test('the number of a transfer at the venue is the same in every release', async () => {
  const of = { player: '404', direction: 'OUT', amount: 1n, all: false } as const
  const asked = await askedAt(Date.now()).finalize({ ref: 'I-1', ...of })
  expect(asked).toMatchObject({
    kind: 'ok',
    data: {
      ref: 'I-1',
      venue_txn_id: 'dafb7995-4fa8-592b-8e02-d63ae4a50e70',
      status: 'FAILED',
      code: 2003,
      amount: null,
    },
  })
})

test('a balance counts as of the millisecond of its answer', async () => {
  const now = Date.parse('2026-11-30T12:00:00.123Z')
  const seen = await askedAt(now).balance({ player: '404' })
  if (seen.kind !== 'ok') throw new Error(seen.kind)
  expect(seen.data).toMatchObject({ player: '404', available: 0n, frozen: 0n })
  expect(seen.data.version / 1_000n).toBe(BigInt(now))
})

test('an empty wallet refuses, and nothing is held', async () => {
  expect(await move('OUT', 'all')).toEqual({ kind: 'empty' })
})
