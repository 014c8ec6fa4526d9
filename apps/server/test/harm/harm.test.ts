import { rows, run, sql, theRow } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { verifyContact } from '../../src/areas/delivery/delivery.ts'
import { lookAtDue, runHarm } from '../../src/areas/harm/job.ts'
import { lookAt } from '../../src/areas/harm/look.ts'
import { HARM_SETTING, harmSchema } from '../../src/areas/harm/setting.ts'
import { factsOf } from '../../src/areas/harm/store/facts.sql.ts'
import { sendMessage } from '../../src/areas/message/send.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { seedSite } from '../../src/demo/site.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { bankTransfer } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
await seedSite(owner, clock.now())
await seedCashier(owner, clock.now())
const site = await openTestSite(url, { clock })
/** Sessions of staff end while the clock goes on. */
const staff = () => desk(site, 'support')
const OFFERS_STOPPED = '目前不能领取或申请优惠，如有疑问请联系客服'
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS)
const look = (memberId: bigint) => lookAt(site.services, [memberId], { now: clock.now() })

let serial = 0
const deposit = (memberId: bigint, fen: bigint, at: Date, method = 'card', state = 2) =>
  run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key)
    values (${memberId}, ${`D-${++serial}`}, ${method}, ${fen}, ${state}, '', ${state === 2 ? fen : null}, ${at}, ${at}, ${`d${serial}`})`,
  )
const bet = (memberId: bigint, b: { venueId?: number; stake: bigint; payout: bigint; at: Date }) =>
  run(
    owner,
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
    values (${memberId}, ${b.venueId ?? 1}, ${`b${++serial}`}, 1, 1, 'baccarat', ${`r${serial}`}, '{}', ${b.stake}, ${b.stake}, ${b.payout}, ${b.payout - b.stake}, 1, '{}', '1', ${b.at}, ${b.at}, ${b.at})`,
  )
const stretch = (memberId: bigint, from: Date, to: Date) =>
  run(
    owner,
    sql`insert into play_stretch (member_id, began_at, last_at) values (${memberId}, ${from}, ${to})`,
  )
const note = (memberId: bigint, content: string) =>
  run(
    owner,
    sql`insert into member_note (member_id, content, written_by, written_at) values (${memberId}, ${content}, 'support', ${ago(1)})`,
  )
let complained = 0
async function complaint(memberId: bigint, content: string, at: Date) {
  const no = `C20261123-HARM${'ABCDEFGH'[complained++]}2`
  const { id } = await theRow(
    owner,
    sql<{
      id: bigint
    }>`insert into complaint (complaint_no, member_id, kind, created_at, answer_by, action_key) values (${no}, ${memberId}, 'promotion', ${at}, ${at}, ${no}) returning complaint_id as id`,
  )
  await run(
    owner,
    sql`insert into complaint_message (complaint_id, author, content, at) values (${id}, 'member', ${content}, ${at})`,
  )
}
async function withdrawal(memberId: bigint, fen: bigint, at: Date, state = 2) {
  const { cardId } = await theRow(
    owner,
    sql<{ cardId: bigint }>`
    insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    values (${memberId}, 1, '沙盒商业银行', '测试员', '', 'x', '5678', decode(md5(${`c${++serial}`}) || md5('y'), 'hex'), ${at}, ${`c${serial}`}) returning card_id`,
  )
  await run(
    owner,
    sql`
    insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, state, created_at, decided_at, action_key)
    values (${memberId}, ${`W-${++serial}`}, ${cardId}, 1, '银行卡', ${fen}, ${state}, ${at}, ${at}, ${`w${serial}`})`,
  )
}
const standing = (memberId: bigint) =>
  theRow(
    owner,
    sql<{ level: number; score: number; ruleVersion: number; reasons: { kind: string }[] }>`
    select level, score, rule_version, reasons from harm_member where member_id = ${memberId}`,
  )
const casesOf = (memberId: bigint) =>
  rows(
    owner,
    sql<{ caseId: bigint; kind: string; state: number; openedAt: Date; dueAt: Date }>`
    select case_id, kind, state, opened_at, due_at from harm_case where member_id = ${memberId} order by case_id`,
  )
