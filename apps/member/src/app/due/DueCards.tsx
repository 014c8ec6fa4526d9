import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { href } from '../routes/paths.ts'
import { dayText } from '../protection.ts'
import type { Due } from './due.ts'
import css from './due.module.css'

const signed = (yuan: number) => `${yuan < 0 ? '-' : '+'}¥${yuanText(Math.abs(yuan))}`

type Props = { review: Due['review']; reminder: Due['funds'] }

/** At home after a log-in: the half-yearly review, and the reminder of unprotected money. */
export function DueCards({ review, reminder }: Props) {
  return (
    <>
      {review && (
        <Card label="半年回顾" className={`${css.card} ${css.home}`}>
          <p className="b">回顾一下您的账户</p>
          <p className="t-13 muted">
            {dayText(review.since)}以来投注 ¥{yuanText(review.stake)}，净额 {signed(review.net)}
            。请看看限额是否仍合适。
          </p>
          <ButtonLink kind="tonal" size={44} href={href('/protect')}>
            去回顾
          </ButtonLink>
        </Card>
      )}
      {reminder && (
        <Card label="资金保护说明" className={`${css.card} ${css.home}`}>
          <p className="b">您的 ¥{yuanText(reminder.held)} 不受破产保护</p>
          <p className="t-13 muted">每半年提醒一次，请在“理性博彩”查看说明。</p>
          <ButtonLink kind="tonal" size={44} href={href('/protect')}>
            查看说明
          </ButtonLink>
        </Card>
      )}
    </>
  )
}
