import { WhyRefused } from '../../app/explain/Why.tsx'
import { Button } from '../../ui/Button.tsx'
import { left, type Info } from './stages.ts'
import css from './hongbao.module.css'

type Props = { info: Info | undefined; busy: boolean; refusal: Error | null; onPress: () => void }

/** How many claims are left, made and possible, and the button. */
export const Claim = ({ info, busy, refusal, onPress }: Props) => (
  <section className={css.claim} aria-label="红包次数">
    <dl className={css.nums}>
      <div className={css.lead}>
        <dt>剩余领取次数</dt>
        <dd>{info ? left(info) : '—'}</dd>
      </div>
      <div>
        <dt>已领取次数</dt>
        <dd>{info?.acquirednum ?? '—'}</dd>
      </div>
      <div>
        <dt>当前最多可领</dt>
        <dd>{info?.max_times ?? '—'}</dd>
      </div>
    </dl>
    <Button kind="gold" block busy={busy} onClick={onPress}>
      立即抢红包
    </Button>
    <WhyRefused error={refusal} />
  </section>
)
