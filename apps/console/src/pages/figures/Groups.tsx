import type { ConsoleRowOf } from '@tianping/contract/console'
import {
  dimensions,
  figureFacts,
  NO_GROUP,
  type Comparison,
  type Dimension,
  type FigureName,
} from '@tianping/contract/figures/facts'
import { roundYuan } from '@tianping/money'
import { Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { yuan } from '../../ui/values/Money.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Opens } from '../../ui/values/Opens.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { useOpens, type Opened } from './Behind.tsx'
import { Change, FigureLabel, FigureValue } from './Figure.tsx'
import type { Span } from '../../ui/days/calendar.ts'
import css from './figures.module.css'

const LIST = 'POST /api/console/figures/groups/list'
type Row = ConsoleRowOf<typeof LIST>

const ofGames: FigureName[] = ['bets', 'valid', 'ggr']
const ofMembers: FigureName[] = [
  'registrations',
  'first_deposits',
  'active',
  'deposit',
  'withdrawal',
]
const costs: FigureName[] = ['bonus', 'packet', 'rebate', 'commission', 'adjustment']

const isGame = (by: string) => by === 'venue' || by === 'game'
const isTime = (by: string) => by === 'day' || by === 'month'
const figuresOf = (by: string): FigureName[] => [
  ...(isGame(by) ? (['active'] as const) : ofMembers),
  ...ofGames,
  ...costs,
  'ngr',
]

function nameOf(by: string, row: Row): ReactNode {
  if (by === 'member' || (by === 'agent' && row.group_key !== String(NO_GROUP)))
    return <a href={href(`/members/${row.group_key}`)}>{row.group_name}</a>
  if (by === 'day')
    return (
      <a href={href('/figures', { from: row.group_key, to: row.group_key })}>{row.group_name}</a>
    )
  return row.group_name
}

type ValueOf = (row: Row, figure: FigureName) => ReactNode

const shareOf = (part: number, whole: number) =>
  whole === 0 ? '—' : `${((part / whole) * 100).toFixed(2)}%`

const columnsOf = (by: string, valueOf: ValueOf): Columns<Row> => [
  {
    title: dimensions[by as Dimension],
    key: 'group_name',
    fixed: 'left',
    render: (_, row) => nameOf(by, row),
  },
  ...figuresOf(by).map(figure => ({
    title: <FigureLabel name={figure} />,
    key: figure,
    align: 'right' as const,
    render: (_: unknown, row: Row) => valueOf(row, figure),
  })),
  {
    title: '毛利率',
    key: 'margin',
    align: 'right',
    render: (_, row) => shareOf(row.ggr, row.stake),
  },
  ...(isTime(by) || by === 'member'
    ? []
    : [
        {
          title: 'GGR 变化',
          key: 'ggr_before',
          align: 'right' as const,
          render: (_: unknown, row: Row) => <Change now={row.ggr} before={row.ggr_before} good />,
        },
      ]),
]

type GroupsProps = { span: Span; compare: Comparison; onOpen: (opened: Opened) => void }

/** The span told apart by venue, game, agent and more; saved and shared as any list. */
export function Groups({ span, compare, onOpen }: GroupsProps) {
  const defaults = { by: 'venue', sort: 'ggr', from: '', to: '', compare: 'before' }
  const table = useTable(LIST, defaults, () => ({ ...span, compare }))
  const { by, sort } = table.filters
  const sorts = figuresOf(by)
  const opens = useOpens()
  const valueOf: ValueOf = (row, figure) => {
    const value = <FigureValue name={figure} value={row[figure]} />
    if (row[figure] === 0 || !opens(figure)) return value
    const group = { by: by as Dimension, key: row.group_key, name: row.group_name }
    return (
      <Opens calm onClick={() => onOpen({ figure, span, values: row, group })}>
        {value}
      </Opens>
    )
  }
  const sum = (figure: FigureName) =>
    roundYuan(table.rows.reduce((whole, row) => whole + row[figure], 0))
  return (
    <Card
      title={
        <span className={css.span}>
          <Segmented
            className={css.choices}
            size="small"
            value={by}
            options={Object.entries(dimensions).map(([value, label]) => ({ value, label }))}
            onChange={next => table.set({ by: next, sort: 'ggr' })}
          />
          {!isTime(by) && (
            <Select
              size="small"
              aria-label="排序"
              value={sort}
              style={{ width: 170 }}
              options={sorts.map(value => ({ value, label: `按${figureFacts[value].label}` }))}
              onChange={next => table.set({ sort: next })}
            />
          )}
        </span>
      }
      flush
    >
      <Rows
        table={table}
        columns={columnsOf(by, valueOf)}
        rowKey={row => row.group_key}
        label="分组"
        empty="这个时段没有数据"
      />
      <p className={css.note} style={{ padding: '0 16px 12px' }}>
        本页合计 GGR {yuan(sum('ggr'))} · NGR {yuan(sum('ngr'))}。
        {isGame(by) &&
          '奖金、红包、返水、佣金和调整按当日各场馆（游戏）的有效投注分摊；当日没有投注的计入“未分摊”。'}
        {by === 'tag' && '有多个标签的会员在每个标签下各计一次，合计不等于全站。'}
      </p>
    </Card>
  )
}
