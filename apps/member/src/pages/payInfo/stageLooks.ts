import type { DepositStage } from '@tianping/contract/stages'
import { depositWishes } from '@tianping/contract/stages'
import { yuanText } from '../../ui/Money.tsx'
import type { IconName } from '../../ui/picture/icons.ts'
import type { Order } from './usePayInfo.ts'

export type Tone = 'ok' | 'wait' | 'bad' | 'calm'
export type SettledStage = Exclude<DepositStage, 'unpaid' | 'expired'>

const looks: Readonly<Record<SettledStage, { icon: IconName; tone: Tone }>> = {
  confirming: { icon: 'clock', tone: 'wait' },
  wrong_amount: { icon: 'warn', tone: 'wait' },
  credited: { icon: 'check', tone: 'ok' },
  credited_late: { icon: 'check', tone: 'ok' },
  rejected: { icon: 'close', tone: 'bad' },
  refunding: { icon: 'recycle', tone: 'wait' },
  paid_again: { icon: 'recycle', tone: 'wait' },
  refunded: { icon: 'recycle', tone: 'calm' },
}
export const lookOf = (stage: SettledStage) => looks[stage]

const yuan = (amount: number) => `¥${yuanText(amount)}`

/** The sum that leads the page: what came, what was credited, what goes back. */
export function sumOf({ data: { info, progress } }: Order): number {
  const { stage, paid, credited, refund } = progress
  if (stage === 'wrong_amount') return paid
  if (stage === 'paid_again' || stage === 'refunding' || stage === 'refunded') return refund
  return credited > 0 ? credited : info.amount
}

/** One line below the sum: what it means, and what follows. */
export function noteOf({ data: { info, progress } }: Order): string {
  const { paid, credited, refund, wish } = progress
  const notes: Readonly<Record<SettledStage, string>> = {
    confirming: '到账时会通知您，可以离开本页，请勿重复付款',
    wrong_amount: `订单 ${yuan(info.amount)}，已收 ${yuan(paid)}，审核中${wish ? `。您已选择${depositWishes[wish]}` : ''}`,
    credited: '已存入中心钱包',
    credited_late: '订单过期后收到款项，仍已存入中心钱包',
    rejected: '这笔存款没有入账，如已付款请联系客服核实',
    refunding: '这笔付款没有入账，正在安排退款',
    paid_again: `待退款 ${yuan(refund)}：同一订单多付了一笔，${yuan(credited)} 已到账`,
    refunded: '款项已退回，中心钱包余额没有变动',
  }
  const { stage } = progress
  return stage === 'unpaid' || stage === 'expired' ? '' : notes[stage]
}
