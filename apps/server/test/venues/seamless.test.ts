// A venue that keeps no wallet and calls ours: every call once, in any order, and money in exactly
// one place whatever comes.
import { rows, run, sql, theRow } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { watchVoids } from '../../src/areas/compliance/incidents/voids.ts'
import { checkVenues } from '../../src/areas/venues/venues.ts'
import { missingTurnover, openRequirement } from '../../src/ledger/wagering.ts'
import { memoryOf } from '../../src/kernel/settingMemory.ts'
import { examineThrottles } from '../boundaries/throttled.ts'
import { assertBooksHold } from '../support/books.ts'
import {
  connectSeamless,
  GAME,
  rsaPair,
  startSeamlessStub,
  walletCall,
  type Played,
} from '../support/seamless.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { statementsOf } from '../support/statements.ts'
import { fund } from '../support/venue.ts'

const CODE = 'SW'
const stub = await startSeamlessStub()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, { clock })
const { setState, maker } = await connectSeamless(site, { stub, clock, code: CODE })
await site.app.listen({ port: 0, host: '127.0.0.1' })
const address = site.app.server.address()
const port = address !== null && typeof address === 'object' ? address.port : 0
await stub.steer('/_wallet', { url: `http://127.0.0.1:${port}/api/wallet/${CODE}` })
afterAll(() => assertBooksHold(owner))

const FUNDS = 100_000n
type Member = { memberId: bigint; token: string; game: string }

/** A member with money and an open game. */
async function player(fen = FUNDS): Promise<Member> {
  const { memberId, token } = await site.member()
  await fund(owner, memberId, fen)
  return { memberId, token, game: await launch(token) }
}
async function launch(token: string): Promise<string> {
  const { data, message } = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: CODE, game_type: 0, game_code: GAME, is_mobile_url: 1 },
    { token },
  )
  expect(message).toBe('ok')
  return new URL(data.url).searchParams.get('token') ?? ''
}
const call = (path: string, fields: object, key = stub.theirs.privateKey) =>
  walletCall(site, { code: CODE, key, path, fields })

const ofRound = ({ memberId, game }: Member, round: string) => ({
  user: memberId.toString(),
  token: game,
  round,
  game_code: GAME,
  currency: 'CNY',
})
type More = Record<string, unknown>
const bet = (member: Member, round: string, fen: number, more: More = {}) =>
  call('transaction/bet', {
    ...ofRound(member, round),
    transaction_uuid: randomUUID(),
    amount: fen * 1_000,
    ...more,
  })
const win = (member: Member, round: string, reference: string, fen: number, more: More = {}) =>
  call('transaction/win', {
    ...ofRound(member, round),
    transaction_uuid: randomUUID(),
    reference_transaction_uuid: reference,
    amount: fen * 1_000,
    round_closed: true,
    ...more,
  })
const rollback = (member: Member, round: string, reference: string, more: More = {}) =>
  call('transaction/rollback', {
    ...ofRound(member, round),
    transaction_uuid: randomUUID(),
    reference_transaction_uuid: reference,
    ...more,
  })

/** Where a member's money is: in the wallet and in open stakes. */
async function places({ memberId }: Member) {
  const stake = await theRow(
    owner,
    sql<{ fen: bigint }>`
    select coalesce(sum(posted_balance), 0)::bigint as fen from ledger.account where member_id = ${memberId} and account_code = 120`,
  )
  return [(await balances(owner, memberId)).cashAvailableFen, stake.fen]
}
const betsOf = ({ memberId }: Member) =>
  rows(
    owner,
    sql<{ status: number; stakeFen: bigint; validFen: bigint; payoutFen: bigint; netFen: bigint }>`
    select status, stake_fen, valid_fen, payout_fen, net_fen from bet where member_id = ${memberId} order by round_id, bet_id`,
  )
const turnoverOf = ({ memberId }: Member) =>
  theRow(
    owner,
    sql<{ bets: number; stakeFen: bigint; validFen: bigint; payoutFen: bigint }>`
    select coalesce(sum(bets), 0)::int as bets, coalesce(sum(stake_fen), 0)::bigint as stake_fen, coalesce(sum(valid_fen), 0)::bigint as valid_fen,
      coalesce(sum(payout_fen), 0)::bigint as payout_fen from turnover_day where member_id = ${memberId}`,
  )

