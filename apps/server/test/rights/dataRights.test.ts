import { connect, row, rows, run, sql, theRow } from '@tianping/database'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { dropTraces } from '../../src/areas/account/account.ts'
import { runClosing } from '../../src/areas/closing/job.ts'
import { runDataRights, runExports } from '../../src/areas/dataRights/dataRights.ts'
import { ledgerTables, register } from '../../src/areas/dataRights/register/register.ts'
import { openNumber } from '../../src/kernel/cardNumber.ts'
import { firstBrokenAudit } from '../../src/kernel/operator/audit.sql.ts'
import { audit } from '../../src/kernel/operator/audit.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { freshDatabase, PATIENCE } from '../../../../tooling/test/database.ts'
import { bankCard, bankTransfer, bind, order } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { balances, post } from '../../src/ledger/ledger.ts'
import { reconcileCommand } from '../ledger/reconcileCommand.ts'
import { z } from 'zod'
import { poison } from '../support/poison.ts'
import { dumpOf } from '../support/dump.ts'
import { openTestSite } from '../support/site.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
await addVenues(owner)
await seedCashier(owner, new Date())
const venueDatabase = await freshDatabase('venue')
const venue = await openTestVenue({ databaseUrl: venueDatabase.url })
const site = await openTestSite(url, { venueUrl: venue.url })
const [first, second] = [await desk(site, 'risk'), await desk(site, 'risk')]

const password = { password: 'secret1' }

/** The files of a ZIP, by its directory. */
function unzip(file: Buffer): Record<string, string> {
  const end = file.length - 22
  const count = file.readUInt16LE(end + 10)
  const found: Record<string, string> = {}
  let at = file.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    const packed = file.readUInt32LE(at + 20)
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.subarray(at + 46, at + 46 + nameLength).toString()
    const local = file.readUInt32LE(at + 42)
    const begin = local + 30 + file.readUInt16LE(local + 26)
    found[name] = inflateRawSync(file.subarray(begin, begin + packed)).toString()
    at += 46 + nameLength
  }
  return found
}

describe('the register of personal data', () => {
  test('names every table with rows of members, and every column of it', async () => {
    const columns = await rows(
      owner,
      sql<{ table: string; columns: string[] }>`
      select c.table_name::text as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      group by c.table_name having bool_or(c.column_name in ('member_id', 'agent_id', 'friend_id')) order by 1`,
    )
    const registered = Object.fromEntries(
      register.map(entry => [
        entry.table,
        [...entry.exported, ...Object.keys(entry.withheld)].toSorted(),
      ]),
    )
    expect(Object.keys(registered).toSorted()).toEqual(columns.map(({ table }) => table).toSorted())
    for (const { table, columns: all } of columns)
      expect(registered[table], table).toEqual(all.toSorted())
    expect(new Set(register.map(({ table }) => table)).size).toBe(register.length)
    const ledger = await rows(
      owner,
      sql<{ table: string }>`
      select table_name::text as table from information_schema.columns
      where table_schema = 'ledger' and column_name = 'member_id' order by 1`,
    )
    expect([...ledgerTables].toSorted()).toEqual(ledger.map(({ table }) => table))
  })
  test('says of each what it is for, on what basis and for how long', () => {
    for (const { table, purpose, basis, retention, label } of register)
      expect(
        [purpose, basis, retention, label].every(text => text !== ''),
        table,
      ).toBe(true)
  })
})

