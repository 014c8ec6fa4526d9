import { rows, run, sql, theRow } from '@tianping/database'
import { SANDBOX_MERCHANT, venueBaseUrl, venueClient } from '@tianping/venue-protocol'
import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { answerOf } from '../../src/areas/wallet/member/transfer.ts'
import type { Venue } from '../../src/areas/venues/venues.ts'
import { awayFromHome, lookEverywhere } from '../../src/areas/venues/home.ts'
import { observe } from '../../src/areas/venues/observe.ts'
import { epochsOf, transferInFlight } from '../../src/areas/venues/store/transfer.sql.ts'
import {
  askVenue,
  checkPendingTransfers,
  said,
  transferWithVenue,
} from '../../src/areas/venues/transfer.ts'
import { memoryOf } from '../../src/kernel/settingMemory.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { statementsOf } from '../support/statements.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const venue = await openTestVenue()
const clock = new TestClock()
const site = await openTestSite(database.url, { venueUrl: venue.url, clock })
/**
 * A venue that takes two calls and refuses all that follow, and a server beside the other that
 * talks to it.
 */
const tired = await openTestVenue({ limits: { merchantPerSecond: 0, merchantBurst: 2 } })
const beside = await openTestSite(database.url, { venueUrl: tired.url, clock })
const fg = venueClient({
  baseUrl: venueBaseUrl(venue.url, 'FG'),
  merchant: SANDBOX_MERCHANT.merchant,
  keys: [SANDBOX_MERCHANT.key],
})

const PLATFORM = 'userbalance'
let token = ''
let memberId = 0n

const move = (sourcetype: string, targettype: string, amount: string, key?: string) =>
  site.call<{ out_trade_no: string; state: number }>(
    'POST /api/transfer',
    { sourcetype, targettype, amount },
    { token, ...(key ? { key } : {}) },
  )
const held = async () => {
  const found = await balances(owner, memberId)
  return {
    cash: found.cashFen,
    free: found.cashAvailableFen,
    fg: found.venues.find(each => each.venueId === 6)?.postedFen ?? 0n,
  }
}
const atVenue = async () => {
  const answer = await fg.balance({ player: memberId.toString() })
  return answer.kind === 'ok' ? answer.data.available : 0n
}
/** What venues said about this member's transfers, in its order. */
const trailOf = () =>
  rows(
    owner,
    sql<{ asked: string; said: string }>`
    select asked, said from venue_transfer_answer where member_id = ${memberId} order by at, answer_no`,
  )
/**
 * Asks about everything pending until nothing is, the clock moving on: what the job does by itself.
 */
const drain = async () => {
  for (let turn = 0; turn < 20; turn++) {
    clock.advance(61_000)
    await checkPendingTransfers(site.services)
    const { open } = await theRow(
      owner,
      sql<{ open: number }>`select count(*)::int as open from venue_transfer where state = 2`,
    )
    if (open === 0) return
  }
  throw new Error('a transfer stayed pending')
}

beforeEach(async () => {
  ;({ token, memberId } = await site.member())
  await fund(owner, memberId, 100_00n)
})
afterEach(async () => {
  venue.venue.faults!.clear()
  await drain()
  // Money is in exactly one place: what the platform says lies at the venue is what the venue says.
  expect((await held()).fg).toBe(await atVenue())
  await assertBooksHold(owner)
})

describe('transfer rules, repeated by the server', () => {
  test.each([
    ['FG', 'FG', '10', '同平台不支持互转'],
    ['FG', 'PP', '10', '场馆内钱包不支持互转'],
    [PLATFORM, 'FG', '', '请输入操作金额！'],
    [PLATFORM, 'FG', '-5', '请输入操作金额！'],
    [PLATFORM, 'FG', '1.234', '请输入操作金额！'],
    [PLATFORM, 'NOWHERE', '1', '该场馆不存在'],
  ])('from %s to %s of %j: %s', async (from, to, amount, text) => {
    expect((await move(from, to, amount)).message).toBe(text)
  })

  test('more than there is names what is there', async () => {
    expect(await move(PLATFORM, 'FG', '100.01')).toMatchObject({
      code: 400,
      message: '余额不足，可用 100.00 元',
      data: { rule: 'balance', available: 100 },
    })
  })

  test.each([
    [1n, 'FG 电子本次最多可转入 ¥0.01'],
    [0n, 'FG 电子暂不接受转入，请选择其他场馆'],
  ])('a venue with room for %i fen says so', (mostFen, said) => {
    const full = () => answerOf({ kind: 'over_limit', mostFen }, { name: 'FG 电子' } as Venue)
    expect(full).toThrow(said)
  })

  test('manual transfer is available only when auto-transfer is off', async () => {
    await site.call('POST /api/uptransferstatus', { transferstatus: 1 }, { token })
    expect((await move(PLATFORM, 'FG', '10')).message).toBe('请先关闭自动免转')
  })
})

