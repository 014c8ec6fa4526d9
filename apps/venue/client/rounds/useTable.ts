import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react'
import { answeredAtMs } from '../session/api.ts'
import { chipSound } from '../kit/sound.ts'
import { awaitResult, refused } from '../session/awaited.ts'
import { newBetId } from '../session/newBetId.ts'
import type { Game } from '../session/useGame.ts'
import type { Bet } from '../session/wire.ts'
import {
  awaitsBeacon,
  nextChangeMs,
  phaseOf,
  presentRound,
  revealed,
  type Drawn,
  type Phase,
} from './phases.ts'
import { readStream } from './readStream.ts'
import type { Round, TableView, Ticketed, TicketLine } from './wire.ts'

/** Rounds the page keeps. */
const KNOWN_ROUNDS = 100
/**
 * The server settles at once; players ask for their figures spread over this long, while the
 * drawing is shown.
 */
const SPREAD_MS = 1_200
const RECONNECT_MS = 400
/**
 * A snapshot's clock is exact to half its way; only a clock that was set, here or there, is off by
 * more.
 */
const CLOCK_STEP_MS = 400
/** A timer may fire a little early. */
const LATE_MS = 4

/** A table that is watched; `Outcome` is what its game draws. */
export type TableGame<Outcome = unknown> = {
  view: TableView<Outcome>
  /** The round of this moment; null between two when the next is not open yet. */
  round: Round<Outcome> | null
  phase: Phase
  /** Rounds whose outcome may be seen, latest first. */
  shown: Drawn<Round<Outcome>>[]
  /** The player's tickets on the present round, voided ones aside. */
  tickets: Bet[]
  /** The server's clock less this device's, in ms. */
  offMs: number
  /** True when a draw is overdue because its beacon has not come. */
  late: boolean
  placing: boolean
  /**
   * Places a ticket on the present round; false when it was refused, which the player has then been
   * told.
   */
  place: (lines: TicketLine[]) => Promise<boolean>
}

const RANK = { open: 0, closed: 1, drawn: 2, settled: 3, void: 3 } as const
/** The stream's id of a round's state, by which the server knows what this page has seen. */
const sequenceOf = ({ number, state }: Round) => number * 4 + RANK[state]

/** Newer states replace older ones, whatever order they arrive in. */
function merged(known: readonly Round[], fresh: readonly Round[]): Round[] {
  const byNumber = new Map(known.map(round => [round.number, round]))
  for (const round of fresh) {
    const before = byNumber.get(round.number)
    if (!before || RANK[round.state] >= RANK[before.state]) byNumber.set(round.number, round)
  }
  return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, KNOWN_ROUNDS)
}

type SetView = Dispatch<SetStateAction<TableView | null>>

/**
 * A table while it is watched: its rounds by the stream, its phases by the clock, the player's
 * tickets and figures.
 */
export function useTable(game: Game): TableGame | null {
  const { view, setView, offMs, held, resync } = useTableView(game)
  const nowMs = useMoments(view?.rounds ?? [], offMs)
  const round = presentRound(view?.rounds ?? [], nowMs)
  const phase = phaseOf(round, nowMs)
  const shown = useMemo(
    () => (view?.rounds ?? []).filter((each): each is Drawn<Round> => revealed(each, nowMs)),
    [view, nowMs],
  )
  const tickets = useMemo(
    () =>
      (view?.mine ?? []).filter(
        bet => bet.fairness.nonce === round?.number && bet.status !== 'VOID',
      ),
    [view, round?.number],
  )
  useSettledFigures(view, resync)
  const { show } = game
  useEffect(() => {
    if (!held.current || phase === 'draw') return
    show(held.current)
    held.current = null
  }, [view, phase, show, held])
  const placement = usePlacement(game, round, setView)

  const late = round !== null && nowMs >= round.draws_at && awaitsBeacon(round, nowMs)
  return view && { view, round, phase, shown, tickets, offMs, late, ...placement }
}

