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
  ['POST /api/console/channels/switch', { id: channel, standing: 'off', remark }],
]

test.each(calls)('the own account is left to colleagues by %s', async (name, body) => {
  const { cookie } = boss
  const said = await consoleCall(site, name, body, { cookie })
  expect(said.json()).toMatchObject({ code: 403, message: '不能处理本人会员账号的业务' })
})
