// Bonuses end with an exclusion and on their last day: the bonus alone is taken, once, when all
// money is home.
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import type { BlockKind } from '@tianping/contract/protection/facts'
import { DAY_MS } from '@tianping/money/day'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { runBonusEnds } from '../../src/areas/bonus/bonus.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { openGift, WAGERING_SETTING, wageringSchema } from '../../src/areas/wagering/wagering.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { balances, post } from '../../src/ledger/ledger.ts'
import { contribute, openRequirement, requirementsOf } from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const venue = await openTestVenue()
const clock = new TestClock()
const site = await openTestSite(database.url, { venueUrl: venue.url, clock })
const { services } = site
afterAll(() => assertBooksHold(owner))

const configure = (giftDays: number) =>
  writeSetting(
    owner,
    WAGERING_SETTING,
    wageringSchema,
    { giftDays },
    { name: 'test', at: clock.now() },
  )
await configure(0)

let numbered = 0
const paying = {
  red_packet: ['redPacketExpense', 'red_packet'],
  adjustment: ['adjustment', 'adjustment'],
} as const
/** A bonus of ¥100 with five times turnover. */
async function bonus(memberId: bigint, kind: keyof typeof paying = 'red_packet') {
  const id = `e${++numbered}`
  const [account, code] = paying[kind]
  const posted = await post(services.db, {
    memberId,
    key: `${kind}:${id}`,
    code,
    from: { name: account },
    to: { name: 'memberCash' },
    amountFen: 100_00n,
    source: { type: kind, id },
    actor: { type: 'system', id: 'test' },
  })
  expect(posted.kind).toBe('done')
  const requiredFen = 500_00n
  const openedAt = clock.now()
  await openGift(services.db, {
    memberId,
    sourceType: kind,
    sourceId: id,
    amountFen: requiredFen,
    turnoverTimes: 1,
    openedAt,
  })
  return { source: kind, source_no: id }
}
const block = (memberId: bigint, kind: BlockKind = 'exclusion') =>
  transaction(owner, tx =>
    blockMember(services, tx, {
      memberId,
      kind,
      term: kind === 'exclusion' ? '6m' : 'days:1',
      until: new Date(clock.now().getTime() + (kind === 'exclusion' ? 180 : 1) * DAY_MS),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    }),
  )
/** Leaves that much in the wallet, as play would. */
async function lose(memberId: bigint, amountFen: bigint) {
  const posted = await post(services.db, {
    memberId,
    key: `lost:${++numbered}`,
    code: 'fee',
    from: { name: 'memberCash' },
    to: { name: 'feeIncome' },
    amountFen,
    source: { type: 'test', id: String(numbered) },
    actor: { type: 'system', id: 'test' },
  })
  expect(posted.kind).toBe('done')
}
const cash = async (memberId: bigint) => (await balances(owner, memberId)).cashFen
const states = async (memberId: bigint) =>
  (await requirementsOf(owner, memberId)).map(each => each.state).toSorted()
const letters = async (memberId: bigint) =>
  (
    await rows<{ title: string; content: string }>(
      owner,
      sql`select title, content from message where member_id = ${memberId} and title like '彩金%' order by message_id`,
    )
  ).map(each => `${each.title} ${each.content}`)
const move = (token: string, sourcetype: string, targettype: string, amount = 50) =>
  site.call('POST /api/transfer', { sourcetype, targettype, amount }, { token })
const later = (ms: number) => clock.advance(ms)
const MINUTE_MS = 60_000

