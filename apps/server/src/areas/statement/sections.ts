// A statement as tables, for its files.
import {
  creditLabels,
  statementDefinitions,
  type Credit,
} from '@tianping/contract/protection/facts'
import { beijing, beijingDay } from '@tianping/money/day'
import type { Cell, Column, Section, Sheet } from '../../kernel/sheet/sheet.ts'
import { lifetimeText, type Paid, type Play, type Statement } from './statement.ts'

const text = (label: string): Column => ({ label, kind: 'text' })
const playColumns: Column[] = [
  { label: '注单数', kind: 'count' },
  { label: '投注', kind: 'money' },
  { label: '派彩', kind: 'money' },
  { label: '净额', kind: 'net' },
]
const paidColumns: Column[] = [
  { label: '存款', kind: 'money' },
  { label: '取款', kind: 'money' },
  { label: '净存入', kind: 'money' },
]
const playCells = ({ bets, stakeFen, payoutFen }: Play): Cell[] => [
  bets,
  stakeFen,
  payoutFen,
  payoutFen - stakeFen,
]
const paidCells = ({ depositsFen, withdrawalsFen }: Paid): Cell[] => [
  depositsFen,
  withdrawalsFen,
  depositsFen - withdrawalsFen,
]

const creditRows = (credits: Record<Credit, bigint>): Cell[][] =>
  (Object.keys(creditLabels) as Credit[]).map(each => [creditLabels[each], credits[each]])

const gameRows = ({ games, moreGames }: Statement): Cell[][] => [
  ...games.map(each => [each.venue, each.game, ...playCells(each)]),
  ...(moreGames ? [['其他', `${moreGames.games} 款游戏`, ...playCells(moreGames)]] : []),
]

/** What a statement's files say, in their order. */
export function sheetOf(statement: Statement, now: Date): Sheet {
  const { span, holder, play, paid, credits, by, bars, venues, lifetime } = statement
  return {
    title: '对账单',
    facts: [
      ['账号', holder.name],
      ['期间', `${span.from} 至 ${span.to}`],
      ['生成时间', `${beijing(now)}（北京时间）`],
    ],
    sections: [
      {
        title: '投注',
        columns: [text('合计'), ...playColumns],
        rows: [['本期', ...playCells(play)]],
      },
      {
        title: '存取',
        columns: [text('合计'), ...paidColumns],
        rows: [
          ['本期', ...paidCells(paid)],
          ['开户至今', ...paidCells(lifetime)],
        ],
      },
      {
        title: '其他入账',
        columns: [text('项目'), { label: '金额', kind: 'net' }],
        rows: creditRows(credits),
      },
      {
        title: by === 'day' ? '每日' : '每月',
        columns: [text(by === 'day' ? '日期' : '月份'), ...paidColumns, ...playColumns],
        rows: bars.map(bar => [bar.of, ...paidCells(bar), ...playCells(bar)]),
      },
      {
        title: '按场馆',
        columns: [text('场馆'), ...playColumns],
        rows: venues.map(each => [each.venue, ...playCells(each)]),
      },
      {
        title: '按游戏',
        columns: [text('场馆'), text('游戏'), ...playColumns],
        rows: gameRows(statement),
      },
    ].filter(({ rows }) => rows.length > 0) as Section[],
    notes: [...statementDefinitions, `开户至今：${lifetimeText(beijingDay(holder.joinedAt))}。`],
  }
}
