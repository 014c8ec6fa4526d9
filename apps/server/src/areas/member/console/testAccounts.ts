// Test accounts (PR-SEC-11): one operator asks, another approves.
import { reviewState } from '@tianping/contract/facts'
import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { findMember } from '../../../kernel/operator/findMember.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedAnswer } from '../../../kernel/operator/pages.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { lockMember } from '../../../ledger/ledger.ts'
import {
  askTestAccount,
  decideTestAccount,
  isUnused,
  lockTestAccount,
  testAccountRows,
} from '../store/testAccount.sql.ts'

const used = () => new Refusal(say('test_account.used'), { field: 'member' })
const subjectOf = (memberId: bigint) => `member:${memberId}`

export const testAccountHandlers = {
  'POST /api/console/members/tests/list': async ({ db, body }) => {
    const filter = listFilterOf(body, reviewState, [], true)
    return keyedAnswer(filter.paging, await testAccountRows(db, filter), each => ({
      member_id: Number(each.memberId),
      username: each.username,
      reason: each.reason,
      state: each.state,
      asked_by: each.askedBy,
      created_at: beijing(each.askedAt),
      decided_by: each.decidedBy,
      decided_at: each.decidedAt ? beijing(each.decidedAt) : '',
    }))
  },
  'POST /api/console/members/tests/ask': async context => {
    const { operator, body } = context
    const { remark: reason } = body
    need(reason, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const { memberId } = existing(await findMember(tx, body.member), 'member.not_found')
      refuseOwnMember(operator, [memberId])
      if (!(await isUnused(tx, memberId))) throw used()
      if ((await askTestAccount(tx, { memberId, reason, by: operator.name, at })) === 0)
        throw new Refusal(say('test_account.asked'))
      return {
        answer: null,
        entry: { action: 'member.test_asked', subject: subjectOf(memberId), note: reason },
      }
    })
    return { message: '已提交，等待另一位同事批准', data: null }
  },
  'POST /api/console/members/tests/decide': async context => {
    const {
      operator,
      body: { id, approve },
    } = context
    const memberId = BigInt(id)
    await runAction(context, async (tx, at) => {
      const found = existing(await lockTestAccount(tx, memberId), 'test_account.not_found')
      // What a deposit or a transfer under way takes: the account is either used or a test account.
      await lockMember(tx, memberId)
      if (found.state !== reviewState.waiting) throw new Refusal(say('test_account.decided'))
      refuseOwnMember(operator, [memberId])
      if (approve && found.askedBy === operator.name) throw new Refusal(say('test_account.own'))
      if (approve && !(await isUnused(tx, memberId))) throw used()
      const state = approve ? reviewState.approved : reviewState.rejected
      await decideTestAccount(tx, { memberId, state, by: operator.name, at })
      return {
        answer: null,
        entry: {
          action: approve ? 'member.test_approved' : 'member.test_refused',
          subject: subjectOf(memberId),
          before: { asked_by: found.askedBy, reason: found.reason },
          after: { state },
        },
      }
    })
    return { message: approve ? '已批准，该账户不再计入报表' : '已拒绝', data: null }
  },
} satisfies ConsoleHandlers
