import { ageOf } from '@tianping/contract/account/rules'
import { decisionOf, reviewDecisions, reviewState } from '@tianping/contract/facts'
import { say } from '@tianping/contract/refusals'
import {
  verificationState,
  type VerificationReason,
  type VerificationState,
} from '@tianping/contract/verification/facts'
import { beijing, beijingDay } from '@tianping/money/day'
import { yuanOf } from '@tianping/money'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage, ownIds } from '../../../kernel/operator/pages.sql.ts'
import {
  claim,
  decide,
  decideLocked,
  deciderOf,
  type Queue,
} from '../../../kernel/operator/queue.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { readMember } from '../../account/account.ts'
import { approveCase, askForMore, lockedCase, rejectCase, reverseCase, statedOf } from '../cases.ts'
import { answersOf } from '../store/answer.sql.ts'
import {
  caseRow,
  caseRows,
  consentsOf,
  refusedEver,
  sharingNumber,
  type Case,
  type CaseListed,
} from '../store/case.sql.ts'
import { documentsOf } from '../store/document.sql.ts'
import { heldOf, standingOf } from '../store/tier.sql.ts'
import { fieldsOf, looksWhole } from './fields.ts'
import { digestsOf } from '../sealing.ts'

const MAX_SHARING = 20

const rowOf = (c: CaseListed) => ({
  case_id: Number(c.caseId),
  member_id: Number(c.memberId),
  username: c.username,
  tier: c.tier,
  state: c.state,
  waits_for: c.waitsFor,
  created_at: beijing(c.submittedAt ?? c.createdAt),
  documents: c.documents,
  reason: c.reason,
  claimed_by: c.state === verificationState.waiting ? c.claimedBy : '',
  decided_by: deciderOf(c.state === verificationState.waiting, c.decidedBy),
  decided_at: c.decidedAt ? beijing(c.decidedAt) : '',
  remark: c.remark,
})

/** How a decided case was decided, for a colleague who came too late. */
const howDecided = (state: VerificationState) =>
  state === verificationState.reversed ? '撤销' : decisionOf(reviewDecisions, state)

const cases: Queue<number, Case> = {
  subjectOf: caseId => `verification:${caseId}`,
  lock: (tx, caseId) => lockedCase(tx, BigInt(caseId)),
  closed: ({ state, decidedBy, submittedAt }) => {
    if (state === verificationState.waiting) return undefined
    const collecting = state === verificationState.collecting || state === verificationState.more
    return collecting || submittedAt === null
      ? { said: say('verification.not_ready'), data: { state } }
      : {
          said: say('verification.decided', { by: decidedBy, how: howDecided(state) }),
          data: { state },
        }
  },
  membersOf: found => [found.memberId],
  told: found => ({
    member: found.memberId,
    tier: found.tier,
    state: found.state,
    reason: found.reason,
    remark: found.remark,
  }),
}

type Deciding = ConsoleContext<'POST /api/console/verifications/reject'>

/** What differs between the ways out of a review. */
const WAYS = {
  reject: { state: verificationState.rejected, work: rejectCase, done: '已拒绝' },
  more: { state: verificationState.more, work: askForMore, done: '已请会员补充' },
} as const

function decideAs(context: Deciding, way: keyof typeof WAYS) {
  const { case_id: id, reason, remark } = context.body
  const given = reasonGiven(reason)
  if (given === 'other') need(remark, 'desk.reason_missing', 'remark')
  const by = context.operator.name
  const { state, work, done } = WAYS[way]
  return decide(context, cases, id, {
    action: `verification.${way}`,
    note: remark,
    done,
    run: (tx, now) =>
      decideLocked(tx, cases, id, {
        by: { name: by, now },
        repeats: before => before.state === state && before.decidedBy === by,
        apply: async before => {
          await work(tx, before, { by, reason: given, remark, now })
          return { ...before, state, reason: given, remark }
        },
      }),
  })
}

function reasonGiven(reason: VerificationReason | ''): VerificationReason {
  if (reason === '') throw new Refusal(say('verification.reason_missing'), { field: 'reason' })
  return reason
}

