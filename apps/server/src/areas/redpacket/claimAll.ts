import { formatFen } from '@tianping/money'
import type { Tx } from '@tianping/database'
import { redPacketFen } from '@tianping/fairness'
import { randomUUID } from 'node:crypto'
import type { Refusal } from '../../kernel/http/refusal.ts'
import { lockMembers, mustPostAll } from '../../ledger/ledger.ts'
import { openGiftsBy } from '../wagering/wagering.ts'
import { benefitRefusals } from '../protection/protection.ts'
import { notifyEach } from '../message/message.ts'
import { daySeed, type DaySeed } from './chain.ts'
import { claimDayAt } from './claimDay.ts'
import {
  drawsOfActions,
  keepDraws,
  keepSpent,
  lockClaims,
  lockSpent,
  type Draw,
} from './store/redpacket.sql.ts'
import { budgetSpent, refusalOf } from './refusal.ts'
import { budgetHolds } from './setting.ts'
import { rulesNow, claimStatusesOf, type ClaimStatus, type Rules } from './claimStatus.ts'
import { at, present } from '../../kernel/present.ts'

/** What a member may mix into a draw. */
export const OWN_SEED = /^[A-Za-z0-9_-]{0,32}$/

/**
 * One member's claim; `ownSeed` is mixed into the draw, and the same action key is the same claim.
 */
export type Claiming = { memberId: bigint; ownSeed: string; actionKey: string; now: Date }
export type Claimed = { draw: Draw; commit: string } | { refusal: Refusal }

/** What days with a budget cost so far, locked; without a budget nothing is kept or locked. */
const spentOn = async (tx: Tx, { rule, ruleVersion }: Rules, days: string[]) =>
  rule.dayBudgetFen === 0 ? new Map<string, bigint>() : lockSpent(tx, days, ruleVersion)

/**
 * Claims of different members (one each), in one transaction: a thousand who come in the same
 * second are a few statements. The rows of their days are locked before anything is looked at, so a
 * member's claims come one after the other, and each has an outcome of its own, in the order asked.
 */
export async function claimAll(tx: Tx, asked: Claiming[]): Promise<Claimed[]> {
  const rules = await rulesNow(tx)
  const days = asked.map(each => claimDayAt(each.now, rules.rule))
  const used = await lockClaims(
    tx,
    asked.map(({ memberId }, n) => ({ memberId, day: at(days, n).day })),
  )
  const claimsOf = (memberId: bigint) => present(used.get(memberId), 'count of claims')
  /** Those of further windows do not count against the documented one. */
  const usedOf = (memberId: bigint) => claimsOf(memberId).claims - claimsOf(memberId).extra
  const before = new Map((await drawsOfActions(tx, asked)).map(draw => [draw.memberId, draw]))
  const statuses = await claimStatusesOf(
    tx,
    rules,
    asked.map(({ memberId, now }, n) => ({
      memberId,
      now,
      claimDay: at(days, n),
      used: usedOf(memberId),
    })),
  )
  const memberIds = asked.map(each => each.memberId)
  // The lock that a block takes: one that came before is seen, one that comes after waits.
  await lockMembers(tx, memberIds)
  const barred = await benefitRefusals(tx, memberIds, at(asked, 0).now)
  const seeds = await seedsOf(
    tx,
    [...days.map(each => each.day), ...[...before.values()].map(draw => draw.day)],
    at(asked, 0).now,
  )
  const openDays = days.filter((_, n) => refusalOf(at(statuses, n)) === null).map(({ day }) => day)
  const spent = await spentOn(tx, rules, [...new Set(openDays)])
  const seedOf = (day: string) => present(seeds.get(day), `seed of ${day}`)
  const made: (Draw & { actionKey: string })[] = []
  const claimed = asked.map((claiming, n): Claimed => {
    const known = before.get(claiming.memberId)
    if (known) return { draw: known, commit: seedOf(known.day).commit }
    const status = at(statuses, n)
    const refusal = refusalOf(status) ?? barred.get(claiming.memberId)
    if (refusal) return { refusal }
    const { day } = at(days, n)
    const spentFen = spent.get(day) ?? 0n
    if (status.tier && !budgetHolds(rules.rule, spentFen, status.tier))
      return { refusal: budgetSpent(status) }
    const { seed, commit } = seedOf(day)
    const draw = drawFor(claiming, granted(status), {
      seed,
      day,
      nonce: claimsOf(claiming.memberId).claims,
    })
    spent.set(day, spentFen + draw.amountFen)
    made.push({ ...draw, actionKey: claiming.actionKey })
    return { draw, commit }
  })
  if (made.length > 0) {
    if (rules.rule.dayBudgetFen > 0) await keepSpent(tx, spent)
    await payAll(tx, made)
  }
  return claimed
}

