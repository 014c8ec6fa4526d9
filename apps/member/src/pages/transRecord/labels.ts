import type { Label } from '../../app/records/RecordDetail.tsx'
import type { IconName } from '../../ui/picture/icons.ts'

export const types = [
  { key: '1', label: '存款' },
  { key: '2', label: '取款' },
  { key: '3', label: '转入' },
  { key: '4', label: '转出' },
] as const
export type Type = (typeof types)[number]['key']
export const typeLabel = (type: Type) => types.find(({ key }) => key === type)?.label ?? ''
export const isTransfer = (type: Type) => type === '3' || type === '4'

/** A state the documents leave undefined. */
const undefinedState: Label = { text: '—' }
const orders: Record<number, Label> = {
  1: { text: '待审核', kind: 'wait' },
  2: { text: '通过', kind: 'ok' },
  3: { text: '拒绝', kind: 'bad' },
}
const transfers: Record<number, Label> = {
  0: { text: '失败', kind: 'bad' },
  1: { text: '成功', kind: 'ok' },
  2: { text: '待结算', kind: 'wait' },
}

/** The label of a state by type (P2-4-07 to P2-4-14). */
export const stateLabel = (type: Type, state: number): Label =>
  (isTransfer(type) ? transfers : orders)[state] ?? undefinedState

/** Nothing came of it: the amount greys. */
export const isVoid = (type: Type, state: number) => stateLabel(type, state).kind === 'bad'

const signs: Record<Type, string> = { '1': '+', '2': '−', '3': '', '4': '' }

/** Deposits come in, withdrawals go out; a transfer stays the member's own. */
export const signOf = (type: Type) => signs[type]

const icons: readonly [RegExp, IconName][] = [
  [/USDT/, 'usdt'],
  [/微信/, 'chat'],
  [/支付宝/, 'wallet'],
  [/云闪付/, 'scan'],
  [/赠送/, 'gift'],
  [/人工/, 'user'],
]

/** The icon of a deposit's or withdrawal's way (P2-2.10-04). */
export const wayIcon = (way: string): IconName =>
  icons.find(([pattern]) => pattern.test(way))?.[1] ?? 'bank'
