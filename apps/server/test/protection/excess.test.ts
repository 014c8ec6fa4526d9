// PR-LIM-07: a payment above a limit of deposits can be withdrawn, and not be played with.
import type { Given } from '@tianping/contract'
import { row, run, sql } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import {
  PROTECTION_SETTING,
  protectionSchema,
  protectionSetting,
} from '../../src/areas/protection/protection.ts'
import { launchGame } from '../../src/areas/venues/venues.ts'
import { release } from '../../src/ledger/ledger.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import {
  balanceOf,
  bankCard,
  bind,
  callBack,
  give,
  missing,
  NOON,
  order,
  PAY_PASSWORD,
  payment,
} from '../cashier/support.ts'
import { enable } from '../profiles/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, openTestVenue } from '../support/venue.ts'

const venue = await openTestVenue()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock(NOON)
await seedCashier(owner, clock.now())
await addVenues(owner)
const site = await openTestSite(url, { clock, venueUrl: venue.url })

type Member = Awaited<ReturnType<typeof site.member>>
const protect = (value: object) =>
  writeSetting(owner, PROTECTION_SETTING, protectionSchema, value, {
    name: 'test',
    at: clock.now(),
  })
const limit = ({ token }: Member, amount: string, kind = 'deposit_day') =>
  site.call('POST /api/protection/limit', { kind, amount }, { token })
const bring = ({ token }: Member, amount: string) =>
  site.call<Given<'POST /api/transfer'>>(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount },
    { token },
  )
const pay = (depositNo: string, amount_fen: string) =>
  callBack(site, payment(site, depositNo, { amount_fen }))
const DAILY = [['deposit_day', '500']] as const
/** A limit of 500 a day, of which a payment of yesterday's order of 300 goes above. */
async function paidLate(limits: readonly (readonly [kind: string, amount: string])[] = DAILY) {
  const member = await site.member()
  for (const [kind, amount] of limits) await limit(member, amount, kind)
  const late = await order(site, member.token, 300)
  clock.advance(24 * 3_600_000)
  const token = await site.enter(member.memberId)
  const inTime = await order(site, token, 500)
  expect((await pay(inTime, '50000')).verdict).toBe('credited')
  expect((await pay(late, '30000')).verdict).toMatch(/^credited/)
  return { ...member, token }
}
const takeOut = ({ token }: Member, cardId: number, amount: string) =>
  site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount, bank: cardId, password: PAY_PASSWORD },
    { token },
  )
const letter = async ({ memberId }: Member) =>
  (await row(
    owner,
    sql<{
      content: string
    }>`select content from message where member_id = ${memberId} order by created_at desc, message_id desc limit 1`,
  ))!.content

beforeEach(async () => {
  await protect({ excessApart: true })
})

test('a late payment above the limit is credited and withdrawable, and no more than the rest is played with', async () => {
  const member = await paidLate()
  expect(await balanceOf(site, member.token)).toBe(800)
  expect(await letter(member)).toContain(
    '其中 ¥300.00 超过您的每日存款限额，2026-11-22 00:00:00 前只能取出，不能用于游戏',
  )
  const above = '300.00 元超过您的每日存款限额，2026-11-22 00:00:00 前只能取出，不能转入游戏；'
  expect((await bring(member, '500.01')).message).toBe(`${above}现可转入 500.00 元`)
  expect((await bring(member, '500')).code).toBe(200)
  expect(await bring(member, '1')).toMatchObject({
    message: `${above}现可转入 0.00 元`,
    data: { rule: 'apart', apart: 300, available: 0 },
  })
  await assertBooksHold(owner)
})

test('what is above the limit asks for no turnover and goes out whatever else is missing', async () => {
  const member = await paidLate()
  expect(await missing(site, member.token)).toBe(500)
  const card = await bind(site, member.token, bankCard())
  expect((await takeOut(member, card, '300.01')).message).toContain('打码量不足')
  expect((await takeOut(member, card, '200')).code).toBe(200)
  expect((await bring(member, '500.01')).message).toContain('100.00 元超过')
  expect((await takeOut(member, card, '100.01')).message).toContain('打码量不足')
  const last = await takeOut(member, card, '100')
  expect(last.code).toBe(200)
  expect((await takeOut(member, card, '100')).message, 'all of it is out').toContain('打码量不足')
  expect((await bring(member, '500')).code).toBe(200)
})