describe('money goes and comes back', () => {
  test('in, then out, to the fen', async () => {
    expect(await move(PLATFORM, 'FG', '60.05')).toMatchObject({
      code: 200,
      message: '操作成功！',
      data: { state: 1 },
    })
    expect(await held()).toEqual({ cash: 39_95n, free: 39_95n, fg: 60_05n })
    expect(await move('FG', PLATFORM, '0.05')).toMatchObject({ code: 200, data: { state: 1 } })
    expect(await held()).toEqual({ cash: 40_00n, free: 40_00n, fg: 60_00n })
  })

  test('one transfer asks PostgreSQL at most eight times, besides the news', async () => {
    await move(PLATFORM, 'FG', '1')
    // Once this process has forgotten that it wrote settings of its own; read just now, they are
    // kept for some seconds.
    memoryOf(site.services.db)?.clear()
    await vi.waitFor(
      async () => expect(await memoryOf(site.services.db)?.get()).toBeInstanceOf(Map),
      60_000,
    )
    const sent = await statementsOf(site, async () =>
      expect(await move(PLATFORM, 'FG', '1')).toMatchObject({ code: 200 }),
    )
    const asked = sent.filter(text => !text.includes('pg_notify'))
    expect(asked.filter(text => text.includes('transfer_'))).toHaveLength(2)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(8)
  })

  test('more than the venue holds is refused before anything is asked', async () => {
    await move(PLATFORM, 'FG', '10')
    expect((await move('FG', PLATFORM, '10.01')).message).toBe('余额不足，可用 10.00 元')
  })

  test('one-key recycle brings back everything, and says so', async () => {
    await move(PLATFORM, 'FG', '10')
    await move(PLATFORM, 'PP', '20')
    const answer = await site.call('POST /api/transall', {}, { token })
    expect(answer).toMatchObject({
      code: 200,
      message: '已回收 30.00 元',
      data: { recalled: 30, failed: [], pending: [] },
    })
    expect((await held()).cash).toBe(100_00n)
    expect(await site.call('POST /api/transall', {}, { token })).toMatchObject({
      message: '场馆没有可回收的余额',
      data: { recalled: 0 },
    })
  })

  test('a single fen comes home, and is said', async () => {
    await move(PLATFORM, 'FG', '10')
    await move('FG', PLATFORM, '9.99')
    expect(await site.call('POST /api/transall', {}, { token })).toMatchObject({
      message: '已回收 0.01 元',
    })
  })

  test('recycle_with_winnings: what was won at the venue is booked, then comes home', async () => {
    await move(PLATFORM, 'FG', '10')
    // The venue's wallet grew by a win that the platform has not seen.
    await theRow(
      venue.venue.db,
      sql`update wallet set available = available + 500, version = version + 1 where available = 1000 returning 1`,
    )
    expect(await site.call('POST /api/transall', {}, { token })).toMatchObject({
      code: 200,
      message: '已回收 15.00 元',
    })
    expect((await held()).cash).toBe(105_00n)
  })

  test('a win that settles while everything is on its way home comes along, and is booked first', async () => {
    await move(PLATFORM, 'FG', '10')
    arm(venue, { kind: 'delay', endpoint: 'transfer', venue: 'FG', count: 1, delay_ms: 1_000 })
    const recalled = site.call('POST /api/transall', {}, { token })
    const underWay = async () => Boolean(await transferInFlight(owner, memberId, 6))
    await expect.poll(underWay, { message: 'the transfer begins' }).toBe(true)
    await run(
      venue.venue.db,
      sql`update wallet set available = available + 500, version = version + 1 where available = 1000`,
    )
    expect(await recalled).toMatchObject({ code: 200, message: '已回收 15.00 元' })
    expect((await held()).cash).toBe(105_00n)
  })

  test('a repetition of what took everything finds it, though nothing is left to take', async () => {
    await move(PLATFORM, 'FG', '10')
    const fgVenue = (await site.services.venues.named('FG'))!
    const home = () =>
      transferWithVenue(site.services, {
        memberId,
        venue: fgVenue,
        direction: 'OUT',
        amountFen: 'all',
        requestKey: 'home-once',
        actor: { type: 'system', id: 'test' },
      })
    const first = await home()
    expect(first).toMatchObject({ kind: 'done', transfer: { movedFen: 10_00n } })
    expect(await home()).toEqual(first)
  })

  test('recycle_double_tap: the same key is the same recycle', async () => {
    await move(PLATFORM, 'FG', '10')
    const [one, two] = await Promise.all(
      [1, 2].map(() => site.call('POST /api/transall', {}, { token, key: 'double-tap-1' })),
    )
    expect(one).toEqual(two)
    expect((await held()).cash).toBe(100_00n)
  })

  test('userapimoney asks the venue and shows 刷新成功', async () => {
    await move(PLATFORM, 'FG', '10')
    await theRow(
      venue.venue.db,
      sql`update wallet set available = available - 300, version = version + 1 where available = 1000 returning 1`,
    )
    expect(await site.call('POST /api/userapimoney/FG', {}, { token })).toMatchObject({
      code: 200,
      message: '刷新成功',
      data: { balance: 7 },
    })
    expect(await site.call('POST /api/user', {}, { token })).toMatchObject({
      data: { balance: 90, gameblance: 7 },
    })
  })
})