const openCaseOf = async (memberId: bigint) => {
  const found = (await casesOf(memberId)).find(({ state }) => state === 1)
  if (!found) throw new Error('no open case')
  return Number(found.caseId)
}
const inboxOf = async (token: string) => {
  const { data } = await site.call<{ data: { title: string }[] }>(
    'POST /api/noticeList',
    { page: 1 },
    { token },
  )
  return data.data.map(({ title }) => title)
}

describe('markers', () => {
  test('an account of an hour is looked at, and bets of every venue count', async () => {
    const { memberId } = await site.member()
    for (let times = 0; times < 4; times++) {
      const at = ago(0.8 - times / 10)
      const venueId = times % 2 === 0 ? 1 : 2
      await bet(memberId, { venueId, stake: 300_00n, payout: 0n, at })
      await deposit(memberId, 500_00n, new Date(at.getTime() + 60_000))
    }
    await stretch(memberId, ago(0.9), ago(0.4))
    await lookAtDue(site.services)
    expect(await standing(memberId)).toMatchObject({
      level: 1,
      ruleVersion: 0,
      reasons: [{ kind: 'chasing', value: 4, threshold: 4 }],
    })
    // The same over two accounts that are certainly of one person, and over two that are not.
    const made = async () => (await site.member()).memberId
    const [one, same, nobody] = [await made(), await made(), await made()]
    for (const memberId of [one, same])
      await verifyContact(owner, site.services.outward.keys, {
        memberId,
        channel: 'mail',
        contact: 'one.person@example.cn',
        at: clock.now(),
      })
    for (let times = 0; times < 4; times++) {
      const at = ago(0.8 - times / 10)
      for (const who of [times % 2 === 0 ? one : same, ...(times < 2 ? [nobody] : [])]) {
        await bet(who, { venueId: 1, stake: 300_00n, payout: 0n, at })
        await deposit(who, 500_00n, new Date(at.getTime() + 60_000))
      }
    }
    await lookAtDue(site.services)
    for (const who of [one, same])
      expect((await standing(who)).reasons).toMatchObject([{ kind: 'chasing', value: 4 }])
    expect((await standing(nobody)).reasons).toEqual([])
  })

  test('the figures are those of the rows: money, play, tools, words and withdrawals', async () => {
    const { memberId } = await site.member({ birthday: '2001-11-20' })
    await deposit(memberId, 1_000_00n, ago(24 * 29))
    await deposit(memberId, 9_000_00n, ago(24 * 31))
    await deposit(memberId, 200_00n, ago(30), 'alipay', 3)
    await withdrawal(memberId, 300_00n, ago(60))
    await withdrawal(memberId, 100_00n, ago(50), 3)
    await deposit(memberId, 400_00n, ago(40))
    // From 23:00 to 04:00 of Beijing: four hours of the night.
    await stretch(memberId, ago(13), ago(8))
    await bet(memberId, { stake: 100_00n, payout: 0n, at: ago(12) })
    await bet(memberId, { stake: 150_00n, payout: 300_00n, at: ago(11.9) })
    await bet(memberId, { stake: 100_00n, payout: 0n, at: ago(11.8) })
    await bet(memberId, { stake: 149_00n, payout: 0n, at: ago(11.7) })
    await bet(memberId, { stake: 900_00n, payout: 0n, at: ago(11) })
    await run(
      owner,
      sql`insert into protection_log (member_id, at, act, detail, by_operator) values
        (${memberId}, ${ago(5)}, 'limit_raise', '{}', ''), (${memberId}, ${ago(100)}, 'limit_raise', '{}', ''),
        (${memberId}, ${ago(6)}, 'limit_raise', '{}', 'support'), (${memberId}, ${ago(200)}, 'timeout', '{}', '')`,
    )
    await run(
      owner,
      sql`insert into refusal (member_id, call, reason, request_id, refused_at) values
        (${memberId}, 'POST /api/recharge', 'protection.deposit_limit', '', ${ago(6)}),
        (${memberId}, 'POST /api/doactivityapply', 'activity.conditions', '', ${ago(7)})`,
    )
    await note(memberId, '会员说借钱来玩')
    await note(memberId, '会员询问到账时间')
    await complaint(memberId, '优惠没有到账，我已经输光了', ago(20))
    await complaint(memberId, '去年的优惠', ago(24 * 31))
    const [facts] = await factsOf(owner, [memberId], clock.now(), harmSchema.parse({}))
    expect(facts).toEqual({
      memberId,
      age: 25,
      vulnerable: false,
      netFen: 1_100_00n,
      weekFen: 400_00n,
      usualFen: 0n,
      chased: 0,
      losses: 2,
      raisedAfterLoss: 1,
      bets: 3,
      playedSeconds: 5 * 3_600,
      nightSeconds: 4 * 3_600,
      longestSeconds: 5 * 3_600,
      limitRaises: 2,
      raisedAtLimit: 1,
      breaks: 1,
      words: 2,
      crisis: 0,
      bonusAsks: 1,
      complaints: 1,
      reversed: 0,
      backAgain: 2,
      methods: 2,
      failed: 1,
      checked: false,
    })
  })

  test('members whom staff know to be vulnerable are reached earlier, and staff leave a remark', async () => {
    const support = await staff()
    const { memberId } = await site.member()
    await deposit(memberId, 12_500_00n, ago(2))
    await look(memberId)
    expect(await standing(memberId)).toMatchObject({ level: 0 })
    const id = Number(memberId)
    const flag = (remark: string) =>
      support.call('POST /api/console/harm/vulnerable', { id, vulnerable: true, remark })
    expect((await flag('')).message).toBe('请填写处理说明')
    expect((await flag('近期失业')).code).toBe(200)
    expect(await standing(memberId)).toMatchObject({ level: 2, score: 60 })
    expect((await flag('又一次')).message).toBe('标记没有变化')
  })

  test('who writes of a crisis is looked at, though they neither play nor pay', async () => {
    const [told, complains] = [await site.member(), await site.member()]
    const [old, quiet] = [await site.member(), await site.member()]
    const crisis = '我不想活了，输光了，请帮助'
    const ticket = { topic: 'other', attached_kind: '', attached_no: '' }
    const writes = (content: string, token: string) =>
      site.call('POST /api/tickets/new', { ...ticket, content }, { token })
    expect((await writes(crisis, told.token)).code).toBe(200)
    expect((await writes('请问客服几点上班', quiet.token)).code).toBe(200)
    const asked = { kind: 'other', order_no: '', event_day: '' } as const
    const { code } = await site.call(
      'POST /api/complaints/new',
      { ...asked, content: crisis },
      { token: complains.token },
    )
    expect(code).toBe(200)
    // A word of today in a complaint of 40 days ago.
    await complaint(old.memberId, '存款没有到账', ago(40 * 24))
    await run(
      owner,
      sql`insert into complaint_message (complaint_id, author, content, at)
      select complaint_id, 'member', ${crisis}, ${ago(1)} from complaint where member_id = ${old.memberId}`,
    )
    await lookAtDue(site.services)
    for (const { memberId } of [told, complains, old])
      expect(await casesOf(memberId)).toMatchObject([{ kind: 'stop', state: 1 }])
    expect(await standing(quiet.memberId)).toMatchObject({ level: 0 })
    expect(await casesOf(quiet.memberId)).toEqual([])
  })

  test('the reason of a closing and what asks for data or for an earlier end are read too', async () => {
    const [leaves, asks, returns] = [await site.member(), await site.member(), await site.member()]
    const quiet = await site.member()
    const closing = { password: 'secret1', paypassword: '888888' }
    for (const [{ token }, reason] of [
      [leaves, '我活不下去了'],
      [quiet, '不玩了'],
    ] as const)
      expect(
        (await site.call('POST /api/closing/ask', { ...closing, reason }, { token })).code,
      ).toBe(200)
    const content = '我不想活了，你们还有我的什么资料'
    const data = { kind: 'explain', content, ...closing }
    expect((await site.call('POST /api/dataRights/ask', data, { token: asks.token })).code).toBe(
      200,
    )
    await run(
      owner,
      sql`insert into protection_request (member_id, kind, channel, reason, asked_by, asked_at)
      values (${returns.memberId}, 'return', 'app', '不让我回来我就自杀', '', ${ago(1)})`,
    )
    await lookAtDue(site.services)
    for (const { memberId } of [leaves, asks, returns])
      expect(await casesOf(memberId)).toMatchObject([{ kind: 'stop', state: 1 }])
    expect(await casesOf(quiet.memberId)).toEqual([])
  })

  test('who asks for a deposit is looked at before the answer', async () => {
    const { memberId, token } = await site.member()
    await note(memberId, '会员说不想活了')
    const asked = { ...bankTransfer, amount: '100' }
    expect(await site.call('POST /api/recharge', asked, { token })).toMatchObject({ code: 200 })
    expect(await casesOf(memberId)).toMatchObject([{ kind: 'stop', state: 1 }])
  })
})

