import { rows, run, sql, theRow, transaction, Unavailable } from '@tianping/database'
import { addDays, beijing } from '@tianping/money/day'
import { beforeEach, describe, expect, test } from 'vitest'
import { levels } from '../../src/demo/content.ts'
import { reviewLevels } from '../../src/areas/vip/vipReview.ts'
import { writeLevels } from '../../src/areas/vip/vipLevels.ts'
import { VIP_SETTING, vipSchema } from '../../src/areas/vip/vipSetting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk, type Desk } from '../console/support.ts'
import { enable } from '../profiles/support.ts'
import { poison } from '../support/poison.ts'
import { bet, openEngines, plainLevels, startOfDay } from './turnoverSupport.ts'

const { site, owner, clock, stand, jobs, members, deposit, play, feed, vipOf } =
  await openEngines('2027-01-01T12:00')
const { db } = site.services
await plainLevels(owner)

const on = (time: string) => new Date(`${time}+08:00`)
const today = () => new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
/** Goes to 00:30 of the next day, or of a later one, running the jobs of every day on the way. */
async function nights(count: number) {
  for (let night = 0; night < count; night++) {
    stand(`${addDays(today(), 1)}T00:30:00`)
    await jobs()
  }
}
const history = (memberId: bigint) =>
  rows(
    owner,
    sql<{ day: string; kind: string; fromVip: number; toVip: number }>`
  select day, kind, from_vip, to_vip from vip_history where member_id = ${memberId} order by day`,
  )
const steps = async (memberId: bigint) =>
  (await history(memberId)).map(row => `${row.day} ${row.kind} ${row.toVip}`)
type Progress = {
  vip: number
  deposit: number
  turnover: number
  levels_version: number
  next: { vip: number; deposit: Measure; turnover: Measure; win_back: Measure | null } | null
  keep: (Measure & { from: string; until: string }) | null
  history: Record<string, unknown>[]
}
type Measure = { needed: number; done: number; missing: number }
const progress = async (token: string) =>
  (await site.call<Progress>('POST /api/vipprogress', {}, { token })).data

let id = 0n
/**
 * The evening before a review, at the start of a year of its own, so that no test sees another's
 * windows.
 */
let year = 2027
beforeEach(async () => {
  year += 1
  await run(owner, sql`truncate job_run, play_stretch`)
  await run(
    owner,
    sql`truncate vip_standing, vip_history, vip_release, vip_waiting, vip_unreviewed`,
  )
  await run(owner, sql`delete from member`)
  stand(`${year}-01-01T20:00:00`)
  await jobs()
  ;[id] = (await members(1)) as [bigint]
})
/** What VIP n asks for in these tests. */
const reach = async (vip: number, at = clock.now()) => {
  await deposit(id, BigInt(vip - 1) * 100_000n, at)
  await play(id, BigInt(vip - 1) * 200_000n, { at })
}

describe('promotion when cumulative deposit and turnover meet the level, effective before 24:00 the next day', () => {
  test('figures met on one day promote at 00:30 of the next', async () => {
    await reach(2)
    stand(`${year}-01-02T00:29:59`)
    await jobs()
    expect(await vipOf(id)).toBe(1)
    stand(`${year}-01-02T00:30:00`)
    await jobs()
    expect(await vipOf(id)).toBe(2)
    expect(await steps(id)).toEqual([`${year}-01-02 promoted 2`])
  })
  test('one fen of deposit or of turnover less does not', async () => {
    await deposit(id, 99_999n)
    await play(id, 200_000n)
    await nights(1)
    expect(await vipOf(id)).toBe(1)
    await deposit(id, 1n)
    await nights(1)
    expect(await vipOf(id)).toBe(2)
    const [other] = (await members(1)) as [bigint]
    await deposit(other, 100_000n)
    await play(other, 199_999n)
    await nights(1)
    expect(await vipOf(other)).toBe(1)
  })
  test('what comes up to 23:59:59.999 counts for the review, what comes at 00:00 for the next', async () => {
    const night = on(`${year}-01-02T00:00:00`)
    const before = new Date(night.getTime() - 1)
    const moments = [
      [before, before],
      [night, before],
      [before, night],
    ] as const
    const all = await members(moments.length)
    for (const [n, [deposited, played]] of moments.entries()) {
      await deposit(all[n]!, 100_000n, deposited)
      await play(all[n]!, 200_000n, { at: played })
    }
    const levelsOf = () => Promise.all(all.map(vipOf))
    await nights(1)
    expect(await levelsOf()).toEqual([2, 1, 1])
    await nights(1)
    expect(await levelsOf()).toEqual([2, 2, 2])
  })
  test('turnover that a resettlement took away promotes nobody', async () => {
    await deposit(id, 100_000n)
    const made = await play(id, 200_000n)
    await feed(6, bet(id, { of: made, at: clock.now(), valid_amount: 199_999n }))
    await nights(1)
    expect(await vipOf(id)).toBe(1)
  })
})