/**
 * The seeds of the few days that are asked for together: today's, and that of a claim which is
 * repeated later.
 */
async function seedsOf(tx: Tx, days: string[], now: Date): Promise<Map<string, DaySeed>> {
  const seeds = new Map<string, DaySeed>()
  for (const day of new Set(days)) seeds.set(day, await daySeed(tx, day, now))
  return seeds
}

/** What a grant rests on. */
export type Granted = Pick<
  Draw,
  | 'drawMinFen'
  | 'drawMaxFen'
  | 'turnoverTimes'
  | 'countedFen'
  | 'lastDepositAt'
  | 'earned'
  | 'ruleVersion'
  | 'giveawayId'
>

function granted({ tier, counted, earned, ruleVersion }: ClaimStatus): Granted {
  if (!tier) throw new Error('a claim was granted without a tier')
  return {
    drawMinFen: BigInt(tier.drawMinFen),
    drawMaxFen: BigInt(tier.drawMaxFen),
    turnoverTimes: tier.turnoverTimes,
    countedFen: counted.fen,
    lastDepositAt: present(counted.lastAt, 'counted deposit'),
    earned,
    ruleVersion,
    giveawayId: null,
  }
}

export function drawFor(
  { memberId, ownSeed, now }: Claiming,
  grant: Granted,
  { seed: serverSeed, day, nonce }: { seed: Uint8Array; day: string; nonce: number },
): Draw {
  // The member's id is part of the stream, so that a seed copied from a lucky member draws
  // something else.
  const clientSeed = `${memberId}.${ownSeed}`
  const amountFen = redPacketFen(
    { serverSeed, clientSeed, nonce },
    { minFen: Number(grant.drawMinFen), maxFen: Number(grant.drawMaxFen) },
  )
  return {
    ...grant,
    memberId,
    drawId: randomUUID(),
    day,
    nonce,
    clientSeed,
    amountFen: BigInt(amountFen),
    claimedAt: now,
  }
}

/**
 * The payout is instant and needs a wagering multiple (P1-4-25): draw, posting, requirement and
 * letter stand or fall together.
 */
export async function payAll(tx: Tx, draws: (Draw & { actionKey: string })[]) {
  if ((await keepDraws(tx, draws)) !== draws.length)
    throw new Error('a red packet was counted twice')
  await mustPostAll(
    tx,
    draws.map(({ memberId, drawId, amountFen, claimedAt }) => ({
      memberId,
      key: `red_packet:${drawId}`,
      code: 'red_packet',
      from: { name: 'redPacketExpense' },
      to: { name: 'memberCash' },
      amountFen,
      source: { type: 'red_packet', id: drawId },
      actor: { type: 'member', id: memberId.toString() },
      effectiveAt: claimedAt,
    })),
  )
  await openGiftsBy(
    tx,
    draws.map(({ memberId, drawId, amountFen, turnoverTimes, claimedAt }) => ({
      memberId,
      sourceType: 'red_packet',
      sourceId: drawId,
      amountFen,
      turnoverTimes,
      openedAt: claimedAt,
    })),
  )
  await notifyEach(
    tx,
    draws.map(({ memberId, amountFen, turnoverTimes, claimedAt }) => ({
      memberId,
      title: '红包已到账',
      about: { kind: 'money', link: '/money' },
      at: claimedAt,
      content: `您领取的红包 ¥${formatFen(amountFen)} 已存入中心钱包${turnoverTimes > 0 ? `，完成 ${turnoverTimes} 倍流水即可提款` : ''}。`,
    })),
  )
}