describe('a copy of one’s data', () => {
  test('holds all of the member’s and nothing of another’s, as JSON and CSV, once a day', async () => {
    const [me, other] = [await site.member(), await site.member()]
    for (const { token, memberId } of [me, other]) {
      await bind(site, token, bankCard(`62220200111${String(memberId).slice(-5)}`))
      await site.call('POST /api/complaints/new', complaint(memberId), { token })
      await site.call('POST /api/tickets/new', ticket(memberId), { token })
    }
    await run(
      owner,
      sql`
      insert into member_note (member_id, content, written_by, written_at) values (${me.memberId}, '员工私下的备注', 'x', now())`,
    )
    await run(
      owner,
      sql`
      insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at)
      values (${me.memberId}, 'large_win', 'day:2026-11-01', 1, '{"secret": "风控依据"}', 10, now(), now())`,
    )
    await fund(owner, me.memberId, 10_00n)
    const applied = { mobile: '13800138001', apply_info: '有社群资源' }
    await site.call('POST /api/applyagentdo', applied, { token: me.token })
    expect((await site.call('POST /api/dataRights/export', {}, { token: me.token })).code).toBe(200)
    expect(
      (await site.call('POST /api/dataRights/export', {}, { token: me.token })).message,
    ).toMatch(/^每天可申请一次/)
    expect(await runExports(site.services)).toBe(1)
    const shown = await site.call('POST /api/dataRights', {}, { token: me.token })
    expect(shown.data).toMatchObject({ export: { state: 2, progress: 100 } })

    const wrong = { password: 'not-this' }
    expect(
      (await site.call('POST /api/dataRights/download', wrong, { token: me.token })).message,
    ).toBe('登录密码错误')
    expect(
      (await site.call('POST /api/dataRights/download', password, { token: other.token })).code,
    ).toBe(404)
    const { data } = await site.call<{ path: string }>('POST /api/dataRights/download', password, {
      token: me.token,
    })
    const file = await site.app.inject({ method: 'GET', url: data.path })
    expect(file.headers['content-type']).toBe('application/zip')
    expect((await site.app.inject({ method: 'GET', url: data.path })).json().code).toBe(404)

    const files = unzip(file.rawPayload)
    const json = JSON.parse(files['data.json']!) as Record<string, unknown[]>
    const schema = z.fromJSONSchema(JSON.parse(files['schema.json']!))
    expect(schema.safeParse(json).error).toBeUndefined()
    expect(schema.safeParse({ ...json, card: [{ bank: 1 }] }).success).toBe(false)
    expect(schema.safeParse({ ...json, ledger: undefined }).success).toBe(false)
    expect(files['账户资料.csv']).toContain(me.name)
    expect(json['member']).toMatchObject([{ name: me.name, realname: '测试员' }])
    expect(json['complaint_message']).toHaveLength(2)
    expect(json['ticket_line']).toMatchObject([{ content: ticket(me.memberId).content }])
    expect(json['card']).toMatchObject([
      { number_tail: String(me.memberId).slice(-4), phone: '13800138000' },
    ])
    expect(json['agent_application'], 'what lies sealed is in clear').toMatchObject([
      { mobile: '13800138001' },
    ])
    expect(json['activity_application']).toEqual([])
    const whole = Object.values(files).join('\n')
    for (const absent of [
      '员工私下的备注',
      '风控依据',
      other.name,
      complaint(other.memberId).content,
      ticket(other.memberId).content,
    ])
      expect(whole).not.toContain(absent)
  })

  test('a copy that ends its process each time is given up, and another one is made', async () => {
    const [bad, good] = [await site.member(), await site.member()]
    for (const { token } of [bad, good])
      await site.call('POST /api/dataRights/export', {}, { token })
    await run(
      owner,
      sql`update data_export set attempts = 3, leased_until = now() - interval '1 second' where member_id = ${bad.memberId}`,
    )
    await expect(runExports(site.services)).rejects.toThrow(`member ${bad.memberId}: given up`)
    expect(await runExports(site.services)).toBe(1)
    expect(await runExports(site.services)).toBe(0)
    const stateOf = async ({ token }: typeof bad) =>
      (await site.call('POST /api/dataRights', {}, { token })).data
    expect(await stateOf(bad)).toMatchObject({ export: { state: 3 } })
    expect(await stateOf(good)).toMatchObject({ export: { state: 2 } })
  })

  test('a copy that cannot be made fails its job, and is given up after three tries', async () => {
    const { token, memberId } = await site.member()
    await site.call('POST /api/dataRights/export', {}, { token })
    const cure = await poison(owner, 'data_export_part', memberId)
    for (let attempt = 1; attempt <= 3; attempt++) {
      const said = `member ${memberId}, try ${attempt}: poisoned`
      await expect(runExports(site.services)).rejects.toThrow(said)
      expect(await runExports(site.services), 'not again before its lease ends').toBe(0)
      await run(
        owner,
        sql`update data_export set leased_until = now() - interval '1 second' where member_id = ${memberId}`,
      )
    }
    await cure()
    expect(await runExports(site.services)).toBe(0)
  })

  test('lies sealed, and is gone after seven days', async () => {
    const { token, memberId, name } = await site.member()
    await site.call('POST /api/dataRights/export', {}, { token })
    await runExports(site.services)
    const { sealed } = await theRow(
      owner,
      sql<{ sealed: Buffer }>`select sealed from data_export_part where member_id = ${memberId}`,
    )
    expect(sealed.includes(name)).toBe(false)
    await run(
      owner,
      sql`update data_export set expires_at = now() - interval '1 second' where member_id = ${memberId}`,
    )
    expect((await site.call('POST /api/dataRights/download', password, { token })).code).toBe(404)
    await runDataRights(site.services)
    expect(
      await row(owner, sql`select 1 as one from data_export_part where member_id = ${memberId}`),
    ).toBeUndefined()
  })
})