describe('one level per day, no skipping', () => {
  test('figures of the tenth level take nine nights', async () => {
    await reach(10)
    await nights(12)
    expect(await steps(id)).toEqual(
      Array.from({ length: 9 }, (_, n) => `${addDays(`${year}-01-02`, n)} promoted ${n + 2}`),
    )
  })
})

describe('relegation-protection turnover is due within 90 days after reaching a level and resets on promotion', () => {
  /**
   * Reaches VIP2 on January 2, so that its window is January 2 to April 1 (or March 31 in a leap
   * year), 90 days.
   */
  const atTwo = async () => {
    await reach(2)
    await nights(1)
    expect(await vipOf(id)).toBe(2)
    return {
      first: `${year}-01-02`,
      last: addDays(`${year}-01-02`, 89),
      end: addDays(`${year}-01-02`, 90),
    }
  }
  const stepTo = async (day: string) => {
    while (today() < day) await nights(1)
  }

  test.each([
    ['on the first day of the window', 0, 50_000n, 'kept'],
    ['on its last day, at 23:59:59.999', 89, 50_000n, 'kept'],
    ['one fen short', 40, 49_999n, 'relegated'],
    ['the day after the window', 90, 50_000n, 'relegated'],
    ['the day before the level was reached', -1, 50_000n, 'relegated'],
  ])('%s', async (_when, day, fen, verdict) => {
    const window = await atTwo()
    await play(id, fen, { at: new Date(startOfDay(addDays(window.first, day + 1)).getTime() - 1) })
    await stepTo(window.last)
    expect(await vipOf(id)).toBe(2)
    await nights(1)
    expect(today()).toBe(window.end)
    expect((await steps(id)).at(-1)).toBe(`${window.end} ${verdict} ${verdict === 'kept' ? 2 : 1}`)
  })

  test('the window of December 1, 2027 ends on the leap day', async () => {
    stand('2027-11-30T20:00:00')
    await run(owner, sql`truncate job_run`)
    await jobs()
    await reach(2)
    await nights(1)
    await stepTo('2028-02-29')
    expect(await steps(id)).toEqual(['2027-12-01 promoted 2', '2028-02-29 relegated 1'])
  })

  test('a promotion begins the window anew, with nothing in it', async () => {
    const window = await atTwo()
    await play(id, 900_000n, { at: startOfDay(addDays(window.first, 80)) })
    await stepTo(addDays(window.first, 85))
    await deposit(id, 100_000n)
    await nights(1)
    const reached = today()
    expect((await steps(id)).at(-1)).toBe(`${reached} promoted 3`)
    await stepTo(addDays(reached, 89))
    expect(await vipOf(id)).toBe(3)
    await nights(1)
    expect((await steps(id)).at(-1)).toBe(`${addDays(reached, 90)} relegated 2`)
  })

  test('a level that is kept has the next window, of the same length', async () => {
    const window = await atTwo()
    await play(id, 50_000n, { at: startOfDay(addDays(window.first, 10)) })
    await stepTo(addDays(window.end, 90))
    expect((await steps(id)).slice(1)).toEqual([
      `${window.end} kept 2`,
      `${addDays(window.end, 90)} relegated 1`,
    ])
  })

  test('who meets the next level on the day the window ends is promoted', async () => {
    const window = await atTwo()
    await stepTo(window.last)
    await deposit(id, 100_000n)
    await play(id, 200_000n, { at: new Date(startOfDay(window.end).getTime() - 1) })
    await nights(1)
    expect((await steps(id)).at(-1)).toBe(`${window.end} promoted 3`)
  })
})

