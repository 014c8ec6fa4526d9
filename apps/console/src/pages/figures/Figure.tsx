import { figureFacts, type FigureName } from '@tianping/contract/figures/facts'
import { Hint } from '../../ui/values/Hint.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { counted } from '../../ui/values/counted.ts'
import css from './figures.module.css'

/** What a figure is called, with what it is made of. */
export const FigureLabel = ({ name }: { name: FigureName }) => (
  <Hint text={figureFacts[name].formula} className={css.formula}>
    {figureFacts[name].label}
  </Hint>
)

const signed = new Set<FigureName>(['ggr', 'ngr', 'net_cash'])

/** A figure in its unit. */
export function FigureValue({ name, value }: { name: FigureName; value: number }) {
  if (figureFacts[name].unit === 'count') return <>{counted(value)}</>
  return signed.has(name) ? <Signed amount={value} /> : <Money amount={value} />
}

/** By how much a figure has changed; a cost that grows is neither good nor bad. */
export function Change({ now, before, good }: { now: number; before: number; good: boolean }) {
  if (before === 0) return <span className={css.none}>—</span>
  const percent = ((now - before) / Math.abs(before)) * 100
  if (Math.abs(percent) < 0.05) return <span className={css.none}>0.0%</span>
  const arrow = percent > 0 ? '↑' : '↓'
  const tone = percent > 0 ? css.up : css.down
  return (
    <span className={good ? tone : ''}>
      {arrow} {Math.abs(percent).toFixed(1)}%
    </span>
  )
}
