import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { balances } from '../../../ledger/ledger.ts'
import { observe } from '../../venues/venues.ts'

export const userapimoney: Handler<'POST /api/userapimoney/:code'> = async ({
  body,
  member,
  ...services
}) => {
  const venue = await services.venues.named(body.code)
  if (!venue) throw new Refusal(say('transfer.venue_not_found'))
  const seen = await observe(services, member.memberId, venue)
  if (seen.kind === 'unreachable')
    throw new Refusal(say('transfer.unreachable', { venue: venue.name }))
  if (seen.kind === 'in_flight')
    throw new Refusal(say('transfer.refresh_under_way', { venue: venue.name }))
  services.bus.publish('member', [member.memberId.toString()])
  const held = (await balances(services.db, member.memberId)).venues.find(
    each => each.venueId === venue.venueId,
  )
  return { message: '刷新成功', data: { balance: yuanOf(held?.postedFen ?? 0n) } }
}
