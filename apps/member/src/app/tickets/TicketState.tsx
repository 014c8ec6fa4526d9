import { nameOf } from '@tianping/contract/facts'
import { ticketLabels, ticketState } from '@tianping/contract/tickets/facts'
import { StateDot } from '../../ui/Chip.tsx'

/** How a conversation stands; one that ended unrated asks for it. */
export function TicketState({ of: { state, rating } }: { of: { state: number; rating: number } }) {
  const name = nameOf(ticketState, state) ?? 'open'
  const unrated = name === 'solved' && rating === 0 ? '，请评价' : ''
  return (
    <StateDot kind={name === 'solved' ? 'ok' : 'wait'}>
      {ticketLabels[name]}
      {unrated}
    </StateDot>
  )
}