test.each(['0', 'nobody', '-1'])('no member is called %s, whatever is asked', async user => {
  const asked = { ...ofRound({ memberId: 0n, token: '', game: 'A'.repeat(32) }, 'none'), user }
  const numbered = { ...asked, transaction_uuid: randomUUID(), amount: 1_000 }
  const ended = { ...numbered, reference_transaction_uuid: randomUUID() }
  expect([
    (await call('user/info', asked)).status,
    (await call('user/balance', asked)).status,
    (await call('transaction/bet', numbered)).status,
    (await call('transaction/win', { ...ended, transaction_uuid: randomUUID() })).status,
    (await call('transaction/rollback', { ...ended, transaction_uuid: randomUUID() })).status,
  ]).toEqual([
    'RS_ERROR_UNKNOWN',
    'RS_ERROR_INVALID_TOKEN',
    'RS_ERROR_INVALID_TOKEN',
    'RS_ERROR_UNKNOWN',
    'RS_ERROR_UNKNOWN',
  ])
  expect(await rows(owner, sql`select 1 from seamless_call where member_id = 0`)).toEqual([])
})

examineThrottles(
  {
    'calls without a signature are answered nothing but “too many” after a hundred': {
      bucket: 'wallet:',
      attempts: 100,
      minutes: 10,
      ask: async () => {
        const answer = await site.app.inject({
          method: 'POST',
          url: `/api/wallet/${CODE}/user/balance`,
          payload: {},
        })
        return answer.json()
      },
    },
  },
  { db: owner, clock },
)

test('a bet lies in the open stakes until a win settles it, and counts once', async () => {
  const member = await player()
  const { memberId } = member
  await openRequirement(owner, {
    memberId,
    sourceType: 'deposit',
    sourceId: 'x',
    requiredFen: 5_000n,
    openedAt: new Date(0),
  })
  const asked = { user: memberId.toString(), token: member.game, game_code: GAME, currency: 'CNY' }
  expect(await call('user/balance', asked)).toMatchObject({
    status: 'RS_OK',
    balance: 100_000_000,
    currency: 'CNY',
  })
  const uuid = randomUUID()
  const placed = await bet(member, 'r1', 2_000, { transaction_uuid: uuid })
  expect(placed).toMatchObject({ status: 'RS_OK', balance: 98_000_000 })
  expect(await places(member)).toEqual([98_000n, 2_000n])
  expect(await turnoverOf(member)).toMatchObject({ bets: 0 })
  const paying = { transaction_uuid: randomUUID() }
  for (let time = 0; time < 3; time++)
    expect(await win(member, 'r1', uuid, 3_500, paying)).toMatchObject({
      status: 'RS_OK',
      balance: 101_500_000,
    })
  expect(await places(member)).toEqual([101_500n, 0n])
  expect(await turnoverOf(member)).toEqual({
    bets: 1,
    stakeFen: 2_000n,
    validFen: 2_000n,
    payoutFen: 3_500n,
  })
  expect(await missingTurnover(owner, memberId)).toBe(3_000n)
  expect(await betsOf(member)).toEqual([
    { status: 1, stakeFen: 2_000n, validFen: 2_000n, payoutFen: 3_500n, netFen: 1_500n },
  ])
})

test('a bet and a win are told to the member’s pages, a repetition is not', async () => {
  const one = await player()
  const told = vi.spyOn(site.services.bus, 'publish')
  const isTold = () => {
    const calls = told.mock.calls.filter(
      ([topic, keys]) => topic === 'member' && keys.includes(one.memberId.toString()),
    )
    told.mockClear()
    return calls.length > 0
  }
  const [bet_, win_] = [{ transaction_uuid: randomUUID() }, { transaction_uuid: randomUUID() }]
  const betIt = () => bet(one, 'told-1', 200, bet_)
  const winIt = () => win(one, 'told-1', bet_.transaction_uuid, 500, win_)
  for (const play of [betIt, winIt]) {
    await play()
    expect(isTold()).toBe(true)
    await play()
    expect(isTold()).toBe(false)
  }
  told.mockRestore()
})

