import { rows, sql, transaction } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import fc from 'fast-check'
import type { VenueBet } from '@tianping/venue-protocol'
import { describe, expect, test } from 'vitest'
import { countTurnover, type BetFigures } from '../../src/areas/turnover/turnover.ts'
import { openRequirement } from '../../src/ledger/wagering.ts'
import { dueDay } from '../../src/kernel/day.ts'
import { bet, DAY_MS, openEngines, startOfDay } from './turnoverSupport.ts'

const { site, owner, clock, feed, members } = await openEngines('2026-11-20T12:00')

type DayRow = {
  day: string
  venueId: number
  bets: number
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
}
const days = (memberId: bigint) =>
  rows(
    owner,
    sql<DayRow>`
  select day, venue_id, bets, stake_fen, valid_fen, payout_fen
  from turnover_day where member_id = ${memberId} and bets > 0 order by day, venue_id`,
  )
const validOf = async (memberId: bigint) =>
  (await days(memberId)).map(row => `${row.day} ${row.validFen}`)
const on = (beijing: string) => new Date(`${beijing}+08:00`)
const [a] = await members(1)
const fresh = async () =>
  (
    await transaction(owner, tx =>
      rows(
        tx,
        sql<{ id: bigint }>`
  insert into member (name, realname, password_hash, pay_password_hash, invite_code, created_at) values ('x', '', '', '', '', now()) returning member_id as id`,
      ),
    )
  )[0]!.id

