import { useState, type ReactNode } from 'react'
import { Head } from '../frame/Head.tsx'
import { Race } from '../frame/Race.tsx'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import { useCovered } from '../frame/useCovered.ts'
import type { Game } from '../session/useGame.ts'
import { useMissed, type Missed } from '../session/useMissed.ts'
import { useDue } from '../session/useDue.ts'
import { useTopUp } from '../frame/useTopUp.tsx'
import type { State } from '../session/wire.ts'
import { Dock, type DockProps } from './Dock.tsx'
import { artUrl } from './Reels.tsx'
import { useJackpot } from './useJackpot.tsx'
import { useGrant, type Granted } from './useGrant.tsx'
import { t } from '../words/words.ts'
import { yuan } from '../kit/money.ts'
import { Interruption } from '../frame/lazyInterruption.ts'

export type OpenSheet = 'rules' | 'menu' | 'fair' | 'history' | 'missed' | null
export type SheetControl<Outcome> = {
  open: OpenSheet
  setOpen: (open: OpenSheet) => void
  missed: Missed<Outcome>
}

type Props<Outcome> = {
  game: Game<Outcome>
  state: State<Outcome>
  className: string
  room: string
  /** The stake in play while the reels turn; it counts as spent. */
  heldFen: number
  dock: Omit<DockProps, 'covered' | 'offline' | 'onPays'>
  /** The sheet that is open, in the words of the game. */
  sheet: (control: SheetControl<Outcome>) => ReactNode
  /** What the game shows between head and dock. */
  children: ReactNode
}

/** The frame of every slot: head, the game's own page, dock, and the sheets over them. */
export function SlotFrame<Outcome>({
  game,
  state,
  className,
  room,
  heldFen,
  dock,
  sheet,
  children,
}: Props<Outcome>) {
  const [open, setOpen] = useState<OpenSheet>(null)
  const stopped = useDue(state, game.clockOffMs)
  // Free spins that were won before the end are taken.
  const spinning = dock.turning || (stopped === 'over' && hasFree(dock))
  const due = spinning ? null : stopped
  const topUp = useTopUp(game, state)
  const missed = useMissed<Outcome>(game, { paused: dock.busy })
  const shown = shownOf(open, missed.bets.length > 0, due !== null)
  const waits = [isTaken(dock), shown !== null, due !== null].includes(true)
  const grant = useGrant(game, state, waits)
  const pool = useJackpot(game, state, [waits, grant.open].includes(true))
  const covered = useCovered(someOpen(shown, grant, pool), due !== null, topUp.open)
  return (
    <div className={`${className} wide reeled${game.offline ? ' frozen' : ''}`} data-room={room}>
      <Head
        name={state.game.name}
        demo={state.demo}
        lobbyUrl={state.lobby_url}
        limitUrl={state.limit_url}
        onLeave={game.leave}
        onOpen={setOpen}
        startedAt={state.session.started_at}
        clockOffMs={game.clockOffMs}
        netFen={state.session.net - heldFen}
        balanceFen={state.balance - heldFen}
        onMoney={topUp.ask}
      />
      <main className="main end" inert={covered}>
        <Race game={game} state={state} />
        {pool.bar}
        {children}
      </main>
      <Dock
        {...dock}
        covered={covered}
        offline={game.offline !== null}
        onPays={() => setOpen('rules')}
      />
      <Reconnecting game={game} />
      {due === null && topUp.sheet}
      {grant.sheet}
      {pool.sheet}
      {sheet({ open: shown, setOpen, missed })}
      {open !== 'history' && (
        <Interruption due={due} game={game} state={state} onHistory={() => setOpen('history')} />
      )}
    </div>
  )
}

const someOpen = (shown: OpenSheet, ...sheets: { open: boolean }[]) =>
  shown !== null || sheets.some(({ open }) => open)

type Spins = Pick<DockProps, 'busy' | 'free'>
const hasFree = ({ free = 0 }: Spins) => free > 0
const isTaken = (dock: Spins) => dock.busy || hasFree(dock)

/** What must be told comes before what was opened, and after what must be answered. */
function shownOf(open: OpenSheet, missed: boolean, stopped: boolean): OpenSheet {
  return missed && !stopped ? 'missed' : open
}

type SceneProps = {
  code: string
  /** During free spins the scene is another one. */
  free?: boolean
  /** Rounds that the house pays for. */
  grant?: Granted | null
  children: ReactNode
}

/** The picture above the reels with its hero, who moves, and what is written on it. */
export function Scene({ code, free = false, grant = null, children }: SceneProps) {
  return (
    <div className={`scene-w${free ? ' free' : ''}`}>
      <img className="scene" src={artUrl(`scene-${code}`)} alt="" />
      <img className="scene hero" src={artUrl(`hero-${code}`)} alt="" />
      {grant && (
        <p className="grant-bar" data-testid="grant">
          {t('grant.bar', { left: grant.left, rounds: grant.rounds, won: yuan(grant.won) })}
        </p>
      )}
      {children}
    </div>
  )
}

/** The place of the chosen stake among those of the game; at first that of the last round. */
export function useStakeAt({ setNotice }: Pick<Game, 'setNotice'>, { game, last }: State<unknown>) {
  const [at, setAt] = useState(() => Math.max(0, game.stakes.indexOf(last?.stake ?? 200)))
  const choose = (next: number) => {
    setNotice('')
    setAt(next)
  }
  return [at, choose] as const
}
