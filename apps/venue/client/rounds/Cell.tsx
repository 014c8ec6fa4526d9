import { memo, type ReactNode } from 'react'
import { yuan } from '../kit/money.ts'
import { isChinese } from '../words/words.ts'
import { useTableContext } from './TableContext.ts'

/** What gives the stake back and nothing more, in hundredths of it. */
export const REFUND = 100

type Props = {
  pick: string
  label: string
  name?: ReactNode
  odds?: string
  className?: string
  children?: ReactNode
}

/** One thing to bet on: a tap prepares it, nothing is placed before it is confirmed. */
export function Cell(props: Props) {
  const {
    slip,
    board: { confirmedOn, returns, open },
  } = useTableContext()
  const { pick } = props
  return (
    <Drawn
      {...props}
      prepared={slip.stakeOn(pick)}
      confirmed={confirmedOn(pick)}
      won={returns ? returns(pick) > REFUND : null}
      open={open}
      onTap={slip.tap}
    />
  )
}

type DrawnProps = Props & {
  prepared: number
  confirmed: number
  /** Null while there is no result. */
  won: boolean | null
  open: boolean
  onTap: (pick: string) => void
}

/** A cell as it stands: of a board of fifty, a tap draws the one that was tapped. */
const Drawn = memo(function Drawn({
  pick,
  label,
  name,
  odds,
  className = '',
  children,
  prepared,
  confirmed,
  won,
  open,
  onTap,
}: DrawnProps) {
  return (
    <button
      type="button"
      data-quick=""
      className={`lc ${className}${prepared > 0 ? ' on' : ''}${resultOf(won, confirmed)}`}
      aria-pressed={prepared > 0}
      aria-disabled={!open}
      onClick={() => {
        if (open) onTap(pick)
      }}
    >
      <span className="sr">{spoken({ label, odds, prepared, confirmed, won })}</span>
      {children}
      {name !== undefined && <b aria-hidden="true">{name}</b>}
      {odds && <span aria-hidden="true">{odds}</span>}
      {confirmed > 0 && (
        <i className="have" aria-hidden="true">
          {short(confirmed)}
        </i>
      )}
    </button>
  )
})

/** How a cell looks once there is a result. */
function resultOf(won: boolean | null, confirmed: number): string {
  if (won === null) return ''
  if (won) return ' hit'
  return confirmed > 0 ? ' miss' : ' pale'
}

type Spoken = Pick<DrawnProps, 'label' | 'odds' | 'prepared' | 'confirmed' | 'won'>

/** A cell in words. */
function spoken({ label, odds, prepared, confirmed, won }: Spoken): string {
  return [
    label,
    odds && `赔率 ${odds}`,
    prepared > 0 && `已选 ${yuan(prepared)} 元`,
    confirmed > 0 && `已确认 ${yuan(confirmed)} 元`,
    won && '中',
  ]
    .filter(Boolean)
    .join('，')
}

/** Whole yuan, short enough for a badge. */
export function short(fen: number): string {
  const whole = fen / 100
  if (whole < 10_000) return String(whole)
  return isChinese ? `${Math.round(whole / 1_000) / 10}万` : `${Math.round(whole / 100) / 10}k`
}
