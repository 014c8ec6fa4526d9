import { rows, run, sql, theRow } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { runReconciliations } from '../../src/areas/books/console/cases.ts'
import { redacted } from '../../src/areas/cashier/console/redacted.ts'
import { seedSite } from '../../src/demo/site.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { countTurnover } from '../../src/areas/turnover/turnover.ts'
import { checkVenues } from '../../src/areas/venues/reconcile.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { arm, fund, openTestVenue } from '../support/venue.ts'
import { desk } from './support.ts'

const venue = await openTestVenue()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
await seedSite(owner, clock.now())
await run(
  owner,
  sql`insert into game (venue_id, game_code, name, image, rank) values (1, 'alpha', '甲', '/art/tile-live.webp', 0)`,
)
const site = await openTestSite(url, { venueUrl: venue.url, clock })
const [finance, second, risk, support] = [
  await desk(site, 'finance'),
  await desk(site, 'finance'),
  await desk(site, 'risk'),
  await desk(site, 'support'),
]
const cashOf = async (memberId: bigint) =>
  (await finance.call('POST /api/console/members/show', { id: Number(memberId) })).data.cash
const auditOf = (subject: string) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
    }>`select action, operator from audit_log where subject = ${subject} order by audit_id`,
  )
let serial = 0
const credited = (memberId: bigint, fen: bigint, at: string) =>
  run(
    owner,
    sql`
  insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key)
  values (${memberId}, ${`D-room-${++serial}`}, 'card', ${fen}, 2, '', ${fen}, ${at}, ${at}, ${`room${serial}`})`,
  )

describe('figures', () => {
  test('count each Beijing day once, follow a correction, and every one opens exactly its rows', async () => {
    const [a, b] = [await site.member(), await site.member()]
    await credited(a.memberId, 100_00n, '2026-11-18T15:59:59Z')
    await credited(a.memberId, 200_00n, '2026-11-18T16:00:00Z')
    await credited(b.memberId, 50_00n, '2026-11-19T15:00:00Z')
    const bet = { memberId: a.memberId, venueId: 1, settledAt: new Date('2026-11-19T01:00:00Z') }
    await countTurnover(owner, {
      ...bet,
      before: null,
      after: { stakeFen: 10_00n, validFen: 10_00n, payoutFen: 4_00n },
    })
    await countTurnover(owner, {
      ...bet,
      before: { stakeFen: 10_00n, validFen: 10_00n, payoutFen: 4_00n },
      after: { stakeFen: 10_00n, validFen: 8_00n, payoutFen: 12_00n },
    })
    const { data } = await finance.call('POST /api/console/figures', { days: 7 })
    const day = (wanted: string) => data.days.find(each => each.day === wanted)!
    expect(data.days).toHaveLength(7)
    expect(day('2026-11-18')).toMatchObject({ deposits: 100, deposits_count: 1, active_members: 1 })
    expect(day('2026-11-19')).toMatchObject({ deposits: 250, deposits_count: 2, active_members: 2 })
    expect(day('2026-11-20').new_members).toBeGreaterThanOrEqual(2)
    expect(data.play).toEqual([
      { day: '2026-11-19', venue_id: 1, bets: 1, stake: 10, valid: 8, payout: 12 },
    ])
    expect(
      (
        await finance.call('POST /api/console/deposits/list', { state: 2, day: '2026-11-19' })
      ).data.data
        .map(row => row.amount)
        .toSorted(),
    ).toEqual([200, 50].toSorted())
    expect(
      (await finance.call('POST /api/console/members/list', { played: '2026-11-19' })).data.total,
    ).toBe(2)
    const players = async (more: object) => {
      const { data: found } = await finance.call('POST /api/console/members/list', {
        played: '2026-11-19',
        ...more,
      })
      return { ids: found.data.map(row => row.id), total: found.total }
    }
    await run(owner, sql`update member set state = 'locked' where member_id = ${a.memberId}`)
    expect(await players({}), 'the newest member first').toEqual({
      ids: [Number(b.memberId), Number(a.memberId)],
      total: 2,
    })
    expect(await players({ page: 2 })).toEqual({ ids: [], total: 2 })
    expect(await players({ state: 'active' })).toEqual({ ids: [Number(b.memberId)], total: 1 })
    expect(await players({ state: 'locked' })).toEqual({ ids: [Number(a.memberId)], total: 1 })
    expect(await players({ q: b.name })).toEqual({ ids: [Number(b.memberId)], total: 1 })
    expect(await players({ day: '2026-11-01' })).toEqual({ ids: [], total: 0 })
    expect(await players({ day: '2026-11-20' }), 'of those who joined on a day').toEqual({
      ids: [Number(b.memberId), Number(a.memberId)],
      total: 2,
    })
    expect(await players({ day: '2026-11-20', page: 2 })).toEqual({ ids: [], total: 2 })
    expect(await players({ day: '2026-11-20', state: 'locked' })).toEqual({
      ids: [Number(a.memberId)],
      total: 1,
    })
    expect(await players({ day: '2026-11-20', q: a.name })).toEqual({
      ids: [Number(a.memberId)],
      total: 1,
    })
    await run(owner, sql`update member set state = 'active' where member_id = ${a.memberId}`)
    expect((await support.call('POST /api/console/figures', { days: 7 })).code).toBe(403)
    // Days that are over are kept, and come out the same.
    const [first, again] = [
      await finance.call('POST /api/console/figures', { days: 30 }),
      await finance.call('POST /api/console/figures', { days: 30 }),
    ]
    expect(first.data.days.map(each => each.day)).toEqual(
      [...first.data.days].map(each => each.day).toSorted(),
    )
    expect(again.data).toEqual(first.data)
    expect(again.data.days.slice(-7)).toEqual(data.days)
  })
})

