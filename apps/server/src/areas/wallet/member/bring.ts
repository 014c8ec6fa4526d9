import { say } from '@tianping/contract/refusals'
import { PLATFORM, transferRules } from '@tianping/contract/wallet/rules'
import { formatFen, parseYuan, yuanOf } from '@tianping/money'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { present } from '../../../kernel/present.ts'
import { transferWithVenue } from '../../venues/venues.ts'
import { answerOf, roomFor, venueFor } from './transfer.ts'

/**
 * Brings money for the game that opens next, from the sheet before it. The same rules as a transfer
 * by hand, and no more than a limit of losses leaves; 自动免转 may be on.
 */
export const bring: Handler<'POST /api/money/bring'> = async ({
  body,
  caller,
  member,
  ...services
}) => {
  const { memberId } = member
  refuseIf(transferRules({ sourcetype: PLATFORM, targettype: body.plat_name, amount: body.amount }))
  const venue = await venueFor(services, body.plat_name)
  const room = await roomFor(services, memberId, venue)
  const amountFen = present(parseYuan(body.amount), 'amount that the rules let pass')
  if (room.lossFen !== null && amountFen > room.lossFen)
    throw new Refusal(
      say('transfer.loss_left', { limit: '净输限额', left: formatFen(room.lossFen) }),
      { rule: 'loss', left: yuanOf(room.lossFen) },
    )
  const result = await transferWithVenue(services, {
    memberId,
    venue,
    direction: 'IN',
    amountFen,
    requestKey: caller.key,
    actor: { type: 'member', id: memberId.toString() },
  })
  return { data: answerOf(result, venue).data }
}
