import { limitTopics, topicOf } from '@tianping/contract/protection/facts'
import { momentText, nameOf, sizeText, spanName, type Limit } from '../../app/protection.ts'
import { href } from '../../app/routes/paths.ts'
import { Progress } from '../../ui/Card.tsx'
import { Tag } from '../../ui/Chip.tsx'
import css from './protect.module.css'

/** The limits that are set, each saying first what is left; the way to set others. */
export function Limits({ limits }: { limits: Limit[] }) {
  const set = limits.filter(({ amount, raise, announced }) => amount !== null || raise || announced)
  return (
    <section>
      <div className="head">
        <h2>我的限额</h2>
        <a className="text-btn text-btn--brand" href={href('/limit')}>
          设置限额
        </a>
      </div>
      <div className="card card--pad">
        {set.map(limit => (
          <Bar key={limit.kind} limit={limit} />
        ))}
        {set.length === 0 && (
          <p className="t-14 muted">
            还没有设置。可以限定{Object.values(limitTopics).join('、')}，按日、周、月计算。
          </p>
        )}
      </div>
    </section>
  )
}

function Announced({ limit: { kind, announced } }: { limit: Limit }) {
  if (!announced) return null
  const { amount, from } = announced
  return (
    <Tag kind="gold">
      {amount === null ? '平台限额将取消' : `平台限额 ${sizeText(kind, amount)}`}，
      {momentText(from)} 起
    </Tag>
  )
}

function Bar({ limit }: { limit: Limit }) {
  const { kind, amount, used, left, raise, shared } = limit
  const percent = amount ? Math.min(100, Math.round((used / amount) * 100)) : 100
  return (
    <a className={css.limit} href={href('/limit', { topic: topicOf(kind) })}>
      <span className={css.line}>
        <span>
          <b className="t-15">{nameOf(kind)}</b>{' '}
          <span className="t-13 muted">{spanName(kind)}</span>
        </span>
        {amount === null ? (
          <span className="t-14">不限</span>
        ) : (
          <span className="t-14">
            还剩 <b className="t-15">{sizeText(kind, left ?? 0)}</b>
          </span>
        )}
      </span>
      {amount !== null && (
        <>
          <span className={percent >= 80 ? css.near : undefined}>
            <Progress label={`${nameOf(kind)}限额已用`} percent={percent} />
          </span>
          <span className={`${css.line} t-13 muted`}>
            <span>已用 {sizeText(kind, used)}</span>
            <span>限额 {sizeText(kind, amount)}</span>
          </span>
        </>
      )}
      {shared && <span className="t-13 muted">您的另一账户设有更低的限额，两个账户合并计算</span>}
      <Announced limit={limit} />
      {raise && (
        <Tag kind="gold">
          {raise.amount === null ? '取消限额' : `调高到 ${sizeText(kind, raise.amount)}`}
          {raise.ready ? '，可以确认' : `，${momentText(raise.from)} 起可确认`}
        </Tag>
      )}
    </a>
  )
}
