import { HowCome } from '../../app/explain/Why.tsx'
import { href } from '../../app/routes/paths.ts'
import { useLoggedIn } from '../../app/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Progress } from '../../ui/Card.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { percentOf } from './tiers.ts'
import { useProgress, type Progress as Standing } from './useVip.ts'
import css from './vip.module.css'

type Measure = { needed: number; done: number; missing: number }

/** What is missing to the next level and what keeps this one, in figures; visitors are asked in. */
export function Goals() {
  const held = useLoggedIn()
  const { data } = useProgress()
  if (!held) {
    return (
      <Card className={css.visitor}>
        <p>
          <b className="t-17">登录查看升级进度</b>
          <br />
          <span className="t-13 muted">累计存款、有效流水与保级期限一目了然</span>
        </p>
        <ButtonLink kind="tonal" size={44} href={href('/login', { redirect: '/vip' })}>
          去登录
        </ButtonLink>
      </Card>
    )
  }
  if (!data) return null
  return (
    <>
      <Next standing={data} />
      {data.keep && (
        <Card>
          <h2 className={css.title}>保级 {data.vipname}</h2>
          <Goal label="保级流水" {...data.keep} />
          <p className={css.note}>{data.keep.until.slice(0, 10)} 前完成，晋级后重新计算</p>
        </Card>
      )}
    </>
  )
}

function Next({ standing: { next, vipname, review_at, why } }: { standing: Standing }) {
  if (!next) {
    return (
      <Card>
        <h2 className={css.title}>{vipname} 已是最高等级</h2>
        <p className="t-13 muted">您已享有全部场馆的最高返水比例。</p>
      </Card>
    )
  }
  const met =
    next.deposit.missing <= 0 && next.turnover.missing <= 0 && (next.win_back?.missing ?? 0) <= 0
  return (
    <Card>
      <h2 className={css.title}>
        {met ? `已满足 ${next.vipname} 的要求` : `升级 ${next.vipname} 还差`}
      </h2>
      <Goal label="累计存款" {...next.deposit} />
      <Goal label="有效流水" {...next.turnover} />
      {next.win_back && <Goal label="恢复等级流水" {...next.win_back} />}
      <p className={css.note}>
        {met
          ? `将在下一次 ${review_at} 审核时晋级`
          : `每日 ${review_at}（北京时间）审核，达标后自动晋级`}
      </p>
      <HowCome why={why} />
    </Card>
  )
}

const Goal = ({ label, ...measure }: Measure & { label: string }) => (
  <div className={css.goal}>
    <p className="t-13">
      <span className="muted">{label}</span>
      {measure.missing > 0 ? <Money yuan={measure.missing} /> : <b className="green">已达标</b>}
    </p>
    <Progress label={label} percent={percentOf(measure)} />
    <p className="t-12 faint">
      <span>{yuanText(measure.done)}</span>
      <span>{yuanText(measure.needed)}</span>
    </p>
  </div>
)

export const GoalsSkeleton = () => (
  <Card>
    <h2 className={css.title}>
      <Skeleton width="136px" height="24px" />
    </h2>
    {[0, 1].map(i => (
      <div key={i} className={css.goal}>
        <Skeleton height="20px" width="40%" />
        <Skeleton height="8px" />
        <Skeleton height="16px" width="72%" />
      </div>
    ))}
    <p className={css.note}>
      <Skeleton height="16px" width="64%" />
    </p>
  </Card>
)
