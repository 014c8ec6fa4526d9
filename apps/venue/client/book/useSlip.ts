import { useCallback, useMemo, useState } from 'react'
import { chipSound } from '../kit/sound.ts'
import { newBetId, type Game } from '../session/useGame.ts'
import type { BookGame } from './useBook.ts'
import type { Match, Offer, Slipped } from './wire.ts'

/**
 * A ticket whose answer was lost is sent again only this long; nothing is bet minutes after its
 * tap.
 */
const SENT_FOR_MS = 15_000

/** A selection with the price and the score that the player has seen and accepted. */
export type Leg = { match: number; pick: string; price: number; key: string }
export type LegState = 'good' | 'changed' | 'closed' | 'over'
export type ShownLeg = Leg & { state: LegState; now: Match | undefined; offer: Offer | undefined }

export type Slip = {
  legs: ShownLeg[]
  has: (match: number, pick: string) => boolean
  /** Adds a selection at its present price, or takes it out. */
  toggle: (match: Match, offer: Offer) => void
  remove: (leg: Leg) => void
  accept: (leg: ShownLeg) => void
  /** True when every selection can be placed at the price that was accepted. */
  ready: boolean
  /** Two selections of one match cannot share a ticket. */
  clash: boolean
  better: boolean
  setBetter: (better: boolean) => void
  sending: 'no' | 'sending' | 'waiting'
  /**
   * Places the selections on one ticket, or each on its own; answers how many tickets were taken.
   */
  place: (stakeFen: number, together: boolean) => Promise<number>
}

const LEG_LIMIT = 8

function stateOf(leg: Leg, now: Match | undefined, offer: Offer | undefined): LegState {
  if (!now || (now.phase !== 'pre' && now.phase !== 'live')) return 'over'
  if (!offer || offer.price === null) return 'closed'
  return offer.price === leg.price && now.key === leg.key ? 'good' : 'changed'
}

/** What is selected and not placed. */
export function useSlip(game: Game, book: BookGame): Slip {
  const { ask, show, tell } = game
  const { matches, offMs, add, view } = book
  const [chosen, setChosen] = useState<Leg[]>([])
  const [better, setBetter] = useState(false)
  const [sending, setSending] = useState<Slip['sending']>('no')

  const legs = useMemo(
    () =>
      chosen.map((leg): ShownLeg => {
        const now = matches.find(match => match.number === leg.match)
        const offer = now?.lines.flatMap(line => line.picks).find(each => each.pick === leg.pick)
        return { ...leg, now, offer, state: stateOf(leg, now, offer) }
      }),
    [chosen, matches],
  )
  const same = (a: Leg, b: Pick<Leg, 'match' | 'pick'>) => a.match === b.match && a.pick === b.pick
  const remove = useCallback(
    (leg: Leg) => setChosen(before => before.filter(each => !same(each, leg))),
    [],
  )
  const toggle = useCallback(
    (match: Match, offer: Offer) => {
      tell('')
      setChosen(before => {
        const picked = { match: match.number, pick: offer.pick }
        if (before.some(each => same(each, picked)))
          return before.filter(each => !same(each, picked))
        // Another selection of the same line takes the place of the first.
        const line = offer.pick.slice(0, offer.pick.lastIndexOf(':'))
        const others = before.filter(
          each =>
            each.match !== match.number || each.pick.slice(0, each.pick.lastIndexOf(':')) !== line,
        )
        return offer.price === null || others.length >= LEG_LIMIT
          ? before
          : [...others, { ...picked, price: offer.price, key: match.key }]
      })
    },
    [tell],
  )
  const accept = useCallback(
    (leg: ShownLeg) =>
      setChosen(before =>
        before.map(each =>
          same(each, leg) && leg.offer?.price
            ? { ...each, price: leg.offer.price, key: leg.now!.key }
            : each,
        ),
      ),
    [],
  )

  const place = useCallback(
    async (stakeFen: number, together: boolean) => {
      tell('')
      let taken = 0
      for (const group of together ? [legs] : legs.map(leg => [leg])) {
        setSending(
          view.book.accept_delay_ms > 0 && group.some(leg => leg.now?.phase === 'live')
            ? 'waiting'
            : 'sending',
        )
        const placed = await ask<Slipped>('POST', '/api/slips', {
          client_bet_id: newBetId(),
          stake: stakeFen,
          accept_better: better,
          expires_at: Math.round(Date.now() + offMs) + SENT_FOR_MS,
          legs: group.map(({ match, pick, price, key }) => ({ match, pick, price, key })),
        })
        if (!placed) break
        taken++
        chipSound()
        show({ balance: placed.balance, session: placed.session })
        add({
          ...placed.bet,
          odds: null,
          results: group.map(({ match }) => ({ match, result: null, seed: null, outcome: null })),
        })
        for (const leg of group) remove(leg)
      }
      setSending('no')
      return taken
    },
    [legs, better, offMs, view.book.accept_delay_ms, ask, show, tell, add, remove],
  )

  const fine = (leg: ShownLeg) =>
    leg.state === 'good' ||
    (better && leg.state === 'changed' && leg.key === leg.now!.key && leg.offer!.price! > leg.price)
  return {
    legs,
    toggle,
    remove,
    accept,
    better,
    setBetter,
    sending,
    place,
    has: (match, pick) => chosen.some(leg => leg.match === match && leg.pick === pick),
    ready: legs.length > 0 && legs.length <= view.book.max_legs && legs.every(fine),
    clash: new Set(legs.map(leg => leg.match)).size < legs.length,
  }
}