const complaint = (memberId: bigint) => ({
  kind: 'other',
  content: `关于会员 ${memberId} 的投诉内容，请处理`,
  order_no: '',
  event_day: '',
})

const ticket = (memberId: bigint) => ({
  topic: 'other',
  content: `会员 ${memberId} 问客服的话`,
})

describe('what is asked of the data', () => {
  test('a refusal needs a reason, and an extension is told; the alarm comes on day 25', async () => {
    const { token, memberId } = await site.member()
    const asked = { kind: 'correct', content: '我的生日写错了', ...password }
    expect((await site.call('POST /api/dataRights/ask', asked, { token })).code).toBe(200)
    expect((await site.call('POST /api/dataRights/ask', asked, { token })).code).toBe(409)
    const list = async () =>
      (await first.call('POST /api/console/data-requests/list', { q: String(memberId) })).data
        .data[0]!
    const { request_id: id } = await list()
    const age = (interval: string) =>
      run(
        owner,
        sql`update data_request set answer_by = answer_by - ${interval}::interval where request_id = ${BigInt(id)}`,
      )
    // A month has 28 to 31 days: five days before its end is when the alarm is due.
    await run(
      owner,
      sql`update data_request set answer_by = now() + interval '5 days 1 hour' where request_id = ${BigInt(id)}`,
    )
    await runDataRights(site.services)
    expect((await list()).overdue).toBe(false)
    await age('2 hours')
    await runDataRights(site.services)
    expect((await list()).overdue).toBe(true)
    const extend = (remark: string) =>
      first.call('POST /api/console/data-requests/extend', { id, remark })
    expect((await extend('')).code).not.toBe(200)
    expect((await extend('需要核对证件')).code).toBe(200)
    expect((await extend('再次')).message).toBe('期限只能延长一次')
    const reject = (answer: string) =>
      first.call('POST /api/console/data-requests/reject', { id, answer, remark: '' })
    expect((await reject('')).code).not.toBe(200)
    expect((await reject('资料一致，无需更正')).code).toBe(200)
    const { data } = await site.call('POST /api/dataRights', {}, { token })
    expect(data).toMatchObject({ requests: [{ state: 3, answer: '资料一致，无需更正' }] })
  })

  test('an erasure waits for the closed account and takes two persons', async () => {
    const { token, memberId } = await site.member()
    await site.call('POST /api/dataRights/ask', { kind: 'erase', ...password }, { token })
    const { data } = await first.call('POST /api/console/data-requests/list', {
      q: String(memberId),
    })
    const id = data.data[0]!.request_id
    const approve = (by: typeof first) =>
      by.call('POST /api/console/data-requests/approve', { id, answer: '已删除', remark: '' })
    expect((await approve(first)).message).toBe('会员的账户尚未注销，注销后才能删除个人信息')
    await close(token)
    const hold = (open: boolean) =>
      run(owner, sql`update aml_case_member set open = ${open} where member_id = ${memberId}`)
    await run(
      owner,
      sql`
      with made as (insert into aml_case (title, weight, opened_by, opened_at, due_at) values ('t', 1, 'x', now(), now()) returning case_id)
      insert into aml_case_member (case_id, member_id, alerted, added_at) select case_id, ${memberId}, true, now() from made`,
    )
    expect((await approve(first)).message).toBe('该账户的资料目前依法须保留，暂不能删除')
    await hold(false)
    expect((await approve(first)).code).toBe(200)
    await hold(true)
    expect((await approve(second)).message).toBe('该账户的资料目前依法须保留，暂不能删除')
    await hold(false)
    expect((await approve(first)).message).toBe('删除个人信息须由另一位同事复核')
    expect((await approve(second)).message).toBe('已删除个人信息')
  })
})