describe('an adjustment', () => {
  test('takes two persons, never oneself; it books account 900 once, opens its turnover and is written down', async () => {
    const { memberId, name } = await site.member()
    const asked = {
      member: name.toUpperCase(),
      direction: 'give' as const,
      amount: '88.50',
      turnover_times: 2,
      reason: '补偿',
    }
    const { adjustment_id } = (await finance.call('POST /api/console/adjustments/propose', asked))
      .data
    expect(
      await finance.call('POST /api/console/adjustments/approve', { adjustment_id, remark: '' }),
    ).toMatchObject({ code: 409, message: '不能审批自己提出的调整，请由另一位同事处理' })
    expect(
      (await risk.call('POST /api/console/adjustments/approve', { adjustment_id, remark: '' }))
        .code,
      'risk may propose only',
    ).toBe(403)
    const both = await Promise.all(
      [second, await desk(site, 'finance')].map(one =>
        one.call('POST /api/console/adjustments/approve', { adjustment_id, remark: '同意' }),
      ),
    )
    expect(both.map(each => each.code).toSorted()).toEqual([200, 409])
    expect(await cashOf(memberId)).toBe(88.5)
    const [booked] = (
      await finance.call('POST /api/console/ledger/entries', {
        member_id: Number(memberId),
        source_id: adjustment_id,
      })
    ).data
    expect(booked!.lines.map(line => [line.account, line.amount])).toEqual([
      ['人工调整', -88.5],
      ['中心钱包', 88.5],
    ])
    const shown = (await finance.call('POST /api/console/members/show', { id: Number(memberId) }))
      .data
    expect(shown.requirements).toMatchObject([{ required: 177, state: 'open' }])
    expect((await auditOf(`adjustment:${adjustment_id}`)).map(deed => deed.action)).toEqual([
      'adjustment.propose',
      'adjustment.approve',
    ])
  })

  test('cannot take what is not there, nor touch a member of the operator’s own name', async () => {
    const { memberId, name } = await site.member()
    await fund(owner, memberId, 10_00n)
    const take = (
      await finance.call('POST /api/console/adjustments/propose', {
        member: String(memberId),
        direction: 'take',
        amount: 20,
        reason: '扣回',
      })
    ).data
    expect(
      await second.call('POST /api/console/adjustments/approve', { ...take, remark: '' }),
    ).toMatchObject({ code: 409, message: '会员可用余额 ¥10.00，不足以扣减 ¥20.00' })
    expect(await cashOf(memberId)).toBe(10)
    const namesake = await desk(site, 'finance', name)
    expect(
      (
        await namesake.call('POST /api/console/adjustments/propose', {
          member: name,
          direction: 'give',
          amount: 1,
          reason: '试',
        })
      ).message,
    ).toBe('不能调整自己的会员账户')
    expect(
      (await namesake.call('POST /api/console/adjustments/approve', { ...take, remark: '' }))
        .message,
    ).toBe('不能调整自己的会员账户')
    expect((await finance.call('POST /api/console/adjustments/withdraw', take)).code).toBe(200)
  })
})

