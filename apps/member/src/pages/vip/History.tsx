import { levelChanges } from '@tianping/contract/vip/facts'
import { HowCome } from '../../app/explain/Why.tsx'
import { Card } from '../../ui/Card.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { useProgress, type Progress } from './useVip.ts'
import css from './vip.module.css'

type Decision = Progress['history'][number]

const shown = 3
const kinds = { promoted: 'ok', relegated: 'bad', kept: 'wait' } as const

/** The last decisions of the daily review, each with the figures it was made on. */
export function History() {
  const history = useProgress().data?.history.slice(0, shown) ?? []
  if (history.length === 0) return null
  return (
    <Card>
      <h2 className={css.title}>等级变动</h2>
      <ol className={css.history}>
        {history.map(each => (
          <Entry key={`${each.day}${each.kind}${each.to_vip}`} decision={each} />
        ))}
      </ol>
    </Card>
  )
}

const Entry = ({ decision }: { decision: Decision }) => (
  <li>
    <p>
      <b className="t-15">
        {decision.kind === 'kept'
          ? `VIP${decision.to_vip}`
          : `VIP${decision.from_vip} → VIP${decision.to_vip}`}
      </b>
      <span className="t-12 faint">{decision.day}</span>
    </p>
    <p className="t-12 muted">
      <StateDot kind={kinds[decision.kind]}>{levelChanges[decision.kind]}</StateDot>
      <span>{figuresOf(decision)}</span>
    </p>
    <HowCome why={decision.why} />
  </li>
)

/** What decided, against what was asked for. */
function figuresOf({
  kind,
  deposit,
  deposit_needed,
  turnover,
  turnover_needed,
  window_turnover,
  window_needed,
}: Decision): string {
  const against = (label: string, done: number | null, needed: number | null) =>
    `${label} ${yuanText(done)}${needed === null ? '' : ` / ${yuanText(needed)}`}`
  const figures =
    kind === 'promoted'
      ? `${against('累计存款', deposit, deposit_needed)}，${against('有效流水', turnover, turnover_needed)}`
      : against('保级流水', window_turnover, window_needed)
  return figures
}