test('each bet counts as play until its moment, a repetition does not', async () => {
  const member = await player()
  const began = clock.now()
  const playedMs = async () => {
    const { at } = await theRow(
      owner,
      sql<{ at: Date }>`
      select max(last_at) as at from play_stretch where member_id = ${member.memberId}`,
    )
    return at.getTime() - began.getTime()
  }
  const same = { transaction_uuid: randomUUID() }
  clock.advance(600_000)
  await bet(member, 'played-1', 200, same)
  expect(await playedMs()).toBe(600_000)
  clock.advance(60_000)
  await bet(member, 'played-1', 200, same)
  expect(await playedMs()).toBe(600_000)
})

test('a number counts once: the same call gets the same answer, another one is refused', async () => {
  const member = await player()
  const uuid = randomUUID()
  const first = await bet(member, 'r2', 1_000, { transaction_uuid: uuid, request_uuid: 'a' })
  await bet(member, 'r2b', 500)
  const again = await bet(member, 'r2', 1_000, { transaction_uuid: uuid, request_uuid: 'b' })
  expect(again).toEqual({ ...first, request_uuid: 'b' })
  const other = await player()
  for (const changed of [
    () => bet(member, 'r2', 1_001, { transaction_uuid: uuid }),
    () => bet(member, 'other', 1_000, { transaction_uuid: uuid }),
    () => bet(other, 'r2', 1_000, { transaction_uuid: uuid }),
    () => win(member, 'r2', uuid, 1_000, { transaction_uuid: uuid }),
    () => rollback(member, 'r2', uuid, { transaction_uuid: uuid }),
  ])
    expect((await changed()).status).toBe('RS_ERROR_DUPLICATE_TRANSACTION')
  expect(await places(member)).toEqual([98_500n, 1_500n])
  expect(await places(other)).toEqual([FUNDS, 0n])
})

test('rolled back, twice, before its bet and after its end, a stake returns once', async () => {
  const member = await player()
  const [open1, early, done] = [randomUUID(), randomUUID(), randomUUID()]
  await bet(member, 'a', 700, { transaction_uuid: open1 })
  expect((await rollback(member, 'a', open1)).balance).toBe(100_000_000)
  expect((await rollback(member, 'a', open1)).status).toBe('RS_OK')
  expect((await win(member, 'a', open1, 900)).status).toBe('RS_ERROR_TRANSACTION_ROLLED_BACK')
  expect((await rollback(member, 'b', early)).status).toBe('RS_OK')
  expect((await bet(member, 'b', 800, { transaction_uuid: early })).status).toBe(
    'RS_ERROR_TRANSACTION_ROLLED_BACK',
  )
  expect(await places(member)).toEqual([FUNDS, 0n])
  await bet(member, 'c', 600, { transaction_uuid: done })
  await win(member, 'c', done, 0)
  expect(await places(member)).toEqual([99_400n, 0n])
  expect((await rollback(member, 'c', done)).balance).toBe(100_000_000)
  expect(await places(member)).toEqual([FUNDS, 0n])
  expect((await betsOf(member)).map(({ status, netFen }) => [status, netFen])).toEqual([
    [0, 0n],
    [0, 0n],
  ])
  // None of it waits for a person.
  expect(await watchVoids(site.services)).toBe(0)
  expect(await turnoverOf(member)).toMatchObject({ stakeFen: 0n, payoutFen: 0n })
})

test('late wins are paid, an end of the round loses what is open, a bet after it is refused', async () => {
  const member = await player()
  const [one, two] = [randomUUID(), randomUUID()]
  await bet(member, 'l', 1_000, { transaction_uuid: one })
  await bet(member, 'l', 2_000, { transaction_uuid: two })
  await win(member, 'l', one, 500)
  expect(await places(member)).toEqual([97_500n, 0n])
  expect((await win(member, 'l', two, 400)).status).toBe('RS_OK')
  expect(await places(member)).toEqual([97_900n, 0n])
  expect((await bet(member, 'l', 100)).status).toBe('RS_ERROR_UNKNOWN')
  expect((await bet(member, 'instant', 300, { round_closed: true })).balance).toBe(97_600_000)
  expect(await places(member)).toEqual([97_600n, 0n])
  expect(await turnoverOf(member)).toMatchObject({ bets: 3, stakeFen: 3_300n, payoutFen: 900n })
})

