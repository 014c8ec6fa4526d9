import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import type { z } from 'zod'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { decideApplication } from '../../src/areas/activity/decide.ts'
import { seedActivities } from '../../src/areas/activity/demo.ts'
import { ruleSchema, ruleText } from '../../src/areas/activity/rule.ts'
import { periodOf, spanOf } from '../../src/areas/activity/window.ts'
import { writeRule } from '../../src/areas/activity/writeRule.ts'
import { seedSite } from '../../src/demo/site.ts'
import { countTurnover } from '../../src/areas/turnover/turnover.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { deposit } from '../redpacket/support.ts'

const database = await freshDatabase('server')
const owner = database.open()
// A Friday, 12:00 in Beijing.
const clock = new TestClock('2026-11-20T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(database.url, { clock })
const twin = await openTestSite(database.url, { clock })
const { db } = site.services
const set = (time: string) => clock.advance(at(time).getTime() - clock.now().getTime())
const at = (time: string) => new Date(`${time.replace(' ', 'T')}+08:00`)
const DAY_MS = 86_400_000

type Rule = z.input<typeof ruleSchema>
let made = 0
async function activity(
  rule: Rule | null,
  fields: { startsAt?: Date; endsAt?: Date; enabled?: boolean; content?: string } = {},
) {
  await run(owner, sql`insert into activity_type (name) values ('测试') on conflict do nothing`)
  const { id } = await theRow(
    owner,
    sql<{ id: number }>`
    insert into activity (type_id, title, banner, content, memo, starts_at, ends_at, enabled)
    select type_id, ${`活动${++made}`}, '/art/activity-1.webp', ${fields.content ?? '<p>内容</p>'}, '<p>说明</p>', ${fields.startsAt ?? null}, ${fields.endsAt ?? null}, ${fields.enabled ?? true}
    from activity_type where name = '测试' returning activity_id as id`,
  )
  if (rule) await writeRule(db, id, rule, { name: 'test', at: clock.now() })
  return id
}
type Refused = {
  rule: string
  conditions: { kind: string; met: boolean; needed: number; found: number; missing: string }[]
  again_at: string
}
const applyTo = (token: string, activityid: number, key?: string, from: TestSite = site) =>
  from.call<Refused>(
    'POST /api/doactivityapply',
    { activityid },
    { token, ...(key ? { key } : {}) },
  )
type Log = {
  data: { activity_name: string; created_at: string; state: number; remark: string }[]
  total: number
}
const log = async (token: string) =>
  (await site.call<Log>('POST /api/activityApplyLog', {}, { token })).data
const applicationOf = (memberId: bigint) =>
  theRow(
    owner,
    sql<{
      id: string
      fen: bigint
    }>`select application_id as id, bonus_fen as fen from activity_application where member_id = ${memberId} order by applied_at desc limit 1`,
  )
const admin = { name: 'admin', actor: { type: 'operator' as const, id: '1' } }
const decide = async (memberId: bigint, pass: boolean, reason = '', by = admin) =>
  transaction(db, async tx =>
    decideApplication(tx, {
      memberId,
      applicationId: (await applicationOf(memberId)).id,
      pass,
      reason,
      by,
      now: clock.now(),
    }),
  )
const bonusOf = async (memberId: bigint) =>
  (
    await theRow(
      owner,
      sql<{
        fen: bigint
      }>`select coalesce(sum(amount), 0)::bigint as fen from ledger.transaction where member_id = ${memberId} and code = 'activity_bonus'`,
    )
  ).fen
const play = (
  memberId: bigint,
  venueId: number,
  day: string,
  figures: { stakeFen: bigint; validFen: bigint; payoutFen: bigint },
) =>
  transaction(owner, tx =>
    countTurnover(tx, {
      memberId,
      venueId,
      settledAt: at(`${day} 13:00:00`),
      before: null,
      after: figures,
    }),
  )

beforeEach(() => set('2026-11-20 12:00:00'))
afterAll(() => assertBooksHold(owner))

describe('one open application per member and activity', () => {
  test('a second one is refused while the first waits, and possible after it was rejected', async () => {
    const id = await activity({ limit: { times: 1, per: 'ever' } })
    const { token, memberId } = await site.member()
    expect(await applyTo(token, id)).toMatchObject({
      code: 200,
      message: '申请提交成功，请等待审核',
      data: null,
    })
    expect(await applyTo(token, id)).toMatchObject({
      code: 400,
      message: '您已申请该活动，正在审核中',
      data: { rule: 'activity_open', applied_at: '2026-11-20 12:00:00' },
    })
    await decide(memberId, false, '资料不全')
    expect((await applyTo(token, id)).code).toBe(200)
    expect((await log(token)).data.map(row => [row.state, row.remark])).toEqual(
      expect.arrayContaining([
        [1, ''],
        [3, '资料不全'],
      ]),
    )
  })
  test('of many at the same time, over two instances, one is taken', async () => {
    const id = await activity({ limit: { times: 5, per: 'day' } })
    const { token } = await site.member()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => applyTo(token, id, undefined, n % 2 ? site : twin)),
    )
    expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
    expect((await log(token)).total).toBe(1)
  })
  test('a repetition with the same key is the same application', async () => {
    const id = await activity({ bonus: { kind: 'fixed', fen: 10_00 }, review: 'auto' })
    const { token, memberId } = await site.member()
    const answers = await Promise.all(
      [site, twin, site].map(from => applyTo(token, id, 'the-same-key', from)),
    )
    expect(new Set(answers.map(answer => answer.message))).toEqual(
      new Set(['申请成功，奖金10.00元已到账']),
    )
    expect(await bonusOf(memberId)).toBe(10_00n)
  })
})

