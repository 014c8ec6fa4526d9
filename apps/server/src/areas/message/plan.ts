// Letters that two persons approved for a moment. The members of the segment and the guards are
// looked up when a letter is sent, not when it was written.
import { LATE_MINUTES, PLAN_DAYS } from '@tianping/contract/message/facts'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { momentOf } from '../../kernel/operator/moment.ts'
import { lockSetting } from '../../kernel/operator/settingForm.sql.ts'
import { holdPictures } from '../media/media.ts'
import { messageSchema, send, type Letter } from './letter.ts'
import * as store from './store/letters.sql.ts'

/** Planned at one time, at most. */
const MAX_PLANS = 20
/** Sent in one turn. */
const AT_ONCE = 5
const LATE_MS = LATE_MINUTES * 60_000

/** When a letter is to be sent; null for at once. Refuses the past and what is far ahead. */
export function plannedFor(typed: string, audience: Letter['audience'], now: Date): Date | null {
  const sendAt = momentOf(typed, 'send_at')
  if (!sendAt) return null
  if (audience === 'some') throw new Refusal(say('letter.some'), { field: 'send_at' })
  if (sendAt <= now || sendAt.getTime() > now.getTime() + PLAN_DAYS * DAY_MS)
    throw new Refusal(say('letter.past', { days: PLAN_DAYS }), { field: 'send_at' })
  return sendAt
}

type Approved = { writtenBy: string; approvedBy: string; at: Date }

/**
 * Keeps an approved letter for its moment; refuses one whose moment is over, and what the form
 * would have refused: a proposal may be written without it.
 */
export async function planLetter(tx: Tx, letter: Letter, by: Approved): Promise<void> {
  const typed = momentOf(letter.send_at, 'send_at')
  if (!typed || typed <= by.at) throw new Refusal(say('letter.over', { at: letter.send_at }))
  const sendAt = plannedFor(letter.send_at, letter.audience, by.at) ?? typed
  await lockSetting(tx, 'letter plans')
  if ((await store.countPlans(tx)) >= MAX_PLANS)
    throw new Refusal(say('letter.many_plans', { max: MAX_PLANS }))
  await store.insertPlan(tx, {
    value: letter,
    sendAt,
    writtenBy: by.writtenBy,
    approvedBy: by.approvedBy,
    approvedAt: by.at,
  })
}

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'operators' | 'events'>

/** One turn of the job; safe on any number of instances. Zero unless more may be due. */
export async function sendPlanned(services: Deps): Promise<number> {
  const { db, clock, log, events } = services
  const due = await store.duePlans(db, clock.now(), AT_ONCE)
  let done = 0
  for (const planId of due) {
    const now = clock.now()
    try {
      if (await transaction(db, tx => sendPlan(tx, services, planId, now))) done += 1
    } catch (error) {
      if (error instanceof Refusal) {
        const why = error.said.text
        const end = { planId, state: 'refused', by: '', why, sendingId: null, at: now } as const
        await transaction(db, tx => ended(tx, end))
        if (error.said.reason === 'letter.gone')
          events.note({ kind: 'plan_stopped', subject: `letter:${planId}`, address: '' })
        done += 1
      } else log.error({ err: error, plan: planId }, 'a planned letter was not sent, tried again')
    }
  }
  return due.length === AT_ONCE ? done : 0
}

type Ending = Parameters<typeof store.endPlan>[1]

/** Ends a plan that another instance has not ended meanwhile. */
async function ended(tx: Tx, end: Ending): Promise<void> {
  if ((await store.endPlan(tx, end)) === 0) return
  const entry = { action: `letter.${end.state}`, subject: `letter:${end.planId}`, note: end.why }
  await audit(tx, end.at, { operator: null, address: '' }, entry)
}

/** Refuses where its writer or its approver has left, or may not any more. */
async function refuseUnanswered(
  tx: Tx,
  { operators }: Deps,
  { writtenBy, approvedBy }: store.Plan,
): Promise<void> {
  const left = await operators.answering(tx, { writtenBy, approvedBy })
  const gone = [writtenBy, approvedBy].filter(name => !left.includes(name.toLowerCase()))
  if (gone.length > 0) throw new Refusal(say('letter.gone', { who: gone.join('、') }))
}

async function sendPlan(tx: Tx, services: Deps, planId: bigint, now: Date): Promise<boolean> {
  const plan = await store.takePlan(tx, planId)
  if (!plan) return false
  const end = { planId, by: '', why: '', sendingId: null, at: now }
  if (now.getTime() - plan.sendAt.getTime() > LATE_MS) {
    const why = `过了计划时间 ${LATE_MINUTES} 分钟仍未能发送，不再自动补发`
    await ended(tx, { ...end, state: 'missed', why })
    return true
  }
  await refuseUnanswered(tx, services, plan)
  const letter = messageSchema.parse(plan.value)
  await holdPictures(tx, { content: letter.content })
  const by = { sentBy: plan.writtenBy, approvedBy: plan.approvedBy, at: now }
  await ended(tx, { ...end, state: 'sent', sendingId: await send(tx, letter, by) })
  return true
}