test('a win that is taken back takes what the wallet has, and names the rest', async () => {
  const member = await player(1_000n)
  const [uuid, paid] = [randomUUID(), randomUUID()]
  await bet(member, 'w', 1_000, { transaction_uuid: uuid })
  await win(member, 'w', uuid, 5_000, { transaction_uuid: paid, round_closed: false })
  await bet(member, 'x', 4_000)
  expect((await rollback(member, 'w', paid)).status).toBe('RS_OK')
  expect(await places(member)).toEqual([0n, 4_000n])
  const short = await theRow(
    owner,
    sql<{
      fen: bigint
    }>`select short_fen as fen from seamless_call where member_id = ${member.memberId} and kind = 'rollback'`,
  )
  expect(short.fen).toBe(4_000n)
  expect((await betsOf(member))[0]).toMatchObject({ status: 1, payoutFen: 0n })
})

test('free rounds and bonuses are marked, take nothing and ask for nothing', async () => {
  const member = await player()
  const uuid = randomUUID()
  await bet(member, 'f', 0, { transaction_uuid: uuid, is_free: true })
  await win(member, 'f', uuid, 250, { is_free: true })
  await win(member, 'bonus', '', 100, { is_free: true, reference_transaction_uuid: null })
  expect(await places(member)).toEqual([100_350n, 0n])
  const found = await rows(
    owner,
    sql<{ selection: object; sourceType: string }>`
    select b.selection, t.source_type from bet b join seamless_call c on c.member_id = b.member_id and coalesce(c.reference_uuid, c.transaction_uuid) = b.bet_id::uuid and c.kind = 'win'
    join ledger.transaction t on t.member_id = b.member_id and t.source_id = c.transaction_uuid::text where b.member_id = ${member.memberId} order by b.round_id`,
  )
  expect(found).toEqual([
    { selection: { bonus: true }, sourceType: 'seamless_bonus' },
    { selection: { free: true }, sourceType: 'seamless_bonus' },
  ])
  expect(await turnoverOf(member)).toMatchObject({ stakeFen: 0n, validFen: 0n, payoutFen: 350n })
  expect((await win(member, 'none', '', 5, { reference_transaction_uuid: null })).status).toBe(
    'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
  )
})

test('a free round that names an amount moves none of it, counts once, and its win is a bonus', async () => {
  const member = await player()
  const { memberId } = member
  const [uuid, paid] = [randomUUID(), randomUUID()]
  const placing = { transaction_uuid: uuid, is_free: true }
  for (let time = 0; time < 2; time++)
    expect(await bet(member, 'n', 500, placing)).toMatchObject({
      status: 'RS_OK',
      balance: 100_000_000,
    })
  // The same number as a round with money is another call.
  const asMoney = await bet(member, 'n', 500, { ...placing, is_free: false })
  expect(asMoney.status).toBe('RS_ERROR_DUPLICATE_TRANSACTION')
  expect(await places(member)).toEqual([FUNDS, 0n])
  // The win need not say that it is free: its bet is.
  for (let time = 0; time < 2; time++)
    expect((await win(member, 'n', uuid, 320, { transaction_uuid: paid })).balance).toBe(
      100_320_000,
    )
  expect(await places(member)).toEqual([FUNDS + 320n, 0n])
  const booked = await rows(
    owner,
    sql<{ sourceType: string }>`
    select distinct source_type from ledger.transaction where member_id = ${memberId} and source_id = ${paid}`,
  )
  expect(booked).toEqual([{ sourceType: 'seamless_bonus' }])
  expect(await turnoverOf(member)).toMatchObject({ stakeFen: 0n, validFen: 0n, payoutFen: 320n })
  // Taken back before its win, it returns nothing and wins nothing.
  const undone = randomUUID()
  await bet(member, 'u', 500, { transaction_uuid: undone, is_free: true })
  expect((await rollback(member, 'u', undone)).balance).toBe(100_320_000)
  expect((await win(member, 'u', undone, 90, { is_free: true })).status).toBe(
    'RS_ERROR_TRANSACTION_ROLLED_BACK',
  )
  expect(await places(member)).toEqual([FUNDS + 320n, 0n])
  await run(owner, sql`update member set closing_at = now() where member_id = ${memberId}`)
  const late = await bet(member, 'late', 500, { is_free: true })
  expect(late.status).toBe('RS_ERROR_USER_DISABLED')
})