test('what is still open between a member and the house keeps an erasure and the schedule waiting', async () => {
  const { token, memberId } = await site.member()
  await site.call('POST /api/dataRights/ask', { kind: 'erase', ...password }, { token })
  await close(token)
  const { data } = await first.call('POST /api/console/data-requests/list', { q: String(memberId) })
  const id = data.data[0]!.request_id
  const approve = async () =>
    (
      await first.call('POST /api/console/data-requests/approve', {
        id,
        answer: '已删除',
        remark: '',
      })
    ).message
  await run(
    owner,
    sql`insert into login_trace (member_id, address, agent, first_at, last_at) values (${memberId}, '203.0.113.9', 'x', now(), now())`,
  )
  const tracesLeft = async () => {
    await dropTraces(owner, new Date(Date.now() + 1_000), 500)
    return (await rows(owner, sql`select 1 as one from login_trace where member_id = ${memberId}`))
      .length
  }
  await run(
    owner,
    sql`insert into complaint (complaint_no, member_id, kind, answer_by, action_key)
      values ('C20261123-7K3M9Q', ${memberId}, 'other', now(), 'k')`,
  )
  await run(
    owner,
    sql`insert into agent_statement (agent_id, month, from_day, until_day, rule_version, rule, levels, members, active, base_fen, carried_in_fen,
        commissionable_fen, hundredths, commission_fen, carried_out_fen, state, made_at)
      values (${memberId}, '2026-10', '2026-10-01', '2026-11-01', 0, '{}', 1, 1, 1, 100, 0, 100, 100, 1, 0, 1, now())`,
  )
  expect(await approve()).toBe('该会员仍有处理中的投诉、待审核的佣金账单，结束后才能删除个人信息')
  expect(await tracesLeft()).toBeGreaterThan(0)
  await run(
    owner,
    sql`update agent_statement set state = 3, decided_by = 'x', decided_at = now() where agent_id = ${memberId}`,
  )
  expect(await approve()).toBe('该会员仍有处理中的投诉，结束后才能删除个人信息')
  await run(
    owner,
    sql`update complaint set state = 4, decided_at = now(), waits_for = '' where member_id = ${memberId}`,
  )
  expect(await tracesLeft()).toBe(0)
  expect(await approve()).toBe('已处理')
})

async function close(token: string) {
  const asked = await site.call(
    'POST /api/closing/ask',
    { ...password, paypassword: '888888', reason: '' },
    { token },
  )
  expect(asked.code, asked.message).toBe(200)
  await run(owner, sql`update member set closing_checked_at = null where closing_at is not null`)
  expect(await runClosing(site.services)).toBe(1)
}