/** A look at FG whose answer is on its way until it is let through. */
async function lookOnItsWay() {
  const { venues } = site.services
  const there = (await venues.named('FG'))!
  const answered = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const client = venues.client(there)
  const slow = Object.assign(Object.create(client) as typeof client, {
    balance: async (of: Parameters<typeof client.balance>[0]) => {
      const answer = await client.balance(of)
      answered.resolve()
      await gate.promise
      return answer
    },
  })
  const asked = vi.spyOn(venues, 'client').mockReturnValueOnce(slow)
  const look = observe(site.services, memberId, there)
  await answered.promise
  asked.mockRestore()
  return () => {
    gate.resolve()
    return look
  }
}

describe('an answer about a wallet that comes late', () => {
  test('books nothing where a later one was booked', async () => {
    await move(PLATFORM, 'FG', '10')
    const first = await lookOnItsWay()
    await run(
      venue.venue.db,
      sql`update wallet set available = available + 500, version = version + 1 where available = 1000`,
    )
    expect(await (await lookOnItsWay())()).toEqual({ kind: 'seen', availableFen: 15_00n })
    expect(await first()).toEqual({ kind: 'seen', availableFen: 15_00n })
    expect((await held()).fg).toBe(15_00n)
  })

  test('brings nothing back that has come home meanwhile', async () => {
    await move(PLATFORM, 'FG', '10')
    const look = await lookOnItsWay()
    expect((await move('FG', PLATFORM, '10')).code).toBe(200)
    expect(await look()).toEqual({ kind: 'seen', availableFen: 0n })
    expect(await held()).toEqual({ cash: 100_00n, free: 100_00n, fg: 0n })
  })

  test('says nothing while a transfer is under way that began meanwhile', async () => {
    await move(PLATFORM, 'FG', '10')
    const look = await lookOnItsWay()
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    await move(PLATFORM, 'FG', '30')
    expect(await look()).toEqual({ kind: 'in_flight' })
    expect((await held()).fg).toBe(10_00n)
  })
})