describe('what follows', () => {
  test('a nudge is in the inbox and on a card that closes; without effect a person has a task', async () => {
    const { memberId, token } = await site.member()
    const card = async () =>
      (await site.call<{ shown: boolean }>('POST /api/care/card', {}, { token })).data.shown
    expect(await card()).toBe(false)
    await deposit(memberId, 20_000_00n, ago(2))
    await look(memberId)
    await look(memberId)
    expect(await inboxOf(token)).toEqual(['关于您近期的游戏'])
    expect(await card()).toBe(true)
    await site.call('POST /api/care/card/close', {}, { token })
    expect(await card()).toBe(false)
    expect(await casesOf(memberId)).toEqual([])
    clock.advance(7 * 24 * HOUR_MS)
    await look(memberId)
    const [task] = await casesOf(memberId)
    expect(task).toMatchObject({ kind: 'care', state: 1 })
    expect(task && task.dueAt.getTime() - task.openedAt.getTime()).toBe(72 * HOUR_MS)
    expect(await inboxOf(await site.enter(memberId))).toHaveLength(1)
  })

  test('high risk stops every offer at once, and only a person brings them back', async () => {
    const support = await staff()
    const { memberId, token } = await site.member()
    const other = await site.member()
    await note(memberId, '会员提到自杀')
    await look(memberId)
    const refused = (name: string, payload: object = {}) =>
      site.call<{ why?: { rule: string } }>(name, payload, { token })
    for (const [name, payload] of [
      ['POST /api/dofanshui', {}],
      ['POST /api/applyagentdo', { mobile: '13812345678', apply_info: '想成为合营伙伴' }],
    ] as const)
      expect(await refused(name, payload)).toMatchObject({ message: OFFERS_STOPPED })
    const now = clock.now()
    const offer = { title: '送彩金', html: '<p>送彩金</p>', by: 'support', at: now }
    const to = [memberId, other.memberId]
    expect(await sendMessage(owner, { ...offer, to })).toMatchObject({ recipients: 1 })
    await sendMessage(owner, { ...offer, to: 'all', title: '全站优惠' })
    await sendMessage(owner, { ...offer, to, title: '系统通知', offer: false })
    expect(await inboxOf(token)).toEqual(['系统通知', '优惠暂停提供'])
    expect(await inboxOf(other.token)).toContain('全站优惠')

    await run(
      owner,
      sql`update member_note set written_at = ${ago(24 * 60)} where member_id = ${memberId}`,
    )
    await look(memberId)
    expect(await standing(memberId), 'the marker is gone').toMatchObject({ level: 0 })
    expect((await refused('POST /api/dofanshui')).message, 'the stop is not').toBe(OFFERS_STOPPED)
    const case_id = await openCaseOf(memberId)
    const ease = (remark: string) =>
      support.call('POST /api/console/harm/ease', { case_id, remark })
    expect((await ease('')).message).toBe('请填写处理说明')
    expect(await ease('已电话沟通，情况稳定')).toMatchObject({ code: 200 })
    expect((await refused('POST /api/dofanshui')).message).not.toBe(OFFERS_STOPPED)
    expect(await inboxOf(token)).toContain('优惠恢复提供')
    expect((await ease('再次')).code, 'a repetition changes nothing').toBe(200)
  })

  test('two looks at once take one step and tell the member once', async () => {
    const { memberId, token } = await site.member()
    await note(memberId, '会员提到轻生')
    await Promise.all([look(memberId), look(memberId), look(memberId)])
    expect(await casesOf(memberId)).toHaveLength(1)
    expect(await inboxOf(token)).toEqual(['优惠暂停提供'])
    expect(
      await rows(owner, sql`select kind from harm_interaction where member_id = ${memberId}`),
    ).toEqual([{ kind: 'stop' }])
  })

  test('deposits and withdrawals go on while offers have stopped', async () => {
    const { memberId, token } = await site.member()
    const now = clock.now()
    await run(owner, sql`insert into harm_stop (member_id, since) values (${memberId}, ${now})`)
    const asked = { ...bankTransfer, amount: '100' }
    const user = async () =>
      (await site.call<{ offers: number }>('POST /api/user', {}, { token })).data
    expect((await user()).offers).toBe(0)
    expect(await site.call('POST /api/recharge', asked, { token })).toMatchObject({ code: 200 })
    const { message } = await site.call('POST /api/withdraw', {}, { token })
    expect(message).not.toBe(OFFERS_STOPPED)
    await run(owner, sql`delete from harm_stop where member_id = ${memberId}`)
    expect((await user()).offers).toBe(1)
  })

  test('a stop that is kept is looked at again, and the end of service blocks the member', async () => {
    const support = await staff()
    const { memberId } = await site.member()
    await note(memberId, '会员说活不下去')
    await look(memberId)
    const risk = await desk(site, 'risk')
    const first = await openCaseOf(memberId)
    await support.call('POST /api/console/harm/keep', { case_id: first, remark: '情况未变' })
    const kept = await casesOf(memberId)
    expect(kept).toMatchObject([
      { kind: 'stop', state: 3 },
      { kind: 'stop', state: 1 },
    ])
    expect(kept[1] && kept[1].dueAt.getTime() - clock.now().getTime()).toBe(30 * 24 * HOUR_MS)
    await look(memberId)
    expect(await casesOf(memberId)).toHaveLength(2)
    const end = { case_id: await openCaseOf(memberId), remark: '持续高风险' }
    expect((await support.call('POST /api/console/harm/end', end)).code).toBe(403)
    expect((await risk.call('POST /api/console/harm/end', end)).code).toBe(200)
    expect(
      await rows(owner, sql`select kind from member_block where member_id = ${memberId}`),
    ).toEqual([{ kind: 'staff' }])
  })
})

