import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { answeredAtMs } from '../session/api.ts'
import { signedYuan, yuan } from '../kit/money.ts'
import { resultSeen } from '../session/awaited.ts'
import { readStream } from '../rounds/readStream.ts'
import { winSound } from '../kit/sound.ts'
import type { Game } from '../session/useGame.ts'
import type { State } from '../session/wire.ts'
import type { BookView, Match, MySlip } from './wire.ts'

const RECONNECT_MS = 400
/** The server settles at once; players ask for their figures spread over this long. */
const SPREAD_MS = 1_200
/** What did not come is asked for again, after this long at most. */
const MAX_RETRY_MS = 30_000
/** The clocks are taken anew when they are further apart; a message is late by less. */
const MAX_DRIFT_MS = 2_000
/** Matches the page keeps. */
const KNOWN_MATCHES = 60

export type Move = 'up' | 'down'
export type BookGame = {
  view: BookView
  matches: Match[]
  /** Where a price went at the last change of its match. */
  moveOf: (match: number, pick: string) => Move | null
  /** The server's clock less this device's, in ms. */
  offMs: number
  mine: MySlip[]
  /** Asks for everything anew. */
  resync: () => Promise<void>
  /** Adds a ticket that was just taken. */
  add: (slip: MySlip) => void
  /** What has just become of a ticket, in a sentence; it passes. */
  toast: string
  setToast: (toast: string) => void
}

type Moves = ReadonlyMap<number, ReadonlyMap<string, Move>>

function merged(known: readonly Match[], fresh: readonly Match[]): Match[] {
  const byNumber = new Map(known.map(match => [match.number, match]))
  for (const match of fresh) byNumber.set(match.number, match)
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number).slice(-KNOWN_MATCHES)
}

const pricesOf = (match: Match | undefined) =>
  new Map(match?.lines.flatMap(line => line.picks).map(({ pick, price }) => [pick, price]))

/** Where each price of a match went since the state before. */
function movesBetween(before: Match | undefined, after: Match): ReadonlyMap<string, Move> {
  const was = pricesOf(before)
  const moves = new Map<string, Move>()
  for (const [pick, price] of pricesOf(after)) {
    const old = was.get(pick)
    if (price !== null && old !== null && old !== undefined && price !== old)
      moves.set(pick, price > old ? 'up' : 'down')
  }
  return moves
}

function settledText(slips: readonly MySlip[]): string {
  const [only] = slips
  if (slips.length === 1 && only?.status === 'VOID') return `注单作废，${yuan(only.stake)} 元已退回`
  const stake = slips.reduce((sum, slip) => sum + slip.stake, 0)
  const back = slips.reduce(
    (sum, slip) => sum + (slip.status === 'VOID' ? slip.stake : slip.payout),
    0,
  )
  return `${slips.length === 1 ? '注单' : `${slips.length} 张注单`}已结算：注额 ${yuan(stake)}，返还 ${yuan(back)} 元，净额 ${signedYuan(back - stake)} 元`
}

/** The matches of a book, and where their prices went at the last change. */
function useMatches() {
  const [matches, setMatches] = useState<Match[]>([])
  const [moves, setMoves] = useState<Moves>(new Map())
  const latest = useRef<Match[]>([])
  const take = useCallback((fresh: readonly Match[]) => {
    const before = new Map(latest.current.map(match => [match.number, match]))
    const moved = fresh.map(
      match => [match.number, movesBetween(before.get(match.number), match)] as const,
    )
    setMoves(known => new Map([...known, ...moved]))
    latest.current = merged(latest.current, fresh)
    setMatches(latest.current)
  }, [])
  const moveOf = useCallback(
    (match: number, pick: string) => moves.get(match)?.get(pick) ?? null,
    [moves],
  )
  return { matches, take, moveOf }
}

const isOpen = ({ status }: MySlip) => status === 'OPEN'

/** True while a ticket is open and one of its undecided matches is settled. */
const awaitsSettlement = (mine: readonly MySlip[], matches: readonly Match[]) =>
  mine.some(
    slip =>
      isOpen(slip) &&
      slip.results.some(
        ({ match, result }) =>
          result === null && matches.some(each => each.number === match && each.settled),
      ),
  )

/** How long after `tries` answers that never came the tickets are asked for. */
const delayMs = (tries: number) => Math.random() * Math.min(SPREAD_MS * 2 ** tries, MAX_RETRY_MS)

/**
 * The player's tickets. What became of those that were open is told here once their match is
 * settled in sight; what a snapshot brings after a break is told by the frame.
 */
