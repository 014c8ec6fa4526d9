import { byHand, families } from '@tianping/contract/payments'
import { stageWords, type StageFigures } from '@tianping/contract/stages'
import { transferState } from '@tianping/contract/venues/facts'
import type { Label } from '../../app/records/RecordDetail.tsx'
import { recordTypes, type RecordType } from '../../app/records/recordTypes.ts'
import { reviewLabels } from '../../app/records/reviewLabels.ts'
import { familyIcons } from '../../app/wallet/familyIcons.ts'
import type { IconName } from '../../ui/picture/icons.ts'

export type Type = RecordType
export const types = [
  { key: recordTypes.deposit, label: '存款' },
  { key: recordTypes.withdrawal, label: '取款' },
  { key: recordTypes.transferIn, label: '转入' },
  { key: recordTypes.transferOut, label: '转出' },
] as const
export const typeLabel = (type: Type) => types.find(({ key }) => key === type)?.label ?? ''
export const isType = (kept: unknown): kept is Type => types.some(({ key }) => key === kept)
export const isTransfer = (type: Type) =>
  type === recordTypes.transferIn || type === recordTypes.transferOut

/** A state the documents leave undefined. */
const undefinedState: Label = { text: '—' }
const transfers: Record<number, Label> = {
  [transferState.failed]: { text: '失败', kind: 'bad' },
  [transferState.done]: { text: '成功', kind: 'ok' },
  [transferState.pending]: { text: '待结算', kind: 'wait' },
}

/** The label of a state by type (P2-4-07 to P2-4-14). */
export const stateLabel = (type: Type, state: number): Label =>
  (isTransfer(type) ? transfers : reviewLabels)[state] ?? undefinedState

/** How a deposit stands, in the words of its page and of the letters; empty for all else. */
export const stageText = ({ stage, paid = 0, refund = 0 }: Partial<StageFigures>): string =>
  stage ? stageWords({ stage, paid, refund }) : ''

/** Nothing came of it: the amount greys. */
export const isVoid = (type: Type, state: number) => stateLabel(type, state).kind === 'bad'

const signs: Record<Type, string> = {
  [recordTypes.deposit]: '+',
  [recordTypes.withdrawal]: '−',
  [recordTypes.transferIn]: '',
  [recordTypes.transferOut]: '',
}

/** Deposits come in, withdrawals go out; a transfer stays the member's own. */
export const signOf = (type: Type) => signs[type]

const icons: readonly (readonly [name: string, icon: IconName])[] = [
  ...(['usdt', 'wechat', 'alipay', 'unionpay'] as const).map(
    family => [families[family].record, familyIcons[family]] as const,
  ),
  ['赠送', 'gift'],
  [byHand.record, 'user'],
]

/** The icon of a deposit's or withdrawal's way (P2-2.10-04). */
export const wayIcon = (way: string): IconName =>
  icons.find(([name]) => way.includes(name))?.[1] ?? 'bank'