describe('1 待审核, 2 通过, 3 拒绝', () => {
  test('passing posts the bonus with its turnover and a letter, once, whoever decides again', async () => {
    const id = await activity({ bonus: { kind: 'fixed', fen: 88_00 }, turnoverTimes: 3 })
    const { token, memberId } = await site.member()
    await applyTo(token, id)
    expect(await bonusOf(memberId)).toBe(0n)
    expect((await decide(memberId, true)).repeated).toBe(false)
    expect((await decide(memberId, true)).repeated).toBe(true)
    await expect(decide(memberId, false, '改主意')).rejects.toThrow('该申请已由admin通过')
    await expect(decide(memberId, true, '', { ...admin, name: 'other' })).rejects.toThrow(
      '该申请已由admin通过',
    )
    expect(await bonusOf(memberId)).toBe(88_00n)
    expect(
      await rows(
        owner,
        sql`select source_type, required_fen from ledger.wagering_requirement where member_id = ${memberId}`,
      ),
    ).toEqual([{ sourceType: 'activity_bonus', requiredFen: 264_00n }])
    expect((await log(token)).data[0]).toMatchObject({
      state: 2,
      created_at: '2026-11-20 12:00:00',
    })
    expect(
      (await site.call<Log>('POST /api/activityapplylog', {}, { token })).data.total,
      'the alias of deployed clients',
    ).toBe(1)
    const letters = await site.call<{ data: { title: string; content: string }[] }>(
      'POST /api/noticeList',
      {},
      { token },
    )
    expect(letters.data.data[0]).toMatchObject({ title: '活动申请已通过' })
    expect(letters.data.data[0]!.content).toContain('¥88.00')
  })
  test('what is not paid is not spoken of: a bonus of nothing, turnover of nothing', async () => {
    const letterTo = async (token: string) =>
      (await site.call<{ data: { content: string }[] }>('POST /api/noticeList', {}, { token })).data
        .data[0]!.content
    /** Their letters after it was passed: the member's, and that of a friend who deposited. */
    const lettersOf = async (rule: Rule) => {
      const id = await activity(rule)
      const { token, memberId } = await site.member()
      const friend = await site.member({ pid: String(memberId) })
      await deposit(site, friend.memberId, 500, clock.now())
      await applyTo(token, id)
      clock.advance(1)
      await decide(memberId, true)
      return [await letterTo(token), await letterTo(friend.token)]
    }
    const friends: Rule['conditions'] = [
      { kind: 'friends', count: 1, fen: 500_00, window: 'this_month' },
    ]
    const none = await lettersOf({})
    const [own, friend] = await lettersOf({
      conditions: friends,
      bonus: { kind: 'per_friend', fen: 5_00, friendFen: 3_00 },
      turnoverTimes: 0,
    })
    const [, untold] = await lettersOf({
      conditions: friends,
      bonus: { kind: 'fixed', fen: 5_00 },
    })
    expect(untold).not.toContain('您的好友参加')
    expect(none[0]).toMatch(/”已通过。<\/p>$/)
    expect(own).toMatch(/”已通过，奖金 ¥5.00 已存入中心钱包。<\/p>$/)
    expect(friend).toMatch(/您获得奖金 ¥3.00。<\/p>$/)
  })
  test('each friend counts once in an activity, whatever its bonus is and its rule becomes', async () => {
    const rule: Rule = {
      conditions: [{ kind: 'friends', count: 2, fen: 500_00, window: 'this_month' }],
      bonus: { kind: 'fixed', fen: 5_00 },
      review: 'auto',
      limit: { times: 9, per: 'day' },
    }
    const id = await activity(rule)
    const { token, memberId } = await site.member()
    const friend = async () => {
      const { memberId: friendId } = await site.member({ pid: String(memberId) })
      await deposit(site, friendId, 500, clock.now())
    }
    for (let n = 0; n < 3; n += 1) await friend()
    expect((await applyTo(token, id)).code).toBe(200)
    // Two of three have counted.
    expect((await applyTo(token, id)).message).toContain('还差1位')
    await friend()
    expect((await applyTo(token, id)).code).toBe(200)
    const each = { ...rule, bonus: { kind: 'per_friend', fen: 5_00, friendFen: 1_00 } } as const
    await writeRule(db, id, each, { name: 'admin', at: clock.now() })
    expect((await applyTo(token, id)).message).toContain('还差2位')
  })
  test('two operators at the same time: one decides, and what the first did stands', async () => {
    const id = await activity({ bonus: { kind: 'fixed', fen: 5_00 } })
    const { token, memberId } = await site.member()
    await applyTo(token, id)
    const both = await Promise.allSettled([
      decide(memberId, true),
      decide(memberId, false, '不符合', { ...admin, name: 'other' }),
    ])
    expect(both.map(each => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { state } = (await log(token)).data[0]!
    expect(await bonusOf(memberId)).toBe(state === 2 ? 5_00n : 0n)
  })
  test('a rejection needs a reason, and the member reads it', async () => {
    const id = await activity({})
    const { token, memberId } = await site.member()
    await applyTo(token, id)
    await expect(decide(memberId, false)).rejects.toThrow('请填写拒绝原因')
    await decide(memberId, false, '<b>重复账号</b>')
    expect((await log(token)).data[0]).toMatchObject({ state: 3, remark: '<b>重复账号</b>' })
    const letters = await site.call<{ data: { content: string }[] }>(
      'POST /api/noticeList',
      {},
      { token },
    )
    expect(letters.data.data[0]!.content).toContain('&lt;b&gt;重复账号&lt;/b&gt;')
  })
  test('a changed rule does not change what was applied for under the old one', async () => {
    const id = await activity({ bonus: { kind: 'fixed', fen: 10_00 } })
    const { token, memberId } = await site.member()
    await applyTo(token, id)
    await writeRule(
      db,
      id,
      { bonus: { kind: 'fixed', fen: 99_00 } },
      { name: 'admin', at: clock.now() },
    )
    await decide(memberId, true)
    expect(await bonusOf(memberId)).toBe(10_00n)
    await expect(run(db, sql`update activity_rule set rule = '{}'`)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('conditions as data: a refusal names all that is missing', () => {
  test('level and deposit, with figures', async () => {
    const id = await activity({
      conditions: [
        { kind: 'min_vip', vip: 3 },
        { kind: 'min_deposit', fen: 1_000_00, window: 'this_month' },
      ],
    })
    const { token, memberId } = await site.member()
    await deposit(site, memberId, 400, at('2026-11-01 00:00:00'))
    await deposit(site, memberId, 5_000, at('2026-10-31 23:59:59.999'))
    expect(await applyTo(token, id)).toMatchObject({
      code: 400,
      message: '未满足申请条件：等级达到VIP3（当前VIP1）；本月累计存款满1,000元（还差600.00元）',
      data: {
        rule: 'activity_conditions',
        rule_version: 1,
        conditions: [
          { kind: 'min_vip', met: false, needed: 3, found: 1, missing: '当前VIP1' },
          { kind: 'min_deposit', met: false, needed: 1_000, found: 400, missing: '还差600.00元' },
        ],
      },
    })
  })
  test('what is met exactly lacks nothing', async () => {
    const id = await activity({
      conditions: [
        { kind: 'min_vip', vip: 1 },
        { kind: 'min_deposit', fen: 100_00, window: 'today' },
        { kind: 'friends', count: 1, fen: 50_00, window: 'this_month' },
        { kind: 'min_turnover', fen: 1, window: 'today', category: 'sport' },
      ],
    })
    const { token, memberId } = await site.member()
    const friend = await site.member({ pid: String(memberId) })
    await deposit(site, memberId, 100, clock.now())
    await deposit(site, friend.memberId, 50, clock.now())
    const { conditions } = (await applyTo(token, id)).data
    expect(conditions.map(({ met, missing }) => [met, missing])).toEqual([
      [true, ''],
      [true, ''],
      [true, ''],
      [false, '还差0.01元'],
    ])
  })
  test('注册后7天内首笔存款满100元: the first deposit only, and in time; 10% of it to the fen', async () => {
    const id = await activity({
      conditions: [{ kind: 'first_deposit', fen: 100_00, withinDays: 7 }],
      bonus: { kind: 'percent', of: 'first_deposit', hundredths: 1_000, maxFen: 50_00 },
      review: 'auto',
    })
    const [small, late, good, large] = [
      await site.member(),
      await site.member(),
      await site.member(),
      await site.member(),
    ]
    await deposit(site, small.memberId, 99.99, at('2026-11-20 12:30:00'))
    await deposit(site, small.memberId, 500, at('2026-11-20 13:00:00'))
    await deposit(site, late.memberId, 500, at('2026-11-27 00:00:00'))
    await deposit(site, good.memberId, 123.45, at('2026-11-26 23:59:59.999'))
    await deposit(site, large.memberId, 10_000, at('2026-11-20 12:30:00'))
    const answers = []
    for (const { token } of [small, late, good, large])
      answers.push((await applyTo(token, id)).message)
    expect(answers).toEqual([
      '未满足申请条件：注册后7天内首笔存款满100元（还差0.01元）',
      '未满足申请条件：注册后7天内首笔存款满100元（还差100.00元）',
      '申请成功，奖金12.34元已到账',
      '申请成功，奖金50.00元已到账',
    ])
  })
  test('上周真人有效投注: Monday to Sunday of Beijing, of that category only', async () => {
    const id = await activity({
      conditions: [
        { kind: 'min_turnover', fen: 1_000_00, window: 'last_week', category: 'realbet' },
      ],
      bonus: { kind: 'percent', of: 'min_turnover', hundredths: 10, maxFen: 1_888_00 },
      limit: { times: 1, per: 'week' },
      review: 'auto',
    })
    const { token, memberId } = await site.member()
    const bet = (fen: bigint) => ({ stakeFen: fen, validFen: fen, payoutFen: 0n })
    await play(memberId, 1, '2026-11-08', bet(9_999_00n))
    await play(memberId, 1, '2026-11-09', bet(600_00n))
    await play(memberId, 2, '2026-11-12', bet(9_999_00n))
    await play(memberId, 1, '2026-11-16', bet(9_999_00n))
    expect((await applyTo(token, id)).data.conditions).toMatchObject([
      { needed: 1_000, found: 600, missing: '还差400.00元' },
    ])
    await play(memberId, 1, '2026-11-15', bet(634_50n))
    expect((await applyTo(token, id)).message).toBe('申请成功，奖金1.23元已到账')
    expect(await applyTo(token, id)).toMatchObject({
      message: '该活动本周限申请1次，您已申请1次',
      data: { rule: 'activity_limit', again_at: '2026-11-23 00:00:00' },
    })
  })
  test('上周电子净输: stakes less payouts; who won has lost nothing', async () => {
    const id = await activity({
      conditions: [{ kind: 'min_loss', fen: 100_00, window: 'last_week', category: 'concise' }],
      bonus: { kind: 'percent', of: 'min_loss', hundredths: 500, maxFen: 8_888_00 },
      review: 'auto',
    })
    const [loser, winner] = [await site.member(), await site.member()]
    await play(loser.memberId, 5, '2026-11-10', {
      stakeFen: 900_00n,
      validFen: 900_00n,
      payoutFen: 100_00n,
    })
    await play(loser.memberId, 6, '2026-11-11', {
      stakeFen: 100_00n,
      validFen: 100_00n,
      payoutFen: 600_00n,
    })
    await play(winner.memberId, 5, '2026-11-10', {
      stakeFen: 900_00n,
      validFen: 900_00n,
      payoutFen: 2_000_00n,
    })
    expect((await applyTo(loser.token, id)).message).toBe('申请成功，奖金15.00元已到账')
    expect((await applyTo(winner.token, id)).data.conditions).toMatchObject([
      { found: 0, missing: '还差100.00元' },
    ])
  })
  test('生日当月: by the month of Beijing; the bonus by level; once a year', async () => {
    const id = await activity({
      conditions: [{ kind: 'birthday_month' }],
      bonus: { kind: 'by_vip', fen: [8_00, 18_00, 0, 0, 0, 0, 0, 0, 0, 0] },
      limit: { times: 1, per: 'year' },
      review: 'auto',
    })
    const { token, memberId } = await site.member({ birthday: '' })
    expect((await applyTo(token, id)).message).toContain('尚未填写生日')
    const born = (day: string) =>
      run(owner, sql`update member set birthday = ${day}, vip = 2 where member_id = ${memberId}`)
    await born('1992-12-01')
    set('2026-11-30 23:59:59')
    const { token: fresh } = {
      token: await site.enter(memberId),
    }
    expect((await applyTo(fresh, id)).message).toContain('生日在12月')
    set('2026-12-01 00:00:00')
    expect((await applyTo(fresh, id)).message).toBe('申请成功，奖金18.00元已到账')
    expect((await applyTo(fresh, id)).data.again_at).toBe('2027-01-01 00:00:00')
    const { data } = await site.call<{ terms: string[] }>('POST /api/activitydeatil', { id })
    expect(data.terms, 'levels without a bonus are not named').toContain(
      '奖金按等级：VIP1 8元，VIP2 18元',
    )
  })
  test('连签七日，天天加码: the day in a row decides; a missed day begins anew', async () => {
    const id = await activity({
      bonus: { kind: 'by_streak', fen: [1_00, 2_00, 3_00] },
      limit: { times: 1, per: 'day' },
      review: 'auto',
    })
    const { token } = await site.member()
    const paid = async () => (await applyTo(token, id)).message.match(/[\d.]+/)?.[0]
    const days = []
    for (let day = 0; day < 5; day++) {
      days.push(await paid())
      clock.advance(DAY_MS)
    }
    clock.advance(DAY_MS)
    days.push(await paid())
    expect(days).toEqual(['1.00', '2.00', '3.00', '1.00', '2.00', '1.00'])
    expect((await applyTo(token, id)).message).toBe('该活动今日限申请1次，您已申请1次')
  })
  test('a day in a row begins at its first moment and holds nothing of the next day', async () => {
    const id = await activity({
      bonus: { kind: 'by_streak', fen: [1_00, 2_00, 3_00] },
      limit: { times: 2, per: 'day' },
      review: 'auto',
    })
    const [{ token }, other] = [await site.member(), await site.member()]
    const paid = async (api: string) => (await applyTo(api, id)).message.match(/[\d.]+/)?.[0]
    set('2026-11-21 00:00:00')
    expect(await paid(token)).toBe('1.00')
    clock.advance(3_600_000)
    expect(await paid(token), 'the first of today is none of yesterday').toBe('1.00')
    set('2026-11-22 00:00:00')
    expect(await paid(token), 'yesterday had one').toBe('2.00')
    set('2026-11-21 00:00:00')
    await paid(other.token)
    set('2026-11-22 12:00:00')
    expect(await paid(other.token), 'at its first moment').toBe('2.00')
  })
  test('friends of yesterday registered from its first moment to before its end', async () => {
    const id = await activity({
      conditions: [{ kind: 'friends', count: 1, fen: 100_00, window: 'yesterday' }],
      bonus: { kind: 'fixed', fen: 1_00 },
      limit: { times: 9, per: 'ever' },
      review: 'auto',
    })
    const invitedAt = async (moment: string) => {
      const { token, memberId } = await site.member()
      set(moment)
      const friend = await site.member({ pid: String(memberId) })
      set('2026-11-21 12:00:00')
      await deposit(site, friend.memberId, 100, clock.now())
      return (await applyTo(token, id)).code
    }
    expect([
      await invitedAt('2026-11-19 23:59:59.999'),
      await invitedAt('2026-11-20 00:00:00'),
      await invitedAt('2026-11-20 23:59:59.999'),
      await invitedAt('2026-11-21 00:00:00'),
    ]).toEqual([400, 200, 200, 400])
  })
  test('你我各得一份礼: each friend counts once, and friend and member are both paid', async () => {
    const id = await activity({
      conditions: [{ kind: 'friends', count: 1, fen: 500_00, window: 'this_month' }],
      bonus: { kind: 'per_friend', fen: 18_00, friendFen: 8_00 },
      turnoverTimes: 2,
      limit: { times: 9, per: 'month' },
    })
    const { token, memberId } = await site.member()
    const friends = [
      await site.member({ pid: String(memberId) }),
      await site.member({ pid: String(memberId) }),
      await site.member({ pid: String(memberId) }),
    ]
    expect((await applyTo(token, id)).message).toContain('还差1位')
    await deposit(site, friends[0]!.memberId, 500, clock.now())
    await deposit(site, friends[1]!.memberId, 800, clock.now())
    await deposit(site, friends[2]!.memberId, 499.99, clock.now())
    expect((await applyTo(token, id)).code).toBe(200)
    await decide(memberId, false, '核实中')
    clock.advance(1_000)
    expect((await applyTo(token, id)).code, 'a rejection gives the friends back').toBe(200)
    await decide(memberId, true)
    expect([
      await bonusOf(memberId),
      ...(await Promise.all(friends.map(friend => bonusOf(friend.memberId)))),
    ]).toEqual([36_00n, 8_00n, 8_00n, 0n])
    expect((await applyTo(token, id)).message, 'those who counted do not count again').toContain(
      '还差1位',
    )
  })
})

describe('the list and one activity', () => {
  test('activitylist answers a page, by type; what is off or over is not in it', async () => {
    const shown = await activity(
      {},
      { endsAt: at('2026-11-20 12:00:00.001'), startsAt: at('2026-11-19 00:00:00') },
    )
    const over = await activity({}, { endsAt: at('2026-11-20 12:00:00') })
    const off = await activity({}, { enabled: false })
    const { id: type } = await theRow(
      owner,
      sql<{ id: number }>`select type_id as id from activity_type where name = '测试'`,
    )
    type Listed = { data: { id: number; start_time: string; end_time: string }[]; total: number }
    const list = (await site.call<Listed>('POST /api/activitylist', { type })).data
    const ids = list.data.map(each => each.id)
    expect([ids.includes(shown), ids.includes(over), ids.includes(off)]).toEqual([
      true,
      false,
      false,
    ])
    expect(list.data.find(each => each.id === shown)).toMatchObject({
      start_time: '2026-11-19',
      end_time: '2026-11-20',
    })
    const totalOf = async (of: string | number) =>
      (await site.call<Listed>('POST /api/activitylist', { type: of })).data.total
    expect([await totalOf(999_999), await totalOf('0')]).toEqual([0, await totalOf('')])
    const wide = await site.call('POST /api/activitydeatil', { id: 99_999_999_999 })
    expect(wide.code).toBe(400)
    for (const id of [over, off, 0, -1])
      expect((await site.call('POST /api/activitydeatil', { id })).code).toBe(404)
    const { token } = await site.member()
    expect((await applyTo(token, over)).message).toBe('活动不存在或已结束')
  })
  test('list and page say what an application would be refused for, and when it begins anew; the last place goes to one', async () => {
    const [one, two] = [await site.member(), await site.member()]
    const [once, weekly, few, reviewed] = [
      await activity({ review: 'auto' }),
      await activity({ review: 'auto', limit: { times: 1, per: 'week' } }),
      await activity({
        review: 'auto',
        places: { times: 1, per: 'day' },
        limit: { times: 1, per: 'day' },
      }),
      await activity({}),
    ]
    type Row = { id: number; use: string; again_at: string; terms: string[] }
    const listed = async (id: number, token?: string) => {
      const { data } = await site.call<{ data: Row[] }>(
        'POST /api/activitylist',
        { type: '' },
        token ? { token } : {},
      )
      const detail = await site.call<Row>(
        'POST /api/activitydeatil',
        { id },
        token ? { token } : {},
      )
      const row = data.data.find(each => each.id === id)
      const stands = ({ use, again_at }: Row) => ({ use, again_at })
      expect(row && stands(row)).toEqual(stands(detail.data))
      return stands(detail.data)
    }
    const open = { use: 'open', again_at: '' }
    for (const id of [once, weekly, few, reviewed])
      expect(await listed(id, one.token)).toEqual(open)
    for (const id of [once, weekly, reviewed]) await applyTo(one.token, id)
    const wanted = await Promise.all([
      applyTo(one.token, few),
      applyTo(two.token, few, 'the-last-place', twin),
    ])
    expect(wanted.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(wanted.find(({ code }) => code !== 200)).toMatchObject({
      message: '该活动今日名额已满（1个）',
      data: { rule: 'activity_places', again_at: '2026-11-21 00:00:00' },
    })
    const [loser, winner] = wanted[0].code === 200 ? [two, one] : [one, two]
    expect(await listed(once, one.token)).toEqual({ use: 'taken', again_at: '' })
    expect(await listed(weekly, one.token)).toEqual({
      use: 'used',
      again_at: '2026-11-23 00:00:00',
    })
    expect(await listed(reviewed, one.token)).toEqual({ use: 'waiting', again_at: '' })
    expect(await listed(few, loser.token)).toEqual({
      use: 'full',
      again_at: '2026-11-21 00:00:00',
    })
    expect(await listed(few, winner.token)).toMatchObject({ use: 'used' })
    expect(await listed(few), 'for a visitor').toMatchObject({ use: 'full' })
    expect(await listed(once, two.token)).toEqual(open)
    set('2026-11-21 00:00')
    expect(await listed(few, loser.token)).toEqual(open)
  })

  test('an application of a day’s first moment takes that day’s turn and place', async () => {
    const id = await activity({ review: 'auto', limit: { times: 1, per: 'day' } })
    const places = await activity({ review: 'auto', places: { times: 1, per: 'day' } })
    const [one, two] = [await site.member(), await site.member()]
    set('2026-11-21 00:00:00')
    for (const each of [id, places]) expect((await applyTo(one.token, each)).code).toBe(200)
    clock.advance(1)
    expect((await applyTo(one.token, id)).data.rule).toBe('activity_limit')
    expect((await applyTo(two.token, places)).data.rule).toBe('activity_places')
    const use = async (activityId: number, token: string) =>
      (await site.call<{ use: string }>('POST /api/activitydeatil', { id: activityId }, { token }))
        .data.use
    expect([await use(id, one.token), await use(places, two.token)]).toEqual(['used', 'full'])
  })
  test('an activity to come is shown, and its application is refused with its beginning', async () => {
    const id = await activity({}, { startsAt: at('2026-12-01 00:00:00') })
    const { token } = await site.member()
    expect(await applyTo(token, id)).toMatchObject({
      message: '活动将于2026-12-01 00:00开始',
      data: { rule: 'activity_dates' },
    })
    const announced = await activity({ apply: false })
    expect((await applyTo(token, announced)).message).toBe('该活动无需申请')
  })
  test('an activity whose rule nobody has written yet is only announced', async () => {
    const id = await activity(null)
    const { token } = await site.member()
    expect((await applyTo(token, id)).message).toBe('该活动无需申请')
    const { data } = await site.call<{ data: { id: number; apply: number; terms: string[] }[] }>(
      'POST /api/activitylist',
      { type: '', page: 1 },
      { token },
    )
    expect(data.data.find(each => each.id === id)).toMatchObject({ apply: 0, terms: [] })
  })
  test('an activity opens at its first moment; one that gives nothing names no amount', async () => {
    const { token } = await site.member()
    const id = await activity({ review: 'auto' }, { startsAt: new Date(clock.now().getTime() + 1) })
    expect((await applyTo(token, id)).code).toBe(400)
    clock.advance(1)
    expect(await applyTo(token, id)).toMatchObject({ code: 200, message: '申请成功' })
  })
  test('HTML is sanitised; the detail says the rule and how the member’s application stands', async () => {
    const id = await activity(
      { conditions: [{ kind: 'min_vip', vip: 1 }] },
      {
        content:
          '<h3>内容</h3><script>alert(1)</script><p style="position:fixed" onclick="x()">文</p>',
      },
    )
    const { token } = await site.member()
    type Detail = { content: string; apply_state: number; terms: string[] }
    expect((await site.call<Detail>('POST /api/activitydeatil', { id })).data).toMatchObject({
      content: '<h3>内容</h3><p>文</p>',
      apply_state: 0,
      terms: ruleText(ruleSchema.parse({ conditions: [{ kind: 'min_vip', vip: 1 }] })),
    })
    await applyTo(token, id)
    expect(
      (await site.call<Detail>('POST /api/activitydeatil', { id }, { token })).data.apply_state,
    ).toBe(1)
  })
})

describe('windows of Beijing days', () => {
  test.each([
    ['today', '2026-11-20 00:00:00', '2026-11-21 00:00:00'],
    ['yesterday', '2026-11-19 00:00:00', '2026-11-20 00:00:00'],
    ['this_week', '2026-11-16 00:00:00', '2026-11-23 00:00:00'],
    ['last_week', '2026-11-09 00:00:00', '2026-11-16 00:00:00'],
    ['this_month', '2026-11-01 00:00:00', '2026-12-01 00:00:00'],
    ['last_month', '2026-10-01 00:00:00', '2026-11-01 00:00:00'],
  ] as const)('%s of a Friday', (window, from, until) => {
    const span = spanOf(window, at('2026-11-20 12:00:00'))
    expect([beijing(span.from), beijing(span.until)]).toEqual([from, until])
  })
  test('the week turns at 00:00 on Monday; January’s last month is December; February of a leap year has 29 days', () => {
    expect(beijing(spanOf('this_week', at('2026-11-22 23:59:59.999')).from)).toBe(
      '2026-11-16 00:00:00',
    )
    expect(beijing(spanOf('this_week', at('2026-11-23 00:00:00')).from)).toBe('2026-11-23 00:00:00')
    expect(beijing(spanOf('last_month', at('2027-01-15 00:00:00')).from)).toBe(
      '2026-12-01 00:00:00',
    )
    expect(beijing(spanOf('this_month', at('2028-02-29 23:59:59')).until)).toBe(
      '2028-03-01 00:00:00',
    )
    expect(beijing(periodOf('year', at('2026-12-31 23:59:59')).until)).toBe('2027-01-01 00:00:00')
  })
})

describe('rules that cannot be kept are refused before they are stored', () => {
  test.each([
    [
      'a percentage of nothing',
      { bonus: { kind: 'percent', of: 'min_loss', hundredths: 100, maxFen: 100 } },
    ],
    ['a bonus per friend without friends', { bonus: { kind: 'per_friend', fen: 1, friendFen: 1 } }],
    [
      'days in a row by the week',
      { bonus: { kind: 'by_streak', fen: [1, 2] }, limit: { times: 1, per: 'week' } },
    ],
    [
      'a condition twice',
      {
        conditions: [
          { kind: 'min_vip', vip: 2 },
          { kind: 'min_vip', vip: 3 },
        ],
      },
    ],
  ] as [string, Rule][])('%s', async (_what, rule) => {
    expect(ruleSchema.safeParse(rule).success).toBe(false)
  })
})

test('the demo’s activities: one at least of each type, titles as on their pictures, and every condition in the text is one of the engine’s', async () => {
  const fresh = await freshDatabase('server')
  const own = fresh.open()
  await seedSite(own, clock.now())
  const demo = await openTestSite(fresh.url, { clock })
  const { memberId, token } = await demo.member()
  await deposit(demo, memberId, 600, new Date(clock.now().getTime() + 3_600_000))
  await seedActivities(own, memberId, new Date(clock.now().getTime() + 4 * 3_600_000))
  await seedActivities(own, memberId, clock.now())
  const types = (await demo.call<{ id: number; name: string }[]>('POST /api/activitytype', {})).data
  expect(types.map(type => type.name)).toEqual(['新人', '日常', '体育', '真人', '电子', 'VIP'])
  for (const type of types)
    expect(
      (await demo.call<{ total: number }>('POST /api/activitylist', { type: type.id })).data.total,
      type.name,
    ).toBeGreaterThan(0)
  const { data } = (
    await demo.call<{ data: { id: number; title: string; banner: string }[] }>(
      'POST /api/activitylist',
      {},
    )
  ).data
  for (const [n, words] of [
    '首存有礼',
    '签到有奖',
    '好友同行',
    '生日礼金',
    '真人加赠',
    '观赛助威',
  ].entries()) {
    expect(data.find(each => each.banner === `/art/activity-${n + 1}.webp`)!.title).toContain(words)
  }
  for (const { id } of data) {
    const { content, terms } = (
      await demo.call<{ content: string; terms: string[] }>('POST /api/activitydeatil', { id })
    ).data
    for (const term of terms) expect(content).toContain(term)
  }
  expect(
    (await demo.call<Log>('POST /api/activityApplyLog', {}, { token })).data.total,
  ).toBeGreaterThan(0)
  await assertBooksHold(own)
})