describe('failing within a quarter (90 days) drops one level', () => {
  test('one level per window, down to the first, where nothing more is asked', async () => {
    await reach(4)
    await nights(3)
    const reached = today()
    await nights(280)
    expect((await steps(id)).slice(3)).toEqual(
      [3, 2, 1].map((level, n) => `${addDays(reached, 90 * (n + 1))} relegated ${level}`),
    )
    await nights(100)
    expect(await history(id)).toHaveLength(6)
  })
  test('the cumulative figures do not give a lost level back the next day: its relegation-protection turnover does', async () => {
    await reach(2)
    await nights(91)
    expect(await vipOf(id)).toBe(1)
    await nights(3)
    expect(await vipOf(id)).toBe(1)
    await play(id, 49_999n)
    await nights(1)
    expect(await vipOf(id)).toBe(1)
    await play(id, 1n, { at: startOfDay(addDays(today(), 1)) })
    await nights(1)
    expect(await vipOf(id), 'the day of the review is none of its days').toBe(1)
    await nights(1)
    expect((await steps(id)).at(-1)).toBe(`${today()} promoted 2`)
  })
  test('who earns enough since the loss has the level back the next night, also over windows in which the lower one was kept', async () => {
    await writeSetting(
      owner,
      VIP_SETTING,
      vipSchema,
      { windowDays: 5 },
      { name: 'test', at: clock.now() },
    )
    await reach(3)
    await nights(7)
    expect((await steps(id)).at(-1)).toBe(`${today()} relegated 2`)
    const lost = today()
    // VIP2 is kept with 50,000 fen a window, VIP3 was with 100,000: half of it comes in the first
    // window.
    await play(id, 50_000n)
    await nights(5)
    expect((await steps(id)).at(-1)).toBe(`${today()} kept 2`)
    await play(id, 49_999n)
    await nights(1)
    expect(await vipOf(id)).toBe(2)
    const asked = await site.enter(id)
    expect((await progress(asked)).next).toMatchObject({
      vip: 3,
      deposit: { missing: 0 },
      turnover: { missing: 0 },
      win_back: { needed: 1_000, done: 999.99, missing: 0.01 },
    })
    await play(id, 1n)
    await nights(1)
    expect((await steps(id)).at(-1)).toBe(`${today()} promoted 3`)
    expect((await progress(asked)).history[0]).toMatchObject({
      kind: 'promoted',
      to_vip: 3,
      window_from: lost,
      window_turnover: 1_000,
      window_needed: 1_000,
    })
    await writeSetting(owner, VIP_SETTING, vipSchema, {}, { name: 'test', at: clock.now() })
  })
  test('unless the setting says that the cumulative figures are enough', async () => {
    await writeSetting(
      owner,
      VIP_SETTING,
      vipSchema,
      { winBack: false },
      { name: 'test', at: clock.now() },
    )
    await reach(2)
    await nights(92)
    expect((await steps(id)).slice(1)).toEqual([
      `${addDays(today(), -1)} relegated 1`,
      `${today()} promoted 2`,
    ])
    await writeSetting(owner, VIP_SETTING, vipSchema, {}, { name: 'test', at: clock.now() })
  })
  test('a member who came to a level otherwise has a window from the first review on', async () => {
    await run(owner, sql`update member set vip = 3 where member_id = ${id}`)
    await nights(1)
    const first = today()
    await nights(90)
    expect(await steps(id)).toEqual([`${addDays(first, 90)} relegated 2`])
  })
  test('a member who came to the first level otherwise has nothing to keep there', async () => {
    await reach(2)
    await nights(1)
    const only = await steps(id)
    await run(owner, sql`update member set vip = 1 where member_id = ${id}`)
    await nights(90)
    expect(await steps(id)).toEqual(only)
  })
})