test('an operator who is also a member leaves the own account to a colleague, whatever is to be done there', async () => {
  const [own, namesake] = [await site.member(), await site.member()]
  const id = Number(own.memberId)
  const boss = await desk(site, 'admin')
  await run(owner, sql`update operator set member_id = ${own.memberId} where name = ${boss.name}`)
  await fund(owner, own.memberId, 100_00n)
  arm(venue, { kind: 'drop_before', endpoint: 'transfer', count: 1 })
  const { data: moved } = await site.call<{ out_trade_no: string }>(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'LIVE', amount: 20 },
    { token: own.token },
  )
  const transfer = { tx_id: moved.out_trade_no, member_id: id }
  const { flagId: flag_id } = await theRow(
    owner,
    sql<{ flagId: number }>`
    insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at)
    values (${own.memberId}, 'large_win', 'day:2026-11-20', 0, '{"day":"2026-11-20","bets":1,"stake_fen":100,"won_fen":6000000}', 50, now(), now()) returning flag_id::int`,
  )
  const { caseId: case_id } = await theRow(
    owner,
    sql<{ caseId: number }>`
    insert into reconciliation_case (check_name, severity, member_id, subject, expected, found, first_run, first_seen_at, last_run, last_seen_at)
    values ('venue-wallets', 'attention', ${own.memberId}, 'own', '1', '2', uuidv7(), now(), uuidv7(), now()) returning case_id::int`,
  )
  const remark = '本人'
  const adjustment = { member: String(id), direction: 'give' as const, amount: 5, reason: '试' }
  for (const answer of await Promise.all([
    boss.call('POST /api/console/adjustments/propose', adjustment),
    boss.call('POST /api/console/members/unlock', { id, remark }),
    boss.call('POST /api/console/members/logout', { id, session: '', remark }),
    boss.call('POST /api/console/members/password', { id, which: 'pay', remark }),
    boss.call('POST /api/console/members/note/add', { id, content: '可靠' }),
    boss.call('POST /api/console/members/limit/set', { id, kind: 'loss_day', amount: '', remark }),
    boss.call('POST /api/console/members/exclude', { id, days: 1, remark }),
    boss.call('POST /api/console/members/card/set', { id, card_id: 1, locked: 0, remark }),
    boss.call('POST /api/console/risk/dismiss', { flag_id, remark }),
    boss.call('POST /api/console/risk/claim', { flag_id }),
    boss.call('POST /api/console/cases/add', { case_id, content: '正常' }),
    boss.call('POST /api/console/cases/resolve', { case_id, remark }),
    boss.call('POST /api/console/transfers/ask', { ...transfer, how: 'finalize', remark }),
  ]))
    expect(answer).toMatchObject({ code: 403, message: '不能处理本人会员账号的业务' })
  expect(
    (
      await finance.call('POST /api/console/transfers/ask', {
        ...transfer,
        how: 'finalize',
        remark,
      })
    ).code,
  ).toBe(200)
  expect(
    (await finance.call('POST /api/console/members/show', { id })).data.figures.flags,
  ).toHaveLength(1)
  expect(
    (await support.call('POST /api/console/members/show', { id })).data.figures.flags,
    'who may not read flags reads none beside a member either',
  ).toEqual([])
  // Names may be digits: one that reads like another member's id names neither.
  await run(
    owner,
    sql`update member_directory set handle = ${String(id)} where kind = 'name' and member_id = ${namesake.memberId}`,
  )
  expect(await finance.call('POST /api/console/adjustments/propose', adjustment)).toMatchObject({
    code: 409,
    data: { field: 'member' },
  })
  expect(
    await finance.call('POST /api/console/adjustments/propose', {
      ...adjustment,
      member: own.name,
    }),
  ).toMatchObject({ code: 200 })
})

test('a callback is shown as it came, without what proves who sent it', async () => {
  await run(
    owner,
    sql`
    insert into provider_callback (provider, received_at, address, signature, body, verdict, deposit_no)
    values ('sandbox', ${clock.now()}, '1.2.3.4', 'abc', '{"deposit_no":"D1","amount_fen":"5","card_no":"6222020011112222","sign":"S3CRET"}', 'forged', 'D1')`,
  )
  const [row] = (
    await finance.call('POST /api/console/callbacks/list', { verdict: 'forged', day: '2026-11-20' })
  ).data.data
  expect(row).toMatchObject({ provider: '沙盒支付', deposit_no: 'D1' })
  const { payload, signed } = (
    await finance.call('POST /api/console/callbacks/show', { id: row!.id })
  ).data
  expect(JSON.parse(payload)).toEqual({
    deposit_no: 'D1',
    amount_fen: '5',
    card_no: '****2222',
    sign: '（已隐藏）',
  })
  expect(signed).toBe(true)
  expect(redacted('amount=5&sign=S3CRET&token=x&key=K&bank_no=6222020011112222')).toBe(
    'amount=5&sign=（已隐藏）&token=（已隐藏）&key=（已隐藏）&bank_no=****2222',
  )
  expect(
    redacted(
      '<xml><fee>5</fee><sign><![CDATA[S3CRET]]></sign><card_no>6222020011112222</card_no></xml>',
    ),
  ).toBe('<xml><fee>5</fee><sign><![CDATA[（已隐藏）]]></sign><card_no>****2222</card_no></xml>')
})

