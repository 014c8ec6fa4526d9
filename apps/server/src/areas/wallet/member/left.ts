import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { leaveGame } from '../../venues/venues.ts'

export const left: Handler<'POST /api/money/left'> = async ({ body, member, ...services }) => {
  const found = await leaveGame(services, member.memberId, body.ticket)
  if (!found) throw new Refusal(say('transfer.venue_not_found'))
  const { state, movedFen, venue } = found
  return { data: { state, venue: venue.name, amount: yuanOf(movedFen) } }
}