describe('the review, late, twice, at once, killed', () => {
  const busy = async () => {
    const ids = await members(40)
    for (const [n, who] of ids.entries()) {
      await deposit(who, BigInt(n % 8) * 100_000n + 1n)
      await play(who, BigInt(n % 9) * 200_000n + 1n)
    }
    return ids
  }
  const levelsOf = async (ids: bigint[]) => Promise.all(ids.map(vipOf))
  const expected = (night: number) =>
    Array.from({ length: 40 }, (_, n) => Math.min(1 + night, (n % 8) + 1, (n % 9) + 1))

  test('a job that was down for four days does them one after the other, as if it had run on time', async () => {
    const ids = await busy()
    stand(`${year}-01-05T17:00:00`)
    await jobs()
    expect(await levelsOf(ids)).toEqual(expected(4))
    expect(
      new Set(
        (await rows(owner, sql<{ day: string }>`select day from vip_history`)).map(row => row.day),
      ),
    ).toEqual(new Set([2, 3, 4, 5].map(day => `${year}-01-0${day}`)))
  })
  test('a late review takes only what came before its day', async () => {
    stand(`${year}-01-04T09:00:00`)
    await deposit(id, 100_000n, on(`${year}-01-02T10:00`))
    await play(id, 200_000n, { at: on(`${year}-01-03T10:00`) })
    await jobs()
    expect(await steps(id)).toEqual([`${year}-01-04 promoted 2`])
  })
  test('twice on a day decides once', async () => {
    const ids = await busy()
    await nights(1)
    await reviewLevels(db, today(), clock.now())
    await reviewLevels(db, addDays(today(), -1), clock.now())
    expect(await levelsOf(ids)).toEqual(expected(1))
  })
  test('eight servers at once, in chunks of any size, decide once', async () => {
    const ids = await busy()
    const day = `${year}-01-02`
    const results = await Promise.all(
      [1, 3, 7, 11, 20, 50, 100, 1_000].map(chunk => reviewLevels(db, day, clock.now(), { chunk })),
    )
    expect(await levelsOf(ids)).toEqual(expected(1))
    const promoted = expected(1).filter(level => level === 2).length
    expect(results.reduce((sum, each) => sum + each.promoted, 0)).toBe(promoted)
    expect(
      await theRow(owner, sql`select count(*)::int as rows from vip_history where day = ${day}`),
    ).toEqual({ rows: promoted })
  })
  test('killed in the middle, it goes on where it was, and what it had not committed never was', async () => {
    const ids = await busy()
    let chunks = 0
    const killed = reviewLevels(db, `${year}-01-02`, clock.now(), {
      chunk: 4,
      decided: async () => {
        if (++chunks === 3) throw new Unavailable('killed')
      },
    })
    await expect(killed).rejects.toThrow('killed')
    const half = await levelsOf(ids)
    expect(half).not.toEqual(expected(1))
    expect(half.filter(level => level === 2).length).toBeGreaterThan(0)
    await nights(1)
    expect(await levelsOf(ids)).toEqual(expected(1))
  })
  test('a member who cannot be reviewed keeps nobody else from their levels, and is reviewed for each day later', async () => {
    const ids = await busy()
    const ill = ids[37]!
    await deposit(ill, 1_000_000n)
    await play(ill, 1_000_000n)
    const cure = await poison(owner, 'vip_history', ill)
    for (const night of [1, 2]) {
      stand(`${addDays(today(), 1)}T00:30:00`)
      await expect(jobs(), `night ${night}`).rejects.toThrow(`VIP review of member ${ill}`)
      await expect(jobs(), `again in night ${night}`).rejects.toThrow('poisoned')
      expect(await levelsOf(ids)).toEqual(expected(night).map((vip, n) => (n === 37 ? 1 : vip)))
    }
    await cure()
    await play(ill, 10_000_000n)
    await jobs()
    expect(await steps(ill)).toEqual([`${year}-01-02 promoted 2`, `${year}-01-03 promoted 3`])
    await nights(1)
    expect((await steps(ill)).at(-1)).toBe(`${year}-01-04 promoted 4`)
  })
  test('a deposit that arrives while the review runs is decided with the next', async () => {
    const ids = await busy()
    stand(`${year}-01-02T00:30:00`)
    await Promise.all([
      reviewLevels(db, `${year}-01-02`, clock.now(), { chunk: 2 }),
      ...ids.map(who => deposit(who, 10_000_000n)),
    ])
    expect(await levelsOf(ids)).toEqual(expected(1))
  })
})

