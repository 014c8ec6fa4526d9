// New passwords that staff give out, and second factors that they take away. The login password is
// for one use, and leaves the second factor as it is. A payment password and a
// second factor, which guard the money, take two persons: asked for by one, done by another.
import { reviewState, type DecidedState } from '@tianping/contract/facts'
import { say } from '@tianping/contract/refusals'
import type { PayRequestKind } from '@tianping/contract/member/facts'
import { transaction, type Tx } from '@tianping/database'
import { beijing, DAY_MS } from '@tianping/money/day'
import { randomInt } from 'node:crypto'
import {
  changePayPassword,
  dropFactorsOf,
  endAccess,
  factorsOfMember,
  noteChange,
  replacePassword,
} from '../../account/account.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type {
  Caller,
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage, ownIds } from '../../../kernel/operator/pages.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { hasFactor } from '../../../kernel/secondFactor/secondFactor.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { present } from '../../../kernel/present.ts'
import {
  announce,
  maskedContact,
  reachable,
  sendTo,
  type Outward,
} from '../../delivery/delivery.ts'
import {
  decidePayRequest,
  insertPayRequest,
  lockPayRequest,
  payRequestRows,
  type PayRequest,
  type PayRequestListed,
} from '../store/payRequest.sql.ts'
import { another, endGames, subjectOf, tell } from './memberActions.ts'

const ONCE_MS = 24 * 3_600_000
/**
 * A contact is trusted with a password a week after it was proved: whoever came in a while ago and
 * added one is told of by then.
 */
const SETTLED_MS = 7 * DAY_MS
const kept = { 登录密码: '24 小时内有效，', 支付密码: '' } as const
/** Letters and digits that cannot be taken for one another when read out over the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = { login: 10, pay: 8 }

const newPassword = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

type Acting = Services & { operator: Operator; caller: Caller }

/** What an operator gets who is shown nothing. */
const nothingGiven = { password: '', sent_to: '' }

type Reset = { memberId: bigint; which: '登录密码' | '支付密码'; password: string; at: Date }

/**
 * Tells the member, and sends the password to a contact that was proved long enough ago, if there
 * is one: then no operator sees it. Answers what the operator gets.
 */
async function handOver(
  tx: Tx,
  outward: Outward,
  { memberId, which, password, at }: Reset,
): Promise<{ password: string; sent_to: string }> {
  const contacts = await reachable(tx, outward, memberId)
  const settled = at.getTime() - SETTLED_MS
  const contact = contacts.find(({ verifiedAt }) => verifiedAt.getTime() <= settled)
  const title = `${which}已重置`
  const text = `您的${which}已由客服重置为一次性密码，请尽快自行修改。如非本人申请，请立即联系客服。`
  await announce(
    tx,
    outward,
    { memberId, kind: 'reset', title, text, at },
    contacts.filter(each => each !== contact),
  )
  if (!contact) return { password, sent_to: '' }
  await sendTo(tx, outward, contact, {
    memberId,
    kind: 'reset',
    subject: `一次性${which}`,
    text: `您的一次性${which}：${password}，${kept[which]}使用前须先修改。如非本人申请，请立即联系客服。`,
    at,
    expiresAt: new Date(at.getTime() + ONCE_MS),
  })
  return { password: '', sent_to: maskedContact(contact) }
}

/** Sets a login password that opens the account for a day, and only to be changed. */
async function resetLogin(context: Acting, memberId: bigint, remark: string) {
  const { db, clock, outward, operator, caller } = context
  const password = newPassword(ALPHABET, LENGTH.login)
  const to = await hashPassword(password)
  const now = clock.now()
  const { ended: hashes, given } = await transaction(db, async tx => {
    const onceUntil = new Date(now.getTime() + ONCE_MS)
    const ended = present(await replacePassword(tx, memberId, { to, onceUntil }), 'member')
    const by = { operator: operator.name, address: caller.address }
    await noteChange(tx, { memberId, kind: 'password_reset', at: now, ...by })
    const given = await handOver(tx, outward, { memberId, which: '登录密码', password, at: now })
    await audit(
      tx,
      now,
      { operator, address: caller.address },
      {
        action: 'member.reset_login',
        subject: subjectOf(Number(memberId)),
        after: { sessions_ended: ended.length },
        note: remark,
      },
    )
    return { ended, given }
  })
  tell(context, memberId, hashes)
  return {
    message: `已重置为一次性密码，24小时内有效${await endGames(context, memberId)}`,
    data: { ...given, waits: false },
  }
}

const asked = {
  pay: ['member.pay_asked', 'pay_request.open'],
  factor: ['member.factor_asked', 'factor_request.open'],
} as const

async function ask(context: Acting, memberId: bigint, kind: PayRequestKind, reason: string) {
  const { operator } = context
  const [action, open] = asked[kind]
  if (kind === 'factor' && !hasFactor(await factorsOfMember(context.db, memberId)))
    throw new Refusal(say('factor_request.no_factor'))
  await runAction(context, async (tx, now) => {
    const by = operator.name
    if (!(await insertPayRequest(tx, { kind, memberId, askedBy: by, askedAt: now, reason })))
      throw new Refusal(say(open))
    return {
      answer: null,
      entry: { action, subject: subjectOf(Number(memberId)), note: reason },
    }
  })
  return { message: '已提交，待另一位同事批准', data: { ...nothingGiven, waits: true } }
}

