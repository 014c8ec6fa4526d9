import { Button, Tooltip } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Permission } from '@tianping/contract/console'
import { decisionOf, reviewDecisions, reviewState, type Decisions } from '@tianping/contract/facts'
import { useOperator } from '../../app/session/operator.ts'
import { Age } from '../../ui/values/Age.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Key } from '../../ui/Key.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { Pending } from '../../ui/Pending.tsx'
import { DecisionDialog, type Decision } from '../dialogs/DecisionDialog.tsx'
import { methodLabel } from '../labels.ts'
import { orderState, type Shown } from '../states.ts'
import { draftOf, useReview, type Queue, type ReviewItem, type Verb } from './useReview.ts'
import css from './review.module.css'

export type Step = {
  close: () => void
  next: () => void
  previous: () => void
  /** An item was decided: the next one may open by itself. */
  decided?: () => void
}
/** A button's word, which may depend on how far the item is; empty for no button. */
type Word<Item> = string | ((item: Item) => string)
const wordFor = <Item,>(word: Word<Item> | undefined, item: Item | undefined): string => {
  if (word === undefined || item === undefined) return ''
  return typeof word === 'function' ? word(item) : word
}

/** How an item reads in the panel's head and on its buttons. */
export type Reading<Item> = {
  /** What it is about in one word or figure, and what kind it is. */
  lead: (item: Item) => { strong: string; note: string }
  status: (item: Item) => Shown
  approve: Word<Item>
  /** Missing where there is one way out only. */
  reject?: Word<Item>
  /** A third way out, by the key B. */
  extra?: string
  /** What a colleague is said to have done with a decided one: 通过, 拒绝, … */
  decisions: Decisions
}

/** Deposits and withdrawals read alike. */
export const orderReading: Reading<
  ReviewItem & { amount: number; method: string; waits_for?: string }
> = {
  lead: item => ({ strong: yuan(item.amount), note: methodLabel(item.method) }),
  status: item => orderState(item.state, item.waits_for),
  approve: reviewDecisions.approved,
  reject: reviewDecisions.rejected,
  decisions: reviewDecisions,
}

type Standpoint<Item> = {
  /** Why this operator may not decide this one; empty when they may. */
  barred?: ((item: Item) => string) | undefined
  /** Why this operator may not approve it now, though they may refuse it; empty when they may. */
  stopped?: ((item: Item) => string) | undefined
}

type PanelProps<Item extends ReviewItem> = {
  queue: Queue<Item>
  no: string
  label: string
  permission: Permission
  step: Step
  decision: (verb: Verb, item: Item) => Decision
  reading: Reading<Item>
  /** What stands below the head; the item's number unless it says nothing to people. */
  number?: ReactNode
  /** For items that show pictures beside their text. */
  wide?: boolean
  children: (item: Item) => ReactNode
} & Standpoint<Item>

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
  wide = false,
  barred,
  stopped,
  children,
}: PanelProps<Item>) {
  const { item, claim, release, decide } = useReview(queue, no)
  const { may, name } = useOperator()
  const [asked, ask] = useState<Verb | null>(null)
  const data = item.data
  const right = rightsOf(data, may(permission), name, { barred, stopped })
  const start = (verb: Verb) => {
    if (!right.decide || claim.isPending || (verb === 'approve' && right.stopped)) return
    decide.reset()
    if (right.mine) ask(verb)
    else claim.mutate(undefined, { onSuccess: () => ask(verb) })
  }
  const { giveBack, leave } = waysOut(right.mine, release.mutate, step)
  useKeys(
    {
      a: () => start('approve'),
      r: () => wordFor(reading.reject, data) && start('reject'),
      b: () => reading.extra && start('extra'),
      c: () => right.decide && !right.mine && claim.mutate(),
      Escape: leave,
    },
    asked === null,
  )
  return (
    <section className={`${css.panel} ${wide ? css.wide : ''}`} aria-label={label}>
      <header className={css.top}>
        <Lead item={data} reading={reading} />
        <Steps step={{ ...step, close: leave }} />
        <div className={css.number}>{number ?? <Copy text={no} />}</div>
      </header>
      <div className={css.body}>{data ? children(data) : <Pending query={item} />}</div>
      {data?.state === reviewState.waiting && (
        <Actions
          item={data}
          right={right}
          claiming={claim.isPending}
          claim={() => claim.mutate()}
          giveBack={giveBack}
          reading={reading}
          start={start}
        />
      )}
      {data && data.state !== reviewState.waiting && <Decided item={data} next={step.next} />}
      {data && asked && (
        <LastLook
          decision={decision(asked, data)}
          draft={draftOf(queue.name, no, asked)}
          over={overText(data, reading)}
          decide={decide}
          verb={asked}
          onDone={() => done(ask, step)}
          onClose={() => ask(null)}
        />
      )}
    </section>
  )
}

/** Leaving an item gives it back. */
function waysOut(mine: boolean, release: () => void, step: Step) {
  const giveBack = mine ? () => release() : undefined
  const leave = () => {
    giveBack?.()
    step.close()
  }
  return { giveBack, leave }
}

