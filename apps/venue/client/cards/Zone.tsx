import { itemAt } from '../../model/present.ts'
import { memo, type ReactNode } from 'react'
import { percent } from '../../model/percent.ts'
import { signedYuan } from '../kit/money.ts'
import { REFUND } from '../rounds/Cell.tsx'
import { useTableContext } from '../rounds/TableContext.ts'

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
  } = useTableContext()
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
  const held = prepared + confirmed
  return (
    <button
      type="button"
      data-quick=""
      className={`zone z-${hue} ${className}${stateOf(held, returns)}`}
      aria-disabled={!open}
      data-testid={`zone-${pick}`}
      onClick={() => {
        if (open) onTap(pick)
      }}
    >
      {children}
      <b>{bet.name}</b>
      <span className="o">{odds}</span>
      <span className="e">优势 {percent(bet.edge, digits)}%</span>
      {held > 0 && (
        <Stake
          prepared={prepared}
          confirmed={confirmed}
          returns={returns}
          open={open}
          chips={chips}
          key={prepared}
        />
      )}
      {returns !== null && <i className="sr">{resultWord(returns)}</i>}
    </button>
  )
})

type StakeProps = Pick<DrawnProps, 'prepared' | 'confirmed' | 'returns' | 'open' | 'chips'>

/** The chips that lie on a zone, and what they are; in the end what they came to. */
function Stake({ prepared, confirmed, returns, open, chips }: StakeProps) {
  const look = `${prepared > 0 && open ? ' land' : ''}${confirmed > 0 ? ' sure' : ''}`
  return (
    <span className={`stk${look}`}>
      <img
        src={`/art/chip-${chipFor(prepared + confirmed, chips)}.webp`}
        alt=""
        draggable={false}
      />
      <i className="sr">{returns === null ? stakeWord(confirmed, prepared) : '本局净额'}</i>
      {returns === null ? stakeText(confirmed, prepared) : netText(confirmed, returns)}
      <i className="sr">元</i>
    </span>
  )
}

/** How a zone looks while bets are taken, and once 100 are known to return so much. */
function stateOf(held: number, returns: number | null): string {
  if (returns === null) return held > 0 ? ' on' : ''
  if (returns > REFUND) return ' hit'
  return returns > 0 ? '' : ' dim'
}

function resultWord(returns: number): string {
  if (returns > REFUND) return '赢'
  return returns > 0 ? '退回' : '输'
}

function stakeWord(confirmed: number, prepared: number): string {
  if (prepared === 0) return '已确认'
  return confirmed === 0 ? '待确认' : '已确认和待确认'
}

const netText = (confirmed: number, returns: number) =>
  returns === REFUND ? '退回' : signedYuan(Math.floor((confirmed * returns) / 100) - confirmed)

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