describe('an exclusion', () => {
  test('ends open bonuses once: the bonus is taken, own money and winnings stay and are free', async () => {
    const { memberId } = await site.member()
    await fund(owner, memberId, 900_00n)
    await bonus(memberId)
    await openRequirement(owner, {
      memberId,
      sourceType: 'deposit',
      sourceId: 'own',
      requiredFen: 900_00n,
      openedAt: clock.now(),
    })
    expect(await runBonusEnds(services)).toBe(0)
    await block(memberId)
    expect(await runBonusEnds(services)).toBe(1)
    expect(await runBonusEnds(services), 'nothing is left to do').toBe(0)
    expect(await cash(memberId)).toBe(900_00n)
    expect(await states(memberId)).toEqual(['cancelled', 'open'])
    expect(await letters(memberId)).toEqual([
      expect.stringMatching(
        /^彩金已收回 .*自我排除，一笔未完成流水的红包已收回，中心钱包扣除 ¥100\.00，剩余流水要求 ¥500\.00 已取消/,
      ),
    ])
    const { spent } = await theRow<{ spent: bigint }>(
      owner,
      sql`select coalesce(sum(amount), 0)::bigint as spent from ledger.entry where member_id = ${memberId} and account_code = 300`,
    )
    expect(spent, 'what the house gave came back').toBe(0n)
    later(MINUTE_MS * 20)
    expect(await runBonusEnds(services)).toBe(0)
    expect(await cash(memberId)).toBe(900_00n)
  })

  test.each(['timeout', 'staff'] as const)('a break (%s) ends nothing', async kind => {
    const { memberId } = await site.member()
    await bonus(memberId)
    await block(memberId, kind)
    expect(await runBonusEnds(services)).toBe(0)
    expect([await states(memberId), await cash(memberId)]).toEqual([['open'], 100_00n])
  })

  test('takes nothing of what came in after the bonus was lost', async () => {
    const { memberId } = await site.member()
    await bonus(memberId)
    await lose(memberId, 70_00n)
    await fund(owner, memberId, 500_00n)
    await block(memberId)
    expect(await runBonusEnds(services)).toBe(1)
    expect(await cash(memberId), 'thirty yuan were left of the bonus').toBe(500_00n)
    const other = (await site.member()).memberId
    await bonus(other)
    await lose(other, 100_00n)
    await block(other)
    expect(await runBonusEnds(services)).toBe(1)
    expect([await states(other), await cash(other)]).toEqual([['cancelled'], 0n])
    expect((await letters(other))[0]).toContain('中心钱包扣除 ¥0.00')
  })

  test('waits for money at a venue and for a venue that is silent, and ends when it is home', async () => {
    const { token, memberId } = await site.member()
    await bonus(memberId)
    expect((await move(token, 'userbalance', 'FG')).code).toBe(200)
    await block(memberId)
    expect(await runBonusEnds(services)).toBe(0)
    expect(await states(memberId)).toEqual(['open'])
    expect((await move(token, 'FG', 'userbalance')).code).toBe(200)
    arm(venue, { kind: 'drop_before', endpoint: 'balance', venue: 'FG', count: 1 })
    expect(await runBonusEnds(services), 'taken a moment ago').toBe(0)
    later(2 * MINUTE_MS)
    expect(await runBonusEnds(services), 'the venue is silent').toBe(0)
    later(3 * MINUTE_MS)
    expect(await runBonusEnds(services)).toBe(1)
    expect([await states(memberId), await cash(memberId)]).toEqual([['cancelled'], 0n])
  })

  test('what staff adjust afterwards stays, what they adjusted until its moment ends', async () => {
    const { memberId } = await site.member()
    await bonus(memberId, 'adjustment')
    later(1)
    await bonus(memberId, 'adjustment')
    await block(memberId)
    later(1)
    await bonus(memberId, 'adjustment')
    expect(await runBonusEnds(services)).toBe(2)
    expect([await states(memberId), await cash(memberId)]).toEqual([
      ['cancelled', 'cancelled', 'open'],
      100_00n,
    ])
  })

  test('tries again after a minute, a minute later each time, and after ten at most', async () => {
    const { token, memberId } = await site.member()
    await bonus(memberId)
    expect((await move(token, 'userbalance', 'FG')).code).toBe(200)
    await block(memberId)
    const tried = async () => {
      await runBonusEnds(services)
      const { attempts, nextAt } = await theRow<{ attempts: number; nextAt: Date }>(
        owner,
        sql`select attempts, next_at from bonus_end_wait where member_id = ${memberId}`,
      )
      return [attempts, (nextAt.getTime() - clock.now().getTime()) / MINUTE_MS]
    }
    expect(await tried()).toEqual([1, 1])
    for (const minutes of [2, 3, 4, 5, 6, 7, 8, 9, 10, 10]) {
      const [before = 0, wait = 0] = await tried()
      later(wait * MINUTE_MS - 1)
      expect((await tried())[0], 'a millisecond too early').toBe(before)
      later(1)
      expect(await tried()).toEqual([minutes, minutes])
    }
    expect((await move(token, 'FG', 'userbalance')).code).toBe(200)
    later(10 * MINUTE_MS)
    expect(await runBonusEnds(services)).toBe(1)
  })

  test('a bonus that is paid while the exclusion is written ends with it', async () => {
    const { memberId } = await site.member()
    await Promise.all([block(memberId), bonus(memberId), bonus(memberId)])
    later(1)
    expect(await runBonusEnds(services)).toBe(2)
    expect(await cash(memberId)).toBe(0n)
  })

  test('that has ended before its turn came ends nothing', async () => {
    const { memberId } = await site.member()
    await bonus(memberId)
    await block(memberId)
    await run(
      owner,
      sql`update member_block set return_asked_at = ${clock.now()}, return_at = ${clock.now()} where member_id = ${memberId}`,
    )
    expect(await runBonusEnds(services)).toBe(0)
    expect(await states(memberId)).toEqual(['open'])
  })

  test('a member who gives the bonus up at that moment loses it once', async () => {
    const { token, memberId } = await site.member()
    const asked = await bonus(memberId)
    await fund(owner, memberId, 50_00n)
    await block(memberId)
    const [given] = await Promise.all([
      site.call('POST /api/wageringaudit/giveup', { ...asked, takes: 100 }, { token }),
      runBonusEnds(services),
      runBonusEnds(services),
    ])
    expect([200, 404]).toContain(given.code)
    expect([await states(memberId), await cash(memberId)]).toEqual([['cancelled'], 50_00n])
    expect(await letters(memberId)).toHaveLength(1)
  })

  test('many end by twenty at a time', async () => {
    const members = []
    for (let n = 0; n < 23; n++) {
      const { memberId } = await site.member()
      await bonus(memberId)
      await block(memberId)
      members.push(memberId)
    }
    expect(await runBonusEnds(services)).toBe(20)
    expect(await runBonusEnds(services)).toBe(3)
    expect(await runBonusEnds(services)).toBe(0)
  })
})

