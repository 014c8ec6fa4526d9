// What codes and missions pay: a bonus with turnover, once for each person and giveaway.
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { explained } from '../../kernel/http/explain.ts'
import { mustPost } from '../../ledger/ledger.ts'
import { openGift } from '../wagering/wagering.ts'
import { newOrderNo } from '../cashier/cashier.ts'
import { notify } from '../message/message.ts'
import { otherAccount } from './guard.ts'
import { givenTo, insertGift } from './store/gift.sql.ts'
import { addSpent, type Giveaway } from './store/giveaway.sql.ts'

export type Given = { amountFen: bigint; name: string; turnoverTimes: number }

/** Refuses what this account, or another one of the person, was given before. */
export async function refuseTaken(tx: Tx, giveawayId: number, memberId: bigint): Promise<void> {
  const accounts = await givenTo(tx, giveawayId, memberId)
  if (accounts.includes(memberId))
    throw explained(say('giveaway.code_taken'), { rule: 'code_once', version: 0 })
  if (accounts.length > 0) throw otherAccount()
}

const sources = {
  code: { number: 'K', title: '兑换成功' },
  mission: { number: 'N', title: '任务奖金已派发' },
} as const

type Giving = {
  /** Locked, and all that could refuse was asked. */
  giveaway: Giveaway
  memberId: bigint
  amountFen: bigint
  actionKey: string
  now: Date
  by: { code: string } | { reached: bigint }
}

/** Keeps the gift, counts it against the budget, pays it and tells the member. */
export async function giveGift(tx: Tx, giving: Giving): Promise<Given> {
  const { giveaway, memberId, amountFen, actionKey, now, by } = giving
  const { giveawayId, name, turnoverTimes } = giveaway
  const type = 'code' in by ? 'code' : 'mission'
  const giftNo = newOrderNo(sources[type].number, now)
  const kept = { code: null, reached: null, ...by, giveawayId, memberId, giftNo, amountFen }
  await insertGift(tx, { ...kept, givenAt: now, actionKey })
  await addSpent(tx, giveawayId, amountFen)
  await mustPost(tx, {
    memberId,
    key: `${type}:${giftNo}`,
    code: 'activity_bonus',
    from: { name: 'activityBonus' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type, id: giftNo },
    actor: { type: 'member', id: memberId.toString() },
    effectiveAt: now,
  })
  await openGift(tx, {
    memberId,
    sourceType: type,
    sourceId: giftNo,
    amountFen,
    turnoverTimes,
    openedAt: now,
  })
  const turnover = turnoverTimes > 0 ? `，完成 ${turnoverTimes} 倍流水即可提款` : ''
  const content = `“${name}”的彩金 ¥${formatFen(amountFen)} 已存入中心钱包${turnover}。`
  const { title } = sources[type]
  await notify(tx, memberId, title, content, now, { kind: 'money', link: '/money' })
  return { amountFen, name, turnoverTimes }
}