test('a pool of the house is refused at a venue that runs its own, whose jackpot is a win like any', async () => {
  const key = 'jackpots'
  const { data } = await maker.call('POST /api/console/rules/show', { key })
  const pool = { ref: 'sw', name: '奖池', venue: CODE, games: [GAME], open: true }
  const terms = { shareHundredths: 100, seedFen: 1_000, boundFen: 2_000 }
  const propose = (value: object) =>
    maker.call('POST /api/console/rules/propose', {
      key,
      version: data.version,
      value,
      note: '奖池',
    })
  const refused = await propose({ pools: [{ ...pool, ...terms }] })
  expect(refused.message).toBe('SW不支持奖池，只能使用场馆自己的奖池')
  // One that is closed asks for nothing.
  const closed = await propose({ pools: [{ ...pool, ...terms, open: false }] })
  expect(closed).toMatchObject({ code: 200 })
  const member = await player()
  const number = randomUUID()
  await bet(member, 'jackpot', 100, { transaction_uuid: number })
  const paid = { transaction_uuid: randomUUID() }
  for (const _ of ['first', 'again'])
    expect(await win(member, 'jackpot', number, 5_000_000, paid)).toMatchObject({ status: 'RS_OK' })
  expect(await places(member)).toEqual([FUNDS - 100n + 5_000_000n, 0n])
  expect(
    await rows(
      owner,
      sql<{
        fen: bigint
      }>`select posted_balance as fen from ledger.account where account_code in (270, 350) and posted_balance <> 0`,
    ),
  ).toEqual([])
})

test('a bet is three statements at most, the news among them', async () => {
  const member = await player()
  await bet(member, 'first', 100)
  // Once this process has forgotten that it wrote settings of its own; read just now, they are kept
  // for some seconds.
  memoryOf(site.services.db)?.clear()
  await vi.waitFor(
    async () => expect(await memoryOf(site.services.db)?.get()).toBeInstanceOf(Map),
    60_000,
  )
  const sent = await statementsOf(site, async () =>
    expect((await bet(member, 'counted', 100)).status).toBe('RS_OK'),
  )
  const asked = sent.filter(text => !text.includes('pg_notify'))
  expect(asked.filter(text => text.includes('seamless_bet'))).toHaveLength(1)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(2)
})

test('a bet without an end and a win that was not given back are named for people', async () => {
  const member = await player()
  await bet(member, 'late', 777)
  await run(
    owner,
    sql`update bet set placed_at = placed_at - interval '25 hours' where member_id = ${member.memberId}`,
  )
  await run(
    owner,
    sql`insert into venue_player (member_id, venue_id)
    select ${member.memberId}, venue_id from venue where platname = ${CODE} on conflict do nothing`,
  )
  const found = await checkVenues(site.services)(owner, {} as never)
  const of = (name: string) => found.find(each => each.name === name)
  expect(of('open-stakes')?.differences).toEqual([])
  const wallets = of('venue-wallets')?.differences
  expect(wallets, 'a venue without wallets holds none to compare').toEqual([])
  expect(of('late-stakes')?.differences.map(({ memberId }) => memberId)).toEqual([member.memberId])
  expect(of('short-rollbacks')?.differences.map(({ expected }) => expected)).toEqual(['4000'])
})

test('a stake that is not the one of its open bet is named to the fen', async () => {
  const member = await player()
  const { memberId } = member
  await bet(member, 'stray', 777)
  const stray = async () => {
    const found = await checkVenues(site.services)(owner, {} as never)
    return found.find(each => each.name === 'open-stakes')?.differences
  }
  const setStake = (fen: bigint) =>
    run(owner, sql`update bet set stake_fen = ${fen} where member_id = ${memberId}`)
  expect(await stray()).toEqual([])
  await setStake(776n)
  const { venueId } = (await site.services.venues.named(CODE))!
  expect(await stray()).toEqual([
    { memberId, subject: `120/${venueId}`, expected: '776', found: '777' },
  ])
  await setStake(777n)
})