describe('reconciliation', () => {
  test('a difference is one case however many runs find it; one works on it, notes it, corrects it by two persons and resolves it', async () => {
    const { memberId } = await site.member()
    await run(
      owner,
      sql`
      insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at)
      select 'sandbox', 'R1', member_id, deposit_no, 70000, now(), now() from deposit_order where member_id = ${memberId}
      union all select 'sandbox', 'R2', ${memberId}, 'D-case', 12300, ${clock.now()}, ${clock.now()}`,
    )
    await run(
      owner,
      sql`
      insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key)
      values (${memberId}, 'D-case', 'alipay', 10000, 2, '', 10000, ${clock.now()}, ${clock.now()}, 'case')`,
    )
    for (let i = 0; i < 2; i++) {
      expect((await finance.call('POST /api/console/reconciliation/run', {})).code).toBe(200)
      expect((await finance.call('POST /api/console/reconciliation/run', {})).message).toBe(
        '对账正在进行，请稍候',
      )
      expect(await runReconciliations(site.services)).toBe(1)
    }
    const { data } = await finance.call('POST /api/console/cases/list', { state: 1, q: 'D-case' })
    expect(data.data).toMatchObject([
      {
        check: 'provider-payments',
        severity: 'attention',
        expected: '¥123.00',
        found: '¥100.00',
        runs: 2,
      },
    ])
    const { case_id } = data.data[0]!
    expect((await finance.call('POST /api/console/cases/claim', { case_id })).code).toBe(200)
    expect(
      (await second.call('POST /api/console/cases/resolve', { case_id, remark: '已处理' })).code,
    ).toBe(409)
    await finance.call('POST /api/console/cases/add', { case_id, content: '通道确认多收 23 元' })
    await finance.call('POST /api/console/adjustments/propose', {
      member: String(memberId),
      direction: 'give',
      amount: '23',
      reason: '补入多付金额',
      case_id,
    })
    const shown = (await finance.call('POST /api/console/cases/show', { case_id })).data
    expect(shown).toMatchObject({
      differs: -23,
      notes: [{ content: '通道确认多收 23 元', by: finance.name }],
      adjustments: [{ amount: 23, state: 1 }],
    })
    expect(
      (await finance.call('POST /api/console/cases/resolve', { case_id, remark: '已补入' })).code,
    ).toBe(200)
    await reconcile(owner, { extraChecks: [checkVenues(site.services)] })
    await runReconciliations(site.services)
    expect(
      (await finance.call('POST /api/console/cases/list', { state: 1, q: 'D-case' })).data.total,
    ).toBe(0)
    expect((await finance.call('POST /api/console/reconciliation/runs', {})).data.total).toBe(3)
  })

  test('a provider’s own statement is compared payment by payment', async () => {
    const day = '2026-11-20'
    await run(
      owner,
      sql`
      insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at)
      select 'sandbox', 'R3', member_id, 'D-twice', 6000, ${clock.now()}, ${clock.now()} from deposit_order where deposit_no = 'D-case'`,
    )
    expect(
      (
        await finance.call('POST /api/console/reconciliation/send', {
          provider: 'sandbox',
          day,
          lines: 'R2 D-case',
        })
      ).message,
    ).toBe('无法识别这一行：R2 D-case')
    expect(
      (
        await finance.call('POST /api/console/reconciliation/send', {
          provider: 'sandbox',
          day,
          lines: 'R2,D-case,120.00\nR9 D-gone 5\nR3 D-twice 60\nR3 D-twice 60',
        })
      ).code,
    ).toBe(200)
    await runReconciliations(site.services)
    const found = (
      await finance.call('POST /api/console/cases/list', { state: 1, severity: 'mismatch' })
    ).data.data.filter(each => each.check === 'provider-statement')
    expect(found.map(each => [each.subject, each.expected, each.found]).toSorted()).toEqual([
      ['sandbox R2 D-case', '¥120.00', '¥123.00'],
      ['sandbox R3 D-twice ×2', '¥120.00', '¥60.00'],
      ['sandbox R9 D-gone', '¥5.00', ''],
    ])
  })

  test('a transfer without an answer keeps what the venue said, is asked again and finalized by a person', async () => {
    const member = await site.member()
    await fund(owner, member.memberId, 500_00n)
    arm(venue, { kind: 'drop_before', endpoint: 'transfer', count: 1 })
    await site.call(
      'POST /api/transfer',
      { sourcetype: 'userbalance', targettype: 'LIVE', amount: 200 },
      { token: member.token },
    )
    const [pending] = (await finance.call('POST /api/console/transfers/list', { state: 2 })).data
      .data
    const asked = { tx_id: pending!.tx_id, member_id: pending!.member_id }
    expect(
      (
        await support.call('POST /api/console/transfers/ask', {
          ...asked,
          how: 'state',
          remark: '',
        })
      ).code,
    ).toBe(403)
    expect(
      (
        await finance.call('POST /api/console/transfers/ask', {
          ...asked,
          how: 'state',
          remark: '',
        })
      ).data.state,
    ).toBe(2)
    expect(
      (
        await finance.call('POST /api/console/transfers/ask', {
          ...asked,
          how: 'finalize',
          remark: '',
        })
      ).message,
    ).toBe('请填写原因')
    expect(
      (
        await finance.call('POST /api/console/transfers/ask', {
          ...asked,
          how: 'finalize',
          remark: '会员催促',
        })
      ).data.state,
    ).toBe(0)
    const shown = (await finance.call('POST /api/console/transfers/show', asked)).data
    expect(shown.answers.map(answer => [answer.asked, answer.by])).toEqual([
      ['transfer', ''],
      ['state', finance.name],
      ['finalize', finance.name],
    ])
    expect(await cashOf(member.memberId)).toBe(500)
    expect(
      (
        await finance.call('POST /api/console/transfers/ask', {
          ...asked,
          how: 'state',
          remark: '',
        })
      ).code,
    ).toBe(409)
  })

  test('the venue’s statement of each day stands beside ours', async () => {
    const [today] = (await finance.call('POST /api/console/venues/statements', { venue_id: 1 }))
      .data
    expect(today).toMatchObject({ day: '2026-11-20', ours: { bets: 0 } })
    expect(
      (await finance.call('POST /api/console/venues/check', { venue_id: 1 })).data,
    ).toMatchObject({ ok: true })
  })
})