describe('settled bets make valid turnover per member, venue and Beijing day', () => {
  test('a settled bet counts with its valid amount, an open or void one with nothing', async () => {
    await feed(
      6,
      bet(a!, { at: on('2026-11-01T10:00'), stake: 300n, valid_amount: 250n, payout: 100n }),
    )
    await feed(
      6,
      bet(a!, { at: on('2026-11-01T11:00'), status: 'OPEN' }),
      bet(a!, { at: on('2026-11-01T11:00'), status: 'VOID' }),
    )
    expect(await days(a!)).toEqual([
      { day: '2026-11-01', venueId: 6, bets: 1, stakeFen: 300n, validFen: 250n, payoutFen: 100n },
    ])
  })
  test('the sums of day, venue and member add every bet, and take away what is corrected', async () => {
    const id = await fresh()
    const place = { memberId: id, venueId: 6, settledAt: on('2026-11-03T10:00') }
    const count = (before: BetFigures | null, after: BetFigures | null) =>
      transaction(owner, tx => countTurnover(tx, { ...place, before, after }))
    const sums = () =>
      rows(
        owner,
        sql<BetFigures & { bets: number; totalBets: number; totalFen: bigint }>`
        select v.bets::int as bets, v.stake_fen, v.valid_fen, v.payout_fen, t.bets::int as total_bets, t.valid_fen as total_fen
        from venue_day v, turnover_total t where v.day = '2026-11-03' and v.venue_id = 6 and v.bets > 0 and t.member_id = ${id}`,
      )
    const first = { stakeFen: 100n, validFen: 90n, payoutFen: 80n }
    const second = { stakeFen: 40n, validFen: 30n, payoutFen: 20n }
    const corrected = { stakeFen: 7n, validFen: 6n, payoutFen: 5n }
    const agree = async (bets: number, figures: BetFigures) => {
      const day = { day: '2026-11-03', venueId: 6, bets, ...figures }
      expect(await days(id)).toEqual([day])
      const total = { totalBets: bets, totalFen: figures.validFen }
      expect(await sums()).toEqual([{ bets, ...figures, ...total }])
    }
    await count(null, first)
    await count(null, second)
    await agree(2, { stakeFen: 140n, validFen: 120n, payoutFen: 100n })
    await count(first, corrected)
    await agree(2, { stakeFen: 47n, validFen: 36n, payoutFen: 25n })
    await count(second, null)
    await agree(1, corrected)
    await count(corrected, null)
    expect([await days(id), await sums()]).toEqual([[], []])
  })
  test('a day is 00:00:00.000 to 23:59:59.999 of Beijing', async () => {
    const id = await fresh()
    await feed(
      6,
      bet(id, { at: on('2026-11-01T23:59:59.999'), stake: 1n }),
      bet(id, { at: on('2026-11-02T00:00:00'), stake: 2n }),
    )
    expect(await validOf(id)).toEqual(['2026-11-01 1', '2026-11-02 2'])
  })
  test('leap day, month end and year end are days like others', async () => {
    const id = await fresh()
    for (const day of ['2028-02-28', '2028-02-29', '2028-03-01', '2026-12-31', '2027-01-01'])
      await feed(6, bet(id, { at: on(`${day}T23:59:59`) }))
    expect((await days(id)).map(row => row.day)).toEqual([
      '2026-12-31',
      '2027-01-01',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
    expect([
      addDays('2028-02-28', 1),
      addDays('2027-02-28', 1),
      addDays('2026-12-31', 1),
      addDays('2028-03-01', -1),
    ]).toEqual(['2028-02-29', '2027-03-01', '2027-01-01', '2028-02-29'])
    expect([
      dueDay(on('2026-11-20T00:29:59'), '00:30'),
      dueDay(on('2026-11-20T00:30'), '00:30'),
    ]).toEqual(['2026-11-19', '2026-11-20'])
  })
})

describe('resettlements by version', () => {
  test('a correction days later changes the figures of the day on which the bet first settled', async () => {
    const id = await fresh()
    const first = bet(id, { at: on('2026-11-03T20:00'), stake: 500n })
    await feed(6, first)
    await feed(
      6,
      bet(id, { of: first, at: on('2026-11-07T09:00'), stake: 500n, valid_amount: 200n }),
    )
    expect(await validOf(id)).toEqual(['2026-11-03 200'])
  })
  test('a voided bet counts no more, a reopened one neither, and settling again counts it again', async () => {
    const id = await fresh()
    const first = bet(id, { at: on('2026-11-03T20:00'), stake: 500n })
    const step = async (fields: Partial<VenueBet>) => {
      await feed(6, bet(id, { of: first, at: on('2026-11-08T09:00'), ...fields }))
      return validOf(id)
    }
    await feed(6, first)
    expect(await step({ status: 'VOID' })).toEqual([])
    expect(await step({ status: 'SETTLED', valid_amount: 70n })).toEqual(['2026-11-03 70'])
    expect(await step({ status: 'OPEN' })).toEqual([])
    expect(await step({ status: 'SETTLED', valid_amount: 80n })).toEqual(['2026-11-03 80'])
  })
  test('the same version again, and a lower one after a higher, change nothing', async () => {
    const id = await fresh()
    const first = bet(id, { at: on('2026-11-03T20:00'), stake: 500n })
    const second = bet(id, { of: first, at: on('2026-11-03T21:00'), valid_amount: 400n })
    await feed(6, second, second)
    await feed(6, first)
    await feed(6, second)
    expect(await validOf(id)).toEqual(['2026-11-03 400'])
  })
  test('a page that thirty-two readers apply at the same moment counts once', async () => {
    const id = await fresh()
    const page = Array.from({ length: 20 }, (_, n) =>
      bet(id, { at: on('2026-11-03T20:00'), stake: BigInt(n + 1) }),
    )
    const again = page.map(each =>
      bet(id, {
        of: each,
        at: on('2026-11-04T20:00'),
        stake: each.stake * 2n,
        valid_amount: each.stake * 2n,
      }),
    )
    await Promise.all(
      Array.from({ length: 32 }, (_, n) => feed(6, ...(n % 2 ? page : [...page, ...again]))),
    )
    const found = await days(id)
    expect(found.reduce((sum, row) => sum + row.validFen, 0n)).toBe(420n)
    expect(found.reduce((sum, row) => sum + row.bets, 0)).toBe(20)
  })
  test('any order of any versions ends with the highest ones (200 random feeds)', async () => {
    const version = fc.record({
      bet: fc.nat(5),
      status: fc.constantFrom('OPEN', 'SETTLED', 'VOID'),
      valid: fc.bigInt(0n, 900n),
      hour: fc.nat(200),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(version, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat(100)),
        async (versions, order) => {
          const id = await fresh()
          const made: VenueBet[] = []
          for (const { bet: number, status, valid, hour } of versions) {
            const at = new Date(on('2026-11-01T00:00').getTime() + hour * 3_600_000)
            made.push(
              bet(id, {
                bet_id: `n${id}-${number}`,
                at,
                status: status as VenueBet['status'],
                stake: 1_000n,
                valid_amount: status === 'VOID' ? 0n : valid,
              }),
            )
          }
          const feedOrder = [...made, ...made]
            .map(each => ({ each, key: order.next().value! }))
            .toSorted((x, y) => x.key - y.key)
            .map(({ each }) => each)
          for (const each of feedOrder) await feed(6, each)
          expect(await validOf(id)).toEqual(expected(feedOrder))
        },
      ),
      { numRuns: 200 },
    )
  })
})

/**
 * What must stand after a feed, told plainly: the last state that was news, on the day of the first
 * settled state that was news.
 */
function expected(order: VenueBet[]): string[] {
  const kept = new Map<string, { last: VenueBet; day: string | null }>()
  for (const each of order) {
    const before = kept.get(each.bet_id)
    if (before && before.last.version >= each.version) continue
    const settled =
      each.status === 'SETTLED'
        ? new Date(Date.parse(each.settled_at!) + 8 * 3_600_000).toISOString().slice(0, 10)
        : null
    kept.set(each.bet_id, { last: each, day: before?.day ?? settled })
  }
  const sums = new Map<string, bigint>()
  for (const { last, day } of kept.values())
    if (last.status === 'SETTLED') sums.set(day!, (sums.get(day!) ?? 0n) + last.valid_amount)
  return [...sums].toSorted().map(([day, valid]) => `${day} ${valid}`)
}

describe('流水稽核: which bets counted, which did not and why', () => {
  type Audit = {
    missing: number
    requirements: { source_label: string; required: number; counted: number; missing: number }[]
    bets: {
      data: {
        bet_id: string
        counted: number
        verdict: string
        reason: string
        parts: { source_label: string; amount: number }[]
      }[]
      total: number
      last_page: number
    }
  }
  const audit = async (token: string, body: object = {}) =>
    (await site.call<Audit>('POST /api/wageringaudit', body, { token })).data
  const open = (memberId: bigint, sourceType: string, fen: bigint, openedAt: Date) =>
    openRequirement(site.services.db, {
      memberId,
      sourceType,
      sourceId: `s${fen}`,
      requiredFen: fen,
      openedAt,
    })
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

  test('each bet has its reason, each requirement what is missing', async () => {
    const { memberId, token } = await site.member()
    const before = bet(memberId, { at: ago(9), stake: 900n })
    const into = bet(memberId, { at: ago(7), stake: 1_000n })
    const zero = bet(memberId, { at: ago(6), stake: 1_000n, valid_amount: 0n })
    const over = bet(memberId, { at: ago(5), stake: 1_000n })
    const idle = bet(memberId, { at: ago(4), stake: 700n })
    const late = bet(memberId, { at: ago(2), stake: 300n })
    const void_ = bet(memberId, { at: ago(1.5), status: 'VOID' })
    const unsettled = bet(memberId, { at: ago(1), status: 'OPEN' })
    await feed(6, before)
    await open(memberId, 'deposit', 1_500n, ago(8))
    await feed(6, into, zero, over, idle)
    await open(memberId, 'rebate', 1_000n, ago(3))
    await feed(6, late, void_, unsettled)
    const { missing, requirements, bets } = await audit(token)
    expect(missing).toBe(7)
    expect(requirements).toEqual([
      expect.objectContaining({ source_label: '返水', required: 10, counted: 3, missing: 7 }),
    ])
    const found = new Map(
      bets.data.map(each => [
        each.bet_id,
        [
          each.verdict,
          each.counted,
          each.reason,
          each.parts.map(part => `${part.source_label} ${part.amount}`),
        ],
      ]),
    )
    expect(found.get(into.bet_id)).toEqual(['counted', 10, '已计入流水', ['存款 10']])
    expect(found.get(over.bet_id)).toEqual([
      'partly',
      5,
      '部分计入：结算时的流水要求已全部完成，其余不再计入',
      ['存款 5'],
    ])
    expect(found.get(late.bet_id)).toEqual(['counted', 3, '已计入流水', ['返水 3']])
    expect(found.get(zero.bet_id)).toEqual(['zero', 0, '有效投注额为0，不计入流水', []])
    expect(found.get(void_.bet_id)).toEqual(['void', 0, '无效注单，不计入流水', []])
    expect(found.get(unsettled.bet_id)).toEqual(['unsettled', 0, '注单尚未结算，结算后计入', []])
    expect(found.get(before.bet_id)).toEqual([
      'before',
      0,
      '结算早于当前流水要求的开始时间，不计入',
      [],
    ])
    expect(found.get(idle.bet_id)).toEqual([
      'before',
      0,
      '结算早于当前流水要求的开始时间，不计入',
      [],
    ])
    await feed(6, bet(memberId, { at: clock.now(), stake: 700n }))
    expect((await audit(token)).missing).toBe(0)
    expect((await audit(token)).bets.data.find(each => each.bet_id === idle.bet_id)!.reason).toBe(
      '结算时没有未完成的流水要求，无需计入',
    )
  })
  test('a bet that is corrected later serves what was open when it first settled, not what was opened since', async () => {
    const { memberId, token } = await site.member()
    const first = bet(memberId, { at: ago(5), stake: 1_000n })
    await feed(6, first)
    await open(memberId, 'deposit', 600n, ago(2))
    await feed(6, bet(memberId, { of: first, at: ago(1), stake: 1_000n, valid_amount: 900n }))
    const { missing, bets } = await audit(token)
    expect([missing, bets.data[0]!.verdict]).toEqual([6, 'before'])
  })
  test('one bet may serve two requirements, oldest first; a void takes both back', async () => {
    const { memberId, token } = await site.member()
    await open(memberId, 'deposit', 400n, ago(3))
    await open(memberId, 'red_packet', 800n, ago(2))
    const made = bet(memberId, { at: ago(1), stake: 1_000n })
    await feed(6, made)
    const one = await audit(token)
    expect([
      one.missing,
      one.bets.data[0]!.parts.map(part => `${part.source_label} ${part.amount}`),
    ]).toEqual([2, ['存款 4', '红包 6']])
    await feed(6, bet(memberId, { of: made, at: clock.now(), status: 'VOID' }))
    const two = await audit(token)
    expect([two.missing, two.bets.data[0]!.verdict, two.bets.data[0]!.parts]).toEqual([
      12,
      'void',
      [],
    ])
    // What had been fulfilled is carried by a requirement of the gap.
    expect(two.requirements.map(each => each.missing)).toEqual([4, 8])
  })
  test('the bets come in pages of ten, by date range', async () => {
    const { memberId, token } = await site.member()
    await feed(
      6,
      ...Array.from({ length: 13 }, (_, n) =>
        bet(memberId, { at: new Date(ago(3).getTime() + n * 1_000) }),
      ),
    )
    expect(await audit(token, { page: 2 })).toMatchObject({
      bets: { total: 13, last_page: 2, data: { length: 3 } },
    })
    expect((await audit(token, { date: 1 })).bets.total).toBe(0)
    expect(startOfDay('2026-11-20').toISOString()).toBe('2026-11-19T16:00:00.000Z')
  })
})
