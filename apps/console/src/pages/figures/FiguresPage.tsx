import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  comparisons,
  figureFacts,
  ngrSteps,
  type Comparison,
  type FigureName,
} from '@tianping/contract/figures/facts'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Below } from '../shared/Below.tsx'
import { Opens } from '../../ui/values/Opens.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { Behind, useOpens, type Opened } from './Behind.tsx'
import { Change, FigureLabel, FigureValue } from './Figure.tsx'
import { FigureTabs } from './FigureTabs.tsx'
import { Groups } from './Groups.tsx'
import type { Report } from './options.ts'
import { Pictures } from './Pictures.tsx'
import { SheetButton } from './SheetButton.tsx'
import type { Span } from '../../ui/days/calendar.ts'
import { SpanPick } from './SpanPick.tsx'
import { Targets } from './Targets.tsx'
import { useSpan } from './useSpan.ts'
import css from './figures.module.css'

const name = 'POST /api/console/figures/report'

/** Figures above the line of income, in the order of the table. */
const business: FigureName[] = [
  'registrations',
  'first_deposits',
  'active',
  'deposit',
  'withdrawal',
  'net_cash',
  'stake',
  'valid',
]
const income: FigureName[] = ['ggr', ...ngrSteps, 'ngr']
const better = new Set<FigureName>([
  'registrations',
  'first_deposits',
  'active',
  'deposit',
  'net_cash',
  'stake',
  'valid',
  'ggr',
  'ngr',
])

/** What the business brought in over any span, told apart, and compared with another. */
export default function FiguresPage() {
  const [{ from, to, compare, month }, set] = useSpan({
    compare: 'before' as Comparison,
    /** Of the targets; empty for that of the last day. */
    month: '',
  })
  const sent = { from, to, compare }
  const report = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent, signal),
    placeholderData: keepPreviousData,
  })
  const [opened, open] = useState<Opened | null>(null)
  return (
    <Room
      title={<FigureTabs current="figures" />}
      tools={
        <>
          <SpanPick span={{ from, to }} onChange={span => set({ ...span, month: '' })} />
          <Select<Comparison>
            aria-label="对比"
            value={compare}
            style={{ width: 200 }}
            options={Object.entries(comparisons).map(([value, label]) => ({
              value: value as Comparison,
              label: `对比 ${label}`,
            }))}
            onChange={next => set({ compare: next })}
          />
          <Refresh busy={report.isFetching} onClick={() => void report.refetch()} />
        </>
      }
    >
      {report.data ? (
        <div className={css.grid}>
          <Drawn report={report.data} />
          <Compared report={report.data} sent={sent} onOpen={open} />
        </div>
      ) : (
        <Unloaded query={report} />
      )}
      <Below>
        <Targets
          month={month || to.slice(0, 7)}
          onMonth={next => set({ month: next })}
          onOpen={open}
        />
        <Groups span={{ from, to }} compare={compare} onOpen={open} />
      </Below>
      {opened && <Behind opened={opened} onClose={() => open(null)} />}
    </Room>
  )
}

function Drawn({ report }: { report: Report }) {
  const [form, setForm] = useState<'waterfall' | 'daily'>('waterfall')
  return (
    <Card
      title="从 GGR 到 NGR"
      extra={
        <Segmented<'waterfall' | 'daily'>
          size="small"
          value={form}
          onChange={setForm}
          options={[
            { value: 'waterfall', label: '瀑布' },
            { value: 'daily', label: '按日' },
          ]}
        />
      }
    >
      <Pictures report={report} form={form} />
      <p className={css.note}>
        {figureFacts.ngr.formula}。不含测试账号。
        {report.as_of && `数据更新至 ${report.as_of}。`}
      </p>
    </Card>
  )
}

type ComparedProps = {
  report: Report
  sent: Span & { compare: Comparison }
  onOpen: (opened: Opened) => void
}

function Compared({ report, sent, onOpen }: ComparedProps) {
  const span = { from: sent.from, to: sent.to }
  const opens = useOpens()
  const before = { from: report.before_from, to: report.before_to }
  const figure = (each: FigureName, of: Span, values: Report['now'], calm = false) => {
    const value = <FigureValue name={each} value={values[each]} />
    if (!opens(each)) return value
    return (
      <Opens calm={calm} onClick={() => onOpen({ figure: each, span: of, values })}>
        {value}
      </Opens>
    )
  }
  const line = (each: FigureName) => (
    <tr key={each} data-sum={each === 'ngr' || each === 'ggr' ? '' : undefined}>
      <td>
        <FigureLabel name={each} />
      </td>
      <td>{figure(each, span, report.now)}</td>
      <td>{figure(each, before, report.before, true)}</td>
      <td>
        <Change now={report.now[each]} before={report.before[each]} good={better.has(each)} />
      </td>
    </tr>
  )
  return (
    <Card
      title="与对比期"
      extra={
        <span className={css.span}>
          <small className={css.none}>
            {report.before_from} 至 {report.before_to}
          </small>
          <SheetButton name={name} sent={sent} rows={business.length + income.length} />
        </span>
      }
    >
      <div className={css.scroll}>
        <table className={css.plain} aria-label="本期与对比期">
          <thead>
            <tr>
              <th>项目</th>
              <th>本期</th>
              <th>对比期</th>
              <th>变化</th>
            </tr>
          </thead>
          <tbody>{[...business, ...income].map(line)}</tbody>
        </table>
      </div>
    </Card>
  )
}