describe('a member', () => {
  test('is locked and unlocked, logged out and given a new password that nobody can read again', async () => {
    const member = await site.member()
    const id = Number(member.memberId)
    expect((await support.call('POST /api/console/members/lock', { id, remark: '' })).message).toBe(
      '请填写原因',
    )
    expect(
      (await support.call('POST /api/console/members/lock', { id, remark: '被盗' })).code,
    ).toBe(200)
    expect((await site.call('POST /api/user', {}, { token: member.token })).code).toBe(401)
    expect(
      (await site.call('POST /api/login', { name: member.name, password: 'secret1', code: 'x' }))
        .message,
    ).toBe('账号已被锁定，请联系客服')
    expect(
      (await support.call('POST /api/console/members/unlock', { id, remark: '已核实' })).code,
    ).toBe(200)
    const { password } = (
      await support.call('POST /api/console/members/password', {
        id,
        which: 'login',
        remark: '来电核实',
      })
    ).data
    expect(
      (await site.call('POST /api/login', { name: member.name, password: 'secret1', code: 'x' }))
        .code,
    ).not.toBe(200)
    const entered = await site.call<{ api_token: string }>('POST /api/login', {
      name: member.name,
      password,
      code: 'x',
    })
    expect(entered.code).toBe(200)
    const [session] = (await support.call('POST /api/console/members/show', { id })).data.sessions
    expect(
      (
        await support.call('POST /api/console/members/logout', {
          id,
          session: session!.mark,
          remark: '',
        })
      ).data,
    ).toEqual({ ended: 1 })
    expect((await site.call('POST /api/user', {}, { token: entered.data.api_token })).code).toBe(
      401,
    )
    expect(
      (
        await support.call('POST /api/console/members/rename', {
          id,
          realname: '李四光',
          remark: '证件',
        })
      ).code,
      'who reads no full names writes none',
    ).toBe(403)
    expect(
      (
        await finance.call('POST /api/console/members/rename', {
          id,
          realname: '李',
          remark: '证件',
        })
      ).message,
    ).toBe('请输入您的真实姓名!')
    expect(
      (
        await finance.call('POST /api/console/members/rename', {
          id,
          realname: '李四光',
          remark: '证件更正',
        })
      ).code,
    ).toBe(200)
    expect(
      await theRow(owner, sql`select realname from member where member_id = ${member.memberId}`),
    ).toEqual({ realname: '李四光' })
    expect(
      await theRow(owner, sql`select before, after from audit_log where action = 'member.rename'`),
    ).toEqual({ before: { realname: '测**' }, after: { realname: '李**' } })
    expect(
      (await support.call('POST /api/console/members/note/add', { id, content: '来电两次' })).code,
    ).toBe(200)
    expect((await risk.call('POST /api/console/members/notes', { id })).data.data).toMatchObject([
      { content: '来电两次', by: support.name },
    ])
    await expect(run(site.services.db, sql`update member_note set content = ''`)).rejects.toThrow(
      /permission denied/,
    )
    const log = JSON.stringify(
      await rows(
        owner,
        sql`select before, after, note from audit_log where subject = ${`member:${id}`}`,
      ),
    )
    expect(log).not.toContain(password)
  })
})

