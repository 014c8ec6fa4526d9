// Alerts become cases of groups; a case is worked on, decided by two persons, and reported.
import { createHash } from 'node:crypto'
import { flagState } from '@tianping/contract/risk/facts'
import { row, rows, run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { gatherAlerts, runCases } from '../../src/areas/cases/gather.ts'
import { caseKeys } from '../../src/areas/cases/sealed.ts'
import { CASES_SETTING, casesSchema } from '../../src/areas/cases/setting.ts'
import { raiseFlags } from '../../src/areas/risk/flags.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { resealAll } from '../../src/sealedColumns.ts'
import { bankCard, bind, give, openCashier } from '../cashier/support.ts'
import { desk, type Desk } from '../console/support.ts'
import { poison } from '../support/poison.ts'
import { past } from './support.ts'

const { site, clock, owner } = await openCashier()
const { deposit, withdrawal, sharedDevice } = past(owner, clock)
const [rita, alice, bob, fred] = [
  await desk(site, 'risk', 'rita'),
  await desk(site, 'admin', 'alice'),
  await desk(site, 'admin', 'bob'),
  await desk(site, 'finance', 'fred'),
]
const memberId = async () => (await site.member()).memberId
const gather = async () => {
  await raiseFlags(site.services.db, clock.now())
  let turns = 0
  while ((await gatherAlerts(site.services)) > 0 && ++turns < 50);
}
const caseOf = async (id: bigint) =>
  Number(
    (
      await row(
        owner,
        sql<{
          caseId: bigint
        }>`select case_id from aml_case_member where member_id = ${id} order by open desc, case_id desc limit 1`,
      )
    )?.caseId ?? 0n,
  )
const show = async (case_id: number, who: Desk = rita) =>
  (await who.call('POST /api/console/aml/show', { case_id })).data
let names = 0
/** A member whose deposits look split. */
async function splitter() {
  const id = await memberId()
  for (const hours of [2, 5, 9]) await deposit(id, 47_000_00n, hours)
  return id
}
const filled = {
  subject_identity: '张三，身份证已核对',
  suspicion: '三笔存款略低于五万元',
  source_of_funds: '未能说明',
  action_taken: '暂停放款',
  reporter: '合规岗 丽塔 010-00000000',
}

describe('alerts', () => {
  test('of members on one device are one case, of a stranger another; later ones join', async () => {
    const group = [await memberId(), await memberId(), await memberId()]
    const stranger = await splitter()
    await sharedDevice('ab'.repeat(16), group)
    for (const each of group) {
      await deposit(each, 10_000_00n, 30)
      await withdrawal(each, 9_900_00n, 20)
    }
    await gather()
    const found = await caseOf(group[0] ?? 0n)
    expect(found).toBeGreaterThan(0)
    for (const each of group) expect(await caseOf(each)).toBe(found)
    expect(await caseOf(stranger)).not.toBe(found)
    const before = await show(found)
    expect(before).toMatchObject({
      title: '疑似过账账户',
      state: 'open',
      overdue: false,
      opened_by: 'system',
    })
    expect(before.people.map(each => each.id)).toEqual(group.map(Number))
    await deposit(group[1] ?? 0n, 3_000_00n, 1, '李四')
    await gather()
    const after = await show(found)
    expect(after.alerts).toBe(before.alerts + 1)
    expect(after.evidence.map(each => each.kind)).toContain('third_party')
    expect(after.notes[0]).toMatchObject({ kind: 'joined', written_by: 'system' })
    expect(after.days.at(0)).toMatchObject({ deposits: 3_000 })
  })

  test('bring along those whom risk has seen with the member, marked as linked only', async () => {
    const [one, other] = [await splitter(), await memberId()]
    await sharedDevice('cd'.repeat(16), [one, other])
    await gather()
    const { people } = await show(await caseOf(one))
    expect(people).toMatchObject([
      { id: Number(one), alerted: true, why: '疑似拆分' },
      { id: Number(other), alerted: false, why: '同一设备' },
    ])
  })
})

test('an alert that joins no case keeps back neither others nor the call about what is late', async () => {
  const late = await splitter()
  await gather()
  const [first, second] = [await splitter(), await splitter()]
  await raiseFlags(site.services.db, clock.now())
  const cure = await poison(owner, 'aml_case_member', first)
  const id = await caseOf(late)
  await run(owner, sql`update aml_case set due_at = ${clock.now()} where case_id = ${id}`)
  clock.advance(1)
  await expect(runCases(site.services)).rejects.toThrow('poisoned')
  expect(await caseOf(first)).toBe(0)
  expect(await caseOf(second)).toBeGreaterThan(0)
  const told = sql`select 1 from aml_case where case_id = ${id} and alarmed_at is not null`
  expect(await row(owner, told)).toBeDefined()
  await expect(runCases(site.services), 'it is seen as failing').rejects.toThrow('poisoned')
  await cure()
  expect(await runCases(site.services)).toBe(1)
  expect(await caseOf(first)).toBeGreaterThan(0)
})

describe('work on a case', () => {
  test('is in its record and the audit log; nothing of the record can be changed, not even by the server’s role', async () => {
    const case_id = await (async () => {
      const id = await splitter()
      await gather()
      return caseOf(id)
    })()
    expect(
      (await rita.call('POST /api/console/aml/assign', { case_id, assigned_to: 'rita' })).code,
    ).toBe(200)
    expect(
      (await rita.call('POST /api/console/aml/assign', { case_id, assigned_to: 'fred' })).message,
    ).toBe('该员工不能处理案件')
    expect(
      (await rita.call('POST /api/console/aml/due/set', { case_id, days: 2, remark: '等待资料' }))
        .code,
    ).toBe(200)
    expect(
      (await rita.call('POST /api/console/aml/due/set', { case_id, days: 91, remark: 'x' }))
        .message,
    ).toBe('请填写 1 到 90 天')
    expect(
      (
        await rita.call('POST /api/console/aml/note/add', {
          case_id,
          content: '已要求资金来源说明',
        })
      ).code,
    ).toBe(200)
    const shown = await show(case_id)
    expect(shown).toMatchObject({ assigned_to: 'rita' })
    expect(shown.notes.slice(0, 3)).toMatchObject([
      { kind: 'note', content: '已要求资金来源说明', written_by: 'rita' },
      { kind: 'due' },
      { kind: 'assigned', content: 'rita' },
    ])
    const audited = await rows(
      owner,
      sql<{
        action: string
        after: object
        note: string
      }>`select action, after, note from audit_log where subject = ${`aml_case:${case_id}`} order by audit_id`,
    )
    expect(audited.map(each => each.action)).toEqual([
      'aml.assign',
      'aml.due',
      'aml.note',
      'aml.view',
    ])
    expect(JSON.stringify(audited), 'words of a note stay in the case').not.toContain('资金来源')
    for (const change of [
      sql`update aml_case_note set content = ''`,
      sql`delete from aml_case_note`,
      sql`delete from aml_case`,
    ])
      await expect(run(site.services.db, change)).rejects.toThrow(/permission denied/)
    clock.advance(3 * 86_400_000)
    await run(
      owner,
      sql`update operator_session set last_seen_at = ${clock.now()}, expires_at = ${new Date(clock.now().getTime() + 3_600_000)}`,
    )
    expect((await show(case_id)).overdue, 'three days later').toBe(true)
  })

  test('files are sealed, come back whole, and move under another key', async () => {
    const id = await splitter()
    await gather()
    const case_id = await caseOf(id)
    const bytes = Buffer.from('来源说明 '.repeat(20_000))
    const begun = (
      await rita.call('POST /api/console/aml/file/begin', {
        case_id,
        name: '../a/b:来源.pdf',
        bytes: bytes.length,
      })
    ).data
    const send = (no: number, content: Buffer, who = rita) =>
      who.call('POST /api/console/aml/file/add', {
        file_id: begun.file_id,
        no,
        content: content.toString('base64'),
      })
    const piece = (no: number) => bytes.subarray(no * begun.part_bytes, (no + 1) * begun.part_bytes)
    const parts = Math.ceil(bytes.length / begun.part_bytes)
    expect(parts).toBeGreaterThan(1)
    expect((await send(0, piece(0), alice)).message, 'by another').toBe('文件分段有误，请重新上传')
    expect((await send(parts, piece(0))).message).toBe('文件分段有误，请重新上传')
    expect((await show(case_id)).files, 'not whole yet').toEqual([])
    for (let no = parts - 1; no >= 0; no--) expect((await send(no, piece(no))).code).toBe(200)
    const [file] = (await show(case_id)).files
    expect(file).toMatchObject({
      name: '__a_b_来源.pdf',
      bytes: bytes.length,
      parts,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const whole = async () => {
      const got: Buffer[] = []
      for (let no = 0; no < parts; no++)
        got.push(
          Buffer.from(
            (await alice.call('POST /api/console/aml/file/show', { file_id: begun.file_id, no }))
              .data.content,
            'base64',
          ),
        )
      return Buffer.concat(got)
    }
    expect((await whole()).equals(bytes)).toBe(true)
    expect(
      await row(
        owner,
        sql`select 1 from aml_case_file_part where position('来源说明'::bytea in sealed) > 0 or position(convert_to(encode('来源说明'::bytea, 'base64'), 'UTF8') in sealed) > 0`,
      ),
    ).toBeUndefined()
    const [current] = site.services.settings.cardKey
    const rotated = { ...site.services.settings, cardKey: [`${current}-2`, current] as const }
    await resealAll(owner, rotated)
    expect(caseKeys(rotated)).toHaveLength(2)
    await resealAll(owner, { ...rotated, cardKey: [current, `${current}-2`] as const })
    expect((await whole()).equals(bytes), 'there and back').toBe(true)
    expect(
      (
        await rita.call('POST /api/console/aml/file/begin', {
          case_id,
          name: 'x',
          bytes: 9 * 1024 * 1024,
        })
      ).message,
    ).toBe('文件最大 8 MB')
  })
})

describe('a case ends', () => {
  const opened = async () => {
    const id = await splitter()
    await gather()
    return { id, case_id: await caseOf(id) }
  }
  const stateOf = async (id: bigint) =>
    (
      await row(
        owner,
        sql<{
          state: number
        }>`select state from risk_flag where member_id = ${id} and kind = 'structuring'`,
      )
    )?.state

  test('as unfounded by two persons: alerts are dismissed and payouts go out again', async () => {
    const { id, case_id } = await opened()
    const closing = { case_id, decision: 'unfounded', remark: '工资与租金，有凭证' } as const
    expect((await alice.call('POST /api/console/aml/propose', closing)).code).toBe(200)
    expect((await alice.call('POST /api/console/aml/propose', closing)).message).toBe(
      '案件结论待批准，请先退回',
    )
    expect(
      await alice.call('POST /api/console/aml/approve', { case_id, remark: '同意' }),
    ).toMatchObject({ code: 409, message: '不能批准本人提出的结论，请由另一位同事批准' })
    expect(
      (await rita.call('POST /api/console/aml/approve', { case_id, remark: '同意' })).code,
    ).toBe(403)
    await expect(
      run(
        owner,
        sql`update aml_case set state = 'closed', decided_by = proposed_by, closed_at = ${clock.now()} where case_id = ${case_id}`,
      ),
    ).rejects.toThrow(/check/)
    expect(
      (await bob.call('POST /api/console/aml/return', { case_id, remark: '请补租约' })).code,
    ).toBe(200)
    await alice.call('POST /api/console/aml/propose', closing)
    expect(
      (await bob.call('POST /api/console/aml/approve', { case_id, remark: '同意' })).code,
    ).toBe(200)
    expect(await show(case_id)).toMatchObject({
      state: 'closed',
      decision: 'unfounded',
      decided_by: 'bob',
    })
    expect(await stateOf(id)).toBe(flagState.dismissed)
    expect(
      (await rita.call('POST /api/console/aml/note/add', { case_id, content: '事后备注' })).code,
      'notes stay possible',
    ).toBe(200)
    expect((await rita.call('POST /api/console/aml/propose', closing)).message).toBe('案件已结案')
    await gather()
    expect(await caseOf(id), 'the same alert opens no second case').toBe(case_id)
  })

  test('as a report: what is missing is named first, then the file holds the books and the statement, sealed', async () => {
    const { id, case_id } = await opened()
    const reporting = { case_id, decision: 'report', remark: '拆分存款，来源不明' } as const
    expect(await rita.call('POST /api/console/aml/propose', reporting)).toMatchObject({
      code: 400,
      message:
        '报送资料不完整，缺少：主体身份资料、可疑特征与理由、资金来源、已采取的措施、报送人及联系方式',
    })
    await rita.call('POST /api/console/aml/draft/save', {
      case_id,
      draft: { ...filled, source_of_funds: '' },
    })
    expect((await show(case_id)).missing).toEqual(['source_of_funds'])
    await rita.call('POST /api/console/aml/draft/save', { case_id, draft: filled })
    expect((await rita.call('POST /api/console/aml/propose', reporting)).code).toBe(200)
    expect(
      (await alice.call('POST /api/console/aml/approve', { case_id, remark: '同意报送' })).code,
    ).toBe(200)
    const { files } = await show(case_id)
    expect(files.map(each => [each.kind, each.name])).toEqual([
      ['report', `STR-2026-${case_id}.json`],
      ['report', `STR-2026-${case_id}.txt`],
    ])
    const [json, text] = await Promise.all(
      files.map(async ({ file_id }) =>
        Buffer.from(
          (await alice.call('POST /api/console/aml/file/show', { file_id, no: 0 })).data.content,
          'base64',
        ).toString(),
      ),
    )
    const report = JSON.parse(json ?? '') as Record<string, unknown>
    expect(report).toMatchObject({
      format: 'tianping-suspicious-activity-report',
      number: `STR-2026-${case_id}`,
      subjects: [
        { member_id: Number(id), realname: '测试员', role: 'subject', deposits_total: 141_000 },
      ],
      statement: filled,
      missing: [],
      member_informed: false,
      approved_by: 'alice',
    })
    expect(report['transactions']).toHaveLength(3)
    expect(text).toContain('资金来源：未能说明')
    expect(text).toContain('72 小时内存款 3 笔')
    expect(await stateOf(id)).toBe(flagState.confirmed)
  })

  test('with a restriction: payouts wait until another person ends it, and a release of the payout does not', async () => {
    const member = await site.member()
    await give(site, member.memberId, 10_000_00n)
    const bank = await bind(site, member.token, bankCard(`62220200111144${10 + ++names}`))
    for (const hours of [2, 5, 9]) await deposit(member.memberId, 47_000_00n, hours)
    await gather()
    const case_id = await caseOf(member.memberId)
    const asked = await site.call<{ out_trade_no: string }>(
      'POST /api/withdraw',
      { amount: 1_000, bank, password: '888888' },
      { token: member.token },
    )
    expect(asked.code).toBe(200)
    const order = { out_trade_no: asked.data.out_trade_no, remark: '' }
    const approve = () => fred.call('POST /api/console/withdrawals/approve', order)
    expect((await approve()).message, 'while the case is open').toBe(
      '暂不能放行：合规复核中。须由另一位同事写明原因后解除',
    )
    await rita.call('POST /api/console/aml/propose', {
      case_id,
      decision: 'restrict',
      remark: '来源不明',
    })
    await alice.call('POST /api/console/aml/approve', { case_id, remark: '同意' })
    await rita.call('POST /api/console/withdrawals/release', { ...order, remark: '放行' })
    expect((await approve()).message).toContain('合规复核中')
    expect(
      (await alice.call('POST /api/console/aml/unlock', { case_id, remark: '已补资料' })).code,
    ).toBe(409)
    expect(
      (await bob.call('POST /api/console/aml/unlock', { case_id, remark: '已补资料' })).code,
    ).toBe(200)
    expect((await approve()).code).toBe(200)
  })

  test('fast in and out keeps the payout where the setting says so', async () => {
    const rule = casesSchema.parse({ holds: { rapidInOut: true } })
    await writeSetting(owner, CASES_SETTING, casesSchema, rule, { name: 'test', at: clock.now() })
    const member = await site.member()
    await give(site, member.memberId, 5_000_00n)
    const bank = await bind(site, member.token, bankCard(`62220200111144${10 + ++names}`))
    await deposit(member.memberId, 5_000_00n, 1)
    const asked = await site.call<{ out_trade_no: string }>(
      'POST /api/withdraw',
      { amount: 4_950, bank, password: '888888' },
      { token: member.token },
    )
    await gather()
    expect((await show(await caseOf(member.memberId))).evidence).toMatchObject([
      { kind: 'rapid_in_out' },
    ])
    expect(
      (
        await fred.call('POST /api/console/withdrawals/approve', {
          out_trade_no: asked.data.out_trade_no,
          remark: '',
        })
      ).message,
    ).toContain('合规复核中')
  })
})

test('a person opens a case about a member once; about oneself never', async () => {
  const id = await memberId()
  const made = await rita.call('POST /api/console/aml/open', {
    member_id: Number(id),
    remark: '执法机关来函',
  })
  expect(made.code).toBe(200)
  expect(await caseOf(id)).toBe(made.data.case_id)
  expect(
    (await alice.call('POST /api/console/aml/open', { member_id: Number(id), remark: '又一次' }))
      .message,
  ).toBe(`该会员已在案件 ${made.data.case_id} 中`)
  await run(owner, sql`update operator set member_id = ${id} where name = 'rita'`)
  for (const call of ['note/add', 'assign', 'propose'] as const)
    expect(
      (
        await rita.call(`POST /api/console/aml/${call}`, {
          case_id: made.data.case_id,
          content: 'x',
          assigned_to: '',
          decision: 'unfounded',
          remark: 'x',
        } as never)
      ).code,
    ).not.toBe(200)
  await run(owner, sql`update operator set member_id = null where name = 'rita'`)
})

test('a case that is not decided in time calls somebody, once for each date', async () => {
  while ((await runCases(site.services)) > 0);
  await site.services.events.settled()
  const called = async () =>
    (
      await row(
        owner,
        sql<{
          times: number
        }>`select coalesce(sum(times), 0)::int as times from security_event where kind = 'case_late'`,
      )
    )?.times ?? 0
  const turn = async () => {
    await runCases(site.services)
    await site.services.events.settled()
    return called()
  }
  const made = await rita.call('POST /api/console/aml/open', {
    member_id: Number(await memberId()),
    remark: '执法机关来函',
  })
  const { case_id } = made.data
  const before = await turn()
  await run(owner, sql`update aml_case set due_at = ${clock.now()} where case_id = ${case_id}`)
  expect(await turn()).toBe(before)
  clock.advance(1_000)
  expect(await turn()).toBe(before + 1)
  expect(await turn()).toBe(before + 1)
  const more = { case_id, days: 1, remark: '等待资料' }
  expect((await rita.call('POST /api/console/aml/due/set', more)).code).toBe(200)
  expect(await turn()).toBe(before + 1)
  clock.advance(24 * 3_600_000 + 1_000)
  expect(await turn()).toBeGreaterThanOrEqual(before + 2)
})