describe('the member reads what is missing and what decided', () => {
  test('/api/uservip has ten rows with what each level asks for', async () => {
    const { data } =
      await site.call<{ vip: number; recharge: number; flow: number; keep: number }[]>(
        'POST /api/uservip',
      )
    expect(data.map(row => row.vip)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(data[2]).toMatchObject({ recharge: 2_000, flow: 4_000, keep: 1_000 })
  })
  test('a new member is VIP1 and has no window', async () => {
    const { token } = await site.member()
    expect(await progress(token)).toMatchObject({
      vip: 1,
      deposit: 0,
      turnover: 0,
      keep: null,
      history: [],
      next: {
        vip: 2,
        deposit: { needed: 1_000, done: 0, missing: 1_000 },
        turnover: { needed: 2_000, done: 0, missing: 2_000 },
        win_back: null,
      },
    })
    await nights(1)
    expect((await progress(token)).keep, 'after a review either').toBeNull()
  })
  test('window, what is missing there, and the figures of each decision with the version of its rule', async () => {
    const { token, memberId, name } = await site.member()
    id = memberId
    await reach(2)
    await deposit(memberId, 5_000n)
    await nights(1)
    await play(memberId, 12_345n)
    const two = await progress(token)
    expect(two).toMatchObject({
      vip: 2,
      deposit: 1_050,
      turnover: 2_123.45,
      next: {
        vip: 3,
        deposit: { needed: 2_000, done: 1_050, missing: 950 },
        turnover: { missing: 1_876.55 },
        win_back: null,
      },
      keep: {
        from: `${year}-01-02 00:00:00`,
        until: `${addDays(`${year}-01-02`, 90)} 00:00:00`,
        needed: 500,
        done: 123.45,
        missing: 376.55,
      },
    })
    expect(two.history).toEqual([
      {
        day: `${year}-01-02`,
        kind: 'promoted',
        from_vip: 1,
        to_vip: 2,
        deposit: 1_050,
        deposit_needed: 1_000,
        turnover: 2_000,
        turnover_needed: 2_000,
        window_from: null,
        window_to: null,
        window_turnover: null,
        window_needed: null,
        levels_version: two.levels_version,
        rules_version: expect.any(Number),
        why: {
          rule: 'vip_promoted',
          rule_version: two.levels_version,
          missing: [],
          inputs: [
            { name: 'day', label: '审核日', unit: 'date', value: `${year}-01-02` },
            { name: 'from_vip', label: '原等级', unit: 'level', value: 1 },
            { name: 'to_vip', label: '现等级', unit: 'level', value: 2 },
            { name: 'deposit', label: '累计存款', unit: 'yuan', value: 1_050 },
            { name: 'deposit_needed', label: '累计存款要求', unit: 'yuan', value: 1_000 },
            { name: 'turnover', label: '累计流水', unit: 'yuan', value: 2_000 },
            { name: 'turnover_needed', label: '累计流水要求', unit: 'yuan', value: 2_000 },
          ],
        },
      },
    ])
    await nights(90)
    const again = await site.call<{ api_token: string }>('POST /api/login', {
      name,
      password: 'secret1',
      code: 'abcd',
    })
    const lost = await progress(again.data.api_token)
    expect(lost).toMatchObject({
      vip: 1,
      keep: null,
      next: {
        vip: 2,
        deposit: { missing: 0 },
        turnover: { missing: 0 },
        win_back: { needed: 500, done: 0, missing: 500 },
      },
      why: { missing: [{ name: 'win_back', value: 500 }] },
    })
    expect(lost.history[0]).toMatchObject({
      kind: 'relegated',
      window_turnover: 123.45,
      window_needed: 500,
      window_from: `${year}-01-02`,
      deposit: null,
    })
  })
  test('what is played between the end of a window and its review is not in it', async () => {
    await reach(2)
    await nights(1)
    stand(`${addDays(`${year}-01-02`, 90)}T00:10:00`)
    await play(id, 10_000n)
    expect((await progress(await site.enter(id))).keep).toMatchObject({ done: 0, missing: 500 })
  })
  test('a letter comes with each change of level, and with nothing else', async () => {
    const letters = () =>
      rows(
        owner,
        sql<{
          title: string
        }>`select title from message where member_id = ${id} order by message_id`,
      )
    await reach(3)
    await play(id, 50_000n, { at: on(`${year}-02-01T10:00`) })
    await nights(1)
    await reviewLevels(db, today(), clock.now())
    expect(await letters()).toEqual([{ title: '恭喜您晋级VIP2' }])
    await nights(92)
    expect(await letters()).toEqual([
      { title: '恭喜您晋级VIP2' },
      { title: '恭喜您晋级VIP3' },
      { title: '您的等级已调整为VIP2' },
    ])
  })
  test('the tenth level has nothing next', async () => {
    const { token, memberId } = await site.member()
    await run(owner, sql`update member set vip = 10 where member_id = ${memberId}`)
    expect((await progress(token)).next).toBeNull()
  })
  test('changed levels are a new version; a decision names the one it was made by', async () => {
    const before = await reviewedVersion()
    await transaction(owner, tx => writeLevels(tx, asWritten(1), { name: 'test', at: clock.now() }))
    expect(await reviewedVersion()).toBe(before + 1)
    await plainLevels(owner)
  })
  test('levels outside their limits are refused whole', async () => {
    for (const wrong of [
      asWritten(1).slice(1),
      asWritten(1).map((level, n) => (n === 0 ? { ...level, rechargeFen: 1 } : level)),
      asWritten(1).toReversed(),
      asWritten(1).map(level => ({ ...level, sport: 0.333 })),
      asWritten(1).map(level => ({ ...level, sport: 6 })),
    ]) {
      await expect(
        transaction(owner, tx => writeLevels(tx, wrong, { name: 'test', at: clock.now() })),
      ).rejects.toThrow()
    }
  })
  test('a level may ask for no more than the one below', async () => {
    const { rechargeFen, flowFen } = asWritten(1)[1]!
    const alike = asWritten(1).map((level, n) =>
      n === 2 ? { ...level, rechargeFen, flowFen } : level,
    )
    await transaction(owner, tx => writeLevels(tx, alike, { name: 'test', at: clock.now() }))
    await plainLevels(owner)
  })
})

const asWritten = (times: number) =>
  levels.map(([recharge, flow, keep, realperson, sport, esport, joker, electron, lottery], n) => ({
    vipname: `VIP${n + 1}`,
    rechargeFen: recharge * times,
    flowFen: flow * times,
    keepFen: keep,
    realperson,
    sport,
    e_sport: esport,
    joker,
    electron,
    lottery,
  }))
async function reviewedVersion(): Promise<number> {
  const [who] = (await members(1)) as [bigint]
  await deposit(who, 1_000_000_000n)
  await play(who, 1_000_000_000n)
  await nights(1)
  return (
    await theRow(
      owner,
      sql<{
        version: number
      }>`select levels_version as version from vip_history where member_id = ${who}`,
    )
  ).version
}

describe('a level with personal perks waits for a release by two persons', () => {
  const setting = (change: object) =>
    writeSetting(owner, VIP_SETTING, vipSchema, change, { name: 'test', at: clock.now() })
  const desks = async () =>
    [await desk(site, 'risk'), await desk(site, 'admin'), await desk(site, 'admin')] as const
  const checks = (on = today()) => ({
    affordability_on: on,
    affordability: '工资单与银行流水已核对',
    harm_on: on,
    harm: '近 90 天没有受害标记',
    diligence_on: on,
    diligence: '资金来源与身份已复核',
  })
  const record = (by: Desk, vip: number, change = {}) =>
    by.call('POST /api/console/vip-releases/record', {
      id: Number(id),
      vip,
      ...checks(),
      ...change,
    })
  const releaseOf = async (by: Desk) =>
    (await by.call('POST /api/console/vip-releases/list', { q: String(id) })).data.data[0]
  const decide = async (by: Desk, way: 'approve' | 'reject' | 'end', remark = '已复核') =>
    by.call(`POST /api/console/vip-releases/${way}`, {
      id: (await releaseOf(by))?.release_id ?? 0,
      remark,
    })
  const waitingOf = async (by: Desk) =>
    (await by.call('POST /api/console/vip-releases/waiting', {})).data.data
  const counted = async (by: Desk) =>
    (await by.call('POST /api/console/counts', {})).data.releases_waiting
  const letters = async () =>
    (await rows(owner, sql`select from message where member_id = ${id}`)).length

  test('no raise without three dated checks and another’s approval; the next review lifts it, nothing else does', async () => {
    await setting({ releaseFrom: 3, releaseDays: 30 })
    await reach(4)
    await nights(3)
    expect([await vipOf(id), await letters()]).toEqual([2, 1])
    let [risk, senior] = await desks()
    expect(await waitingOf(risk)).toEqual([
      expect.objectContaining({ vip: 2, to_vip: 3, since: `${year}-01-03`, deposit: 3000 }),
    ])
    expect(await counted(risk)).toBe(1)
    expect((await record(risk, 4)).message).toBe('该会员目前为 VIP2，只能登记下一等级')
    for (const [change, message] of [
      [{ harm: '' }, '请填写“受害风险”的日期与结论'],
      [{ diligence_on: addDays(today(), 1) }, '“强化尽职调查”的日期须为今天或之前'],
      [{ affordability_on: addDays(today(), -31) }, '“负担能力”已超过 30 天，请重新核查'],
    ] as const)
      expect((await record(risk, 3, change)).message).toBe(message)
    expect((await record(senior, 3)).message).toBe('已登记，待另一位同事批准')
    expect((await record(risk, 3)).message).toBe('该等级已有待批准的放行')
    expect((await decide(senior, 'approve')).message).toBe(
      '不能批准自己登记的核查，请由另一位同事处理',
    )
    expect((await decide(risk, 'approve')).code).toBe(403)
    await nights(1)
    expect(await vipOf(id)).toBe(2)
    const [, , second] = await desks()
    expect((await decide(second, 'approve')).message).toBe('已放行，等级在下次审核时调整')
    expect([await vipOf(id), await counted(second)]).toEqual([2, 0])
    await nights(1)
    expect([await vipOf(id), await letters()]).toEqual([3, 2])
    // One release is for one level, though the figures reach further.
    await nights(1)
    expect(await vipOf(id)).toBe(3)
    ;[risk] = await desks()
    expect(await waitingOf(risk)).toEqual([expect.objectContaining({ vip: 3, to_vip: 4 })])
    const acts = await rows(
      owner,
      sql`select action from audit_log where subject = ${`member:${id}`} order by audit_id`,
    )
    expect(acts).toEqual([{ action: 'vip_release.record' }, { action: 'vip_release.approve' }])
    await setting({})
    await nights(1)
    expect(await vipOf(id)).toBe(4)
    ;[risk] = await desks()
    expect([await waitingOf(risk), await counted(risk)]).toEqual([[], 0])
  })

  test('a release lifts nobody without the figures, ends with its checks, and is taken back by one person', async () => {
    await setting({ releaseFrom: 2, releaseDays: 5 })
    let [risk, senior] = await desks()
    await record(risk, 2)
    expect((await releaseOf(risk))?.stands, 'nobody has approved it').toBe(false)
    await decide(senior, 'approve')
    await nights(2)
    expect(await vipOf(id)).toBe(1)
    expect((await releaseOf((await desks())[0]))?.stands).toBe(true)
    await nights(5)
    await reach(2)
    await nights(1)
    expect(await vipOf(id)).toBe(1)
    ;[risk, senior] = await desks()
    expect((await releaseOf(risk))?.stands).toBe(false)
    expect(await waitingOf(risk)).toHaveLength(1)
    await record(risk, 2)
    await decide(senior, 'approve')
    await decide(risk, 'end', '会员失业')
    expect((await releaseOf(risk))?.stands, 'it was taken back').toBe(false)
    await nights(1)
    expect(await vipOf(id)).toBe(1)
    ;[risk, senior] = await desks()
    await record(risk, 2)
    await decide(senior, 'reject')
    await nights(1)
    expect(await vipOf(id)).toBe(1)
    await setting({})
  })

  test('nobody records or decides about the member they are; a decision has its reason and its moment', async () => {
    await setting({ releaseFrom: 2, releaseDays: 5 })
    const [risk, senior, second] = await desks()
    const become = (by: Desk, memberId: bigint | null) =>
      run(owner, sql`update operator set member_id = ${memberId} where name = ${by.name}`)
    const own = '不能处理本人会员账号的业务'
    await become(risk, id)
    expect(await record(risk, 2)).toMatchObject({ code: 403, message: own })
    expect(await releaseOf(second)).toBeUndefined()
    await record(senior, 2)
    await become(second, id)
    for (const way of ['approve', 'reject', 'end'] as const)
      expect(await decide(second, way)).toMatchObject({ code: 403, message: own })
    expect(await releaseOf(second)).toMatchObject({ state: 1, decided_at: '', ended_at: '' })
    const [other] = (await members(1)) as [bigint]
    await become(second, other)
    for (const way of ['approve', 'reject', 'end'] as const)
      expect(await decide(second, way, '')).toMatchObject({ code: 400, data: { field: 'remark' } })
    const at = beijing(clock.now())
    expect((await decide(second, 'approve')).code).toBe(200)
    expect(await releaseOf(second)).toMatchObject({ state: 2, decided_at: at, ended_at: '' })
    for (const way of ['approve', 'reject'] as const)
      expect((await decide(second, way)).message).toBe('该放行已处理')
    expect((await decide(second, 'end')).code).toBe(200)
    expect(await releaseOf(second)).toMatchObject({ decided_at: at, ended_at: at })
    expect((await decide(second, 'end')).message).toBe('该放行已处理')
    expect(await waitingOf(second)).toEqual([])
    await record(senior, 2, checks(addDays(today(), -5)))
    await setting({ releaseFrom: 2, releaseDays: 4 })
    expect((await decide(second, 'approve')).message).toBe('“负担能力”已超过 4 天，请重新核查')
    await setting({})
    expect((await decide(second, 'approve')).message).toBe('升至 VIP2 无须放行')
    expect((await record(senior, 2)).message).toBe('升至 VIP2 无须放行')
  })

  test('checks count on their last day, for the review and in the list, and no day longer', async () => {
    await setting({ releaseFrom: 2, releaseDays: 5 })
    const [risk, senior] = await desks()
    expect((await record(risk, 2, checks(addDays(today(), -5)))).code).toBe(200)
    await decide(senior, 'reject')
    await record(risk, 2)
    await decide(senior, 'approve')
    await nights(4)
    await reach(2)
    await nights(1)
    expect(await vipOf(id)).toBe(2)
    expect((await releaseOf((await desks())[0]))?.stands).toBe(true)
    await setting({})
    expect((await releaseOf((await desks())[0]))?.stands, 'no level waits').toBe(false)
    await setting({ releaseFrom: 2, releaseDays: 5 })
    await nights(1)
    expect((await releaseOf((await desks())[0]))?.stands).toBe(false)
    await setting({})
  })

  test.each([
    [
      'offers have stopped for harm',
      () => sql`insert into harm_stop (member_id, since) values (${id}, ${clock.now()})`,
      () => sql`delete from harm_stop`,
    ],
    [
      'a case of suspected laundering is open',
      () => sql`
        with opened as (insert into aml_case (title, weight, opened_by, opened_at, due_at)
          values ('测试', 50, 'system', ${clock.now()}, ${clock.now()}) returning case_id)
        insert into aml_case_member (case_id, member_id, alerted, added_at) select case_id, ${id}, true, ${clock.now()} from opened`,
      () => sql`update aml_case_member set open = false`,
    ],
    [
      'the member is on a break',
      () => sql`
        insert into member_block (member_id, kind, term, until, reason, set_by, set_at)
        values (${id}, 'timeout', '30d', ${new Date(clock.now().getTime() + 30 * 86_400_000)}, '', '', ${clock.now()})`,
      () => sql`delete from member_block`,
    ],
  ])(
    'while %s nobody approves, and no release that stands lifts: the list and the member are told nothing',
    async (_, begin, end) => {
      await setting({ releaseFrom: 2 })
      await reach(3)
      let [risk, senior] = await desks()
      await record(risk, 2)
      await decide(senior, 'approve')
      await run(owner, begin())
      await nights(2)
      expect([await vipOf(id), await letters()]).toEqual([1, 0])
      ;[risk, senior] = await desks()
      expect(await waitingOf(risk)).toEqual([])
      expect((await decide(risk, 'end', '重新核查')).message).toBe('已撤回')
      await record(risk, 2)
      expect((await decide(senior, 'approve')).message).toBe('目前不能放行该会员，请稍后再试')
      await run(owner, end())
      expect((await decide(senior, 'approve')).code).toBe(200)
      await nights(1)
      expect(await vipOf(id)).toBe(2)
      await run(owner, sql`delete from aml_case_member`)
      await setting({})
    },
  )

  test('the profile of Great Britain asks for a release from the second level on', async () => {
    await enable(site, 'GB')
    await reach(2)
    await nights(2)
    expect(await vipOf(id)).toBe(1)
    const [risk, senior] = await desks()
    expect((await risk.call('POST /api/console/vip-releases/rule', {})).data).toEqual({
      from: 2,
      days: 90,
    })
    await record(risk, 2)
    expect((await decide(senior, 'approve')).code).toBe(200)
    await nights(1)
    expect(await vipOf(id)).toBe(2)
    await enable(site)
  })
})