/** Every row of every table as text, as a dump has them; bytes as hexadecimal digits. */
const planted = {
  realname: '欧阳灵犀',
  mobile: '13977770001',
  email: 'planted-mail@example.test',
  card: '6222020055556666777',
  phone: '13977770002',
  payer: '司徒付款人',
  payerNo: '6217000011119999',
  address: '203.0.113.77',
  agent: 'PlantedBrowser/7.7',
  note: '备注暗号甲乙丙',
  message: '投诉暗号丁戊己',
  asked: '会话暗号午未申',
  applied: '代理暗号庚辛壬',
  message2: '站内信暗号癸子丑',
  browser: '推送暗号亥戌',
  nickname: '场馆昵称寅卯',
  reason: '注销原因辰巳',
  channel: '渠道暗号戌未',
}

/** Writes the planted texts wherever a member's personal data lies. */
async function plant(memberId: bigint, name: string) {
  const p = planted
  const statements = [
    sql`update member set realname = ${p.realname}, mobile = ${p.mobile}, email = ${p.email}, birthday = '1990-07-07' where member_id = ${memberId}`,
    sql`insert into login_trace (member_id, address, agent, first_at, last_at) values (${memberId}, ${p.address}, ${p.agent}, now(), now())`,
    sql`insert into verified_contact (member_id, channel, contact, verified_at) values (${memberId}, 'mail', ${p.email}, now())`,
    sql`insert into push_subscription (member_id, token_hash, sealed, endpoint_digest, service, browser, site_key, created_at) select member_id, token_hash, 'x', sha256('x'), 'push.example', ${p.browser}, '0123456789abcdef', now() from session where member_id = ${memberId}`,
    sql`insert into notice_choice (member_id, kind, way, wanted, chosen_at) values (${memberId}, 'money', 'mail', true, now())`,
    sql`insert into member_note (member_id, content, written_by, written_at) values (${memberId}, ${p.note}, 'x', now())`,
    sql`insert into message (member_id, title, content, created_at) values (${memberId}, ${p.message2}, ${p.realname}, now())`,
    sql`insert into agent_application (member_id, application_id, mobile, apply_info, applied_at, action_key) values (${memberId}, 'A-planted', ${p.mobile}, ${p.applied}, now(), 'planted-key')`,
    sql`insert into agent (member_id, approved_at, from_day, next_month)
      values (${memberId}, now(), current_date, to_char(now(), 'YYYY-MM'))`,
    // The second is called what the code of the first is, which the first is called afterwards.
    sql`insert into promo_channel (code, agent_id, name, created_at)
      values ('LPPPPPPPPP', ${memberId}, ${p.channel}, now()), ('LQQQQQQQQQ', ${memberId}, 'lppppppppp', now())`,
    sql`insert into adjustment (adjustment_id, member_id, amount_fen, reason, proposed_by, proposed_at, state, decided_at) values ('J-planted', ${memberId}, 100, ${`补给 ${p.realname}`}, 'x', now(), 3, now())`,
    sql`insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at) values (${memberId}, 'shared_address', ${`address:${p.address}`}, 1, ${JSON.stringify({ address: p.address })}::jsonb, 10, now(), now())`,
    sql`insert into console_view (operator_id, list, name, search, hidden, shared, saved_at) select operator_id, 'x', 'v', ${`q=${encodeURIComponent(p.realname)}`}, '{}', false, now() from operator limit 1`,
    sql`insert into console_export (ticket_hash, operator_id, operator, list, filters, columns, begun_at) select sha256('x'), operator_id, name, 'x', ${JSON.stringify({ q: name })}::jsonb, '{}', now() from operator limit 1`,
    sql`insert into sending (audience, title, content, member_ids, sent_by, sent_at) values ('some', '您好', ${`尊敬的 ${p.realname}`}, ${[memberId]}::bigint[], 'x', now())`,
    sql`insert into rule_proposal (key, base_version, value, note, proposed_by, proposed_at) values ('planted', 0, ${JSON.stringify({ content: `致 ${p.email}` })}::jsonb, 'x', 'x', now())`,
    sql`insert into deposit_receipt (member_id, deposit_no, bytes, content, key_sealed, uploaded_at) select member_id, deposit_no, 1, ${Buffer.from(p.payer)}, 'k', now() from deposit_order where member_id = ${memberId}`,
    sql`insert into payment_dispute (dispute_no, provider, reference, member_id, deposit_no, amount_fen, state, opened_at, decided_at) select 'CPLANTED0001', provider, reference, member_id, deposit_no, 1, 2, now(), now() from provider_payment where member_id = ${memberId} limit 1`,
    sql`insert into dispute_file (dispute_no, member_id, name, type, bytes, content, key_sealed, added_by, added_at) select dispute_no, member_id, 'x', 'pdf', 1, ${Buffer.from(p.payer)}, 'k', 'x', now() from payment_dispute where member_id = ${memberId}`,
    sql`insert into refusal (member_id, call, reason, given, request_id, refused_at) values (${memberId}, 'x', 'x', ${JSON.stringify({ card: p.card })}::jsonb, 'x', now())`,
  ]
  for (const statement of statements) await run(owner, statement)
  await audit(
    owner,
    new Date(),
    { operator: null, address: '' },
    {
      action: 'member.rename',
      subject: `member:${memberId}`,
      before: { realname: '旧名' },
      after: { realname: p.realname },
      note: `${p.realname} 手机 ${p.mobile}，会员名 ${name}`,
    },
  )
  await audit(
    owner,
    new Date(),
    { operator: null, address: '' },
    {
      action: 'message.send',
      subject: 'sending:1',
      after: { to: p.email },
    },
  )
}

