import { Progress as Bar } from '../../ui/Card.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Progress, Step } from './useRecall.ts'
import css from './where.module.css'

const labels = { home: '已到账', moving: '回收中', failed: '未回收' } as const

/** What comes home, venue by venue, with the reason for each that has not. */
export function RecallProgress({ progress, onRetry }: { progress: Progress; onRetry: () => void }) {
  const { steps, done, home, running } = progress
  const failed = steps.some(({ outcome }) => outcome === 'failed')
  return (
    <section className={css.progress} aria-label="回收进度">
      <p role="status">
        <b>
          {running ? '正在回收' : '已回收'} {done} / {steps.length}
        </b>
        <br />
        <span className="t-13 muted">
          已到中心钱包 ¥{yuanText(home)}
          {running && '。可以离开本页'}
        </span>
      </p>
      <Bar label="回收进度" percent={Math.round((100 * done) / steps.length)} />
      <div>
        {steps.map(step => (
          <StepRow key={step.platname} step={step} />
        ))}
      </div>
      {failed && !running && (
        <Button kind="tonal" size={44} onClick={onRetry}>
          重试
        </Button>
      )}
    </section>
  )
}

const StepRow = ({ step: { name, ico, yuan, outcome, note } }: { step: Step }) => (
  <div className={css.place}>
    <img src={ico} width={36} height={36} alt="" />
    <span className={css.name}>
      <span className="cut">{name}</span>
      {note && <span className="t-13 muted">{note}</span>}
    </span>
    <span className={css.sum}>
      <Money yuan={yuan} size={17} signed={outcome === 'home'} />
      <span className={css.state} data-outcome={outcome}>
        {labels[outcome]}
      </span>
    </span>
  </div>
)
