import { isOfAge } from '@tianping/contract/account/rules'
import { say } from '@tianping/contract/refusals'
import { beijingDay, DAY_MS, isDay } from '@tianping/money/day'
import { randomUUID } from 'node:crypto'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { propose } from '../../../kernel/operator/proposal.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { closedOf, underAgeOf } from '../../closing/closing.ts'
import { ageBounds } from '../../profiles/profiles.ts'
import { blockMember } from '../../responsible/responsible.ts'
import { recallAll } from '../../venues/venues.ts'
import { another, endGames } from './memberActions.ts'

/** Until the account has ended; nobody shortens it. */
const STOP_DAYS = 3_650

export const underAgeHandlers = {
  'POST /api/console/members/underAge': async context => {
    const {
      db,
      clock,
      operator,
      body: { id, birthday, evidence },
    } = context
    need(evidence, 'desk.reason_missing', 'evidence')
    if (!isDay(birthday)) throw new Refusal(say('profile.birthday_format'), { field: 'birthday' })
    const { min_age } = await ageBounds(db)
    if (isOfAge(birthday, beijingDay(clock.now()), { min_age }))
      throw new Refusal(say('closing.under_age_of_age', { age: min_age }), { field: 'birthday' })
    const memberId = await another(context, id)
    const rule = await underAgeOf(db, memberId)
    await runAction(context, async (tx, now) => {
      if (await closedOf(tx, memberId)) throw new Refusal(say('closing.under_age_known'))
      await blockMember(context, tx, {
        memberId,
        kind: 'staff',
        term: `days:${STOP_DAYS}`,
        until: new Date(now.getTime() + STOP_DAYS * DAY_MS),
        reason: evidence,
        setBy: operator.name,
        setAt: now,
      })
      const { version, value: before } = await rule.read(tx)
      const value = { birthday, evidence, ends: true }
      const by = { name: operator.name, at: now }
      return {
        answer: null,
        entry: await propose(tx, rule, { version, before, value, note: evidence, by }),
      }
    })
    const silent = await endGames(context, memberId)
    await recallAll(context, { memberId, key: `underage:${randomUUID()}` })
    return { message: `已停止该会员，等待另一位同事审批退款${silent}`, data: null }
  },
} satisfies ConsoleHandlers
