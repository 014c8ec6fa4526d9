import { useEffect, useMemo, useState } from 'react'
import { Head } from '../frame/Head.tsx'
import { Race } from '../frame/Race.tsx'
import { Interruption } from '../frame/lazyInterruption.ts'
import { lazyPart } from '../frame/lazyPart.tsx'
import { signedYuan, yuan } from '../kit/money.ts'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import { RulesSheet } from '../frame/RulesSheet.tsx'
import { winSound } from '../kit/sound.ts'
import type { Game } from '../session/useGame.ts'
import { useCovered } from '../frame/useCovered.ts'
import { useFrameBehind } from '../frame/useFrameBehind.ts'
import { useMissed } from '../session/useMissed.ts'
import { useDue } from '../session/useDue.ts'
import { useTopUp } from '../frame/useTopUp.tsx'
import type { Bet, State, Stored } from '../session/wire.ts'
import { linesOf } from './linesOf.ts'
import { roundName } from './phases.ts'
import { TableContext, type Board, type TableContextValue } from './TableContext.ts'
import type { TableDesign } from './TableDesign.ts'
import { TicketDock } from './TicketDock.tsx'
import { useSlip } from './useSlip.ts'
import type { TableGame } from './useTable.ts'
import type { TicketLine } from './wire.ts'

const MenuSheet = lazyPart(async () => (await import('../frame/MenuSheet.tsx')).MenuSheet)
const HistorySheet = lazyPart(
  async () => (await import('./TableHistorySheet.tsx')).TableHistorySheet,
)
const MissedSheet = lazyPart(async () => (await import('./TableHistorySheet.tsx')).TableMissedSheet)
const RoundsSheet = lazyPart(async () => (await import('./RoundsSheet.tsx')).RoundsSheet)
const TableFairSheet = lazyPart(async () => (await import('./TableFairSheet.tsx')).TableFairSheet)

type Open = 'rules' | 'menu' | 'fair' | 'history' | 'rounds' | 'roads' | null
type Props = { game: Game; state: State; table: TableGame; design: TableDesign }

/**
 * The frame of every table: head, the game's own page, dock, sheets, and what a screen reader is
 * told.
 */
export function TableFrame({ game, state, table, design }: Props) {
  const [open, setOpen] = useState<Open>(null)
  const { view, phase } = table
  const stopped = useDue(state, game.clockOffMs)
  const due = phase === 'draw' ? null : stopped
  // Without anything to bet on the page itself takes the focus, so that keys can scroll it.
  const slim = design.slim?.(phase) ?? false
  const topUp = useTopUp(game, state)
  const toHistory = () => setOpen('history')
  const missed = useMissedSheet(game, { table, design, stopped: due !== null, toHistory })
  const covered = useCovered(open !== null, due !== null, topUp.open, missed !== null)
  const context = useTableContextValue(table, design, phase === 'bet' && !game.offline, setOpen)
  const [announcement, announce] = useAnnouncement(table, design)
  useWinSound(table)
  const repeatable = useMemo(() => lastLines(view.mine), [view.mine])

  return (
    <TableContext value={context}>
      <div
        className={`g wide${game.offline ? ' frozen' : ''}`}
        data-room={design.room}
        data-phase={phase}
      >
        <Head
          name={design.name}
          demo={state.demo}
          lobbyUrl={state.lobby_url}
          limitUrl={state.limit_url}
          onLeave={game.leave}
          onOpen={setOpen}
          startedAt={state.session.started_at}
          clockOffMs={game.clockOffMs}
          netFen={state.session.net}
          balanceFen={state.balance}
          onMoney={topUp.ask}
        />
        <main className="main" inert={covered} tabIndex={slim ? 0 : undefined}>
          <Race game={game} state={state} />
          <design.Screen table={table} />
        </main>
        <TicketDock
          game={game}
          state={state}
          covered={covered}
          slim={slim}
          repeatable={repeatable}
          onPlaced={announce}
        />
        <p className="sr" role="status">
          {announcement}
        </p>
        <Reconnecting game={game} />
        {due === null && topUp.sheet}
        {missed}
        <TableSheet
          open={open}
          setOpen={setOpen}
          game={game}
          state={state}
          table={table}
          design={design}
        />
        {open !== 'history' && (
          <Interruption due={due} game={game} state={state} onHistory={toHistory} />
        )}
      </div>
    </TableContext>
  )
}

type Telling = {
  table: TableGame
  design: TableDesign
  /** Something that must be answered stands before the game. */
  stopped: boolean
  toHistory: () => void
}

/**
 * Tickets of rounds that ended while nobody looked; those of the present one are told by the page.
 * Null when everything was told.
 */
function useMissedSheet(game: Game, { table, design, stopped, toHistory }: Telling) {
  const { tickets, phase, round } = table
  const over = round?.state === 'void' || tickets.every(bet => bet.status === 'SETTLED')
  const { bets, seen } = useMissed<Stored>(game, {
    current: tickets.map(bet => bet.client_bet_id).join(' '),
    shown: phase === 'result' && over,
    moment: round?.number,
    endsSoon: true,
  })
  if (bets.length === 0 || stopped) return null
  return (
    <MissedSheet
      bets={bets}
      design={design}
      onClose={seen}
      onHistory={() => {
        seen()
        toHistory()
      }}
    />
  )
}

