import { formatFen, yuanOf } from '@tianping/contract/money'
import { texts } from '@tianping/contract/rules'
import { redPacketFen } from '@tianping/fairness'
import { transaction, type Tx } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { beijing } from '../clock.ts'
import { Refusal } from '../http/refusal.ts'
import type { Handler } from '../http/services.ts'
import { post } from '../ledger/ledger.ts'
import { openRequirement } from '../ledger/wagering.ts'
import { notify } from '../message/notify.ts'
import { daySeed } from './chain.ts'
import { claimDayAt } from './claimDay.ts'
import { drawOfAction, keepDraw, lockClaims, type Draw } from './redpacket.sql.ts'
import { redPacketSchema, REDPACKET_SETTING } from './setting.ts'
import { readSetting } from '../site/setting.ts'
import { standingOf, type Standing } from './standing.ts'

const OWN_SEED = /^[A-Za-z0-9_-]{0,32}$/

/** Decision 33: a draw over the tier's published range, paid at once with its turnover requirement. */
export const douserredpacket: Handler<'POST /api/douserredpacket'> = async ({ db, clock, body, caller, member }) => {
  if (!OWN_SEED.test(body.client_seed)) throw new Refusal('自定义种子只能使用字母、数字、-和_', 400, { field: 'client_seed' })
  const now = clock.now()
  const draw = await transaction(db, tx => claim(tx, { memberId: member.memberId, ownSeed: body.client_seed, actionKey: caller.key, now }))
  const { commit } = await daySeed(db, draw.day, now)
  return {
    message: `恭喜您获得${formatFen(draw.amountFen)}元红包`,
    data: { redpacketmoney: yuanOf(draw.amountFen), id: draw.drawId, client_seed: draw.clientSeed, nonce: draw.nonce, commit },
  }
}

type Claiming = { memberId: bigint; ownSeed: string; actionKey: string; now: Date }

/** One claim. A member's claims come one after the other: the row of the day is locked before anything is looked at. */
export async function claim(tx: Tx, { memberId, ownSeed, actionKey, now }: Claiming): Promise<Draw> {
  const rule = await readSetting(tx, REDPACKET_SETTING, redPacketSchema)
  const used = await lockClaims(tx, memberId, claimDayAt(now, rule).day)
  const before = await drawOfAction(tx, memberId, actionKey)
  if (before) return before
  const standing = await standingOf(tx, memberId, now, { used })
  refuseUnlessEarned(standing)
  const tier = standing.tier!
  const { day } = standing.claimDay
  const { seed } = await daySeed(tx, day, now)
  // The member's id is part of the stream, so that a seed copied from a lucky member draws something else.
  const clientSeed = `${memberId}.${ownSeed}`
  const amountFen = BigInt(redPacketFen({ serverSeed: seed, clientSeed, nonce: used }, { minFen: tier.drawMinFen, maxFen: tier.drawMaxFen }))
  const draw: Draw = {
    memberId, drawId: randomUUID(), day, nonce: used, clientSeed, amountFen, drawMinFen: BigInt(tier.drawMinFen), drawMaxFen: BigInt(tier.drawMaxFen),
    ruleVersion: standing.ruleVersion, countedFen: standing.counted.fen, lastDepositAt: standing.counted.lastAt!, earned: standing.earned,
    turnoverTimes: tier.turnoverTimes, claimedAt: now,
  }
  await keepDraw(tx, { ...draw, actionKey })
  await pay(tx, draw)
  return draw
}

async function pay(tx: Tx, { memberId, drawId, amountFen, turnoverTimes, claimedAt }: Draw) {
  const posted = await post(tx, {
    memberId,
    key: `red_packet:${drawId}`,
    code: 'red_packet',
    from: { name: 'redPacketExpense' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type: 'red_packet', id: drawId },
    actor: { type: 'member', id: memberId.toString() },
    effectiveAt: claimedAt,
  })
  if (posted.kind !== 'done') throw new Error(`red packet ${drawId} could not be paid: ${posted.kind}`)
  await openRequirement(tx, { memberId, sourceType: 'red_packet', sourceId: drawId, requiredFen: amountFen * BigInt(turnoverTimes), openedAt: claimedAt })
  await notify(tx, memberId, '红包已到账', `您领取的红包 ¥${formatFen(amountFen)} 已存入中心钱包，完成 ${turnoverTimes} 倍流水即可提款。`, claimedAt)
}

/** Each refusal says the rule, its version, the inputs and what is missing. */
function refuseUnlessEarned(standing: Standing): void {
  const { state, rule, ruleVersion, claimDay, counted, earned, used, next } = standing
  const common = { rule_version: ruleVersion, day: claimDay.day, state }
  const hours = `${rule.opens}-${rule.closes}`
  const opening = { ...common, rule: 'red_packet_hours', opens_at: beijing(claimDay.open.from), closes_at: beijing(claimDay.open.until) }
  if (state === 'closed') throw new Refusal(texts.redPacketClosed, 400, { ...common, rule: 'red_packet_closed' })
  if (state === 'no_activity' || state === 'not_started') throw new Refusal('红包活动尚未开始', 400, { ...common, rule: 'red_packet_dates', dates: datesOf(standing) })
  if (state === 'ended') throw new Refusal('红包活动已结束', 400, { ...common, rule: 'red_packet_dates', dates: datesOf(standing) })
  if (state === 'before') throw new Refusal(`今日红包尚未开始，领取时间为每日${hours}（北京时间）`, 400, opening)
  if (state === 'after') throw new Refusal(`今日红包已结束，领取时间为每日${hours}（北京时间）`, 400, opening)
  if (earned === 0) {
    const missing = next ? `，还差${formatFen(next.missingFen)}元` : ''
    throw new Refusal(`累计存款未达到领取条件${missing}`, 400, {
      ...common, rule: 'red_packet_deposit', counts_from: beijing(claimDay.counts.from), counts_until: beijing(claimDay.counts.until),
      counted: yuanOf(counted.fen), missing: next ? yuanOf(next.missingFen) : 0, needed: next ? next.tier.minFen / 100 : 0,
    })
  }
  if (used >= earned) {
    throw new Refusal(`今日${earned}个红包已全部领取`, 400, { ...common, rule: 'red_packet_times', earned, used, max_times: rule.maxTimes, counted: yuanOf(counted.fen) })
  }
}

const datesOf = ({ rule }: Standing) =>
  [...new Set(rule.tiers.map(tier => `${tier.startDay} ${tier.endDay}`))].map(each => ({ start_time: each.slice(0, 10), end_time: each.slice(11), zone: 'America/New_York' }))
