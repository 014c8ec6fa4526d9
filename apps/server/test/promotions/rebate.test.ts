import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import { beforeEach, describe, expect, test } from 'vitest'
import { levels } from '../../src/demo/content.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { calculateRebates, runRebates } from '../../src/areas/rebate/calculateRebates.ts'
import { claimRebates } from '../../src/areas/rebate/handlers.ts'
import { writeLevels } from '../../src/areas/vip/vipLevels.ts'
import { REBATE_SETTING, rebateSchema } from '../../src/areas/rebate/rebateSetting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { poison } from '../support/poison.ts'
import { bet, openEngines, plainLevels, VENUES } from './turnoverSupport.ts'

const { site, owner, clock, stand, jobs, members, deposit, play, feed } =
  await openEngines('2027-01-01T12:00')
const { db } = site.services

const on = (beijing: string) => new Date(`${beijing}+08:00`)
const today = () => new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
/** To 01:00 of the next day, when the day before is calculated. */
async function nextCalculation() {
  stand(`${addDays(today(), 1)}T01:00:00`)
  await jobs()
}
type Record_ = {
  gamename: string
  money: number
  created_at: string
  updated_at: string
  state: number
  bet_day: string
  valid_amount: number
  percent: number
  vip: number
  correction: boolean
  why: { rule: string; inputs: { name: string; label: string }[] }
}
type Centre = {
  list: { data: Record_[]; total: number; last_page: number }
  jisuan: number
  nojisuan: number
}
const lines = async (memberId: bigint) =>
  (
    await rows(
      owner,
      sql<{ line: string }>`
  select concat_ws(' ', day, venue_id, amount_fen, case state when 1 then 'claimed' else 'pending' end) as line
  from rebate where member_id = ${memberId} order by day, venue_id, line_no`,
    )
  ).map(row => row.line)

let memberId = 0n
let token = ''
const centre = async (body: object = {}) =>
  (await site.call<Centre>('POST /api/getfanshui', body, { token })).data
const claim = (key?: string) =>
  site.call('POST /api/dofanshui', {}, { token, ...(key ? { key } : {}) })
const cash = async () => (await balances(owner, memberId)).cashFen

beforeEach(async () => {
  stand(`${addDays(today(), 2)}T12:00:00`)
  await jobs()
  ;({ memberId, token } = await site.member())
})

