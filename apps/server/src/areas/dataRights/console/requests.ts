// What members ask of their data, worked off by staff. An erasure takes two persons.
import {
  claimLabels,
  dataRequestKinds,
  dataRequestState,
  type DataRequestKind,
} from '@tianping/contract/dataRights/facts'
import { lengthOf } from '@tianping/contract/rule'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type {
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../../kernel/http/services.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage, ownIds } from '../../../kernel/operator/pages.sql.ts'
import { findMember } from '../../../kernel/operator/findMember.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { notify } from '../../message/message.ts'
import { renamePlayers } from '../../venues/venues.ts'
import { erase } from '../erase.ts'
import { kindOf, LONGEST, refuseContent } from '../handlers.ts'
import { closedAtOf, heldBy } from '../store/erase.sql.ts'
import {
  confirmFirst,
  decideRequest,
  extendRequest,
  insertRequest,
  liftRestriction,
  lockRequest,
  requestRows,
  type DataRequest,
  type Listed,
} from '../store/request.sql.ts'

const about = { kind: 'service', link: '/dataRights' } as const
const allKinds = Object.keys(dataRequestKinds) as DataRequestKind[]

const rowOf = (r: Listed) => ({
  request_id: Number(r.requestId),
  member_id: Number(r.memberId),
  username: r.username,
  kind: r.kind,
  apply_info: r.content,
  asked_by: r.askedBy,
  created_at: beijing(r.askedAt),
  answer_by: beijing(r.answerBy),
  overdue: r.alarmedAt !== null && r.state === dataRequestState.waiting,
  extension: r.extension,
  state: r.state,
  closed_at: r.closedAt ? beijing(r.closedAt) : '',
  confirmed_by: r.firstBy,
  decided_by: r.decidedBy,
  decided_at: r.decidedAt ? beijing(r.decidedAt) : '',
  answer: r.answer,
  lifted_at: r.liftedAt ? beijing(r.liftedAt) : '',
})

const subjectOf = (r: { requestId: bigint }) => `data-request:${r.requestId}`

async function lockOpen(tx: Tx, id: number, operator: Operator): Promise<DataRequest> {
  const found = existing(await lockRequest(tx, BigInt(id)), 'data_request.not_found')
  if (found.state !== dataRequestState.waiting)
    throw new Refusal(say('data_request.decided', { by: found.decidedBy }))
  refuseOwnMember(operator, [found.memberId])
  return found
}

function needAnswer(answer: string): void {
  if (answer === '' || lengthOf(answer) > LONGEST)
    throw new Refusal(say('data_request.answer_missing'), { field: 'answer' })
}

type Approving = ConsoleContext<'POST /api/console/data-requests/approve'>

/** The first of two persons: nothing is erased yet. */
async function confirm(tx: Tx, { operator, body }: Approving, found: DataRequest) {
  await confirmFirst(tx, found.requestId, operator.name)
  const entry = { action: 'data_request.confirm', subject: subjectOf(found), note: body.remark }
  return { answer: null, entry }
}

/** Does what was asked for; answers whose venues still call the member by a name. */
async function carryOut(tx: Tx, context: Approving, found: DataRequest, now: Date) {
  const { operator, body } = context
  const { memberId, requestId, kind } = found
  const state = dataRequestState.approved
  await decideRequest(tx, { requestId, state, by: operator.name, answer: body.answer })
  const redacted = kind === 'erase' ? await erase(context, tx, memberId) : 0
  if (kind !== 'erase')
    await notify(tx, memberId, `已完成：${dataRequestKinds[kind]}`, body.answer, now, about)
  return {
    answer: kind === 'erase' ? memberId : null,
    entry: {
      action: 'data_request.approve',
      subject: subjectOf(found),
      after: { kind, ...(kind === 'erase' ? { first: found.firstBy, redacted } : {}) },
      note: body.remark,
    },
  }
}

async function approve(context: Approving) {
  const { operator, body } = context
  needAnswer(body.answer)
  const erased = await runAction<bigint | null>(context, async (tx, now) => {
    const found = await lockOpen(tx, body.id, operator)
    if (found.kind !== 'erase') return carryOut(tx, context, found, now)
    await refuseOpen(tx, found.memberId)
    if (found.firstBy === '') return confirm(tx, context, found)
    if (found.firstBy === operator.name) throw new Refusal(say('data_request.own_first'))
    return carryOut(tx, context, found, now)
  })
  if (!erased) return { message: '已处理', data: null }
  await forget(context, erased)
  return { message: '已删除个人信息', data: null }
}

