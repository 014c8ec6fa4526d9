import { say } from '@tianping/contract/refusals'
import { agentRules } from '@tianping/contract/agent/rules'
import { transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { randomUUID } from 'node:crypto'
import { mayBenefit } from '../../protection/protection.ts'
import { readMember } from '../../account/account.ts'
import { explained, figures } from '../../../kernel/http/explain.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { contactKeys, sealContact } from '../../../kernel/sealedContact.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { applicationOfAction, insertApplication, openApplication } from '../store/agent.sql.ts'

const SUBMITTED = { message: '申请提交成功，请等待审核', data: null }
const appliesByMember = { attempts: 10, windowMs: 86_400_000 }

/**
 * The rules in their order (P1-5-20, P1-5-21), then one open application per member
 * (docs/decisions/0021-invitations-and-agents.md).
 */
export const applyagentdo: Handler<'POST /api/applyagentdo'> = async ({
  db,
  clock,
  settings,
  body,
  caller,
  member,
}) => {
  const { memberId } = member
  if (await applicationOfAction(db, memberId, caller.key)) return SUBMITTED
  const broken = agentRules(body)
  if (broken)
    throw explained(
      broken,
      {
        rule: 'form',
        version: 0,
        inputs: [
          figures.text(
            broken.field,
            '填写内容',
            broken.field === 'mobile' ? body.mobile : body.apply_info,
          ),
        ],
      },
      { field: broken.field },
    )
  const before = await readMember(db, memberId)
  if (before.isagent)
    throw explained(say('agent.already'), {
      rule: 'agent_already',
      version: 0,
      inputs: [figures.count('isagent', '合营伙伴', 1)],
    })
  const now = clock.now()
  await mayBenefit(db, memberId, now)
  await attempt(db, `applyagent:${memberId}`, appliesByMember, now)
  const taken = await transaction(db, tx =>
    insertApplication(tx, {
      memberId,
      applicationId: randomUUID(),
      mobile: sealContact(contactKeys(settings), memberId, body.mobile),
      applyInfo: body.apply_info,
      appliedAt: now,
      actionKey: caller.key,
    }),
  )
  if (taken) return SUBMITTED
  const open = await openApplication(db, memberId)
  const inputs = open ? [figures.time('applied_at', '申请时间', open.appliedAt)] : []
  throw explained(
    say('agent.applied'),
    { rule: 'agent_open', version: 0, inputs },
    { applied_at: open ? beijing(open.appliedAt) : '' },
  )
}