test('after an erasure no dump of either database contains what was planted, and the books hold', async () => {
  const name = 'plantd77'
  const { token, memberId } = await site.member({ name })
  const venueOwner = connect(venueDatabase.url, { patience: PATIENCE })
  const platform = (await site.call<{ platname: string }[]>('POST /api/balancelist', {}, { token }))
    .data[0]!.platname
  await fund(owner, memberId, 10_000n)
  const there = { sourcetype: 'userbalance', targettype: platform, amount: 100 }
  expect((await site.call('POST /api/transfer', there, { token })).code).toBe(200)
  await run(
    venueOwner,
    sql`update player set nickname = ${planted.nickname} where player_id = ${String(memberId)}`,
  )
  await run(
    owner,
    sql`update member set realname = ${planted.realname} where member_id = ${memberId}`,
  )
  await bind(site, token, {
    ...bankCard(planted.card),
    bank_owner: planted.realname,
    bank_address: planted.phone,
  })
  await order(site, token, 100, {
    ...bankTransfer,
    bank_owner: planted.payer,
    bank_no: planted.payerNo,
  })
  await run(
    owner,
    sql`update deposit_order set state = 3, waits_for = '', decided_at = now() where member_id = ${memberId}`,
  )
  await site.call(
    'POST /api/complaints/new',
    { kind: 'other', content: `${planted.message}，请处理此事`, order_no: '', event_day: '' },
    { token },
  )
  await run(
    owner,
    sql`update complaint set state = 4, decided_at = now(), waits_for = '' where member_id = ${memberId}`,
  )
  await site.call('POST /api/tickets/new', { topic: 'other', content: planted.asked }, { token })
  await site.call('POST /api/dataRights/export', {}, { token })
  await runExports(site.services)
  await plant(memberId, name)
  const strings = [...Object.values(planted), name]
  const before = `${await dumpOf(owner)}${await dumpOf(venueOwner)}`
  const sealedAtRest = [planted.card, planted.payerNo, planted.phone, planted.reason]
  for (const text of strings)
    expect(before.includes(text) || sealedAtRest.includes(text), `planted: ${text}`).toBe(true)

  const kept = await theRow(
    owner,
    sql<{
      entries: number
    }>`select count(*)::int as entries from ledger.entry where member_id = ${memberId}`,
  )
  await site.call('POST /api/dataRights/ask', { kind: 'erase', ...password }, { token })
  await site.call(
    'POST /api/closing/ask',
    { ...password, paypassword: '888888', reason: planted.reason },
    { token },
  )
  // What is left goes out as an adjustment here; the withdrawal has a test of its own.
  await takeAll(memberId)
  await run(owner, sql`update member set closing_checked_at = null where member_id = ${memberId}`)
  expect(await runClosing(site.services)).toBe(1)
  const { data } = await first.call('POST /api/console/data-requests/list', { q: String(memberId) })
  const request = { id: data.data[0]!.request_id, answer: '已删除', remark: '' }
  expect((await first.call('POST /api/console/data-requests/approve', request)).code).toBe(200)
  const done = await second.call('POST /api/console/data-requests/approve', request)
  expect(done.message).toBe('已删除个人信息')

  const after = `${await dumpOf(owner)}${await dumpOf(venueOwner)}`
  for (const text of strings) {
    expect(after.includes(text), `left: ${text}`).toBe(false)
    expect(after.includes(Buffer.from(text).toString('hex')), `left in bytes: ${text}`).toBe(false)
  }
  expect(
    await rows(owner, sql`select 1 as one from notice_choice where member_id = ${memberId}`),
  ).toEqual([])
  const entries = await theRow(
    owner,
    sql<{
      entries: number
    }>`select count(*)::int as entries from ledger.entry where member_id = ${memberId}`,
  )
  expect(entries.entries).toBeGreaterThan(kept.entries)
  expect(await firstBrokenAudit(owner), 'the chain of the log holds').toBeNull()
  const { code, text } = await reconcileCommand({ DATABASE_URL: url })
  expect(text).toContain('The books hold.')
  expect(code).toBe(0)
  await venueOwner.destroy()

  // What the law keeps: the server cannot read it, the owner and the key can.
  const server = open({ role: 'tianping_app' })
  await expect(rows(server, sql`select sealed from legal_record`)).rejects.toThrow('denied')
  const { sealed } = await theRow(
    owner,
    sql<{ sealed: Buffer }>`select sealed from legal_record where member_id = ${memberId}`,
  )
  const record = openNumber(site.services.settings.cardKey, memberId, sealed)
  for (const text of [planted.realname, planted.card, planted.payerNo, planted.message])
    expect(record).toContain(text)
  await run(owner, sql`update legal_record set kept_until = now() where member_id = ${memberId}`)
  await runDataRights(site.services)
  expect(
    await row(owner, sql`select 1 as one from legal_record where member_id = ${memberId}`),
  ).toBeUndefined()
}, 120_000)

test('a row of the audit log that was changed otherwise is still found', async () => {
  const { id } = await theRow(
    owner,
    sql<{ id: bigint }>`select max(r.audit_id) as id from audit_redaction r`,
  )
  await run(owner, sql`alter table audit_log disable trigger audit_log_immutable`)
  await run(owner, sql`update audit_log set note = note || '!' where audit_id = ${id}`)
  expect(await firstBrokenAudit(owner)).toBe(id)
  // Nor does a redaction help that the chain does not tell of.
  await run(
    owner,
    sql`
    update audit_redaction r set hash = audit_link((select b.hash from audit_log b where b.audit_id = r.audit_id - 1), a)
    from audit_log a where a.audit_id = r.audit_id and r.audit_id = ${id}`,
  )
  expect(await firstBrokenAudit(owner)).toBe(id)
})

async function takeAll(memberId: bigint) {
  const { cashFen } = await balances(owner, memberId)
  await post(owner, {
    memberId,
    key: `taken:${memberId}`,
    code: 'adjustment',
    from: { name: 'memberCash' },
    to: { name: 'adjustment' },
    amountFen: cashFen,
    source: { type: 'test', id: 'taken' },
    actor: { type: 'system', id: 'test' },
  })
}