/** What the game's own page and the dock take from the frame. */
function useTableContextValue(
  table: TableGame,
  design: TableDesign,
  betting: boolean,
  setOpen: (open: Open) => void,
): TableContextValue {
  const { chips, max_line: maxLine } = table.view.table
  const slip = useSlip(design.slip, chips, maxLine)
  const board = useFrameBehind(useBoard(table, design, betting), table.phase)
  const show = useMemo(
    () => ({
      showRounds: () => setOpen('rounds'),
      showRoads: design.Roads ? () => setOpen('roads') : null,
    }),
    [design, setOpen],
  )
  return useMemo(
    () => ({ table, slip, board, ...show, words: design.words, open: betting }),
    [table, slip, board, show, design, betting],
  )
}

/** What lies on the table at this moment: what is confirmed, and what each pick returned. */
function useBoard(
  { round, phase, tickets }: TableGame,
  design: TableDesign,
  betting: boolean,
): Board {
  const outcome = phase === 'result' ? round?.outcome : null
  return useMemo(() => {
    const confirmed = new Map<string, number>()
    for (const { pick, stake } of tickets.flatMap(linesOf))
      confirmed.set(pick, (confirmed.get(pick) ?? 0) + stake)
    return {
      phase,
      confirmedOn: pick => confirmed.get(pick) ?? 0,
      returns: outcome ? pick => design.returnsOf(outcome, pick) : null,
      open: betting,
    }
  }, [tickets, phase, outcome, design, betting])
}

/** A round that came to more than was bet on it is heard once all its tickets are settled. */
function useWinSound({ phase, tickets }: TableGame) {
  const settled = phase === 'result' && tickets.every(bet => bet.status === 'SETTLED')
  const paid = tickets.reduce((sum, bet) => sum + bet.payout, 0)
  const staked = tickets.reduce((sum, bet) => sum + bet.stake, 0)
  useEffect(() => {
    if (settled) winSound(paid, staked)
  }, [settled, paid, staked])
}

type SheetProps = Props & { open: Open; setOpen: (open: Open) => void }

function TableSheet({ open, setOpen, game, state, table, design }: SheetProps) {
  const close = () => setOpen(null)
  const toFair = () => setOpen('fair')
  const toRounds = () => setOpen('rounds')
  switch (open) {
    case 'rules':
      return (
        <RulesSheet game={state.game} title="规则与赔率" onClose={close} onFair={toFair}>
          <design.Rules />
        </RulesSheet>
      )
    case 'menu':
      return (
        <MenuSheet
          state={state}
          unit="局"
          words={design.words}
          commit={table.round?.commit ?? ''}
          onClose={close}
          onLeave={game.leave}
          onOpen={setOpen}
          onRounds={toRounds}
        />
      )
    case 'fair':
      return <TableFairSheet table={table} design={design} onClose={close} onRounds={toRounds} />
    case 'rounds':
      return (
        <RoundsSheet
          game={game}
          model={table.view.table.model}
          design={design}
          known={table.shown}
          view={table.view}
          onClose={close}
        />
      )
    case 'roads':
      return design.Roads ? <design.Roads shown={table.shown} onClose={close} /> : null
    case 'history':
      return <HistorySheet game={game} design={design} onClose={close} onFair={toFair} />
    default:
      return null
  }
}

/** The lines of the player's last ticket, for 重复. */
function lastLines(mine: readonly Bet[]): TicketLine[] {
  const last = mine.at(-1)
  return last ? linesOf(last).map(({ pick, stake }) => ({ pick, stake })) : []
}

/** What is read out: the latest event or the ticket placed since. */
function useAnnouncement(table: TableGame, design: TableDesign) {
  const event = useEventText(table, design)
  const [placed, setPlaced] = useState({ after: '', text: '' })
  const announce = (text: string) => setPlaced({ after: event, text })
  return [placed.after === event ? placed.text : event, announce] as const
}

/** What has just happened on the table, in a sentence. */
function useEventText({ round, phase, tickets }: TableGame, design: TableDesign): string {
  return useMemo(() => {
    if (!round) return ''
    const { words } = design
    const name = `第 ${roundName(round)} ${words.round}`
    if (phase === 'bet') return `${name}，开始下注`
    if (phase === 'lock') return `${name}，封盘`
    if (phase === 'draw') return `${name}，${words.drawing}`
    if (round.state === 'void') return `${name}作废，注额已退回`
    if (!round.outcome) return ''
    const settled = tickets.filter(bet => bet.status === 'SETTLED')
    const money =
      settled.length > 0
        ? `，返还 ${yuan(settled.reduce((sum, bet) => sum + bet.payout, 0))} 元，本${words.round}净额 ${signedYuan(settled.reduce((sum, bet) => sum + bet.net, 0))} 元`
        : ''
    return `${name}，${words.drawn} ${design.outcomeText(round.outcome)}${money}`
  }, [round, phase, tickets, design])
}
