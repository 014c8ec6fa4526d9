// An operator who plays leaves the own account to colleagues, in every room: nothing is decided,
// written or shown there, whichever call is made and whoever proposed it.
import { run, sql, theRow } from '@tianping/database'
import type { ConsoleCallName } from '@tianping/contract/console'
import { expect, test } from 'vitest'
import { seedSite } from '../../../src/demo/site.ts'
import { emptyPlan } from '../../agent/support.ts'
import { openCashier } from '../../cashier/support.ts'
import { consoleCall, desk } from '../../console/support.ts'

const { site, owner, clock } = await openCashier()
await seedSite(owner, clock.now())
const { token, memberId } = await site.member({ name: 'myself' })
const boss = await desk(site, 'admin', 'boss')
const colleague = await desk(site, 'admin', 'colleague')
await run(owner, sql`update operator set member_id = ${memberId} where name = 'boss'`)

const id = Number(memberId)
const member = 'myself'
const remark = '测试原因'
const mine = async <T>(call: string, body: object) => {
  const { code, message, data } = await site.call<T>(call, body, { token })
  expect(code, message).toBe(200)
  return data
}
const talk = { topic: 'other', content: '请帮忙看看', attached_kind: '', attached_no: '' }
const { ticket_no } = await mine<{ ticket_no: string }>('POST /api/tickets/new', talk)
const wrong = { kind: 'other', content: '已经等了三天还没有到账', order_no: '', event_day: '' }
const { complaint_no } = await mine<{ complaint_no: string }>('POST /api/complaints/new', wrong)
await mine('POST /api/dataRights/ask', { kind: 'restrict', content: '请限制', password: 'secret1' })
const { id: request } = await theRow(
  owner,
  sql<{ id: number }>`select request_id::int as id from data_request where member_id = ${memberId}`,
)
await mine('POST /api/applyagentdo', { mobile: '13800138000', apply_info: '有社群资源' })
const { id: application_id } = await theRow(
  owner,
  sql<{ id: string }>`
  select application_id as id from agent_application where member_id = ${memberId}`,
)
await colleague.call('POST /api/console/agents/approve', { application_id })
await mine('POST /api/agent/channel/add', { name: '我的' })
const { id: channel } = await theRow(
  owner,
  sql<{ id: number }>`select channel_id::int as id from promo_channel where agent_id = ${memberId}`,
)
const plan = {
  agent_id: id,
  ...emptyPlan,
  from_month: '2026-12',
  share: 'percent',
  percent: '30',
}
const proposed = await colleague.call('POST /api/console/agent-plans/propose', plan as never)
const planId = proposed.data.id
const answer = '已处理完毕，请查收'
/** A person of a list who may be this member: undecided, or confirmed by a colleague. */
const hit = async (state: 1 | 2) => {
  const ref = `own-${state}`
  const by = state === 2 ? 'colleague' : ''
  const { id: hit_id } = await theRow(
    owner,
    sql<{ id: number }>`
    with told as (
      insert into screening_entry (list, ref, hash, kind, data, has_wallets)
      values ('pep', ${ref}, sha256(${ref}::bytea), 'person', '{}', false) returning entry_id)
    insert into screening_hit (member_id, entry_id, list, score, parts, subject, raised_at, seen_at, state, decided_by, decided_at)
    select ${memberId}, entry_id, 'pep', 90, '{}', '', now(), now(), ${state}, ${by}, case when ${state} = 2 then now() end from told
    returning hit_id::int as id`,
  )
  return { hit_id, remark }
}
const [undecided, confirmed] = [await hit(1), await hit(2)]
await colleague.call('POST /api/console/members/password', { id, which: 'pay', remark })
const { id: pay } = await theRow(
  owner,
  sql<{ id: number }>`
  select request_id::int as id from pay_password_request where member_id = ${memberId}`,
)
/** What the member asks of protection: as asked, or with an end that a colleague has proposed. */
const asks = async (kind: 'earlier' | 'stranger') => {
  const first = kind === 'stranger' ? { proposed: 2, by: 'colleague' } : { proposed: null, by: '' }
  const { id: request_id } = await theRow(
    owner,
    sql<{ id: number }>`
    insert into protection_request (member_id, kind, channel, reason, asked_by, asked_at, proposed, proposed_by, proposed_at)
    values (${memberId}, ${kind}, 'phone', '说明', '', now(), ${first.proposed}, ${first.by}, case when ${first.by} <> '' then now() end)
    returning request_id::int as id`,
  )
  return { id: request_id, agree: 1, remark }
}

const calls: [ConsoleCallName, object][] = [
  ['POST /api/console/data-requests/write', { member, kind: 'explain', content: '全部', remark }],
  ['POST /api/console/data-requests/extend', { id: request, remark }],
  ['POST /api/console/data-requests/approve', { id: request, answer, remark }],
  ['POST /api/console/data-requests/reject', { id: request, answer, remark }],
  ['POST /api/console/data-requests/lift', { id: request, answer, remark }],
  ['POST /api/console/members/tests/ask', { member, remark }],
  ['POST /api/console/assessments/assess', { member_id: id, level: 'low', remark }],
  ['POST /api/console/harm/vulnerable', { id, vulnerable: true, remark }],
  ['POST /api/console/tickets/show', { ticket_no }],
  ['POST /api/console/tickets/claim', { ticket_no }],
  ['POST /api/console/tickets/reply', { ticket_no, content: '好的', note: false }],
  ['POST /api/console/tickets/close', { ticket_no, end: 'answered' }],
  ['POST /api/console/complaints/reply', { complaint_no, content: answer, note: false }],
  [
    'POST /api/console/complaints/decide',
    { complaint_no, outcome: 'upheld', content: answer, remark },
  ],
  ['POST /api/console/aml/open', { member_id: id, remark }],
  ['POST /api/console/debts/collect', { member_id: id }],
  ['POST /api/console/debts/write-off', { member_id: id, owed: '1', remark }],
  ['POST /api/console/agents/end', { id, remark }],
  ['POST /api/console/agent-plans/propose', { ...plan }],
  ['POST /api/console/agent-plans/approve', { id: planId, remark }],
  ['POST /api/console/agent-plans/reject', { id: planId, remark }],
  ['POST /api/console/members/pay-requests/approve', { id: pay, remark }],
  ['POST /api/console/members/pay-requests/reject', { id: pay, remark }],
  ['POST /api/console/protection-requests/propose', await asks('earlier')],
  ['POST /api/console/protection-requests/decide', await asks('stranger')],
  ['POST /api/console/screening/claim', { hit_id: undecided.hit_id }],
  ['POST /api/console/screening/confirm', undecided],
  ['POST /api/console/screening/dismiss', undecided],
  ['POST /api/console/screening/release', confirmed],
  ['POST /api/console/screening/allow', confirmed],
  ['POST /api/console/channels/switch', { id: channel, standing: 'off', remark }],
]

test.each(calls)('the own account is left to colleagues by %s', async (name, body) => {
  const { cookie } = boss
  const said = await consoleCall(site, name, body, { cookie })
  expect(said.json()).toMatchObject({ code: 403, message: '不能处理本人会员账号的业务' })
})
