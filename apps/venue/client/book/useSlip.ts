import { useCallback, useMemo, useState } from 'react'
import { chipSound } from '../kit/sound.ts'
import { newBetId } from '../session/newBetId.ts'
import type { Game } from '../session/useGame.ts'
import type { BookGame } from './useBook.ts'
import type { BookView, Match, MySlip, Offer, Slipped } from './wire.ts'

/**
 * A ticket whose answer was lost is sent again only this long; nothing is bet minutes after its
 * tap.
 */
const SENT_FOR_MS = 15_000

/** A selection with the price and the score that the player has seen and accepted. */
export type Leg = { match: number; pick: string; price: number; key: string }
export type LegState = 'good' | 'changed' | 'closed' | 'over'
export type ShownLeg = Leg & {
  state: LegState
  now: Match | undefined
  offer: Offer | undefined
  /** The price and the score it is offered at now; null when it cannot be bet. */
  offered: Pick<Leg, 'price' | 'key'> | null
}

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

const same = (a: Leg, b: Pick<Leg, 'match' | 'pick'>) => a.match === b.match && a.pick === b.pick
const lineOf = (pick: string) => pick.slice(0, pick.lastIndexOf(':'))

/** A selection beside what its match offers at present. */
function shown(leg: Leg, matches: readonly Match[]): ShownLeg {
  const now = matches.find(match => match.number === leg.match)
  const offer = now?.lines.flatMap(line => line.picks).find(each => each.pick === leg.pick)
  const of = (state: LegState, offered: ShownLeg['offered'] = null): ShownLeg => ({
    ...leg,
    now,
    offer,
    state,
    offered,
  })
  if (!now || (now.phase !== 'pre' && now.phase !== 'live')) return of('over')
  if (!offer || offer.price === null) return of('closed')
  const isSame = offer.price === leg.price && now.key === leg.key
  return of(isSame ? 'good' : 'changed', { price: offer.price, key: now.key })
}

/** Adds a selection in the place of another one of the same line, or takes it out. */
function toggled(before: Leg[], match: Match, offer: Offer): Leg[] {
  const picked = { match: match.number, pick: offer.pick }
  if (before.some(each => same(each, picked))) return before.filter(each => !same(each, picked))
  const others = before.filter(
    each => each.match !== match.number || lineOf(each.pick) !== lineOf(offer.pick),
  )
  return offer.price === null || others.length >= LEG_LIMIT
    ? before
    : [...others, { ...picked, price: offer.price, key: match.key }]
}

/** True when a selection can be placed, at the accepted price or at a better one of that score. */
function canPlace({ state, offered, key, price }: ShownLeg, better: boolean): boolean {
  if (state === 'good') return true
  return better && offered !== null && offered.key === key && offered.price > price
}

const withoutResults = (bet: Slipped['bet'], legs: readonly Leg[]): MySlip => ({
  ...bet,
  odds: null,
  results: legs.map(({ match }) => ({ match, result: null, seed: null, outcome: null })),
})

/** A live match may change while the server waits before it takes a ticket on it. */
const isDelayed = ({ book }: BookView, group: readonly ShownLeg[]) =>
  book.accept_delay_ms > 0 && group.some(leg => leg.now?.phase === 'live')

type Chosen = { legs: ShownLeg[]; better: boolean; remove: (leg: Leg) => void }

/** Places what is selected, one ticket after another until one is refused. */
function usePlacement(game: Game, book: BookGame, { legs, better, remove }: Chosen) {
  const { ask, show, setNotice } = game
  const { offMs, add, view } = book
  const [sending, setSending] = useState<Slip['sending']>('no')
  const place = useCallback(
    async (stakeFen: number, together: boolean) => {
      setNotice('')
      let taken = 0
      for (const group of together ? [legs] : legs.map(leg => [leg])) {
        setSending(isDelayed(view, group) ? 'waiting' : 'sending')
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
        add(withoutResults(placed.bet, group))
        for (const leg of group) remove(leg)
      }
      setSending('no')
      return taken
    },
    [legs, better, offMs, view, ask, show, setNotice, add, remove],
  )
  return { sending, place }
}

/** What is selected and not placed. */
export function useSlip(game: Game, book: BookGame): Slip {
  const { setNotice } = game
  const { matches, view } = book
  const [chosen, setChosen] = useState<Leg[]>([])
  const [better, setBetter] = useState(false)

  const legs = useMemo(() => chosen.map(leg => shown(leg, matches)), [chosen, matches])
  const remove = useCallback(
    (leg: Leg) => setChosen(before => before.filter(each => !same(each, leg))),
    [],
  )
  const toggle = useCallback(
    (match: Match, offer: Offer) => {
      setNotice('')
      setChosen(before => toggled(before, match, offer))
    },
    [setNotice],
  )
  const accept = useCallback(
    (leg: ShownLeg) =>
      setChosen(before =>
        before.map(each => (same(each, leg) ? { ...each, ...leg.offered } : each)),
      ),
    [],
  )
  const placement = usePlacement(game, book, { legs, better, remove })

  return {
    legs,
    toggle,
    remove,
    accept,
    better,
    setBetter,
    ...placement,
    has: (match, pick) => chosen.some(leg => leg.match === match && leg.pick === pick),
    ready:
      legs.length > 0 &&
      legs.length <= view.book.max_legs &&
      legs.every(leg => canPlace(leg, better)),
    clash: new Set(legs.map(leg => leg.match)).size < legs.length,
  }
}