/** An approval is taken back from its archive: no claim, and once. */
function reverse(context: ConsoleContext<'POST /api/console/verifications/reverse'>) {
  const { case_id: id, reason, remark } = context.body
  const given = reasonGiven(reason)
  need(remark, 'desk.reason_missing', 'remark')
  const by = context.operator.name
  return decide(context, cases, id, {
    action: 'verification.reverse',
    note: remark,
    done: '已撤销，未付的取款将暂缓放款',
    run: async (tx, now) => {
      const before = await cases.lock(tx, id)
      const after = { ...before, state: verificationState.reversed, reason: given, remark }
      const outcome = { first: '', awaits: null }
      if (before.state === verificationState.reversed)
        return { before, after: before, repeated: true, ...outcome }
      if (before.state !== verificationState.approved)
        throw new Refusal(say('verification.not_approved'), { state: before.state })
      await reverseCase(tx, before, { by, reason: given, remark, now })
      return { before, after, repeated: false, ...outcome }
    },
  })
}

/** The day that a moment just after midnight ends. */
const lastDay = (until: Date | null) =>
  until === null ? '' : beijingDay(new Date(until.getTime() - 1))

async function show(context: ConsoleContext<'POST /api/console/verifications/show'>) {
  const { db, clock, settings, operator, body } = context
  const now = clock.now()
  const found = existing(await caseRow(db, BigInt(body.case_id), now), 'verification.not_found')
  const { caseId, memberId } = found
  const full = operator.permissions.includes('verification.review')
  if (full) {
    refuseOwnMember(operator, [memberId])
    await looksWhole(context, found)
  }
  const stated = statedOf(settings.documentKey, found)
  const digests = stated.number === '' ? [] : digestsOf(settings.documentKey, stated.number)
  const [member, standing, files, consents, answers, others, refused] = await Promise.all([
    readMember(db, memberId),
    standingOf(db, memberId),
    documentsOf(db, caseId),
    consentsOf(db, caseId),
    answersOf(db, caseId),
    sharingNumber(db, memberId, digests, MAX_SHARING),
    refusedEver(db, memberId, caseId),
  ])
  const held = await heldOf(db, memberId, standing.tier, standing.reversedCase !== null)
  return {
    data: {
      ...rowOf(found),
      whole: found.whole,
      paper: found.paper,
      fields: fieldsOf(found, { stated, member, today: beijingDay(now), full }),
      purpose: found.purpose,
      expected: found.expected,
      funds: found.funds,
      age: stated.birthday === '' ? null : ageOf(stated.birthday, beijingDay(now)),
      files: files.map(each => ({
        id: Number(each.documentId),
        kind: each.kind,
        type: each.type,
        bytes: each.bytes,
        uploaded_at: beijing(each.uploadedAt),
        keep_until: beijingDay(each.keepUntil),
      })),
      others: others.map(other => ({ id: Number(other.memberId), username: other.name })),
      consents: consents.map(each => ({ kind: each.kind, given_at: beijing(each.givenAt) })),
      current_tier: standing.tier,
      valid_until: lastDay(standing.validUntil),
      refused_before: refused,
      held: { count: held.count, amount: yuanOf(held.fen) },
      answers: answers.map(each => ({
        at: beijing(each.receivedAt),
        result: each.result,
        verdict: each.verdict,
        reason: each.reason,
      })),
    },
  }
}

export const verificationConsoleHandlers = {
  'POST /api/console/verifications/list': async ({ db, clock, body }) => {
    const filter = listFilterOf(body, verificationState, ownIds, true)
    const found = await caseRows(db, filter, clock.now())
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/verifications/show': show,
  'POST /api/console/verifications/claim': context =>
    claim(context, cases, context.body.case_id, { action: 'verification.claim' }),
  'POST /api/console/verifications/approve': context => {
    const { case_id: id, remark } = context.body
    const by = context.operator.name
    return decide(context, cases, id, {
      action: 'verification.approve',
      note: remark,
      done: '已通过',
      run: (tx, now) =>
        decideLocked(tx, cases, id, {
          by: { name: by, now },
          repeats: before => before.state === reviewState.approved && before.decidedBy === by,
          apply: async before => {
            const keys = context.settings.documentKey
            await approveCase(tx, keys, before, { by, remark, now })
            return { ...before, state: verificationState.approved, remark }
          },
        }),
    })
  },
  'POST /api/console/verifications/reject': context => decideAs(context, 'reject'),
  'POST /api/console/verifications/more': context => decideAs(context, 'more'),
  'POST /api/console/verifications/reverse': reverse,
} satisfies ConsoleHandlers