describe('people', () => {
  test('the list goes by deadline, a case shows why and what was done, and each step is in the log', async () => {
    const support = await staff()
    const { memberId, name } = await site.member()
    await note(memberId, '控制不住，想戒赌')
    await deposit(memberId, 20_000_00n, ago(2))
    await look(memberId)
    const case_id = await openCaseOf(memberId)
    const { data: list } = await support.call('POST /api/console/harm/list', {
      page: 1,
      state: 1,
      q: name,
    })
    expect(list.data).toMatchObject([{ case_id, username: name, level: 2, overdue: false }])
    await support.call('POST /api/console/harm/claim', { case_id })
    const spoken = { case_id, kind: 'call', outcome: 'tools', remark: '已设置每日限额' } as const
    expect((await support.call('POST /api/console/harm/record', spoken)).code).toBe(200)
    const { data } = await support.call('POST /api/console/harm/show', { case_id })
    expect(data.reasons.map(({ text }) => text)).toEqual([
      '30 天内 1 条沟通记录提到困扰（1 条起）',
      '30 天净存款 ¥20,000.00（¥20,000.00 起）',
    ])
    expect(data.interactions).toMatchObject([
      { kind: 'call', outcome: 'tools', by: support.name, before: { net: 20_000 }, after: null },
      { kind: 'task', by: '' },
    ])
    const acts = await rows(
      owner,
      sql`select action, note from audit_log where subject = ${`harm:${case_id}`} order by audit_id`,
    )
    expect(acts).toEqual([
      { action: 'harm.claim', note: '' },
      { action: 'harm.record', note: '已设置每日限额' },
    ])
  })

  test('net deposits above the sum ask for a check once in twelve months, with an outcome and why', async () => {
    const by = { name: 'test', at: clock.now() }
    const rule = { netCheck: { enabled: true, minFen: 150_00 } }
    await writeSetting(owner, HARM_SETTING, harmSchema, rule, by)
    const { memberId } = await site.member()
    await deposit(memberId, 100_00n, ago(24 * 30 - 1))
    await deposit(memberId, 50_00n, ago(3))
    await look(memberId)
    expect(await casesOf(memberId), 'exactly the sum').toEqual([])
    await deposit(memberId, 1n, ago(2))
    clock.advance(HOUR_MS + 1)
    await look(memberId)
    expect(await casesOf(memberId), 'the first deposit has left the window').toEqual([])
    await deposit(memberId, 100_00n, ago(1))
    await look(memberId)
    await look(memberId)
    expect(await casesOf(memberId)).toMatchObject([{ kind: 'check', state: 1 }])
    const case_id = await openCaseOf(memberId)
    const support = await staff()
    const ease = (remark: string) =>
      support.call('POST /api/console/harm/ease', { case_id, remark })
    expect((await ease('')).code).toBe(400)
    expect((await ease('收入稳定，无不良记录')).code).toBe(200)
    await look(memberId)
    expect(await casesOf(memberId)).toHaveLength(1)
    clock.advance(366 * 24 * HOUR_MS)
    await deposit(memberId, 151_00n, ago(1))
    await look(memberId)
    expect(await casesOf(memberId)).toMatchObject([{ state: 2 }, { kind: 'check', state: 1 }])
    await writeSetting(owner, HARM_SETTING, harmSchema, {}, by)
  })

  test('the 30 days before and after are measured, late tasks and a low rate raise alerts', async () => {
    await runHarm(site.services)
    const { memberId } = await site.member()
    await deposit(memberId, 20_000_00n, ago(24))
    await bet(memberId, { stake: 700_00n, payout: 0n, at: ago(24) })
    await stretch(memberId, ago(25), ago(24))
    await note(memberId, '欠债')
    await look(memberId)
    const at = clock.now()
    await deposit(memberId, 300_00n, new Date(at.getTime() + 10 * 24 * HOUR_MS))
    clock.advance(31 * 24 * HOUR_MS)
    await run(
      owner,
      sql`
      insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
      select ${memberId} + n, (${clock.now()}::timestamptz at time zone 'Asia/Shanghai' - interval '1 month')::date, 1, 'live', 1, 100, 100, 0 from generate_series(0, 999) n`,
    )
    await runHarm(site.services)
    await site.services.events.settled()
    const support = await staff()
    const { data } = await support.call('POST /api/console/harm/report')
    expect(data.effect.find(({ kind }) => kind === 'task')?.count).toBeGreaterThan(0)
    expect(
      await rows(
        owner,
        sql`select before_net_fen, before_stake_fen, before_minutes, after_net_fen, after_minutes from harm_interaction where member_id = ${memberId} and kind = 'task' and at = ${at}`,
      ),
    ).toEqual([
      {
        beforeNetFen: 20_000_00n,
        beforeStakeFen: 700_00n,
        beforeMinutes: 60,
        afterNetFen: 300_00n,
        afterMinutes: 0,
      },
    ])
    const [month] = data.months
    expect(month).toMatchObject({ goal: 25 })
    expect(month && month.rate < 25).toBe(true)
    const alerts = await rows(owner, sql`select distinct kind from security_alert order by kind`)
    expect(alerts).toEqual([{ kind: 'harm_late' }, { kind: 'harm_rate_low' }])
  })
})
