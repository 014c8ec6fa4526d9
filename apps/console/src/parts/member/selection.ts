import { yuan } from '../../ui/values/Money.tsx'

/** What venues say of a bet, by the names of the venue protocol. */
const words: Record<string, string> = {
  ways: '路数',
  pick: '选项',
  odds: '赔率',
  stake: '投注',
  payout: '派彩',
  won: '赢得',
  home: '主队',
  away: '客队',
  match: '比赛',
  price: '赔率',
  in_play: '滚球',
  terms: '盘口参数',
  key: '回合',
  commit: '承诺',
  client_seed: '客户端种子',
  free_rounds: '赠送旋转',
  ref: '编号',
  jackpot: '奖池',
  bonus: '奖金',
  free: '免费旋转',
}
/** A number of lines of a slot, or the bets of a round; the legs of a ticket. */
const rowsOf: Record<string, string> = { lines: '注项', legs: '场次' }
const countOf: Record<string, string> = { lines: '线数' }
/** In fen; a price is in hundredths. */
const amounts = ['stake', 'payout', 'won']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const labelOf = (key: string) => countOf[key] ?? words[key] ?? key

const fieldsText = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([key, value]) => `${labelOf(key)} ${textOf(key, value)}`)
    .join('，')

function figureText(key: string, value: number): string {
  if (amounts.includes(key)) return yuan(value / 100)
  return key === 'price' ? (value / 100).toFixed(2) : String(value)
}

function textOf(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.map(each => textOf(key, each)).join('、')
  if (isRecord(value)) return fieldsText(value)
  if (typeof value === 'number') return figureText(key, value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'string' ? value : '—'
}

export type SelectionLine = { label: string; text: string }

function linesOf(key: string, value: unknown): SelectionLine[] {
  if (!Array.isArray(value) || !value.every(isRecord))
    return [{ label: labelOf(key), text: textOf(key, value) }]
  const label = rowsOf[key] ?? labelOf(key)
  return value.map((each, at) => ({
    label: value.length > 1 ? `${label} ${at + 1}` : label,
    text: fieldsText(each),
  }))
}

/** The selection of a bet as lines of a label and a text; what is no JSON object as it came. */
export function selectionLines(selection: string): SelectionLine[] {
  let read: unknown
  try {
    read = JSON.parse(selection)
  } catch {
    read = selection
  }
  if (isRecord(read)) return Object.entries(read).flatMap(([key, value]) => linesOf(key, value))
  return [{ label: '投注内容', text: textOf('', read) }]
}