/** What the server says of the table: a snapshot, and what the stream adds to it. */
function useTableView({ ask, token }: Game) {
  const [view, setView] = useState<TableView | null>(null)
  const [offMs, setOffMs] = useState(0)
  /** Figures that would give a drawing away before it is over. */
  const held = useRef<Pick<TableView, 'balance' | 'session'> | null>(null)

  const lastId = useRef('')
  const resync = useCallback(async () => {
    const fresh = await ask<TableView>('GET', '/api/table')
    if (!fresh) return
    lastId.current = String(Math.max(0, ...fresh.rounds.map(sequenceOf)))
    setOffMs(fresh.now - answeredAtMs(fresh))
    setView(before => ({ ...fresh, rounds: merged(before?.rounds ?? [], fresh.rounds) }))
    held.current = { balance: fresh.balance, session: fresh.session }
  }, [ask])

  const onRound = useCallback(
    (round: Round) =>
      setView(before => before && { ...before, rounds: merged(before.rounds, [round]) }),
    [],
  )
  const onClock = useCallback(
    (nowMs: number) =>
      setOffMs(before =>
        Math.abs(nowMs - Date.now() - before) > CLOCK_STEP_MS ? nowMs - Date.now() : before,
      ),
    [],
  )
  useStream({ token, lastId, resync, onRound, onClock })
  return { view, setView, offMs, held, resync }
}

/**
 * Once a round with own tickets is settled, its figures are fetched while the drawing is still
 * shown.
 */
function useSettledFigures(view: TableView | null, resync: () => Promise<void>) {
  const waiting = view?.mine.find(
    bet =>
      bet.status === 'OPEN' &&
      view.rounds.some(each => each.number === bet.fairness.nonce && RANK[each.state] === 3),
  )?.round_id
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => {
      void resync()
    }, Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [waiting, resync])
}

/** Places tickets on the present round, and adds them to the player's own. */
function usePlacement({ ask, show }: Game, round: Round | null, setView: SetView) {
  const [placing, setPlacing] = useState(false)
  const place = useCallback(
    async (lines: TicketLine[]) => {
      if (!round) return false
      setPlacing(true)
      const betId = newBetId()
      awaitResult(betId)
      const placed = await ask<Ticketed>('POST', '/api/tickets', {
        client_bet_id: betId,
        round: round.number,
        lines: lines.map(({ pick, stake }) => ({ pick, stake })),
      })
      setPlacing(false)
      if (!placed) {
        refused(betId)
        return false
      }
      chipSound()
      show({ balance: placed.balance, session: placed.session })
      setView(
        before =>
          before && {
            ...before,
            mine: [...before.mine.filter(bet => bet.bet_id !== placed.bet.bet_id), placed.bet],
          },
      )
      return true
    },
    [ask, show, round, setView],
  )
  return { placing, place }
}

/**
 * The present moment by the server's clock; moves when a phase ends or the clock was set, not in
 * between.
 */
function useMoments(rounds: readonly Round[], offMs: number): number {
  const [at, setAt] = useState({ nowMs: 0, offMs: Number.NaN })
  const next = nextChangeMs(rounds, at.nowMs)
  useEffect(() => {
    // A clock that was set is followed at once.
    const set = at.offMs !== offMs
    if (!set && next === null) return
    const waitMs = set ? 0 : Math.max(0, (next ?? 0) - Date.now() - offMs) + LATE_MS
    const timer = setTimeout(() => setAt({ nowMs: Date.now() + offMs, offMs }), waitMs)
    return () => clearTimeout(timer)
  }, [next, offMs, at])
  return at.nowMs
}

/**
 * Follows the table's stream, and starts over with a snapshot whenever it broke or the page comes
 * back into sight.
 */
function useStream({
  token,
  lastId,
  resync,
  onRound,
  onClock,
}: {
  token: () => string
  lastId: RefObject<string>
  resync: () => Promise<void>
  onRound: (round: Round) => void
  onClock: (nowMs: number) => void
}) {
  useEffect(() => {
    let gone = false
    let line = new AbortController()
    const follow = async () => {
      while (!gone) {
        line = new AbortController()
        await resync()
        if (gone) return
        await readStream({
          token: token(),
          lastId: lastId.current,
          signal: line.signal,
          onEvent: ({ id, name, data }) => {
            if (id) lastId.current = id
            if (name === 'round') onRound(JSON.parse(data) as Round)
            if (name === 'clock') onClock(Number(data))
            if (name === 'refetch') void resync()
          },
        })
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
  }, [token, lastId, resync, onRound, onClock])
}
