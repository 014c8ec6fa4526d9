import { Button, Tooltip } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Permission } from '@tianping/contract/console'
import { useOperator } from '../../app/session/operator.ts'
import { Age } from '../../ui/values/Age.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Key } from '../../ui/Key.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Status, type Tone } from '../../ui/values/Status.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { DecisionDialog, type Decision } from '../dialogs/DecisionDialog.tsx'
import { methodLabel, orderState } from '../labels.ts'
import { draftOf, useReview, type Queue, type ReviewItem, type Verb } from './useReview.ts'
import css from './review.module.css'

export type Step = { close: () => void; next: () => void; previous: () => void }
/** How an item reads in the panel's head and on its buttons. */
export type Reading<Item> = {
  /** What it is about in one word or figure, and what kind it is. */
  lead: (item: Item) => { strong: string; note: string }
  standing: (item: Item) => { text: string; tone: Tone }
  approve: string
  /** Missing where there is one way out only. */
  reject?: string
  /** A third way out, by the key B. */
  extra?: string
  /** What became of a decided one: 通过, 拒绝, … */
  became: (item: Item) => string
}

/** Deposits and withdrawals read alike. */
export const orderReading: Reading<
  ReviewItem & { amount: number; method: string; waits_for?: string }
> = {
  lead: item => ({ strong: yuan(item.amount), note: methodLabel(item.method) }),
  standing: item => orderState(item.state, item.waits_for),
  approve: '通过',
  reject: '拒绝',
  became: item => (item.state === 2 ? '通过' : '拒绝'),
}

/**
 * One item beside its list: what it is, who asks, and the decision. Deciding claims it first, so
 * that no two work on it; the confirmation then says in figures what will happen.
 */
export function ReviewPanel<Item extends ReviewItem>({
  queue,
  no,
  label,
  permission,
  step,
  decision,
  reading,
  number,
  barred,
  awaitsAnother,
  children,
}: {
  queue: Queue<Item>
  no: string
  label: string
  permission: Permission
  step: Step
  decision: (verb: Verb, item: Item) => Decision
  reading: Reading<Item>
  /** What stands below the head; the item's number unless it says nothing to people. */
  number?: ReactNode
  /** Why this operator may not decide this one; empty when they may. */
  barred?: (item: Item) => string
  /** Whether this operator has approved it already and another has to: they may still refuse it. */
  awaitsAnother?: (item: Item) => boolean
  children: (item: Item) => ReactNode
}) {
  const { item, claim, decide } = useReview(queue, no)
  const { may, name } = useOperator()
  const [asked, ask] = useState<Verb | null>(null)
  const data = item.data
  const closed = data && barred ? barred(data) : ''
  const open = data?.state === 1
  const mayDecide = may(permission) && closed === ''
  const done = data !== undefined && (awaitsAnother?.(data) ?? false)
  const standing = data && reading.standing(data)
  const lead = data && reading.lead(data)
  const mine = data?.claimed_by === name
  const start = (verb: Verb) => {
    if (!open || !mayDecide || claim.isPending || (verb === 'approve' && done)) return
    decide.reset()
    if (mine) ask(verb)
    else claim.mutate(undefined, { onSuccess: () => ask(verb) })
  }
  useKeys(
    {
      a: () => start('approve'),
      r: () => reading.reject && start('reject'),
      b: () => reading.extra && start('extra'),
      c: () => open && mayDecide && !mine && claim.mutate(),
      Escape: step.close,
    },
    asked === null,
  )
  return (
    <section className={css.panel} aria-label={label}>
      <header className={css.top}>
        <div className={css.lead}>
          <b>{lead?.strong ?? ' '}</b>
          {lead && <span>{lead.note}</span>}
          {standing && <Status tone={standing.tone}>{standing.text}</Status>}
          {open && <Age since={data.created_at} />}
        </div>
        <div className={css.steps}>
          <Tooltip title="上一笔 K">
            <Button
              type="text"
              aria-label="上一笔"
              icon={<Icon name="up" />}
              onClick={step.previous}
            />
          </Tooltip>
          <Tooltip title="下一笔 J">
            <Button
              type="text"
              aria-label="下一笔"
              icon={<Icon name="down" />}
              onClick={step.next}
            />
          </Tooltip>
          <Tooltip title="关闭 Esc">
            <Button
              type="text"
              aria-label="关闭"
              icon={<Icon name="close" />}
              onClick={step.close}
            />
          </Tooltip>
        </div>
        <div className={css.number}>{number ?? <Copy text={no} />}</div>
      </header>
      <div className={css.body}>
        {data ? (
          children(data)
        ) : item.error ? (
          <Failure error={item.error} retry={() => void item.refetch()} />
        ) : (
          <Waiting />
        )}
      </div>
      {open && closed !== '' && (
        <footer className={css.actions}>
          <span className={css.claimed}>{closed}</span>
        </footer>
      )}
      {open && mayDecide && (
        <footer className={css.actions}>
          <Claimed
            by={data.claimed_by}
            mine={mine}
            busy={claim.isPending}
            claim={() => claim.mutate()}
          />
          {reading.extra && (
            <Button danger onClick={() => start('extra')}>
              {reading.extra}
              <Key>B</Key>
            </Button>
          )}
          {reading.reject && (
            <Button danger onClick={() => start('reject')}>
              {reading.reject}
              <Key>R</Key>
            </Button>
          )}
          <Button type="primary" disabled={done} onClick={() => start('approve')}>
            {reading.approve}
            <Key>A</Key>
          </Button>
        </footer>
      )}
      {data && data.state !== 1 && (
        <footer className={css.actions}>
          <span className={css.claimed}>
            {data.decided_by
              ? `${data.decided_by} 于 ${data.decided_at} 处理`
              : `处理于 ${data.decided_at || '—'}`}
          </span>
          <Button onClick={step.next}>
            下一笔<Key>J</Key>
          </Button>
        </footer>
      )}
      {data && asked && (
        <DecisionDialog
          decision={decision(asked, data)}
          draft={draftOf(queue.name, no, asked)}
          over={
            data.state === 1 || decide.isPending
              ? ''
              : `该单已由 ${data.decided_by || '系统'} ${reading.became(data)}`
          }
          busy={decide.isPending}
          error={decide.error}
          onConfirm={remark =>
            decide.mutate({ verb: asked, remark }, { onSuccess: () => ask(null) })
          }
          onClose={() => ask(null)}
        />
      )}
    </section>
  )
}

function Claimed({
  by,
  mine,
  busy,
  claim,
}: {
  by: string
  mine: boolean
  busy: boolean
  claim: () => void
}) {
  if (mine)
    return (
      <span className={css.claimed}>
        <Icon name="hand" size={16} /> 已由您领取
      </span>
    )
  return (
    <span className={css.claimed}>
      {by ? (
        <em>{by} 正在处理</em>
      ) : (
        <Button loading={busy} onClick={claim} icon={<Icon name="hand" size={16} />}>
          领取<Key>C</Key>
        </Button>
      )}
    </span>
  )
}

/** A named part of a panel. */
export function Part({
  title,
  extra,
  children,
}: {
  title: string
  extra?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={css.part} aria-label={title}>
      <h3>
        {title}
        {extra && <span>{extra}</span>}
      </h3>
      {children}
    </section>
  )
}