describe('paid on valid bets from 00:00 to 23:59 Beijing time, granted within 24 h after the day ends', () => {
  test('a day’s bets are pending at 01:00 of the next, not before', async () => {
    const day = today()
    await play(memberId, 100_000n, { at: on(`${day}T00:00:00`) })
    await play(memberId, 100_000n, { at: on(`${day}T23:59:59.999`) })
    await play(memberId, 100_000n, { at: on(`${addDays(day, 1)}T00:00:00`) })
    await play(memberId, 50_000n, { at: new Date(on(`${day}T00:00:00`).getTime() - 1) })
    stand(`${addDays(day, 1)}T00:59:59`)
    await jobs()
    expect(await lines(memberId)).toEqual([`${addDays(day, -1)} 6 300 pending`])
    stand(`${addDays(day, 1)}T01:00:00`)
    await jobs()
    expect(await lines(memberId)).toEqual([
      `${addDays(day, -1)} 6 300 pending`,
      `${day} 6 1200 pending`,
    ])
  })
  test('each category has its own percentage of the level, each venue its own row', async () => {
    for (const { id } of VENUES) await play(memberId, 123_457n, { venueId: id })
    const day = today()
    await nextCalculation()
    const first = levels[0]
    const percents = {
      realperson: first[3],
      sport: first[4],
      e_sport: first[5],
      joker: first[6],
      electron: first[7],
      lottery: first[8],
    }
    expect(await lines(memberId)).toEqual(
      VENUES.map(
        ({ id, column }) =>
          `${day} ${id} ${(123_457n * BigInt(Math.round(percents[column] * 100))) / 10_000n} pending`,
      ),
    )
  })
  test('floored to the fen once per row, not per bet', async () => {
    // 0.6 % of 166 fen is 0.996 fen: a hundred bets of it are 99.6, and not a hundred times
    // nothing.
    await feed(
      6,
      ...Array.from({ length: 100 }, () => bet(memberId, { at: clock.now(), stake: 166n })),
    )
    const [other] = (await members(1)) as [bigint]
    await play(other, 166n)
    const day = today()
    await nextCalculation()
    expect(await lines(memberId)).toEqual([`${day} 6 99 pending`])
    expect(await lines(other)).toEqual([`${day} 6 0 pending`])
    expect((await centre()).list.data).toHaveLength(1)
  })
  test('a day of bets of which nothing is valid leaves no row', async () => {
    await feed(6, bet(memberId, { at: clock.now(), stake: 100_000n, valid_amount: 0n }))
    await nextCalculation()
    expect(await lines(memberId)).toEqual([])
  })
  test('the percentage is that of the level at the end of the day: the review of the night does not raise what was played before', async () => {
    await plainLevels(owner)
    const day = today()
    await deposit(memberId, 100_000n)
    await play(memberId, 200_000n)
    await nextCalculation()
    await play(memberId, 200_000n)
    await nextCalculation()
    expect(await lines(memberId)).toEqual([
      `${day} 6 1200 pending`,
      `${addDays(day, 1)} 6 1320 pending`,
    ])
    expect((await centre()).list.data.map(row => [row.bet_day, row.vip, row.percent])).toEqual([
      [addDays(day, 1), 2, 0.66],
      [day, 1, 0.6],
    ])
  })
  test('also when both jobs come days late', async () => {
    await plainLevels(owner)
    const day = today()
    await deposit(memberId, 300_000n)
    for (const later of [0, 1, 2])
      await play(memberId, 600_000n, { at: on(`${addDays(day, later)}T10:00`) })
    stand(`${addDays(day, 3)}T18:00`)
    await jobs()
    // VIP1 on the first day, one level up each night: 0.6 %, 0.66 %, 0.72 %.
    expect(await lines(memberId)).toEqual([
      `${day} 6 3600 pending`,
      `${addDays(day, 1)} 6 3960 pending`,
      `${addDays(day, 2)} 6 4320 pending`,
    ])
  })
  test('and a day waits for its review, however late that is', async () => {
    await play(memberId, 100_000n)
    await nextCalculation()
    const day = today()
    await play(memberId, 100_000n)
    stand(`${addDays(day, 2)}T18:00`)
    await runRebates(site.services)
    expect(await lines(memberId)).toHaveLength(2)
    await play(memberId, 100_000n, { at: on(`${addDays(day, 1)}T10:00`) })
    await runRebates(site.services)
    expect(await lines(memberId)).toHaveLength(2)
    await jobs()
    expect(await lines(memberId)).toHaveLength(3)
  })
  test('failing within a quarter (90 days) drops one level with rebates adjusted', async () => {
    await plainLevels(owner)
    await deposit(memberId, 100_000n)
    await play(memberId, 200_000n)
    await nextCalculation()
    const first = today()
    for (let night = 0; night < 88; night++) await nextCalculation()
    await play(memberId, 10_000n)
    await nextCalculation()
    await play(memberId, 10_000n)
    await nextCalculation()
    expect((await lines(memberId)).slice(1)).toEqual([
      `${addDays(first, 88)} 6 66 pending`,
      `${addDays(first, 89)} 6 66 pending`,
    ])
    await play(memberId, 10_000n)
    await nextCalculation()
    expect((await lines(memberId)).at(-1)).toBe(`${addDays(first, 90)} 6 60 pending`)
  })
})