test.each([
  ['concise', 24],
  ['sport', 14 * 24],
  ['gaming', 14 * 24],
])(
  'a bet at a venue of kind %s may stay open %s hours, and not a moment longer',
  async (category, hours) => {
    const member = await player()
    await bet(member, 'waits', 777)
    await run(owner, sql`update venue set category = ${category} where platname = ${CODE}`)
    const named = async (ms: number) => {
      const at = new Date(clock.now().getTime() - hours * 3_600_000 - ms)
      await run(owner, sql`update bet set placed_at = ${at} where member_id = ${member.memberId}`)
      const found = await checkVenues(site.services)(owner, {} as never)
      const late = found.find(({ name }) => name === 'late-stakes')?.differences ?? []
      return late.some(({ memberId }) => memberId === member.memberId)
    }
    expect([await named(0), await named(1)]).toEqual([false, true])
    await run(owner, sql`update venue set category = 'concise' where platname = ${CODE}`)
  },
)

test('two bets at the same moment never spend the same money', async () => {
  const member = await player(1_000n)
  const said = await Promise.all(Array.from({ length: 8 }, (_, n) => bet(member, `p${n}`, 300)))
  expect(said.filter(({ status }) => status === 'RS_OK')).toHaveLength(3)
  expect(said.filter(({ status }) => status === 'RS_ERROR_NOT_ENOUGH_MONEY')).toHaveLength(5)
  expect(await places(member)).toEqual([100n, 900n])
  const uuid = randomUUID()
  const same = await Promise.all(
    Array.from({ length: 6 }, () =>
      bet(member, 'same', 50, { transaction_uuid: uuid, request_uuid: 'x' }),
    ),
  )
  expect(new Set(same.map(each => JSON.stringify(each))).size).toBe(1)
  expect(await places(member)).toEqual([50n, 950n])
})

test.each([
  ['another currency', { currency: 'EUR' }, 'RS_ERROR_WRONG_CURRENCY'],
  ['a part of a fen', { amount: 1_500 }, 'RS_ERROR_WRONG_TYPES'],
  ['less than nothing', { amount: -1_000 }, 'RS_ERROR_WRONG_TYPES'],
  ['no number', { transaction_uuid: undefined }, 'RS_ERROR_WRONG_SYNTAX'],
  ['an unknown player', { user: '999999999' }, 'RS_ERROR_INVALID_TOKEN'],
  ['a name that is none', { user: 'x' }, 'RS_ERROR_INVALID_TOKEN'],
  ['a foreign token', { token: 'A'.repeat(32) }, 'RS_ERROR_INVALID_TOKEN'],
  ['another game', { game_code: 'other' }, 'RS_ERROR_INVALID_GAME'],
])('a bet with %s moves nothing', async (_, more, status) => {
  const member = await player()
  const said = await bet(member, 'w', 100, more)
  expect(said.status).toBe(status)
  expect(await places(member)).toEqual([FUNDS, 0n])
})

test('a call without the signature of the venue is not heard', async () => {
  const member = await player()
  const fields = { ...ofRound(member, 'z'), transaction_uuid: randomUUID(), amount: 1_000 }
  const forged = await call('transaction/bet', fields, rsaPair().privateKey)
  expect(forged).toMatchObject({ status: 'RS_ERROR_INVALID_SIGNATURE' })
  expect(await places(member)).toEqual([FUNDS, 0n])
  const { statusCode } = await site.app.inject({ method: 'POST', url: '/api/wallet/FG/user/info' })
  expect(statusCode).toBe(404)
})

