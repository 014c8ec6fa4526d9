import { say } from '@tianping/contract/refusals'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { provenChange } from '../../account/account.ts'
import { refuseRestricted } from '../../restriction/restriction.ts'
import { unbindCard, withdrawalPendingTo } from '../store/card.sql.ts'

/** Unbinds a card of the member's own. Its row stays for the orders that were paid to it. */
export const delcard: Handler<'POST /api/delcard'> = async context => {
  const { clock, body, member } = context
  await provenChange(context, async (tx, prove) => {
    await refuseRestricted(tx, member.memberId)
    // Unbound first: a withdrawal that chooses the card this moment either is seen below or no
    // longer finds the card.
    if (!(await unbindCard(tx, member.memberId, body.id, clock.now())))
      throw new Refusal(say('card.not_bound'))
    const pending = await withdrawalPendingTo(tx, member.memberId, body.id)
    if (pending)
      throw new Refusal(say('card.withdrawal_open'), {
        rule: 'pending_withdrawal',
        out_trade_no: pending,
      })
    await prove()
  })
  return { message: '解绑成功', data: null }
}
