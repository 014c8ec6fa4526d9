// The assessment of members whose sums reached the threshold of due diligence.
import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { assessmentRows, writeAssessment } from '../store/assessment.sql.ts'

export const assessmentHandlers = {
  'POST /api/console/assessments/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, [], true)
    const found = await assessmentRows(db, { ...narrowedOf(body), open: body.open, paging })
    const now = clock.now()
    return keyedAnswer(paging, found, each => ({
      member_id: Number(each.memberId),
      username: each.username,
      reached_at: beijing(each.reachedAt),
      due_at: beijing(each.dueAt),
      late: each.assessedAt === null && each.dueAt <= now,
      level: each.level,
      why: each.why,
      assessed_by: each.assessedBy,
      assessed_at: each.assessedAt ? beijing(each.assessedAt) : '',
    }))
  },
  'POST /api/console/assessments/assess': async context => {
    const {
      operator,
      body: { member_id, level, remark },
    } = context
    need(remark, 'desk.reason_missing', 'remark')
    refuseOwnMember(operator, [BigInt(member_id)])
    await runAction(context, async (tx, at) => {
      const asked = { memberId: member_id, level, why: remark, by: operator.name, at }
      if (!(await writeAssessment(tx, asked))) throw new Refusal(say('verification.no_assessment'))
      return {
        answer: null,
        entry: {
          action: 'verification.assess',
          subject: `member:${member_id}`,
          after: { level },
          note: remark,
        },
      }
    })
    return { message: '已记录', data: null }
  },
} satisfies ConsoleHandlers