test('exclusion, a limit, the play switch and maintenance stop bets and nothing that was played', async () => {
  const member = await player()
  const { memberId, token } = member
  const uuid = randomUUID()
  await bet(member, 'g', 1_000, { transaction_uuid: uuid })
  const status = async () => (await bet(member, randomUUID(), 100)).status
  await setState('maintenance')
  expect(await status()).toBe('RS_ERROR_INVALID_PARTNER')
  await setState('open')
  await run(
    owner,
    sql`insert into site_setting (key, version, value, changed_by, changed_at) values ('play', 1, '{"open":false}', 'test', now())`,
  )
  expect(await status()).toBe('RS_ERROR_INVALID_PARTNER')
  await run(owner, sql`delete from site_setting where key = 'play'`)
  expect(await status()).toBe('RS_OK')
  await run(
    owner,
    sql`insert into member_block (member_id, kind, term, until, reason, set_by, set_at)
    values (${memberId}, 'timeout', '24h', ${new Date(clock.now().getTime() + 86_400_000)}, '', '', ${clock.now()})`,
  )
  expect(await status()).toBe('RS_ERROR_USER_DISABLED')
  await run(owner, sql`delete from member_block where member_id = ${memberId}`)
  expect(await status()).toBe('RS_OK')
  await site.call('POST /api/money/left', { ticket: member.game }, { token })
  expect(await status()).toBe('RS_ERROR_TOKEN_EXPIRED')
  expect((await win(member, 'g', uuid, 4_000)).status).toBe('RS_OK')
  expect(await places(member)).toEqual([102_800n, 200n])
})

test('a limit of stakes and of losses counts every bet of the launch', async () => {
  const { memberId, token } = await site.member()
  await fund(owner, memberId, FUNDS)
  const limit = (kind: string, amount: number) =>
    site.call('POST /api/protection/limit', { kind, amount: String(amount) }, { token })
  expect((await limit('loss_day', 20)).code).toBe(200)
  const member = { memberId, token, game: await launch(token) }
  const uuid = randomUUID()
  expect((await bet(member, 'k', 1_500, { transaction_uuid: uuid })).status).toBe('RS_OK')
  expect((await bet(member, 'k2', 600)).status).toBe('RS_ERROR_LIMIT_REACHED')
  await win(member, 'k', uuid, 1_200)
  expect((await bet(member, 'k3', 1_700)).status).toBe('RS_OK')
  expect((await bet(member, 'k4', 100)).status).toBe('RS_ERROR_LIMIT_REACHED')
  expect((await limit('stake_day', 50)).code).toBe(200)
  expect((await bet(member, 'k5', 1)).status).toBe('RS_ERROR_TOKEN_EXPIRED')
})

test('nothing is transferred: no sheet before the game, no transfer by hand, the stake in its own line', async () => {
  const member = await player()
  const { token } = member
  await bet(member, 's', 1_234)
  const before = await site.call<{ ask: boolean }>(
    'POST /api/money/before',
    { plat_name: CODE, game_code: GAME },
    { token },
  )
  expect(before.data.ask).toBe(false)
  const where = await site.call<{
    total: number
    central: number
    open_stakes: number
    venues: { platname: string; balance: number; open_stake: number }[]
  }>('POST /api/money/where', { fresh: 1 }, { token })
  expect(where.data).toMatchObject({ total: 987.66, central: 987.66, open_stakes: 12.34 })
  const place = where.data.venues.find(({ platname }) => platname === CODE)
  expect(place).toMatchObject({ balance: 0, open_stake: 12.34 })
  await site.call('POST /api/uptransferstatus', { status: 0 }, { token })
  const moved = await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: CODE, amount: '10' },
    { token, key: randomUUID() },
  )
  expect(moved.message).toBe('幸运馆直接使用中心钱包余额，无需转账')
})

test.each([
  ['lost', 'win'],
  ['twice', 'win'],
  ['at_once', 'win'],
  ['lost', 'rollback'],
  ['twice', 'rollback'],
] as const)('with answers %s a round that ends by %s agrees with the venue', async (fault, end) => {
  const member = await player()
  const { memberId, game } = member
  await stub.steer<Played>('/_play', {
    user: memberId.toString(),
    token: game,
    round: randomUUID(),
    game_code: GAME,
    stake: 1_000_000,
    win: 1_700_000,
    end,
    fault,
  })
  const { net } = await stub.steer<{ net: number }>('/_book', { user: memberId.toString() })
  expect(await places(member)).toEqual([FUNDS + BigInt(net) / 1_000n, 0n])
})