async function lockOpen(tx: Tx, id: number, operator: Operator): Promise<PayRequest> {
  const request = existing(await lockPayRequest(tx, BigInt(id)), 'pay_request.not_found')
  if (request.state !== reviewState.waiting)
    throw new Refusal(say('pay_request.decided', { by: request.decidedBy }))
  refuseOwnMember(operator, [request.memberId])
  return request
}

const closing = (
  request: PayRequest,
  state: DecidedState,
  by: string,
  remark: string,
  at: Date,
) => ({
  requestId: request.requestId,
  state,
  by,
  remark,
  at,
})

type Approving = ConsoleContext<'POST /api/console/members/pay-requests/approve'>
type Effect = { memberId: bigint; hash: string; password: string; now: Date }

/** What each kind does once a second person has approved it, and what the operator gets. */
const effects = {
  pay: async (tx: Tx, outward: Outward, { memberId, hash, password, now }: Effect) => {
    await changePayPassword(tx, memberId, { hash, once: true })
    const given = await handOver(tx, outward, { memberId, which: '支付密码', password, at: now })
    return { action: 'member.reset_pay', change: 'pay_password_reset', given } as const
  },
  factor: async (tx: Tx, outward: Outward, { memberId, now }: Effect) => {
    await dropFactorsOf(tx, memberId)
    const title = '双重验证已解除'
    const text =
      '您的双重验证已由客服解除，取款将暂缓处理。请尽快重新设置。如非本人申请，请立即联系客服。'
    await announce(tx, outward, { memberId, kind: 'factor', title, text, at: now })
    return {
      action: 'member.factor_removed',
      change: 'factor_removed',
      given: nothingGiven,
    } as const
  },
}

/** Does what was asked for; ends what was opened with the member's passwords. */
async function approve(context: Approving) {
  const { operator, outward, caller, body } = context
  const password = newPassword('0123456789', LENGTH.pay)
  const hash = await hashPassword(password)
  const done = await runAction(context, async (tx, now) => {
    const request = await lockOpen(tx, body.id, operator)
    if (request.askedBy === operator.name) throw new Refusal(say('pay_request.own'))
    const { memberId, kind } = request
    await decidePayRequest(
      tx,
      closing(request, reviewState.approved, operator.name, body.remark, now),
    )
    const effect = { memberId, hash, password, now }
    const { action, change, given } = await effects[kind](tx, outward, effect)
    const hashes = await endAccess(tx, memberId)
    const by = { operator: operator.name, address: caller.address }
    await noteChange(tx, { memberId, kind: change, at: now, ...by })
    return {
      answer: { memberId, hashes, kind, given },
      entry: {
        action,
        subject: subjectOf(Number(memberId)),
        after: { asked_by: request.askedBy, sessions_ended: hashes.length },
        note: body.remark,
      },
    }
  })
  if (!done) return { message: '该项已处理，无需重复操作', data: nothingGiven }
  tell(context, done.memberId, done.hashes)
  const games = await endGames(context, done.memberId)
  const what = done.kind === 'pay' ? '已重置为一次性支付密码' : '已解除双重验证'
  return { message: `${what}${games}`, data: done.given }
}

const rowOf = (r: PayRequestListed) => ({
  request_id: Number(r.requestId),
  kind: r.kind,
  member_id: Number(r.memberId),
  username: r.username,
  asked_by: r.askedBy,
  created_at: beijing(r.askedAt),
  reason: r.reason,
  state: r.state,
  decided_by: r.decidedBy,
  decided_at: r.decidedAt ? beijing(r.decidedAt) : '',
  remark: r.remark,
})

export const passwordResetHandlers = {
  'POST /api/console/members/password': async context => {
    const { id, which, remark } = context.body
    need(remark, 'desk.reason_missing', 'remark')
    const memberId = await another(context, id)
    return which === 'login'
      ? resetLogin(context, memberId, remark)
      : ask(context, memberId, which, remark)
  },
  'POST /api/console/members/pay-requests/list': async ({ db, body }) => {
    const filter = listFilterOf(body, reviewState, ownIds, true)
    const found = await payRequestRows(db, filter)
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/members/pay-requests/approve': approve,
  'POST /api/console/members/pay-requests/reject': async context => {
    const { operator, body } = context
    need(body.remark, 'desk.rejection_missing', 'remark')
    await runAction(context, async (tx, now) => {
      const request = await lockOpen(tx, body.id, operator)
      await decidePayRequest(
        tx,
        closing(request, reviewState.rejected, operator.name, body.remark, now),
      )
      return {
        answer: null,
        entry: {
          action: request.kind === 'pay' ? 'member.pay_refused' : 'member.factor_refused',
          subject: subjectOf(Number(request.memberId)),
          note: body.remark,
        },
      }
    })
    return { message: '已拒绝', data: null }
  },
} satisfies ConsoleHandlers
