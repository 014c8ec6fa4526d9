import { formatFen } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Tx } from '@tianping/database'
import { at } from '../../kernel/present.ts'
import { mustPostAll, type Actor, type Posting } from '../../ledger/ledger.ts'
import { openRequirements } from '../../ledger/wagering.ts'
import { noneApart, setApart, setsApart, type Apart } from '../protection/protection.ts'
import { notifyEach } from '../message/message.ts'
import { aboutDeposit } from './about.ts'
import { markCredited, type Deposit } from './store/deposit.sql.ts'
import { cashierSetting } from './setting.ts'

/** What the letter says of money above a limit; empty for none. */
const apartText = ({ fen, limit, until }: Apart) =>
  fen === 0n
    ? ''
    : `其中 ¥${formatFen(fen)} 超过您的${limit}，${beijing(until)} 前只能取出，不能用于游戏。`

export type Credit = {
  order: Deposit
  amountFen: bigint
  actor: Actor
  decidedBy: string
  remark: string
  /** It was paid after its time. */
  late?: boolean
  now: Date
}

/** Credits one deposit. */
export const creditDeposit = (tx: Tx, order: Deposit, how: Omit<Credit, 'order'>): Promise<void> =>
  creditDeposits(tx, [{ order, ...how }])

/**
 * Credits deposits of different members: orders, postings, turnover requirements and messages in
 * the caller's transaction, which holds the orders' locks. The ledger's key is the order's own, so
 * that whoever else should come to credit it again moves nothing.
 */
export async function creditDeposits(tx: Tx, all: Credit[]): Promise<void> {
  if (all.length === 0) return
  await mustPostAll(tx, all.map(postingOf))
  await markCredited(
    tx,
    all.map(({ order: { memberId, depositNo }, amountFen, decidedBy, remark, now }) => ({
      memberId,
      depositNo,
      creditedFen: amountFen,
      decidedBy,
      remark,
      now,
    })),
  )
  const apart = await apartOfEach(tx, all)
  const { turnoverTimes } = (await cashierSetting(tx)).deposit
  await openRequirements(
    tx,
    all.map(({ order: { memberId, depositNo }, amountFen, now }, n) => ({
      memberId,
      sourceType: 'deposit',
      sourceId: depositNo,
      requiredFen: (amountFen - at(apart, n).fen) * BigInt(turnoverTimes),
      openedAt: now,
    })),
  )
  await notifyEach(
    tx,
    all.map((each, n) => messageOf(each, at(apart, n))),
  )
}

const postingOf = ({ order: { memberId, depositNo }, amountFen, actor, now }: Credit): Posting => ({
  memberId,
  key: `deposit:${depositNo}`,
  code: 'deposit',
  from: { name: 'depositClearing' },
  to: { name: 'memberCash' },
  amountFen,
  source: { type: 'deposit_order', id: depositNo },
  actor,
  effectiveAt: now,
})

/** What each deposit put above a limit of its member; the site asks for it, or nobody does. */
async function apartOfEach(tx: Tx, all: Credit[]): Promise<Apart[]> {
  const asked = await setsApart(tx)
  const apart: Apart[] = []
  for (const { order, amountFen, now } of all) {
    const { memberId, depositNo } = order
    const credited = { memberId, depositNo, creditedFen: amountFen, now }
    apart.push(asked ? await setApart(tx, credited) : noneApart(now))
  }
  return apart
}

const messageOf = (
  { order: { memberId, depositNo }, amountFen, late, now }: Credit,
  apart: Apart,
) => ({
  memberId,
  title: late ? '存款超时到账' : '存款已到账',
  content: `您的存款 ¥${formatFen(amountFen)} 已存入中心钱包，订单号 ${depositNo}。${apartText(apart)}`,
  at: now,
  about: aboutDeposit(depositNo),
})
