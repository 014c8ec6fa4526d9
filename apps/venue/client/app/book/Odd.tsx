import { useParts } from './BookContext.ts'
import { oddsText } from './odds.ts'
import type { Match, Offer } from './wire.ts'

/** One selection as a button: pressed while it is in the slip, asleep while its line is closed, in the same place always. */
export function Odd({ match, offer, name, label }: { match: Match; offer: Offer; name: string; label: string }) {
  const { book, slip } = useParts()
  const on = slip.has(match.number, offer.pick)
  const closed = offer.price === null
  const move = closed ? null : book.moveOf(match.number, offer.pick)
  const says = closed ? '暂停' : `${oddsText(offer.price!)}${move === 'up' ? '，上升' : move === 'down' ? '，下降' : ''}`
  return (
    <button type="button" className={`odd${on ? ' on' : ''}${closed ? ' off' : ''}${move === 'up' ? ' up-m' : move === 'down' ? ' dn-m' : ''}`}
      aria-pressed={on} aria-disabled={closed && !on} aria-label={`${label} ${says}`} onClick={() => { if (!closed || on) slip.toggle(match, offer) }}>
      <span>{name}</span><b>{closed ? '暂停' : oddsText(offer.price!)}</b>
    </button>
  )
}