describe('a last day', () => {
  const bet = (memberId: bigint, betId: string, fen: bigint) =>
    contribute(owner, {
      memberId,
      venueId: 1,
      betId,
      version: 1,
      validFen: fen,
      settledAt: clock.now(),
    })
  /** A bonus that may be played through for three days. */
  async function limited() {
    await configure(3)
    const made = await site.member()
    await bonus(made.memberId)
    await configure(0)
    return made
  }

  test.each([
    [-1, 400_00n],
    [0, 500_00n],
    [1, 500_00n],
  ])('what settles %i ms from it leaves %i fen missing', async (ms, missing) => {
    const { memberId } = await limited()
    later(3 * DAY_MS + ms)
    await bet(memberId, '1', 100_00n)
    const [open] = await requirementsOf(owner, memberId)
    expect(open && open.requiredFen - open.contributedFen).toBe(missing)
    await run(owner, sql`delete from bonus_end_wait`)
    later(1)
    await runBonusEnds(services)
  })

  test('is announced a day before, once, and the bonus is taken when it is over', async () => {
    const { token, memberId } = await limited()
    await fund(owner, memberId, 20_00n)
    const read = await site.call<{
      requirements: { expires_at: string; gift: boolean }[]
    }>('POST /api/wageringaudit', {}, { token })
    expect(read.data.requirements).toMatchObject([
      { gift: true, expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
    ])
    later(2 * DAY_MS - 1)
    await runBonusEnds(services)
    expect(await letters(memberId)).toEqual([])
    later(1)
    await runBonusEnds(services)
    await runBonusEnds(services)
    expect(await letters(memberId)).toEqual([
      expect.stringMatching(/^彩金即将到期 .*还差流水 ¥500\.00。.*您无需为此投注/),
    ])
    later(DAY_MS - 1)
    expect(await runBonusEnds(services)).toBe(0)
    later(1)
    expect(await runBonusEnds(services)).toBe(1)
    expect([await states(memberId), await cash(memberId)]).toEqual([['cancelled'], 20_00n])
    expect((await letters(memberId))[1]).toMatch(/^彩金已到期 .*中心钱包扣除 ¥100\.00/)
    const { reason } = await theRow<{ reason: string }>(
      owner,
      sql`select reason from bonus_given_up where member_id = ${memberId}`,
    )
    expect(reason).toBe('expired')
  })

  test('that nobody announced in time is not announced at its moment; what was missing is freed', async () => {
    const { memberId } = await limited()
    await bet(memberId, '1', 120_00n)
    later(2 * DAY_MS)
    await runBonusEnds(services)
    expect((await letters(memberId))[0]).toContain('还差流水 ¥380.00。')
    const unannounced = await limited()
    later(3 * DAY_MS)
    expect(await runBonusEnds(services)).toBe(2)
    expect(await letters(unannounced.memberId)).toEqual([
      expect.stringMatching(/^彩金已到期 .*剩余流水要求 ¥500\.00 已取消/),
    ])
    expect((await letters(memberId))[1]).toContain('剩余流水要求 ¥380.00 已取消')
    const kept = await theRow(
      owner,
      sql`select bonus_fen, taken_fen, freed_fen from bonus_given_up where member_id = ${memberId}`,
    )
    expect(kept).toEqual({ bonusFen: 100_00n, takenFen: 100_00n, freedFen: 380_00n })
  })

  test('a bonus that was played through in time stays', async () => {
    const { memberId } = await limited()
    await bet(memberId, '1', 500_00n)
    later(4 * DAY_MS)
    expect(await runBonusEnds(services)).toBe(0)
    expect([await states(memberId), await cash(memberId)]).toEqual([['met'], 100_00n])
    expect(await letters(memberId)).toEqual([])
  })

  test('bonuses that were paid without one never expire', async () => {
    await configure(0)
    const { memberId } = await site.member()
    await bonus(memberId)
    await configure(3)
    later(400 * DAY_MS)
    expect(await runBonusEnds(services)).toBe(0)
    expect(await states(memberId)).toEqual(['open'])
    await configure(0)
  })

  test('late and corrected bets are dealt out within their times, and the books hold', async () => {
    const { memberId } = await limited()
    const settled = clock.now()
    later(4 * DAY_MS)
    await openGift(owner, {
      memberId,
      sourceType: 'code',
      sourceId: 'after',
      amountFen: 100_00n,
      turnoverTimes: 1,
      openedAt: clock.now(),
    })
    const told = (betId: string, version: number, validFen: bigint, settledAt: Date) =>
      contribute(owner, { memberId, venueId: 1, betId, version, validFen, weight: 50, settledAt })
    await told('new', 1, 300_00n, clock.now())
    await told('late', 1, 400_00n, settled)
    await told('late', 2, 600_00n, settled)
    const left = (await requirementsOf(owner, memberId)).map(each => [
      each.source.type,
      each.contributedFen,
    ])
    expect(left.toSorted()).toEqual([
      ['code', 100_00n],
      ['red_packet', 300_00n],
    ])
    await assertBooksHold(owner)
  })
})

describe('many at once', () => {
  test('are all announced, twenty at a time without a pause', async () => {
    await runBonusEnds(services)
    await configure(3)
    const members = []
    for (let n = 0; n < 21; n++) {
      const { memberId } = await site.member()
      await bonus(memberId)
      members.push(memberId)
    }
    await configure(0)
    later(2 * DAY_MS)
    expect(await runBonusEnds(services), 'more may be left').toBe(20)
    expect(await runBonusEnds(services)).toBe(0)
    expect((await Promise.all(members.map(letters))).map(all => all.length)).toEqual(
      members.map(() => 1),
    )
    later(DAY_MS)
    expect(await runBonusEnds(services)).toBe(20)
    expect(await runBonusEnds(services)).toBe(1)
  })

  test('whose money does not come home keep no other waiting', async () => {
    for (let n = 0; n < 20; n++) {
      const { token, memberId } = await site.member()
      await bonus(memberId)
      expect((await move(token, 'userbalance', 'FG')).code).toBe(200)
      await block(memberId)
    }
    expect(await runBonusEnds(services)).toBe(0)
    later(10 * MINUTE_MS)
    const { memberId } = await site.member()
    await bonus(memberId)
    await block(memberId)
    expect(await runBonusEnds(services), 'the others are due again').toBe(1)
    expect(await states(memberId)).toEqual(['cancelled'])
  })
})
