import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { monthStates } from '@tianping/contract/books/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { roundYuan } from '@tianping/money'
import { addMonths, beijingMonth } from '@tianping/money/day'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { call } from '../../app/api.ts'
import { amend, href, useAddress } from '../../app/address.ts'
import { useParam } from '../../app/params.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Below } from '../shared/Below.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { monthCalls, monthTones, type Line, type Month } from './month.ts'
import { Parties } from './Parties.tsx'
import { Result, Signatures } from './Signatures.tsx'
import { counted } from '../../ui/values/counted.ts'
import css from './months.module.css'

/** Months offered at once. */
const MOST = 10
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** The books month by month: trial balance, two signatures, statements. */
export default function MonthsPage() {
  const { path } = useAddress()
  const asked = useParam('month')
  const months = useQuery({
    queryKey: [monthCalls.list],
    queryFn: ({ signal }) => call(monthCalls.list, { page: 1 }, signal),
  })
  const month = MONTH.test(asked) ? asked : startingMonth(months.data?.data)
  const shown = useQuery({
    queryKey: [monthCalls.show, month],
    queryFn: ({ signal }) => call(monthCalls.show, { month }, signal),
    placeholderData: keepPreviousData,
  })
  // Asked for beside the month, not after it.
  const lines = useTable(monthCalls.lines, { month: '' }, () => ({ month }))
  return (
    <Room
      title="月结"
      tools={
        <>
          <MonthPick
            month={month}
            known={months.data?.data ?? []}
            onChange={next => amend(path, () => `month=${next}`)}
          />
          {shown.data && (
            <Status tone={monthTones[shown.data.state]}>{monthStates[shown.data.state]}</Status>
          )}
          <Earlier month={firstOpen(months.data?.data, month)} />
          <Refresh busy={shown.isFetching} onClick={() => void shown.refetch()} />
        </>
      }
    >
      {shown.data ? (
        <div className={css.grid}>
          <Balance month={shown.data} tools={lines.tools(columns)} />
          <div className={css.side}>
            <Signatures month={shown.data} />
            <Result month={shown.data} />
          </div>
        </div>
      ) : (
        <Unloaded query={shown} />
      )}
      <Below>
        <Parties month={month} />
      </Below>
    </Room>
  )
}

/** The earliest month before this one that is not closed: it is signed first. */
const firstOpen = (known: MonthRow[] | undefined, month: string): string =>
  known?.findLast(each => each.month < month && each.state !== 'closed')?.month ?? ''

const Earlier = ({ month }: { month: string }) =>
  month === '' ? null : <a href={href('/months', { month })}>请先关闭 {month}</a>

/** The month that ended last; that under way where the books begin with it. */
function startingMonth(known: MonthRow[] | undefined): string {
  const current = beijingMonth(Date.now())
  return known?.at(-1)?.month === current ? current : addMonths(current, -1)
}

type MonthRow = ConsoleGiven<typeof monthCalls.list>['data'][number]

function MonthPick({
  month,
  known,
  onChange,
}: {
  month: string
  known: MonthRow[]
  onChange: (month: string) => void
}) {
  const options = known
    .slice(0, MOST)
    .map(each => ({ value: each.month, label: `${each.month} ${monthStates[each.state]}` }))
  return (
    <Select
      aria-label="月份"
      value={month}
      style={{ width: 180 }}
      options={
        options.some(each => each.value === month)
          ? options
          : [{ value: month, label: month }, ...options]
      }
      onChange={onChange}
    />
  )
}

/** An amount, or a dash where nothing moved. */
const Amount = ({ of }: { of: number }) => (of === 0 ? <>—</> : <Money amount={of} />)

const columns = [
  { title: '科目', key: 'account_code' },
  { title: '账户', key: 'account' },
  { title: '场馆', key: 'venue' },
  { title: '期初余额', key: 'opening' },
  { title: '本期借方', key: 'debit' },
  { title: '本期贷方', key: 'credit' },
  { title: '期末余额', key: 'closing' },
  { title: '条目', key: 'entries' },
]

const sumOf = (lines: Line[], of: (line: Line) => number) =>
  roundYuan(lines.reduce((whole, line) => whole + of(line), 0))

function Balance({ month, tools }: { month: Month; tools: ReactNode }) {
  const { lines } = month
  const even = sumOf(lines, line => line.debit) === sumOf(lines, line => line.credit)
  return (
    <Card
      title={`试算平衡表 ${month.month}`}
      extra={
        <span className={css.extra}>
          <Status tone={even ? 'good' : 'bad'}>{even ? '借贷相等' : '借贷不等'}</Status>
          {tools}
        </span>
      }
      flush
    >
      <table className={css.plain} aria-label="试算平衡表">
        <thead>
          <tr>
            <th>科目</th>
            <th data-text="">账户</th>
            <th>期初余额</th>
            <th>本期借方</th>
            <th>本期贷方</th>
            <th>期末余额</th>
            <th>条目</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <BalanceLine key={`${line.account_code}/${line.venue}`} line={line} />
          ))}
          <Sums month={month} />
        </tbody>
      </table>
    </Card>
  )
}

const BalanceLine = ({ line }: { line: Line }) => (
  <tr>
    <td>{line.account_code}</td>
    <td data-text="">
      {line.account}
      {line.venue && ` · ${line.venue}`}
    </td>
    <td>
      <Amount of={line.opening} />
    </td>
    <td>
      <Amount of={line.debit} />
    </td>
    <td>
      <Amount of={line.credit} />
    </td>
    <td>
      <Amount of={line.closing} />
    </td>
    <td>{counted(line.entries)}</td>
  </tr>
)

const Sums = ({ month: { lines, entries } }: { month: Month }) => (
  <tr data-sum="">
    <td />
    <td data-text="">合计</td>
    <td>
      <Money amount={sumOf(lines, line => line.opening)} />
    </td>
    <td>
      <Money amount={sumOf(lines, line => line.debit)} />
    </td>
    <td>
      <Money amount={sumOf(lines, line => line.credit)} />
    </td>
    <td>
      <Money amount={sumOf(lines, line => line.closing)} />
    </td>
    <td>{counted(entries)}</td>
  </tr>
)