describe('rules and content', () => {
  test('receiving accounts change by two persons, and members are shown the new ones', async () => {
    const shown = (
      await finance.call('POST /api/console/rules/show', { key: 'receiving_accounts' })
    ).data
    const value = [
      {
        bank_name: '天平储蓄银行',
        bank_no: '6228480099990000',
        bank_owner: '天平科技',
        bank_address: '上海',
        enabled: true,
      },
    ]
    expect(
      (
        await finance.call('POST /api/console/rules/propose', {
          key: 'receiving_accounts',
          version: shown.version,
          value,
          note: '换账户',
        })
      ).code,
    ).toBe(200)
    const { proposal } = (
      await second.call('POST /api/console/rules/show', { key: 'receiving_accounts' })
    ).data
    expect(
      (await finance.call('POST /api/console/rules/approve', { id: proposal!.id, remark: '' }))
        .code,
    ).toBe(409)
    expect(
      (await second.call('POST /api/console/rules/approve', { id: proposal!.id, remark: '' })).code,
    ).toBe(200)
    const member = await site.member()
    expect(
      (
        await site.call<{ bank_no: string }[]>('POST /api/getpaybank', {}, { token: member.token })
      ).data.map(each => each.bank_no),
    ).toEqual(['6228480099990000'])
  })

  test('an activity is edited sanitised; its rule takes two persons and says what it would have cost', async () => {
    await run(owner, sql`insert into activity_type (name) values ('日常')`)
    const type = (await support.call('POST /api/console/activity-types/list', {})).data[0]!
    const asked = {
      id: 0,
      seen: '',
      type_id: type.id,
      title: '新春礼',
      banner: '/art/banner-1.webp',
      content: '<p onclick="x()">好<script>alert(1)</script></p>',
      memo: '',
      rank: 0,
      enabled: 1 as const,
      starts_at: '',
      ends_at: '2027-01-01 00:00',
      advert: { reason: '仅供测试' },
    }
    const { id } = (await support.call('POST /api/console/activities/save', asked)).data
    expect((await support.call('POST /api/console/activities/show', { id })).data).toMatchObject({
      content: '<p>好</p>',
      ends_at: '2027-01-01 00:00:00',
      rule_version: 0,
      terms: [],
    })
    const key = `activity:${id}`
    const rule = (fen: number) => ({
      apply: true,
      conditions: [{ kind: 'min_deposit', fen: 100_00, window: 'today' }],
      bonus: { kind: 'fixed', fen },
      turnoverTimes: 1,
      limit: { times: 1, per: 'day' },
      review: 'auto',
    })
    expect(
      (
        await finance.call('POST /api/console/rules/propose', {
          key,
          version: 0,
          value: rule(8_00),
          note: '上线',
        })
      ).code,
    ).toBe(200)
    expect(
      (await finance.call('POST /api/console/rules/list', {})).data.find(each => each.key === key),
    ).toMatchObject({ group: 'activity', label: '活动：新春礼', proposed_by: finance.name })
    const { proposal } = (await second.call('POST /api/console/rules/show', { key })).data
    await second.call('POST /api/console/rules/approve', { id: proposal!.id, remark: '' })
    const member = await site.member()
    await credited(member.memberId, 150_00n, clock.now().toISOString())
    expect(
      (await site.call('POST /api/doactivityapply', { activityid: id }, { token: member.token }))
        .code,
    ).toBe(200)
    const cost = (await finance.call('POST /api/console/rules/cost', { key, value: rule(20_00) }))
      .data
    expect(cost.lines).toEqual([
      { label: '已通过申请的奖金', unit: 'yuan', before: 8, after: 20 },
      { label: '有奖金的申请', unit: 'count', before: 1, after: 1 },
    ])
    const versions = (await finance.call('POST /api/console/rules/show', { key })).data.versions
    expect(versions).toMatchObject([
      { version: 1, note: '上线', proposed_by: finance.name, changed_by: second.name },
    ])
  })

  test('rebates and red packets are costed on what was recorded', async () => {
    const levels = (await finance.call('POST /api/console/rules/show', { key: 'vip_levels' })).data
      .value as { realperson: number }[]
    const doubled = levels.map(level => ({ ...level, realperson: level.realperson * 2 }))
    const { lines } = (
      await finance.call('POST /api/console/rules/cost', { key: 'vip_levels', value: doubled })
    ).data
    const total = lines.find(line => line.label === '返水合计')!
    expect(total.before).toBeGreaterThan(0)
    expect(Math.abs(total.after - 2 * total.before)).toBeLessThanOrEqual(0.01)
    const packets = {
      opens: '10:00',
      closes: '12:00',
      maxTimes: 10,
      tiers: [
        {
          startDay: '2026-01-01',
          endDay: '2027-12-31',
          minFen: 100_00,
          maxFen: null,
          claims: 2,
          drawMinFen: 1_00,
          drawMaxFen: 3_00,
          turnoverTimes: 1,
        },
      ],
    }
    const earned = (
      await finance.call('POST /api/console/rules/cost', { key: 'redpacket', value: packets })
    ).data.lines
    const claims = earned.find(line => line.label === '可领红包个数')!
    expect(claims.before).toBe(0)
    expect(claims.after).toBeGreaterThan(0)
    expect(earned.find(line => line.label === '全部领取的期望金额')!.after).toBe(claims.after * 2)
  })

  test('a notice and an article show from their moment on', async () => {
    const real = (hours: number) =>
      new Date(clock.now().getTime() + (hours + 8) * 3_600_000)
        .toISOString()
        .slice(0, 16)
        .replace('T', ' ')
    const notice = (content: string, shows_from: string, shows_until: string) =>
      support.call('POST /api/console/notices/save', {
        id: 0,
        seen: '',
        content,
        rank: 0,
        enabled: 1,
        shows_from,
        shows_until,
      })
    await notice('明天才有', real(24), '')
    await notice('昨天为止', '', real(-24))
    await notice('正在显示', real(-1), real(24))
    const seen = (await site.call<string[]>('POST /api/homenotice')).data
    expect(seen.filter(each => /明天才有|昨天为止|正在显示/.test(each))).toEqual(['正在显示'])
    expect(
      (
        await support.call('POST /api/console/notices/save', {
          id: 0,
          seen: '',
          content: '反了',
          rank: 0,
          enabled: 1,
          shows_from: real(2),
          shows_until: real(1),
        })
      ).message,
    ).toBe('结束时间须晚于开始时间')
    const article = (await support.call('POST /api/console/articles/list', {})).data.data[0]!
    expect(
      (
        await support.call('POST /api/console/articles/save', {
          type: article.type,
          seen: article.seen,
          title: '新版',
          content: '<p>新</p>',
          shows_from: '2027-01-01 00:00',
        })
      ).code,
    ).toBe(200)
    expect(
      (await site.call<{ title: string }>('POST /api/article', { type: article.type })).data.title,
    ).toBe(article.title)
    await run(owner, sql`update article_next set shows_from = ${clock.now()}`)
    expect(
      (await site.call<{ title: string }>('POST /api/article', { type: article.type })).data.title,
    ).toBe('新版')
    const [live] = (await support.call('POST /api/console/articles/list', {})).data.data.filter(
      each => each.type === article.type,
    )
    expect(
      await support.call('POST /api/console/articles/withdraw', { type: article.type }),
      'it is no longer to come',
    ).toMatchObject({ code: 409 })
    expect(
      (
        await support.call('POST /api/console/articles/save', {
          type: article.type,
          seen: live!.seen,
          title: '再新版',
          content: '<p>再</p>',
          shows_from: '2027-02-01 00:00',
        })
      ).code,
    ).toBe(200)
    expect(
      (await site.call<{ title: string }>('POST /api/article', { type: article.type })).data.title,
      'what is shown goes on until then',
    ).toBe('新版')
    expect(
      await support.call('POST /api/console/articles/save', {
        type: article.type,
        seen: live!.seen,
        title: '无',
        content: '<p>无</p>',
        shows_from: '2027-02-31 00:00',
      }),
    ).toMatchObject({ code: 400, data: { field: 'shows_from' } })
    expect(
      (await support.call('POST /api/console/deposits/list', { day: '2026-02-31' })).code,
      'a day that does not exist',
    ).toBe(400)
  })
})