describe('the same action counts once', () => {
  test('duplicate_key_parallel: thirty-two taps with one key move the money once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => move(PLATFORM, 'FG', '10', 'thirty-two-taps')),
    )
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(await held()).toMatchObject({ cash: 90_00n, fg: 10_00n })
  })

  test('same_key_different_amount is an error', async () => {
    await move(PLATFORM, 'FG', '10', 'same-key-1')
    expect(await move(PLATFORM, 'FG', '11', 'same-key-1')).toMatchObject({ code: 409 })
    expect((await held()).fg).toBe(10_00n)
  })

  test('refused_then_retried: a refusal is kept with its key', async () => {
    expect((await move(PLATFORM, 'FG', '500', 'refused-1')).code).toBe(400)
    await fund(owner, memberId, 1_000_00n)
    expect((await move(PLATFORM, 'FG', '500', 'refused-1')).code).toBe(400)
    expect((await move(PLATFORM, 'FG', '500', 'refused-2')).code).toBe(200)
  })

  test('double_spend: ten transfers of everything at once, one wins', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => move(PLATFORM, 'FG', '100')))
    expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
    expect(await held()).toMatchObject({ cash: 0n, fg: 100_00n })
  })
})

describe('when the venue does not answer', () => {
  test('two that ask at once end a transfer once, and the second is told how it ended', async () => {
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    expect((await move(PLATFORM, 'FG', '30')).data).toMatchObject({ state: 2 })
    const transfer = (await transferInFlight(owner, memberId, 6))!
    const at = await epochsOf(owner, memberId)
    // The other asks and ends it between the venue's word to the first and what that makes of it.
    const { venues } = site.services
    const late = Object.create(venues, {
      client: {
        value: (of: Parameters<typeof venues.client>[0]) => {
          const client = venues.client(of)
          const transferState: typeof client.transferState = async asked => {
            const answer = await client.transferState(asked)
            await askVenue(site.services, transfer, { asked: 'state', by: '' })
            return answer
          }
          return { ...client, transferState }
        },
      },
    }) as typeof venues
    const second = await askVenue({ ...site.services, venues: late }, transfer, {
      asked: 'state',
      by: '',
    })
    expect(second?.result).toMatchObject({ kind: 'done' })
    expect(await held()).toEqual({ cash: 70_00n, free: 70_00n, fg: 30_00n })
    expect(await epochsOf(owner, memberId), 'raised by the end of one').toBe(at + 1n)
  })

  test('a look during a transfer says nothing once it has ended', async () => {
    await move(PLATFORM, 'FG', '30')
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    expect((await move('FG', PLATFORM, '30')).data).toMatchObject({ state: 2 })
    const look = await lookEverywhere(site.services, memberId)
    expect(look.silent).toBeUndefined()
    await drain()
    expect(await held()).toEqual({ cash: 100_00n, free: 100_00n, fg: 0n })
    expect(await awayFromHome(owner, memberId, look)).toBe('at_venue')
    const again = await lookEverywhere(site.services, memberId)
    expect(await awayFromHome(owner, memberId, again)).toBeNull()
  })

  test('venue_timeout_then_success: the answer is lost after the commit; pending, then settled once', async () => {
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    expect(await move(PLATFORM, 'FG', '30')).toMatchObject({
      code: 200,
      message: '转账处理中，结果请查看交易记录',
      data: { state: 2 },
    })
    expect(await held()).toEqual({ cash: 100_00n, free: 70_00n, fg: 0n })
    clock.advance(2_000)
    const told = vi.spyOn(site.services.bus, 'publish')
    await checkPendingTransfers(site.services)
    expect(told.mock.calls, 'the pages of its member hear it').toContainEqual([
      'member',
      [memberId.toString()],
    ])
    told.mockRestore()
    expect(await held()).toEqual({ cash: 70_00n, free: 70_00n, fg: 30_00n })
  })

  test('while its call is under way, a transfer is not asked about for ten seconds', async () => {
    arm(venue, { kind: 'delay', endpoint: 'transfer', delay_ms: 1_500, count: 1 })
    const moving = move(PLATFORM, 'FG', '30')
    await expect.poll(() => transferInFlight(owner, memberId, 6)).toBeTruthy()
    clock.advance(9_999)
    expect(await checkPendingTransfers(site.services)).toBe(0)
    clock.advance(1)
    expect(await checkPendingTransfers(site.services)).toBe(1)
    expect((await moving).code).toBe(200)
    await drain()
    expect(await held()).toEqual({ cash: 70_00n, free: 70_00n, fg: 30_00n })
  })

  test('who asks about a transfer has thirty seconds for it before another does', async () => {
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    await move(PLATFORM, 'FG', '30')
    const dueIn = async () => {
      const { at } = await theRow(
        owner,
        sql<{ at: Date }>`
        select next_check_at as at from venue_transfer where member_id = ${memberId} and state = 2`,
      )
      return at.getTime() - clock.now().getTime()
    }
    clock.advance(await dueIn())
    arm(venue, { kind: 'delay', endpoint: 'transferState', count: 1, delay_ms: 1_000 })
    const asking = checkPendingTransfers(site.services)
    await expect.poll(dueIn, { message: 'it is being asked about' }).toBe(30_000)
    expect(await asking).toBe(1)
    expect((await held()).fg).toBe(30_00n)
  })

  test('an unknown outcome is asked for after 1, 3, 10, 30 and 60 seconds, then each minute, and finalized once 90 are over', async () => {
    const mute = await openTestVenue({ limits: { merchantPerSecond: 0, merchantBurst: 2 } })
    const there = await openTestSite(database.url, { venueUrl: mute.url, clock })
    arm(mute, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    const { data } = await there.call<{ out_trade_no: string }>(
      'POST /api/transfer',
      { sourcetype: PLATFORM, targettype: 'FG', amount: '30' },
      { token },
    )
    const waitMs = async () => {
      const { at } = await theRow(
        owner,
        sql<{ at: Date }>`
        select next_check_at as at from venue_transfer where tx_id = ${data.out_trade_no}`,
      )
      return at.getTime() - clock.now().getTime()
    }
    const waits: number[] = []
    while (waits.length < 7) {
      const ms = await waitMs()
      waits.push(ms / 1_000)
      clock.advance(ms - 1)
      expect(await checkPendingTransfers(there.services)).toBe(0)
      clock.advance(1)
      expect(await checkPendingTransfers(there.services)).toBe(1)
    }
    expect(waits).toEqual([1, 3, 10, 30, 60, 60, 60])
    const answers = await rows(
      owner,
      sql<{ asked: string }>`
      select asked from venue_transfer_answer where tx_id = ${data.out_trade_no} order by at`,
    )
    const [first, ...later] = answers.map(({ asked }) => asked)
    expect(first).toBe('transfer')
    expect(later).toEqual([...Array(4).fill('state'), ...Array(3).fill('finalize')])
  })

  test('venue_timeout_then_failure: lost before the commit; the unknown ref is finalized, never voided on silence', async () => {
    arm(venue, { kind: 'drop_before', endpoint: 'transfer', count: 1 })
    const asked = await move(PLATFORM, 'FG', '30')
    expect(asked.data.state).toBe(2)
    clock.advance(2_000)
    await checkPendingTransfers(site.services)
    expect((await held()).free, 'still held while the ref may arrive').toBe(70_00n)
    await drain()
    expect(await held()).toEqual({ cash: 100_00n, free: 100_00n, fg: 0n })
    const late = await fg.transfer({
      ref: asked.data.out_trade_no,
      player: memberId.toString(),
      direction: 'IN',
      amount: 30_00n,
    })
    expect(late, 'the late original is refused').toMatchObject({ kind: 'refused', code: 2005 })
  })

  test.each(['error_after', 'truncate', 'bad_signature'])(
    '%s: what cannot be believed is unknown, not failed',
    async kind => {
      arm(venue, { kind, endpoint: 'transfer', count: 1 })
      expect((await move(PLATFORM, 'FG', '30')).data.state).toBe(2)
      await drain()
      expect(await held()).toMatchObject({ cash: 70_00n, fg: 30_00n })
    },
  )

  test('an answer lost on the way out stays pending, then arrives once', async () => {
    await move(PLATFORM, 'FG', '30')
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    expect((await move('FG', PLATFORM, '30')).data.state).toBe(2)
    expect((await held()).cash, 'nothing is credited on silence').toBe(70_00n)
    await drain()
    expect(await held()).toMatchObject({ cash: 100_00n, fg: 0n })
  })

  test('a question that the venue refuses says nothing about the transfer: what may have arrived stays held', async () => {
    arm(tired, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    const asked = await beside.call<{ state: number }>(
      'POST /api/transfer',
      { sourcetype: PLATFORM, targettype: 'FG', amount: '30' },
      { token },
    )
    expect(asked.data.state).toBe(2)
    clock.advance(2_000)
    expect(await checkPendingTransfers(beside.services)).toBe(1)
    expect((await held()).free, 'too many requests (4290) is no word about the ref').toBe(70_00n)
    clock.advance(100_000)
    expect(await checkPendingTransfers(beside.services)).toBe(1)
    expect((await held()).free, 'nor is it when the ref was to be finalized').toBe(70_00n)
  })

  test('one transfer in flight per member and venue', async () => {
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    await move(PLATFORM, 'FG', '30')
    expect((await move(PLATFORM, 'FG', '10')).message).toBe('FG 电子有一笔转账正在处理，请稍后再试')
    expect((await move('FG', PLATFORM, '10')).message, 'nor home meanwhile').toBe(
      'FG 电子有一笔转账正在处理，请稍后再试',
    )
    expect((await move(PLATFORM, 'PP', '10')).code, 'another venue is free').toBe(200)
  })

  test('a venue that refuses the player gets no money', async () => {
    const full = await openTestVenue({ limits: { merchantPerSecond: 0, merchantBurst: 0 } })
    const there = await openTestSite(database.url, { venueUrl: full.url, clock })
    const asked = { sourcetype: PLATFORM, targettype: 'FG', amount: '10' }
    const { message } = await there.call('POST /api/transfer', asked, { token })
    expect(message).toBe('转账失败，资金未变动')
    expect(await trailOf()).toEqual([{ asked: 'put_player', said: '拒绝：4290' }])
    expect(await held()).toEqual({ cash: 100_00n, free: 100_00n, fg: 0n })
  })

  test('a venue that refuses to say what lies there has not lost it', async () => {
    const shy = await openTestVenue({ limits: { merchantPerSecond: 0, merchantBurst: 2 } })
    const there = await openTestSite(database.url, { venueUrl: shy.url, clock })
    const asked = { sourcetype: PLATFORM, targettype: 'OB', amount: '10' }
    expect((await there.call('POST /api/transfer', asked, { token })).code).toBe(200)
    const ob = (await there.services.venues.named('OB'))!
    expect(await observe(there.services, memberId, ob)).toEqual({ kind: 'unreachable' })
    const { venues } = await balances(owner, memberId)
    expect(venues.find(each => each.venueId === ob.venueId)?.postedFen).toBe(10_00n)
  })

  test('a venue that has lost the player refuses once, and is told of them again', async () => {
    await move(PLATFORM, 'FG', '10')
    await move('FG', PLATFORM, '10')
    await run(venue.venue.db, sql`delete from player where player_id = ${String(memberId)}`)
    expect((await move(PLATFORM, 'FG', '10')).message).toBe('转账失败，资金未变动')
    expect((await trailOf()).at(-1)).toEqual({ asked: 'transfer', said: '拒绝：2001' })
    expect((await move(PLATFORM, 'FG', '10')).code).toBe(200)
  })

  test('recycle_partial_failure: one venue is down, the others come home', async () => {
    await move(PLATFORM, 'FG', '10')
    await move(PLATFORM, 'PP', '20')
    arm(venue, { kind: 'maintenance', venue: 'PP', count: 3 })
    const answer = await site.call('POST /api/transall', {}, { token })
    expect(answer).toMatchObject({
      code: 200,
      message: '已回收 10.00 元；PP 电子回收失败',
      data: { recalled: 10, failed: ['PP'] },
    })
    expect((await held()).cash).toBe(80_00n)
    arm(venue, { kind: 'maintenance', venue: 'PP', count: 3 })
    expect(await site.call('POST /api/transall', {}, { token }), 'nothing came').toMatchObject({
      code: 400,
      message: expect.stringContaining('PP 电子'),
    })
  })

  test('venue_crash_between_hold_and_call: a repetition with the same key finds its transfer', async () => {
    arm(venue, { kind: 'drop_before', endpoint: 'transfer', count: 1 })
    const first = await move(PLATFORM, 'FG', '30', 'crash-between-1')
    // What a crash leaves: the order stands, the answer was never kept.
    await theRow(
      owner,
      sql`update call_once set answer = null, leased_until = '-infinity' where key = 'crash-between-1' returning 1`,
    )
    const again = await move(PLATFORM, 'FG', '30', 'crash-between-1')
    expect(again.data.out_trade_no).toBe(first.data.out_trade_no)
    await drain()
    expect(await held()).toEqual({ cash: 100_00n, free: 100_00n, fg: 0n })
  })

  test('after a lost answer the outcome is told by its key, to its member alone; a key that never came is closed', async () => {
    const ask = async (key: string, as = token) =>
      (
        await site.call<{ state: string; order_no: string; message: string }>(
          'POST /api/outcome',
          { key },
          { token: as },
        )
      ).data
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    const { data } = await move(PLATFORM, 'FG', '30', 'lost-answer-1')
    expect(await ask('lost-answer-1')).toEqual({
      state: 'working',
      order_no: data.out_trade_no,
      message: '',
    })
    await drain()
    expect(await ask('lost-answer-1')).toMatchObject({ state: 'done', order_no: data.out_trade_no })
    const stranger = await site.member()
    expect(await ask('lost-answer-1', stranger.token)).toMatchObject({
      state: 'none',
      order_no: '',
    })
    expect(await move(PLATFORM, 'FG', '99999', 'refused-1')).not.toMatchObject({ code: 200 })
    expect(await ask('refused-1')).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/^余额不足/) as string,
    })
    // The late original finds its key closed, and nothing moves.
    expect(await ask('never-came-1')).toMatchObject({ state: 'none' })
    expect(await move(PLATFORM, 'FG', '20', 'never-came-1')).toMatchObject({
      code: 409,
      message: '上一次操作未发生，请重新提交',
    })
    // Its process died: the order that it began says so at once, without an order only time does.
    const died = (key: string, seconds: number, call = 'POST /api/transfer') =>
      run(
        owner,
        sql`
        insert into call_once (member_id, key, endpoint, request_hash, leased_until, expires_at)
        values (${memberId}, ${key}, ${call}, 'x', ${new Date(clock.now().getTime() - seconds * 1_000)}, ${new Date(clock.now().getTime() + 86_400_000)})`,
      )
    await died('died-early-1', 59)
    expect(await ask('died-early-1')).toMatchObject({ state: 'working' })
    await died('died-long-ago-1', 61)
    expect(await ask('died-long-ago-1')).toMatchObject({ state: 'none' })
    await died('died-bringing-1', 61, 'POST /api/money/bring')
    expect(await ask('died-bringing-1')).toMatchObject({ state: 'none' })
    expect(await move(PLATFORM, 'FG', '20', 'died-long-ago-1')).toMatchObject({ code: 409 })
    expect((await held()).cash).toBe(70_00n)
    expect(await site.call('POST /api/outcome', { key: 'no key' }, { token })).toMatchObject({
      code: 400,
    })
  })

  test('the record shows state 2 while unknown, then its outcome', async () => {
    arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
    await move(PLATFORM, 'FG', '30')
    const record = async () =>
      (
        await site.call<{ data: { state: number; pay_way: string }[] }>(
          'POST /api/gettransrecord',
          { type: 3 },
          { token },
        )
      ).data.data[0]
    expect(await record()).toMatchObject({ state: 2, pay_way: 'FG 电子', amount: 30 })
    await drain()
    expect(await record()).toMatchObject({ state: 1 })
  })
})

test.each([
  ['没有答复：timeout', { kind: 'unknown', reason: 'timeout' }],
  ['拒绝：4290', { kind: 'refused', code: 4290, message: '' }],
  ['SUCCESS ¥30.50', { kind: 'ok', data: { status: 'SUCCESS', amount: 3_050n } }],
  ['FAILED 2002', { kind: 'ok', data: { status: 'FAILED', amount: null, code: 2002 } }],
  ['OK', { kind: 'ok', data: {} }],
])('people read the gist of what a venue says: %s', (words, answer) => {
  expect(said(answer as Parameters<typeof said>[0])).toBe(words)
})
