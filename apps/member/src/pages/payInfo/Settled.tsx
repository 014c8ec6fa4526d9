import { depositWishes, paymentLabels, stageLabels, stepLabels } from '@tianping/contract/stages'
import { Card, Alert } from '../../ui/Card.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { lookOf, noteOf, sumOf, type SettledStage, type Tone } from './stageLooks.ts'
import type { Order, Progress } from './usePayInfo.ts'
import css from './payInfo.module.css'

const tones: Readonly<Record<Tone, string | undefined>> = {
  ok: css.ok,
  wait: css.wait,
  bad: css.bad,
  calm: css.calm,
}

/** An order that asks for no payment any more: how it stands, and how it came to that. */
export function Settled({ order, stage }: { order: Order; stage: SettledStage }) {
  const { progress, info } = order.data
  const { icon, tone } = lookOf(stage)
  return (
    <>
      <section className={css.result} aria-label={stageLabels[stage]}>
        <span className={`${css.round} ${tones[tone]}`}>
          <Icon name={icon} size={28} />
        </span>
        <div role="status">
          <h2>{stageLabels[stage]}</h2>
        </div>
        <Money yuan={sumOf(order)} size={34} />
        <p className="t-13 muted">{noteOf(order)}</p>
      </section>
      {progress.reason !== '' && (
        <Alert kind={stage === 'rejected' ? 'red' : 'blue'}>{progress.reason}</Alert>
      )}
      {stage === 'wrong_amount' && <Difference ordered={info.amount} progress={progress} />}
      {progress.payments.length > 1 || progress.refund > 0 ? (
        <Payments payments={progress.payments} />
      ) : null}
      {progress.steps.length > 0 && <Trail progress={progress} />}
    </>
  )
}

const wishNote = ({ wish }: Progress) =>
  `${
    wish
      ? `您已选择${depositWishes[wish]}，核对前可以更改。`
      : `请选择${depositWishes.credit}或${depositWishes.refund}，由人工核对后处理。`
  }按实付入账时，流水与优惠按实付金额计算；退款不进入钱包。`

/** What was ordered, what came, and by how much they differ. */
function Difference({ ordered, progress }: { ordered: number; progress: Progress }) {
  const apart = progress.paid - ordered
  const figures = [
    ['订单', `¥${yuanText(ordered)}`],
    ['实付', `¥${yuanText(progress.paid)}`],
    ['相差', `${apart < 0 ? '−' : '+'}¥${yuanText(Math.abs(apart))}`],
  ] as const
  return (
    <>
      <Card className={css.difference}>
        {figures.map(([label, figure]) => (
          <div key={label}>
            <p className="t-12 faint">{label}</p>
            <p className="b">{figure}</p>
          </div>
        ))}
      </Card>
      {progress.mine === 1 && (
        <Alert kind="blue">
          {progress.may_wish === 1 ? wishNote(progress) : '客服正在处理这笔订单。'}
        </Alert>
      )}
    </>
  )
}

const dots = { review: 'wait', credited: 'ok', refunding: 'wait', refunded: undefined } as const

/** Each payment beside the others, with what became of it. */
const Payments = ({ payments }: Pick<Progress, 'payments'>) => (
  <Card className={css.payments}>
    {payments.map((payment, index) => (
      <div key={`${payment.paid_at}/${index}`}>
        <span>
          <b>第 {index + 1} 笔</b>
          <br />
          <span className="t-12 faint">
            {payment.paid_at.slice(5, 16)}
            {payment.tail && ` 尾号 ${payment.tail}`}
          </span>
          {payment.voucher !== '' && (
            <>
              <br />
              <span className={`t-12 faint ${css.voucher}`}>
                <span>退款凭证 {payment.voucher}</span>
                <CopyButton short text={payment.voucher} what="退款凭证" />
              </span>
            </>
          )}
        </span>
        <span className={css.right}>
          <Money yuan={payment.amount} size={17} />
          <StateDot kind={dots[payment.standing]}>{paymentLabels[payment.standing]}</StateDot>
        </span>
      </div>
    ))}
  </Card>
)

type Step = Progress['steps'][number]

const bad: readonly Step['step'][] = ['expired', 'rejected']
const owed: readonly Step['step'][] = ['refund', 'paid_again']

function lookOfStep({ step, at }: Step, next: boolean, last: boolean): string | undefined {
  if (next) return css.now
  if (at === '') return undefined
  if (bad.includes(step)) return css.bad
  return owed.includes(step) && last ? css.now : css.done
}

/** What has happened, and in outline what is still to come. */
function Trail({ progress: { steps } }: { progress: Progress }) {
  const next = steps.findIndex(({ at }) => at === '')
  return (
    <Card>
      <ol className={css.trail}>
        {steps.map((each, index) => (
          <li
            key={`${each.step}/${index}`}
            className={lookOfStep(each, index === next, index === steps.length - 1)}
          >
            <b>
              {stepLabels[each.step]}
              <time>{each.at.slice(5)}</time>
            </b>
          </li>
        ))}
      </ol>
    </Card>
  )
}