test('the tree of invitations opens branch by branch, and the books hold after all of it', async () => {
  const parent = await site.member()
  const child = await site.member({ pid: String(parent.memberId) })
  await site.member({ pid: String(child.memberId) })
  const roots = (await finance.call('POST /api/console/agents/tree', { parent: 0 })).data.data
  expect(roots.map(each => each.id)).toContain(Number(parent.memberId))
  expect(roots.map(each => each.id)).not.toContain(Number(child.memberId))
  expect(
    (await finance.call('POST /api/console/agents/tree', { parent: Number(parent.memberId) })).data
      .data,
  ).toMatchObject([{ id: Number(child.memberId), invited: 1 }])
  expect(
    (
      await theRow(
        owner,
        sql<{ same: boolean }>`
    select not exists (select day, venue_id, sum(stake_fen), sum(payout_fen) from turnover_day group by 1, 2 except select day, venue_id, sum(stake_fen), sum(payout_fen) from venue_day group by 1, 2) as same`,
      )
    ).same,
  ).toBe(true)
  await assertBooksHold(owner)
})

test('a member has limits: a stricter one counts at once, a looser one after a day; losses and an exclusion close the games', async () => {
  const member = await site.member()
  const id = Number(member.memberId)
  await fund(owner, member.memberId, 500_00n)
  const deposit = (amount: number) =>
    site.call(
      'POST /api/recharge',
      {
        paytype: 'bank',
        amount,
        bank: '甲行',
        bank_owner: '测试员',
        bank_no: '6222020012345678',
        bank_address: '某支行',
      },
      { token: member.token },
    )
  const set = (kind: 'deposit_day' | 'loss_day', amount: string) =>
    support.call('POST /api/console/members/limit/set', { id, kind, amount, remark: '会员要求' })
  expect((await set('deposit_day', '500')).message).toBe('已生效')
  expect((await deposit(300)).code).toBe(200)
  expect((await deposit(300)).message).toBe('超过您的每日存款限额 ¥500.00，还可存 ¥200.00')
  expect((await set('deposit_day', '5000')).message).toBe(
    '已记录，放宽的限额自 2026-11-21 12:00:00 起生效',
  )
  expect((await deposit(300)).code).toBe(400)
  expect(
    (await support.call('POST /api/console/members/limits', { id })).data.limits[0],
  ).toMatchObject({
    kind: 'deposit_day',
    limit: 500,
    used: 300,
    next: { limit: 5000, from: '2026-11-21 12:00:00' },
  })
  await run(
    owner,
    sql`update member set transferstatus = true where member_id = ${member.memberId}`,
  )
  await set('loss_day', '50')
  await site.call(
    'POST /api/getGameUrl',
    { plat_name: 'LIVE', game_type: 0, game_code: 'alpha', is_mobile_url: 1 },
    { token: member.token },
  )
  expect(await cashOf(member.memberId), 'nothing is moved by itself for a limited member').toBe(500)
  await run(
    owner,
    sql`update member set transferstatus = false where member_id = ${member.memberId}`,
  )
  await countTurnover(owner, {
    memberId: member.memberId,
    venueId: 1,
    settledAt: clock.now(),
    before: null,
    after: { stakeFen: 60_00n, validFen: 60_00n, payoutFen: 0n },
  })
  expect(
    (
      await site.call(
        'POST /api/transfer',
        { sourcetype: 'userbalance', targettype: 'LIVE', amount: 10 },
        { token: member.token },
      )
    ).message,
  ).toBe('已达到您的每日净输限额 ¥50.00，本期内不能继续游戏')
  clock.advance(25 * 3_600_000)
  expect((await deposit(600)).code, 'a day later the looser one counts').toBe(200)
  // A day later the desk's session is over as well.
  const late = await desk(site, 'support')
  expect(
    (await late.call('POST /api/console/members/exclude', { id, days: 30, remark: '会员要求' }))
      .code,
  ).toBe(200)
  expect((await deposit(100)).message).toMatch(/^您的账户已暂停使用至 2026-12-21/)
  expect(
    (
      await site.call(
        'POST /api/getGameUrl',
        { plat_name: 'LIVE', game_type: 0, game_code: 'alpha', is_mobile_url: 1 },
        { token: member.token },
      )
    ).message,
  ).toMatch(/^您的账户已暂停使用至/)
})