test('a withdrawal that is refused sets the money apart again, and one of before takes nothing', async () => {
  const member = await site.member()
  const card = await bind(site, member.token, bankCard('6222020011113333'))
  await give(site, member.memberId, 40_000n)
  expect((await takeOut(member, card, '400')).code, 'before anything is above').toBe(200)
  clock.advance(24 * 3_600_000)
  const later = { ...member, token: await site.enter(member.memberId) }
  await limit(later, '500')
  const waiting = await order(site, later.token, 500)
  await limit(later, '200')
  await pay(waiting, '50000')
  expect((await bring(later, '201')).message).toContain('300.00 元超过')
  const out = await takeOut(later, card, '300')
  expect(out.code).toBe(200)
  const no = out.data.out_trade_no
  await run(owner, sql`update withdrawal_order set state = 3 where withdrawal_no = ${no}`)
  await release(owner, {
    memberId: member.memberId,
    holdKey: `withdrawal:${no}`,
    key: `withdrawal:${no}:rejected`,
    actor: { type: 'operator', id: 'test' },
  })
  expect((await bring(later, '201')).message).toContain('300.00 元超过')
  expect((await bring(later, '200')).code).toBe(200)
})

test('the money is free when the span of the limit is over, and when a higher limit counts', async () => {
  const member = await paidLate()
  clock.advance(12 * 3_600_000 - 1_000)
  expect((await bring(member, '800')).message).toContain('只能取出')
  clock.advance(1_000)
  expect((await bring(member, '800')).code).toBe(200)
  const other = await site.member()
  await limit(other, '500', 'deposit_month')
  const waiting = await order(site, other.token, 500)
  await limit(other, '200', 'deposit_month')
  await pay(waiting, '50000')
  await limit(other, '400', 'deposit_month')
  expect((await bring(other, '201')).message).toContain('300.00 元超过您的每月存款限额')
  clock.advance(24 * 3_600_000)
  const raised = { ...other, token: await site.enter(other.memberId) }
  const agreed = { kind: 'deposit_month', agree: 1 }
  await site.call('POST /api/protection/limit/confirm', agreed, { token: raised.token })
  expect((await bring(raised, '401')).message).toContain('100.00 元超过')
  expect((await bring(raised, '400')).code).toBe(200)
})

test('automatic transfer leaves what is above the limit in the wallet', async () => {
  const member = await paidLate()
  await run(
    owner,
    sql`update member set transferstatus = true where member_id = ${member.memberId}`,
  )
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image) values (6, 'fortune3', '老虎机', '')`,
  )
  await launchGame(site.services, {
    memberId: member.memberId,
    venue: (await site.services.venues.named('FG'))!,
    gameCode: 'fortune3',
    // The venue has a clock of its own.
    sessionStart: new Date(),
    address: '',
    key: 'auto-transfer-above',
    client: '',
    locatedUntil: null,
  })
  expect(await balanceOf(site, member.token)).toBe(300)
})

test('above two limits the greater sum is named, and of equal sums the one set apart longer', async () => {
  clock.advance(new Date('2026-12-07T04:00:00Z').getTime() - clock.now().getTime())
  const [day, month, wide] = [
    ['deposit_day', '500'],
    ['deposit_month', '500'],
    ['deposit_month', '700'],
  ] as const
  const named = async (...limits: (typeof day | typeof month | typeof wide)[]) => {
    const member = await paidLate(limits)
    const [said] = /¥300.00 超过您的每.存款限额/.exec(await letter(member)) ?? []
    const { message } = await bring(member, '800')
    return [said, /超过您的(每.)存款限额/.exec(message)?.[1]]
  }
  expect(await named(day, month)).toEqual(['¥300.00 超过您的每月存款限额', '每月'])
  expect(await named(month, day)).toEqual(['¥300.00 超过您的每月存款限额', '每月'])
  expect(await named(day, wide)).toEqual(['¥300.00 超过您的每日存款限额', '每日'])
})

test('under base nothing is set apart; the profile GB asks for it', async () => {
  await protect({})
  const member = await paidLate()
  expect(await letter(member)).not.toContain('超过')
  expect(await missing(site, member.token)).toBe(800)
  expect((await bring(member, '800')).code).toBe(200)
  expect((await protectionSetting(owner)).excessApart).toBe(false)
  await enable(site, 'GB')
  expect((await protectionSetting(owner)).excessApart).toBe(true)
  await enable(site)
})
