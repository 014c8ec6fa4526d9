import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { funnelSteps, type CohortMeasure, type FunnelStep } from '@tianping/contract/figures/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { useState, type ReactNode } from 'react'
import { call } from '../../app/api.ts'
import { ViewsButton } from '../../parts/list/ListTools.tsx'
import { Opens } from '../../ui/values/Opens.tsx'
import { USUAL_WEEKS } from '../../ui/days/calendar.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { CohortCard, type Unit } from './CohortCard.tsx'
import { FigureTabs } from './FigureTabs.tsx'
import { MemberParts, type MembersShown } from './MemberParts.tsx'
import { PartsDrawer } from './PartsDrawer.tsx'
import { SheetButton } from './SheetButton.tsx'
import { SpanPick } from './SpanPick.tsx'
import { useSpan } from './useSpan.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './figures.module.css'

const name = 'POST /api/console/figures/retention'
type Retention = ConsoleGiven<typeof name>

const FUNNEL = 'POST /api/console/figures/funnel/list'

/** The steps of the funnel and the cells of the cohorts. */
const rowsOf = ({ funnel, cohorts }: Retention) =>
  cohorts.reduce((rows, { values }) => rows + values.length, funnel.length)

/** How far new members come, and how many of them stay. */
export default function RetentionPage() {
  const [shown, set] = useSpan(
    { unit: 'week' as Unit, measure: 'active' as CohortMeasure },
    7 * USUAL_WEEKS,
  )
  const { from, to, unit, measure } = shown
  const sent = { from, to, unit, measure }
  const [opened, open] = useState<MembersShown | null>(null)
  const retention = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Room
      title={<FigureTabs current="retention" />}
      tools={
        <>
          <SpanPick span={{ from, to }} onChange={set} />
          <ViewsButton listed={{ list: name, hidden: [] }} />
          {retention.data && <SheetButton name={name} sent={sent} rows={rowsOf(retention.data)} />}
          <Refresh busy={retention.isFetching} onClick={() => void retention.refetch()} />
        </>
      }
    >
      {retention.data ? (
        <>
          <Funnel
            shown={retention.data}
            from={from}
            onOpen={step =>
              open({ title: funnelSteps[step], parts: { name: FUNNEL, sent: { from, to, step } } })
            }
          />
          <CohortCard cohorts={retention.data.cohorts} asked={shown} set={set} onOpen={open} />
          {opened && (
            <PartsDrawer size={560} title={opened.title} onClose={() => open(null)}>
              <MemberParts {...opened.parts} />
            </PartsDrawer>
          )}
        </>
      ) : (
        <Unloaded query={retention} />
      )}
    </Room>
  )
}

type FunnelProps = { shown: Retention; from: string; onOpen: (step: FunnelStep) => void }

function Funnel({ shown: { visits, visits_since, funnel }, from, onOpen }: FunnelProps) {
  const registered = funnel[0]?.members ?? 0
  const share = (part: number, whole: number) =>
    whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`
  // Where visits were counted in all of the span.
  const isWhole = visits > 0 && visits_since <= from
  return (
    <Card title="转化漏斗">
      <ol className={css.steps}>
        <Step label="访问" share={visits === 0 ? 0 : 1} apart>
          {counted(visits)} 次
        </Step>
        {funnel.map(({ step, members }, at) => (
          <Step
            key={step}
            label={funnelSteps[step]}
            share={registered === 0 ? 0 : members / registered}
          >
            <Opens calm onClick={() => onOpen(step)}>
              {counted(members)} 人
            </Opens>
            {at > 0 && ` · ${share(members, registered)}`}
            {at === 0 && isWhole && ` · 访问的 ${share(members, visits)}`}
          </Step>
        ))}
      </ol>
      <p className={css.note}>
        这段时间注册的会员，至今走到每一步的人数与占注册的比例。未登录的浏览器每天计一次访问，
        不记录任何个人信息
        {(visits_since === '' || visits_since > from) &&
          `；${visits_since === '' ? '尚无访问' : `访问自 ${visits_since} 起统计`}`}
        。
      </p>
    </Card>
  )
}

type StepProps = { label: string; share: number; apart?: boolean; children: ReactNode }

/** A step with its bar; one that stands apart is no part of the steps below it. */
const Step = ({ label, share, apart, children }: StepProps) => (
  <li data-apart={apart}>
    <span>{label}</span>
    <span className={css.bar}>
      <span style={{ width: `${share * 100}%` }} />
    </span>
    <small>{children}</small>
  </li>
)