function LastLook({
  decide,
  verb,
  over,
  onDone,
  ...shown
}: {
  decision: Decision
  draft: string
  over: string
  decide: ReturnType<typeof useReview>['decide']
  verb: Verb
  onDone: () => void
  onClose: () => void
}) {
  return (
    <DecisionDialog
      {...shown}
      over={decide.isPending ? '' : over}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={remark => decide.mutate({ verb, remark }, { onSuccess: onDone })}
    />
  )
}

function done(ask: (verb: null) => void, step: Step) {
  ask(null)
  step.decided?.()
}

/** What this operator may do with an item now. */
function rightsOf<Item extends ReviewItem>(
  item: Item | undefined,
  permitted: boolean,
  operator: string,
  { barred, stopped }: Standpoint<Item>,
) {
  if (!item) return { closed: '', decide: false, stopped: '', mine: false }
  const closed = barred?.(item) ?? ''
  return {
    /** Why not, where that is not a matter of permissions. */
    closed,
    decide: item.state === reviewState.waiting && permitted && closed === '',
    /** Why not approve, where refusing is still open. */
    stopped: stopped?.(item) ?? '',
    mine: item.claimed_by === operator,
  }
}

/** How an item was decided meanwhile; empty while it waits. */
const overText = <Item extends ReviewItem>(item: Item, reading: Reading<Item>) =>
  item.state === reviewState.waiting
    ? ''
    : `该单已由 ${item.decided_by} ${decisionOf(reading.decisions, item.state)}`

function Lead<Item extends ReviewItem>({
  item,
  reading,
}: {
  item: Item | undefined
  reading: Reading<Item>
}) {
  if (!item)
    return (
      <div className={css.lead}>
        <b> </b>
      </div>
    )
  const { strong, note } = reading.lead(item)
  const { tone, text } = reading.status(item)
  return (
    <div className={css.lead}>
      <b>{strong}</b>
      <span>{note}</span>
      <Status tone={tone}>{text}</Status>
      {item.state === reviewState.waiting && <Age since={item.created_at} />}
    </div>
  )
}

function Steps({ step }: { step: Step }) {
  const buttons = [
    { label: '上一笔', key: 'K', icon: 'up', go: step.previous },
    { label: '下一笔', key: 'J', icon: 'down', go: step.next },
    { label: '关闭', key: 'Esc', icon: 'close', go: step.close },
  ] as const
  return (
    <div className={css.steps}>
      {buttons.map(({ label, key, icon, go }) => (
        <Tooltip key={key} title={`${label} ${key}`}>
          <Button type="text" aria-label={label} icon={<Icon name={icon} />} onClick={go} />
        </Tooltip>
      ))}
    </div>
  )
}

/** What can be done with an item that waits, or why nothing can. */
function Actions<Item extends ReviewItem>({
  item,
  right,
  claiming,
  claim,
  giveBack,
  reading,
  start,
}: {
  item: Item
  right: ReturnType<typeof rightsOf>
  claiming: boolean
  claim: () => void
  giveBack: (() => void) | undefined
  reading: Reading<Item>
  start: (verb: Verb) => void
}) {
  if (!right.decide && right.closed === '') return null
  return (
    <footer className={css.actions}>
      {right.decide ? (
        <>
          {right.stopped && <p className={css.stopped}>{right.stopped}</p>}
          <Claimed
            by={item.claimed_by}
            mine={right.mine}
            busy={claiming}
            {...{ claim, giveBack }}
          />
          <Verdicts item={item} reading={reading} stopped={right.stopped !== ''} start={start} />
        </>
      ) : (
        <span className={css.claimed}>{right.closed}</span>
      )}
    </footer>
  )
}

/** The ways out of a review, each with its key. */
function Verdicts<Item>({
  item,
  reading,
  stopped,
  start,
}: {
  item: Item
  reading: Reading<Item>
  stopped: boolean
  start: (verb: Verb) => void
}) {
  const reject = wordFor(reading.reject, item)
  return (
    <>
      {reading.extra && (
        <Button danger onClick={() => start('extra')}>
          {reading.extra}
          <Key>B</Key>
        </Button>
      )}
      {reject && (
        <Button danger onClick={() => start('reject')}>
          {reject}
          <Key>R</Key>
        </Button>
      )}
      <Button type="primary" disabled={stopped} onClick={() => start('approve')}>
        {wordFor(reading.approve, item)}
        <Key>A</Key>
      </Button>
    </>
  )
}

function Decided({ item, next }: { item: ReviewItem; next: () => void }) {
  return (
    <footer className={css.actions}>
      <span className={css.claimed}>
        {item.decided_by
          ? `${item.decided_by} 于 ${item.decided_at} 处理`
          : `处理于 ${item.decided_at || '—'}`}
      </span>
      <Button onClick={next}>
        下一笔<Key>J</Key>
      </Button>
    </footer>
  )
}

function Claimed({
  by,
  mine,
  busy,
  claim,
  giveBack,
}: {
  by: string
  mine: boolean
  busy: boolean
  claim: () => void
  giveBack: (() => void) | undefined
}) {
  if (mine)
    return (
      <span className={css.claimed}>
        <Icon name="hand" size={16} /> 已由您领取
        {giveBack && (
          <Button size="small" type="link" onClick={giveBack}>
            释放
          </Button>
        )}
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
