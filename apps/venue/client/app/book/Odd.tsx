import { useParts } from './BookContext.ts'
import { oddsText } from './odds.ts'
import type { Match, Offer } from './wire.ts'

/** One selection as a button: pressed while it is in the slip, asleep while its line is closed, in the same place always. `of` says more to who does not see where it stands. */
export function Odd({ match, offer, name, of }: { match: Match; offer: Offer; name: string; of: string }) {
  const { book, slip } = useParts()
  const on = slip.has(match.number, offer.pick)
  const closed = offer.price === null
  const move = closed ? null : book.moveOf(match.number, offer.pick)
  return (
    <button type="button" className={`odd${on ? ' on' : ''}${closed ? ' off' : ''}${move === 'up' ? ' up-m' : move === 'down' ? ' dn-m' : ''}`}
      aria-pressed={on} aria-disabled={closed && !on} onClick={() => { if (!closed || on) slip.toggle(match, offer) }}>
      <i className="sr">{of} </i><span>{name}</span> <b>{closed ? '暂停' : oddsText(offer.price!)}</b>{move && <i className="sr"> {move === 'up' ? '上升' : '下降'}</i>}
    </button>
  )
}
