import type { ReactNode } from 'react'
import { roundName } from '../rounds/phases.ts'
import { Ring } from '../rounds/Ring.tsx'
import { useTableContext } from '../rounds/TableContext.ts'

const DOING = {
  wait: '等待开局',
  bet: '下注中',
  lock: '封盘',
  draw: '发牌中',
  result: '结果',
} as const
const LOOK = { wait: ' lock', bet: '', lock: ' lock', draw: ' lock', result: ' res' } as const

/** What the round is doing, in a pill; `result` is what it came to. */
export function PhasePill({ result, rest = '' }: { result: string | null; rest?: string }) {
  const {
    words,
    table: { phase, round },
  } = useTableContext()
  const doing = phase === 'result' ? (result ?? DOING.result) : DOING[phase]
  const text = round?.state === 'void' ? words.voided : doing
  return (
    <span className={`phase${LOOK[phase]}`}>
      {text}
      {rest}
    </span>
  )
}

/** Between the hands: the countdown, the phase, the round, the shoe. */
export function Middle({ result, children }: { result: string | null; children?: ReactNode }) {
  const { round, phase, offMs } = useTableContext().table
  return (
    <div className="mid">
      <Ring round={round} phase={phase} offMs={offMs} />
      <PhasePill result={result} />
      <span className="cap num">{round ? `${roundName(round)} 局` : ''}</span>
      {children}
    </div>
  )
}

/** The shoe the cards come from. */
export const Shoe = () => (
  <img className="shoe only-tall" src="/art/shoe.webp" alt="" draggable={false} />
)