/** An erasure is for an account that is closed for good, and that no open case or claim needs. */
async function refuseOpen(tx: Tx, memberId: bigint): Promise<void> {
  const { closedAt } = existing(await closedAtOf(tx, memberId), 'member.not_found')
  if (!closedAt) throw new Refusal(say('data_request.not_closed'))
  const { held, claims } = await heldBy(tx, memberId)
  const what = claims.map(claim => claimLabels[claim]).join('、')
  if (claims.length > 0) throw new Refusal(say('data_request.claimed', { what }))
  if (held) throw new Refusal(say('data_request.held'))
}

/** What lies outside of the database's transaction: memory and the venues. */
async function forget(services: Services, memberId: bigint): Promise<void> {
  services.bus.publish('member', [String(memberId)])
  await renamePlayers(services, memberId)
}

async function reject(context: ConsoleContext<'POST /api/console/data-requests/reject'>) {
  const { operator, body } = context
  needAnswer(body.answer)
  await runAction(context, async (tx, now) => {
    const found = await lockOpen(tx, body.id, operator)
    const { requestId, memberId, kind } = found
    const state = dataRequestState.rejected
    await decideRequest(tx, { requestId, state, by: operator.name, answer: body.answer })
    const text = `${body.answer}\n如您不同意，可在“投诉与申诉”提出投诉。`
    await notify(tx, memberId, `未通过：${dataRequestKinds[kind]}`, text, now, about)
    const entry = { action: 'data_request.reject', subject: subjectOf(found), note: body.remark }
    return { answer: null, entry }
  })
  return { message: '已拒绝', data: null }
}

async function lift(context: ConsoleContext<'POST /api/console/data-requests/lift'>) {
  const { operator, body } = context
  needAnswer(body.answer)
  await runAction(context, async (tx, now) => {
    const found = existing(await lockRequest(tx, BigInt(body.id)), 'data_request.not_found')
    const { requestId, memberId } = found
    refuseOwnMember(operator, [memberId])
    if (!(await liftRestriction(tx, { requestId, by: operator.name, at: now })))
      throw new Refusal(say('data_request.not_restricting'))
    const title = '个人信息处理限制已解除'
    await notify(tx, memberId, title, body.answer, now, about)
    const entry = { action: 'data_request.lift', subject: subjectOf(found), note: body.remark }
    return { answer: null, entry }
  })
  return { message: '已解除限制并通知会员', data: null }
}

async function extend(context: ConsoleContext<'POST /api/console/data-requests/extend'>) {
  const { operator, body } = context
  need(body.remark, 'desk.reason_missing', 'remark')
  await runAction(context, async (tx, now) => {
    const found = await lockOpen(tx, body.id, operator)
    const { requestId, memberId, kind } = found
    const by = { requestId, by: operator.name, reason: body.remark }
    const extended = await extendRequest(tx, by)
    if (!extended) throw new Refusal(say('data_request.extended'))
    const until = beijing(extended.answerBy).slice(0, 10)
    const text = `因${body.remark}，答复期限延长至 ${until}。`
    await notify(tx, memberId, `延期答复：${dataRequestKinds[kind]}`, text, now, about)
    const entry = { action: 'data_request.extend', subject: subjectOf(found), note: body.remark }
    return { answer: null, entry }
  })
  return { message: '已延期并通知会员', data: null }
}

async function write(context: ConsoleContext<'POST /api/console/data-requests/write'>) {
  const { db, operator, body } = context
  const kind = kindOf(body.kind, allKinds)
  refuseContent(kind, body.content)
  need(body.remark, 'desk.reason_missing', 'remark')
  const { memberId } = existing(await findMember(db, body.member), 'member.not_found')
  refuseOwnMember(operator, [memberId])
  await runAction(context, async tx => {
    const asked = { memberId, kind, content: body.content, askedBy: operator.name }
    const made = await insertRequest(tx, asked)
    if (!made) throw new Refusal(say('data_request.open'))
    const after = { kind, member: memberId }
    const entry = { action: 'data_request.write', subject: subjectOf(made), after }
    return { answer: null, entry: { ...entry, note: body.remark } }
  })
  return { message: '已登记', data: null }
}

export const dataRightsConsoleHandlers = {
  'POST /api/console/data-requests/list': async ({ db, body }) => {
    const filter = { ...listFilterOf(body, dataRequestState, ownIds, true), kind: body.kind }
    const found = await requestRows(db, filter)
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/data-requests/write': write,
  'POST /api/console/data-requests/extend': extend,
  'POST /api/console/data-requests/approve': approve,
  'POST /api/console/data-requests/reject': reject,
  'POST /api/console/data-requests/lift': lift,
} satisfies ConsoleHandlers
