import { itemAt } from '../../model/present.ts'
import { memo, type ReactNode } from 'react'
import { percent } from '../../model/percent.ts'
import { signedYuan } from '../kit/money.ts'
import { REFUND } from '../rounds/Cell.tsx'
import { useParts } from '../rounds/TableContext.ts'

type Props = {
  pick: string
  bet: { name: string; edge: string }
  hue: 'red' | 'blue' | 'green' | 'gold' | 'grey'
  /** What stands for the odds, and how they are read out. */
  odds: string
  digits?: number
  className?: string
  children?: ReactNode
}

/** A place to bet on: a tap prepares the chosen chip, nothing is placed before it is confirmed. */
export function Zone(props: Props) {
  const {
    slip,
    board: { phase, confirmedOn, returns, open },
    table,
  } = useParts()
  const { pick } = props
  // After the close only what is placed lies here; what was not confirmed waits for the next round.
  const prepared = phase === 'bet' ? slip.stakeOn(pick) : 0
  return (
    <Drawn
      {...props}
      prepared={prepared}
      confirmed={confirmedOn(pick)}
      returns={returns?.(pick) ?? null}
      open={open}
      chips={table.view.table.chips}
      onTap={slip.tap}
    />
  )
}

type DrawnProps = Props & {
  prepared: number
  confirmed: number
  /** What 100 return; null while there is no result. */
  returns: number | null
  open: boolean
  chips: readonly number[]
  onTap: (pick: string) => void
}

/** A zone as it stands: a tap draws the one that was tapped, and none beside it. */
const Drawn = memo(function Drawn({
  pick,
  bet,
  hue,
  odds,
  digits = 2,
  className = '',
  children,
  prepared,
  confirmed,
  returns,
  open,
  chips,
  onTap,
}: DrawnProps) {
  const edge = percent(bet.edge, digits)
  const held = prepared + confirmed
  const state =
    returns === null
      ? held > 0
        ? ' on'
        : ''
      : returns > REFUND
        ? ' hit'
        : returns > 0
          ? ''
          : ' dim'
  const pill =
    returns === null
      ? stakeText(confirmed, prepared)
      : returns === REFUND
        ? '退回'
        : signedYuan(Math.floor((confirmed * returns) / 100) - confirmed)
  return (
    <button
      type="button"
      data-quick=""
      className={`zone z-${hue} ${className}${state}`}
      aria-disabled={!open}
      data-testid={`zone-${pick}`}
      onClick={() => {
        if (open) onTap(pick)
      }}
    >
      {children}
      <b>{bet.name}</b>
      <span className="o">{odds}</span>
      <span className="e">优势 {edge}%</span>
      {held > 0 && (
        <span
          className={`stk${prepared > 0 && open ? ' land' : ''}${confirmed > 0 ? ' sure' : ''}`}
          key={prepared}
        >
          <img src={`/art/chip-${chipFor(held, chips)}.webp`} alt="" draggable={false} />
          <i className="sr">
            {returns !== null
              ? '本局净额'
              : prepared === 0
                ? '已确认'
                : confirmed === 0
                  ? '待确认'
                  : '已确认和待确认'}
          </i>
          {pill}
          <i className="sr">元</i>
        </span>
      )}
      {returns !== null && (
        <i className="sr">{returns > REFUND ? '赢' : returns > 0 ? '退回' : '输'}</i>
      )}
    </button>
  )
})

/** The largest chip that is not worth more, in yuan. */
function chipFor(fen: number, chips: readonly number[]): number {
  return (chips.findLast(chip => chip <= fen) ?? itemAt(chips, 0)) / 100
}

/** `100`, or `100 + 20` when more is prepared on what is placed. */
function stakeText(confirmed: number, prepared: number): string {
  const whole = (fen: number) => String(fen / 100)
  if (confirmed === 0) return whole(prepared)
  return prepared === 0 ? whole(confirmed) : `${whole(confirmed)}+${whole(prepared)}`
}
