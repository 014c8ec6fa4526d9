import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Segmented } from 'antd'
import type { ReactNode } from 'react'
import type { ConsoleGiven } from '@tianping/contract/console'
import { addDays, beijingDay } from '@tianping/money/day'
import { call } from '../../app/api.ts'
import { amend, useAddress } from '../../app/address.ts'
import { useParam } from '../../app/params.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import css from './group.module.css'

const name = 'POST /api/console/brands/figures'
type Given = ConsoleGiven<typeof name>
type Figures = Given['sum']
type Line = { key: string; title: string; figures: Figures | null; note: string; sum: boolean }

/** Each span by its first and last day, as days before today. */
const spans = {
  today: { label: '今日', from: 0, to: 0 },
  yesterday: { label: '昨日', from: 1, to: 1 },
  week: { label: '近 7 天', from: 6, to: 0 },
  month: { label: '近 30 天', from: 29, to: 0 },
} as const
type Span = keyof typeof spans
const isSpan = (text: string | null): text is Span => text !== null && text in spans

const notes = { counted: '', silent: '没有答复，未计入', forbidden: '无权限，未计入' } as const

const figureColumn = (
  title: string,
  shown: (figures: Figures) => ReactNode,
): PlainColumn<Line> => ({ title, cell: row => (row.figures ? shown(row.figures) : '—') })

const columns: PlainColumn<Line>[] = [
  {
    title: '品牌',
    cell: row => (
      <>
        {row.sum ? <b>{row.title}</b> : row.title}
        {row.note !== '' && (
          <>
            {' '}
            <Status tone="bad">{row.note}</Status>
          </>
        )}
      </>
    ),
  },
  figureColumn('存款', f => <Money amount={f.deposits} />),
  figureColumn('取款', f => <Money amount={f.withdrawals} />),
  figureColumn('净入金', f => <Signed amount={f.deposits - f.withdrawals} />),
  figureColumn('投注', f => <Money amount={f.stakes} />),
  figureColumn('平台输赢', f => <Signed amount={f.gross} />),
  figureColumn('优惠', f => <Money amount={f.bonuses} />),
  figureColumn('新增', f => f.new_members),
  figureColumn('活跃', f => f.active_members),
]

const linesOf = ({ brands, sum }: Given): Line[] => [
  ...brands.map(each => ({
    key: each.code,
    title: each.name,
    figures: each.figures,
    note: notes[each.state],
    sum: false,
  })),
  { key: '', title: '合计', figures: sum, note: '', sum: true },
]

/** Deposits, withdrawals, play and members of all brands of the operator, and their sum. */
export default function GroupPage() {
  const { path } = useAddress()
  const asked = useParam('span', Object.keys(spans))
  const span: Span = isSpan(asked) ? asked : 'today'
  const today = beijingDay(new Date())
  const from = addDays(today, -spans[span].from)
  const to = addDays(today, -spans[span].to)
  const figures = useQuery({
    queryKey: [name, from, to],
    queryFn: ({ signal }) => call(name, { from, to }, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Room
      title="集团总览"
      tools={
        <>
          <Segmented<Span>
            size="small"
            options={Object.entries(spans).map(([value, { label }]) => ({
              value: value as Span,
              label,
            }))}
            value={span}
            onChange={next => amend(path, () => (next === 'today' ? '' : `span=${next}`))}
          />
          <Refresh busy={figures.isFetching} onClick={() => void figures.refetch()} />
        </>
      }
    >
      <Card title={from === to ? from : `${from} 至 ${to}`}>
        {figures.data ? <Overview given={figures.data} /> : <Unloaded query={figures} />}
      </Card>
    </Room>
  )
}

function Overview({ given }: { given: Given }) {
  return (
    <>
      {!given.complete && (
        <Alert type="warning" showIcon title="合计不含没有数据的品牌" className={css.alert} />
      )}
      <div className={css.figures}>
        <PlainTable
          label="集团总览"
          columns={columns}
          rows={linesOf(given)}
          rowKey={row => row.key}
        />
      </div>
      <p className={css.note}>
        活跃会员在每个品牌内只计一次；同一个人在两个品牌各有账号时计两次。优惠包括活动、返水与红包。
      </p>
    </>
  )
}
