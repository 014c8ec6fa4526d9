import { t } from '../words/words.ts'
import { itemAt } from '../../model/present.ts'
import { useRef, type KeyboardEvent } from 'react'
import { ARROWS } from '../kit/arrows.ts'
import { cachedPicture } from '../kit/cachedPicture.ts'
import { yuan } from '../kit/money.ts'
import { blockedReason } from '../session/blockedReason.ts'
import type { Game } from '../session/useGame.ts'
import type { State } from '../session/wire.ts'
import { linesOf } from './linesOf.ts'
import { useSeconds } from './Ring.tsx'
import { useTableContext } from './TableContext.ts'
import type { TableGame } from './useTable.ts'
import type { TicketLine } from './wire.ts'

type Props = {
  game: Game
  state: State
  covered: boolean
  slim: boolean
  repeatable: readonly TicketLine[]
  onPlaced: (text: string) => void
}

/**
 * Chips, undo, repeat, total and the one gold button, at the thumb. After the close it stays,
 * asleep.
 */
export function TicketDock({ slim, ...props }: Props) {
  return slim ? <SlimDock covered={props.covered} /> : <BetDock {...props} />
}

type BetProps = Omit<Props, 'slim'>

/** When the next round opens, while a result is shown. */
const nextAt = ({ phase, round }: TableGame) => (phase === 'result' && round ? round.ends_at : 0)

function BetDock({ game, state, covered, repeatable, onPlaced }: BetProps) {
  const { table, slip, open, words } = useTableContext()
  const { phase, placing, offMs } = table
  const seconds = useSeconds(nextAt(table), offMs)
  const count = slip.lines.length
  const blocked = count > 0 ? blockedReason(state, slip.total) : null
  const filled = open && count > 0
  const ready = filled && !blocked && !placing && !game.offline
  const confirm = async () => {
    if (!ready) return
    game.setNotice('')
    const { total } = slip
    if (!(await table.place(slip.lines))) return
    slip.clear()
    onPlaced(t('table.placed', { count, amount: yuan(total) }))
  }
  const confirmText = () => {
    if (game.offline) return t('syncing')
    if (placing) return t('table.placing')
    if (table.late) return '等待信标'
    return filled ? words.confirm(count) : words.asleep(phase, seconds)
  }
  return (
    <footer className="dock" inert={covered}>
      <Chips chips={table.view.table.chips} disabled={!open} />
      <div className="acts">
        <button
          type="button"
          data-quick=""
          className="btn"
          disabled={!open || !slip.canUndo}
          onClick={slip.undo}
        >
          {t('table.undo')}
        </button>
        <button
          type="button"
          data-quick=""
          className="btn"
          disabled={!open || repeatable.length === 0}
          onClick={() => slip.put(repeatable)}
        >
          {t('table.repeat')}
        </button>
        <Total notice={game.notice || blocked} />
        <button
          type="button"
          data-quick=""
          className="btn pri"
          aria-disabled={!ready}
          data-testid="confirm"
          onClick={() => void confirm()}
        >
          {confirmText()}
        </button>
      </div>
    </footer>
  )
}

/** What the button would place; without anything prepared, what is placed. */
function Total({ notice }: { notice: string | null }) {
  const { table, slip, words } = useTableContext()
  const placed = table.tickets.reduce((sum, bet) => sum + bet.stake, 0)
  const lines = table.tickets.flatMap(linesOf).length
  // After the close the dock shows what is placed, whatever is still prepared.
  const count = table.phase === 'bet' ? slip.lines.length : 0
  const counted =
    count > 0 ? words.prepared(count, slip.kind, slip.chip) : words.placed(lines, table.phase)
  return (
    <div className="tot">
      <small className={notice ? 'bad' : ''}>{notice || counted}</small>
      <b data-testid="total">{yuan(count > 0 ? slip.total : placed)}</b>{' '}
      <span className="cap">{t('yuan')}</span>
    </div>
  )
}

function Chips({ chips, disabled }: { chips: readonly number[]; disabled: boolean }) {
  const { slip } = useTableContext()
  const row = useRef<HTMLDivElement>(null)
  const key = (event: KeyboardEvent) => {
    const step = ARROWS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (chips.indexOf(slip.chip) + step + chips.length) % chips.length
    slip.choose(itemAt(chips, next))
    row.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
  }
  return (
    <div
      className="chips"
      role="radiogroup"
      aria-label={t('table.chips')}
      ref={row}
      onKeyDown={key}
    >
      {chips.map(chip => (
        <button
          type="button"
          data-quick=""
          key={chip}
          className="chip"
          role="radio"
          aria-checked={slip.chip === chip}
          aria-label={t('yuan.of', { amount: chip / 100 })}
          tabIndex={slip.chip === chip ? 0 : -1}
          disabled={disabled}
          onClick={() => slip.choose(chip)}
        >
          <img
            src={cachedPicture(`/art/chip-${chip / 100}.webp`)}
            alt=""
            width={48}
            height={50}
            draggable={false}
          />
        </button>
      ))}
    </div>
  )
}

/** While something else than bets fills the page: when the next round opens. */
function SlimDock({ covered }: { covered: boolean }) {
  const { table, showRounds } = useTableContext()
  const { round, offMs, view } = table
  const seconds = useSeconds(round?.ends_at ?? 0, offMs)
  const next = round ? (round.place % view.table.per_day) + 1 : 0
  return (
    <footer className="dock" inert={covered}>
      <div className="acts">
        <button type="button" className="btn" onClick={showRounds}>
          {t('table.history')}
        </button>
        <div className="tot">
          <small>{t('table.next', { place: String(next).padStart(4, '0') })}</small>
          <b>00:{String(seconds).padStart(2, '0')}</b>
        </div>
        <button type="button" className="btn pri" aria-disabled="true">
          {t('table.waiting')}
        </button>
      </div>
    </footer>
  )
}