describe('claimed manually', () => {
  test('暂无领取额度！', async () => {
    expect(await claim()).toMatchObject({
      code: 400,
      message: '暂无领取额度！',
      data: { rule: 'pending', pending: 0 },
    })
    await play(memberId, 100_000n)
    expect((await claim()).message).toBe('暂无领取额度！')
  })
  test('a claim moves all pending into claimed in one posting', async () => {
    await play(memberId, 100_000n)
    await play(memberId, 100_000n, { venueId: 9 })
    await nextCalculation()
    await play(memberId, 200_000n)
    await nextCalculation()
    expect(await centre()).toMatchObject({ jisuan: 0, nojisuan: 19 })
    expect(await claim()).toMatchObject({ code: 200, message: '领取成功，19.00元已到账' })
    expect(await cash()).toBe(1_900n)
    expect(await centre()).toMatchObject({ jisuan: 19, nojisuan: 0 })
    expect((await lines(memberId)).every(line => line.endsWith('claimed'))).toBe(true)
    const { postings } = await theRow(
      owner,
      sql<{
        postings: number
      }>`select count(*)::int as postings from ledger.transaction where member_id = ${memberId} and code = 'rebate'`,
    )
    expect(postings).toBe(1)
    expect((await claim()).message).toBe('暂无领取额度！')
  })
  test('VIP rebate needs only 1x turnover to withdraw', async () => {
    await play(memberId, 100_000n)
    await nextCalculation()
    await claim()
    expect(
      (await site.call<{ bet_amount: number }>('POST /api/getBetAmount', {}, { token })).data
        .bet_amount,
    ).toBe(6)
    expect(await requirementsOf(owner, memberId)).toEqual([
      expect.objectContaining({
        requiredFen: 600n,
        state: 'open',
        source: { type: 'rebate', id: expect.any(String) },
      }),
    ])
    await play(memberId, 600n)
    expect(
      (await site.call<{ bet_amount: number }>('POST /api/getBetAmount', {}, { token })).data
        .bet_amount,
    ).toBe(0)
  })
  test('the multiple is a setting', async () => {
    await writeSetting(
      owner,
      REBATE_SETTING,
      rebateSchema,
      { turnoverTimes: 3 },
      { name: 'test', at: clock.now() },
    )
    await play(memberId, 100_000n)
    await nextCalculation()
    await claim()
    expect((await requirementsOf(owner, memberId))[0]!.requiredFen).toBe(1_800n)
    await writeSetting(owner, REBATE_SETTING, rebateSchema, {}, { name: 'test', at: clock.now() })
  })
  test('of thirty-two claims at the same moment one gets it all, the others nothing', async () => {
    await play(memberId, 1_000_000n)
    await play(memberId, 1_000_000n, { venueId: 1 })
    await nextCalculation()
    const answers = await Promise.all(Array.from({ length: 32 }, () => claim()))
    expect(answers.filter(each => each.code === 200)).toHaveLength(1)
    expect(answers.filter(each => each.message === '暂无领取额度！')).toHaveLength(31)
    expect(await cash()).toBe(10_000n)
    expect(await requirementsOf(owner, memberId)).toHaveLength(1)
  })
  test('the same action again, thirty-two times at once too, is answered what the first was', async () => {
    await play(memberId, 100_000n)
    await nextCalculation()
    const answers = await Promise.all(Array.from({ length: 32 }, () => claim('one-action')))
    expect(new Set(answers.map(each => each.message))).toEqual(new Set(['领取成功，6.00元已到账']))
    expect(await cash()).toBe(600n)
  })
  test('a claim that died before its answer is found by its action', async () => {
    await play(memberId, 100_000n)
    await nextCalculation()
    const again = () =>
      transaction(db, tx =>
        claimRebates(tx, { memberId, actionKey: 'died', turnoverTimes: 1, now: clock.now() }),
      )
    expect(await again()).toBe(600n)
    await nextCalculation()
    expect(await again()).toBe(600n)
    expect(await cash()).toBe(600n)
  })
  test('a claim that is rolled back leaves everything pending', async () => {
    await play(memberId, 100_000n)
    await nextCalculation()
    await expect(
      transaction(db, async tx => {
        await claimRebates(tx, {
          memberId,
          actionKey: 'rolled',
          turnoverTimes: 1,
          now: clock.now(),
        })
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await centre()).toMatchObject({ jisuan: 0, nojisuan: 6 })
  })
})

describe('a resettled bet corrects the rebate', () => {
  const calculated = async (validFen: bigint) => {
    const made = await play(memberId, validFen)
    const day = today()
    await nextCalculation()
    return { made, day }
  }
  test('before the claim: the claim is of both', async () => {
    const { made, day } = await calculated(100_000n)
    await feed(6, bet(memberId, { of: made, at: clock.now(), valid_amount: 50_000n }))
    await jobs()
    expect(await lines(memberId)).toEqual([`${day} 6 600 pending`, `${day} 6 -300 pending`])
    await claim()
    expect(await cash()).toBe(300n)
  })
  test('after the claim: a negative correction waits and the next claim nets it', async () => {
    const { made, day } = await calculated(100_000n)
    await claim()
    await feed(6, bet(memberId, { of: made, at: clock.now(), status: 'VOID' }))
    await jobs()
    expect(await lines(memberId)).toEqual([`${day} 6 600 claimed`, `${day} 6 -600 pending`])
    expect((await centre()).nojisuan).toBe(-6)
    expect(await claim()).toMatchObject({
      code: 400,
      message: '暂无领取额度！',
      data: { rule: 'pending', pending: -6 },
    })
    await play(memberId, 100_000n)
    await nextCalculation()
    // What was earned only makes up for it: never a claim of nothing, never one below zero.
    expect((await claim()).message).toBe('暂无领取额度！')
    await play(memberId, 50_000n)
    await nextCalculation()
    expect((await claim()).message).toBe('领取成功，3.00元已到账')
    expect(await cash()).toBe(900n)
    expect(await centre()).toMatchObject({ jisuan: 9, nojisuan: 0 })
  })
  test('after the claim: a positive one is pending', async () => {
    const { made, day } = await calculated(100_000n)
    await claim()
    await feed(
      6,
      bet(memberId, { of: made, at: clock.now(), stake: 200_000n, valid_amount: 200_000n }),
    )
    await jobs()
    expect((await lines(memberId)).at(-1)).toBe(`${day} 6 600 pending`)
    const why = (rule: string, label: string) => ({
      rule,
      inputs: expect.arrayContaining([expect.objectContaining({ name: 'amount', label })]),
    })
    expect((await centre()).list.data).toMatchObject([
      {
        money: 6,
        valid_amount: 2_000,
        correction: true,
        bet_day: day,
        why: why('rebate_correction', '更正金额'),
      },
      { money: 6, correction: false, why: why('rebate', '返水金额') },
    ])
  })
  test('floored over the day: a correction within the same fen is none', async () => {
    const { made, day } = await calculated(100_099n)
    await feed(6, bet(memberId, { of: made, at: clock.now(), valid_amount: 100_001n }))
    await jobs()
    expect(await lines(memberId)).toEqual([`${day} 6 600 pending`])
  })
  test('a correction keeps the percentage of its day, whatever level and percentages have become', async () => {
    const { made, day } = await calculated(100_000n)
    await run(owner, sql`update member set vip = 8 where member_id = ${memberId}`)
    await transaction(owner, tx =>
      writeLevels(
        tx,
        levels.map((level, n) => ({
          vipname: `VIP${n + 1}`,
          rechargeFen: level[0],
          flowFen: level[1],
          keepFen: 0,
          realperson: 5,
          sport: 5,
          e_sport: 5,
          joker: 5,
          electron: 5,
          lottery: 5,
        })),
        { name: 'test', at: clock.now() },
      ),
    )
    await feed(6, bet(memberId, { of: made, at: clock.now(), valid_amount: 50_000n }))
    await jobs()
    expect(await lines(memberId)).toEqual([`${day} 6 600 pending`, `${day} 6 -300 pending`])
    await transaction(owner, tx =>
      writeLevels(
        tx,
        levels.map((level, n) => ({
          vipname: `VIP${n + 1}`,
          rechargeFen: level[0] * 100,
          flowFen: level[1] * 100,
          keepFen: level[2] * 100,
          realperson: level[3],
          sport: level[4],
          e_sport: level[5],
          joker: level[6],
          electron: level[7],
          lottery: level[8],
        })),
        { name: 'test', at: clock.now() },
      ),
    )
  })
  test('a bet that arrives days after it settled still earns its day’s rebate', async () => {
    const day = addDays(today(), -5)
    await play(memberId, 100_000n, { at: on(`${day}T10:00`) })
    await jobs()
    expect(await lines(memberId)).toEqual([`${day} 6 600 pending`])
  })
})

describe('the run, twice, at once, beside bets', () => {
  test('twice and eight at once, in chunks of any size, write each row once', async () => {
    const ids = await members(60)
    for (const who of ids) await play(who, 100_000n)
    const before = addDays(today(), 1)
    const results = await Promise.all(
      [1, 2, 5, 7, 13, 50, 100, 1_000].map(chunk =>
        calculateRebates(db, before, clock.now(), { chunk }),
      ),
    )
    expect(results.reduce((sum, each) => sum + each.written, 0)).toBe(60)
    expect(await calculateRebates(db, before, clock.now())).toEqual({
      taken: 0,
      written: 0,
      amountFen: 0n,
    })
  })
  test('rows that somebody holds are left to the next turn, and nothing behind them, however small the chunks', async () => {
    const [first, second, third] = (await members(3)) as [bigint, bigint, bigint]
    for (const who of [first, second, third])
      for (const venueId of [1, 6]) await play(who, 100_000n, { venueId })
    const before = addDays(today(), 1)
    await transaction(owner, async tx => {
      await run(
        tx,
        sql`select from turnover_day where member_id = any(${[first, second]}::bigint[]) for update`,
      )
      expect((await calculateRebates(db, before, clock.now(), { chunk: 1 })).written).toBe(2)
    })
    expect((await calculateRebates(db, before, clock.now(), { chunk: 1 })).written).toBe(4)
    expect(await lines(third)).toHaveLength(2)
  })
  test('a member whose rebate fails keeps nobody else from theirs, and gets it once later', async () => {
    const ids = await members(5)
    const ill = ids[2]!
    for (const who of ids) for (const venueId of [1, 6]) await play(who, 100_000n, { venueId })
    const day = today()
    const cure = await poison(owner, 'rebate', ill)
    stand(`${addDays(day, 1)}T01:00:00`)
    for (let turn = 0; turn < 2; turn++)
      await expect(jobs()).rejects.toThrow(`rebate of member ${ill} for ${day}: poisoned`)
    for (const who of ids) expect(await lines(who)).toHaveLength(who === ill ? 0 : 2)
    await cure()
    await jobs()
    await jobs()
    expect(await lines(ill)).toEqual([`${day} 1 400 pending`, `${day} 6 600 pending`])
  })
  test('a day whose review of the member has failed is paid by the level of that review, once it is done', async () => {
    await plainLevels(owner)
    const [ill, other] = (await members(2)) as [bigint, bigint]
    for (const who of [ill, other]) {
      await deposit(who, 100_000n)
      await play(who, 200_000n)
    }
    const day = today()
    const cure = await poison(owner, 'vip_history', ill)
    for (let night = 1; night <= 2; night++) {
      stand(`${addDays(today(), 1)}T00:30:00`)
      await expect(jobs()).rejects.toThrow(`VIP review of member ${ill}`)
      if (night === 1) for (const who of [ill, other]) await play(who, 200_000n)
      stand(`${today()}T01:00:00`)
      await runRebates(site.services)
    }
    const raised = [`${day} 6 1200 pending`, `${addDays(day, 1)} 6 1320 pending`]
    expect([await lines(other), await lines(ill)]).toEqual([raised, raised.slice(0, 1)])
    await cure()
    await jobs()
    expect(await lines(ill)).toEqual(raised)
  })
  test('bets that are corrected while it runs are calculated in the end', async () => {
    const ids = await members(20)
    const made = await Promise.all(ids.map(who => play(who, 100_000n)))
    const before = addDays(today(), 1)
    await Promise.all([
      calculateRebates(db, before, clock.now(), { chunk: 3 }),
      ...ids.map((who, n) =>
        feed(6, bet(who, { of: made[n]!, at: clock.now(), valid_amount: 10_000n })),
      ),
      calculateRebates(db, before, clock.now(), { chunk: 2 }),
    ])
    await calculateRebates(db, before, clock.now())
    const sums = await rows(
      owner,
      sql<{
        fen: bigint
      }>`select sum(amount_fen)::bigint as fen from rebate where member_id = any(${ids}::bigint[]) group by member_id`,
    )
    expect(sums.map(row => row.fen)).toEqual(ids.map(() => 60n))
  })
})

describe('返水中心', () => {
  test('pages of ten, newest first, by platform and date; the totals are of everything', async () => {
    const day = today()
    for (let n = 0; n < 6; n++) {
      await play(memberId, 100_000n, { venueId: 6, at: on(`${addDays(day, -n)}T10:00`) })
      await play(memberId, 100_000n, { venueId: 1, at: on(`${addDays(day, -n)}T10:00`) })
    }
    await nextCalculation()
    const all = await centre({ page: 1 })
    expect([all.list.total, all.list.last_page, all.list.data.length, all.nojisuan]).toEqual([
      12, 2, 10, 60,
    ])
    expect((await centre({ page: 2 })).list.data).toHaveLength(2)
    const fg = await centre({ api_type: 'FG' })
    expect([fg.list.total, new Set(fg.list.data.map(row => row.gamename)), fg.nojisuan]).toEqual([
      6,
      new Set(['FG 电子']),
      60,
    ])
    expect((await centre({ api_type: 'nowhere' })).list.total).toBe(0)
    stand(`${addDays(today(), 3)}T12:00`)
    expect([
      (await centre({ date: 1 })).list.total,
      (await centre({ date: 2 })).list.total,
    ]).toEqual([0, 12])
    expect((await centre()).list.data[0]).toMatchObject({
      gamename: '沙盒真人',
      state: 0,
      percent: 0.4,
      vip: 1,
      correction: false,
    })
  })
  test('what was calculated in the first moment of a day is of that day', async () => {
    await play(memberId, 100_000n, { at: on(`${addDays(today(), -1)}T10:00`) })
    stand(`${addDays(today(), 1)}T00:00:00`)
    await jobs()
    expect((await centre({ date: 1 })).list.data).toMatchObject([
      { created_at: `${today()} 00:00:00` },
    ])
  })
  test('the claim time is there when state is 1', async () => {
    await play(memberId, 100_000n)
    await nextCalculation()
    stand(`${today()}T15:16:17`)
    await claim()
    expect((await centre()).list.data[0]).toMatchObject({
      money: 6,
      state: 1,
      created_at: `${today()} 01:00:00`,
      updated_at: `${today()} 15:16:17`,
    })
  })
  test('nobody but the owner of the tables can rewrite a rebate or a claim', async () => {
    await expect(run(db, sql`update rebate set amount_fen = 1`)).rejects.toThrow(
      'permission denied',
    )
    await expect(run(db, sql`delete from rebate`)).rejects.toThrow('permission denied')
    await expect(run(db, sql`update rebate_claim set amount_fen = 1`)).rejects.toThrow(
      'permission denied',
    )
    await expect(run(db, sql`update vip_history set to_vip = 1`)).rejects.toThrow(
      'permission denied',
    )
  })
})