function useMySlips({ ask, show }: Game, matches: readonly Match[]) {
  const [mine, setMine] = useState<MySlip[]>([])
  const [toast, setToast] = useState('')
  const [tries, setTries] = useState(0)
  const latest = useRef<MySlip[]>([])
  const keep = useCallback((slips: MySlip[]) => {
    latest.current = slips
    setMine(slips)
  }, [])
  const takeMine = useCallback(
    async (fresh: MySlip[], after: 'settlement' | 'break') => {
      const open = new Set(latest.current.filter(isOpen).map(({ bet_id }) => bet_id))
      const settled = fresh.filter(slip => !isOpen(slip) && open.has(slip.bet_id))
      keep(fresh)
      if (settled.length === 0) return
      if (after === 'settlement' && document.visibilityState === 'visible') {
        setToast(settledText(settled))
        for (const slip of settled) winSound(slip.payout, slip.stake)
        resultSeen(settled.map(slip => slip.client_bet_id))
      }
      const state = await ask<State>('GET', '/api/state')
      if (state) show({ balance: state.balance, session: state.session })
    },
    [ask, show, keep],
  )
  const waiting = awaitsSettlement(mine, matches)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(async () => {
      const fresh = await ask<{ items: MySlip[] }>('GET', '/api/slips')
      setTries(before => (fresh ? 0 : before + 1))
      if (fresh) await takeMine(fresh.items, 'settlement')
    }, delayMs(tries))
    return () => clearTimeout(timer)
  }, [waiting, mine, tries, ask, takeMine])
  const add = useCallback(
    (slip: MySlip) => keep([slip, ...latest.current.filter(each => each.bet_id !== slip.bet_id)]),
    [keep],
  )
  return { mine, add, takeMine, toast, setToast }
}

/** A book while it is watched: its matches by the stream, the player's tickets and figures. */
export function useBook(game: Game): BookGame | null {
  const { ask, token } = game
  const [view, setView] = useState<BookView | null>(null)
  const [offMs, setOffMs] = useState(0)
  const { matches, take, moveOf } = useMatches()
  const { takeMine, ...slips } = useMySlips(game, matches)
  const lastId = useRef('')

  // A message that is repeated after a break is old, so only a clock that runs ahead of this
  // page's is believed.
  const onMatches = useCallback(
    ({ now, matches: fresh }: { now: number; matches: Match[] }) => {
      setOffMs(before => (now - Date.now() > before + MAX_DRIFT_MS ? now - Date.now() : before))
      take(fresh)
    },
    [take],
  )
  const resync = useCallback(async () => {
    const fresh = await ask<BookView>('GET', '/api/book')
    if (!fresh) return
    setOffMs(fresh.now - answeredAtMs(fresh))
    setView(fresh)
    take(fresh.matches)
    await takeMine(fresh.mine, 'break')
  }, [ask, take, takeMine])
  useStream({ token, lastId, resync, onMatches })

  return view && { view, matches, moveOf, offMs, resync, ...slips }
}

/**
 * Follows the book's stream, and starts over with a snapshot whenever it broke or the page comes
 * back into sight.
 */
function useStream({
  token,
  lastId,
  resync,
  onMatches,
}: {
  token: () => string
  lastId: RefObject<string>
  resync: () => Promise<void>
  onMatches: (said: { now: number; matches: Match[] }) => void
}) {
  useEffect(() => {
    let gone = false
    let line = new AbortController()
    const follow = async () => {
      // A stream that is not continued begins by asking for a snapshot, which then has all that
      // came before it.
      let synced = false
      while (!gone) {
        line = new AbortController()
        await readStream({
          path: '/api/book/stream',
          token: token(),
          lastId: lastId.current,
          signal: line.signal,
          onEvent: ({ id, name, data }) => {
            if (id) lastId.current = id
            if (name === 'matches') onMatches(JSON.parse(data) as { now: number; matches: Match[] })
            if (name === 'refetch') {
              synced = true
              void resync()
            }
          },
        })
        if (gone) return
        if (!synced) await resync()
        await new Promise(done => setTimeout(done, RECONNECT_MS * (1 + Math.random())))
      }
    }
    void follow()
    const back = () => {
      if (document.visibilityState === 'visible') line.abort()
    }
    document.addEventListener('visibilitychange', back)
    return () => {
      gone = true
      line.abort()
      document.removeEventListener('visibilitychange', back)
    }
  }, [token, lastId, resync, onMatches])
}
