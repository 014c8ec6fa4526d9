import { memo } from 'react'
import { useBookContext } from './BookContext.ts'
import { oddsText } from './odds.ts'
import type { Move } from './useBook.ts'
import type { Slip } from './useSlip.ts'
import type { Match, Offer } from './wire.ts'

type Props = { match: Match; offer: Offer; name: string; of: string }

/**
 * One selection as a button: pressed while it is in the slip, asleep while its line is closed, in
 * the same place always. `of` says more to who does not see where it stands.
 */
export function OddsButton({ match, offer, name, of }: Props) {
  const { book, slip } = useBookContext()
  return (
    <Drawn
      match={match}
      offer={offer}
      name={name}
      of={of}
      on={slip.has(match.number, offer.pick)}
      move={offer.price === null ? null : book.moveOf(match.number, offer.pick)}
      onTap={slip.toggle}
    />
  )
}

const MOVES = { up: ' up-m', down: ' dn-m' } as const

/** A selection as it stands: a tap on one draws none of the others. */
const Drawn = memo(function Drawn({
  match,
  offer,
  name,
  of,
  on,
  move,
  onTap,
}: Props & { on: boolean; move: Move | null; onTap: Slip['toggle'] }) {
  const { price } = offer
  const closed = price === null
  return (
    <button
      type="button"
      data-quick=""
      className={`odd${on ? ' on' : ''}${closed ? ' off' : ''}${move ? MOVES[move] : ''}`}
      aria-pressed={on}
      aria-disabled={closed && !on}
      onClick={() => {
        if (!closed || on) onTap(match, offer)
      }}
    >
      <i className="sr">{of} </i>
      <span>{name}</span> <b>{closed ? '暂停' : oddsText(price)}</b>
      {move && <i className="sr"> {move === 'up' ? '上升' : '下降'}</i>}
    </button>
  )
})
