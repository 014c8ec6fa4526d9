// A report as tables, for its files.
import { figureGroups } from '@tianping/contract/compliance/facts'
import { beijing } from '@tianping/money/day'
import type { Cell, Column, Sheet } from '../../../kernel/sheet/sheet.ts'
import type { Report } from '../store/report.sql.ts'
import { returnOf, type ShownReport } from './shown.ts'

const columns: Column[] = [
  { label: '项目', kind: 'text' },
  { label: '数量', kind: 'text' },
  { label: '金额', kind: 'text' },
]
const written = (value: bigint | null): Cell => (value === null ? '' : value)
const venueColumns: Column[] = [
  { label: '场馆', kind: 'text' },
  { label: '注单数', kind: 'count' },
  { label: '投注', kind: 'money' },
  { label: '派彩', kind: 'money' },
  { label: '毛收入', kind: 'money' },
  { label: '返还 %', kind: 'text' },
]

type About = { site: string; by: string; fundsAccount: string }

export function sheetOf(
  report: Report,
  shown: ShownReport,
  { site, by, fundsAccount }: About,
): Sheet {
  const sections = shown.groups.map(({ group, figures }) => ({
    title: figureGroups[group],
    columns,
    rows: figures.map(({ label, times, fen }) => [
      label,
      times === null ? '' : String(times),
      written(fen),
    ]),
  }))
  const play = {
    title: '各场馆表现',
    columns: venueColumns,
    rows: shown.venues.map((v): Cell[] => [
      v.venue,
      Number(v.bets),
      v.stakeFen,
      v.payoutFen,
      v.stakeFen - v.payoutFen,
      returnOf(v),
    ]),
  }
  return {
    title: '监管报告',
    facts: [
      ['站点', site],
      ['期间', `${report.fromDay} 至 ${report.toDay}（北京时间）`],
      ['报告编号', String(report.reportId)],
      ['生成时间', report.madeAt ? beijing(report.madeAt) : ''],
      ['下载人', by],
      ['资金专户', fundsAccount || '未设置'],
    ],
    sections: [...sections, ...(play.rows.length > 0 ? [play] : [])],
    notes: [
      ...(play.rows.length > 0 ? [] : ['本期间没有投注活动。']),
      '金额为人民币元。毛收入为已结算投注减去派彩。数字在生成时确定，之后不再改变。',
    ],
  }
}
