import { useCallback, useMemo, useState } from 'react'
import { chipSound } from '../kit/sound.ts'
import { awaitResult, refused } from '../session/awaited.ts'
import { newBetId } from '../session/newBetId.ts'
import type { Game } from '../session/useGame.ts'
import { BOOK_LIMITS, isAccepted } from '../../model/Book.ts'
import { prefer, preferred } from '../kit/preference.ts'
import type { BookGame } from './useBook.ts'
import type { BookView, Match, MySlip, Offer, Slipped } from './wire.ts'

/**
 * A ticket whose answer was lost is sent again only this long; nothing is bet minutes after its
 * tap.
 */
const SENT_FOR_MS = 15_000

const BETTER = 'accept-better'
const WITHIN = 'accept-within'

/** A selection with the price and the score that the player has seen and accepted. */
export type Leg = { match: number; pick: string; price: number; key: string }
/** `moved`: to a price that the player takes unasked; `changed`: to one they are asked about. */
export type LegState = 'good' | 'moved' | 'changed' | 'closed' | 'over'
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
  /** True when every selection can be placed, at the price that was accepted or at one shown. */
  ready: boolean
  /** True when a tap places them at prices of which the player has not been asked yet. */
  asks: boolean
  /** Two selections of one match cannot share a ticket. */
  clash: boolean
  /** Which prices are taken unasked: better ones, and ones that fell a little. */
  accepts: { better: boolean; within: boolean }
  setAccepts: (accepts: Slip['accepts']) => void
  sending: 'no' | 'sending' | 'waiting'
  /**
   * Places the selections on one ticket, or each on its own, at the prices shown; answers the
   * tickets that were taken.
   */
  place: (stakeFen: number, together: boolean) => Promise<Slipped['bet'][]>
}

const LEG_LIMIT = 8

const same = (a: Leg, b: Pick<Leg, 'match' | 'pick'>) => a.match === b.match && a.pick === b.pick
const lineOf = (pick: string) => pick.slice(0, pick.lastIndexOf(':'))

/** A selection beside what its match offers at present. */
function shown(leg: Leg, matches: readonly Match[], accepts: Accepts): ShownLeg {
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
  const offered = { price: offer.price, key: now.key }
  if (now.key !== leg.key || !isAccepted(leg.price, offer.price, accepts))
    return of('changed', offered)
  return of(offer.price === leg.price ? 'good' : 'moved', offered)
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

const withoutResults = (bet: Slipped['bet'], legs: readonly Leg[]): MySlip => ({
  ...bet,
  odds: null,
  results: legs.map(({ match }) => ({ match, result: null, seed: null, outcome: null })),
})

/** A live match may change while the server waits before it takes a ticket on it. */
const isDelayed = ({ book }: BookView, group: readonly ShownLeg[]) =>
  book.accept_delay_ms > 0 && group.some(leg => leg.now?.phase === 'live')

type Accepts = Parameters<typeof isAccepted>[2]
type Chosen = {
  legs: ShownLeg[]
  accepts: Accepts
  accept: (leg: ShownLeg) => void
  remove: (leg: Leg) => void
}

/** Places what is selected, one ticket after another until one is refused. */
function usePlacement(game: Game, book: BookGame, { legs, accepts, accept, remove }: Chosen) {
  const { ask, show, setNotice } = game
  const { offMs, add, view, resync } = book
  const [sending, setSending] = useState<Slip['sending']>('no')
  const place = useCallback(
    async (stakeFen: number, together: boolean) => {
      setNotice('')
      // The button has said at which prices; from now on they are the ones that were seen.
      const agreed = legs.map(leg => (leg.state === 'changed' ? { ...leg, ...leg.offered } : leg))
      legs.filter(leg => leg.state === 'changed').forEach(accept)
      const taken: Slipped['bet'][] = []
      for (const group of together ? [agreed] : agreed.map(leg => [leg])) {
        setSending(isDelayed(view, group) ? 'waiting' : 'sending')
        const betId = newBetId()
        awaitResult(betId)
        const placed = await ask<Slipped>('POST', '/api/slips', {
          client_bet_id: betId,
          stake: stakeFen,
          accept_better: accepts.acceptBetter,
          accept_within: accepts.acceptWithin,
          expires_at: Math.round(Date.now() + offMs) + SENT_FOR_MS,
          legs: group.map(({ match, pick, price, key }) => ({ match, pick, price, key })),
        })
        if (!placed) {
          refused(betId)
          // What moved meanwhile is shown beside what was asked for.
          await resync()
          break
        }
        taken.push(placed.bet)
        chipSound()
        show({ balance: placed.balance, session: placed.session })
        add(withoutResults(placed.bet, group))
        for (const leg of group) remove(leg)
      }
      setSending('no')
      return taken
    },
    [legs, accepts, offMs, view, resync, ask, show, setNotice, add, accept, remove],
  )
  return { sending, place }
}

/** Which prices are taken unasked, as the player left it on this device. */
function useAccepts() {
  const [{ better, within }, setState] = useState(() => ({
    better: preferred(BETTER, true),
    within: preferred(WITHIN, true),
  }))
  const setAccepts = useCallback((wanted: Slip['accepts']) => {
    prefer(BETTER, wanted.better)
    prefer(WITHIN, wanted.within)
    setState(wanted)
  }, [])
  return useMemo(
    () => ({
      shown: { accepts: { better, within }, setAccepts },
      accepts: { acceptBetter: better, acceptWithin: within ? BOOK_LIMITS.usualAcceptWithin : 0 },
    }),
    [better, within, setAccepts],
  )
}

/** What is selected and not placed. */
export function useSlip(game: Game, book: BookGame): Slip {
  const { setNotice } = game
  const { matches, view } = book
  const [chosen, setChosen] = useState<Leg[]>([])
  const { accepts, shown: settings } = useAccepts()

  const legs = useMemo(
    () => chosen.map(leg => shown(leg, matches, accepts)),
    [chosen, matches, accepts],
  )
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
  const placement = usePlacement(game, book, { legs, accepts, accept, remove })

  return {
    legs,
    toggle,
    remove,
    accept,
    ...settings,
    ...placement,
    has: (match, pick) => chosen.some(leg => leg.match === match && leg.pick === pick),
    ready:
      legs.length > 0 &&
      legs.length <= view.book.max_legs &&
      legs.every(({ offered }) => offered !== null),
    asks: legs.some(leg => leg.state === 'changed'),
    clash: new Set(legs.map(leg => leg.match)).size < legs.length,
  }
}
