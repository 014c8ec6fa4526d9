import { say } from '@tianping/contract/refusals'
import { randomUUID } from 'node:crypto'
import { formatFen, yuanOf } from '@tianping/money'
import { row, rows, run, theRow, transaction, type Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { rangeStart } from '../../kernel/day.ts'
import { PER_PAGE, pageOf } from '../../kernel/http/answer.ts'
import { explained, figures, whyOf } from '../../kernel/http/explain.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { mayBenefit } from '../protection/protection.ts'
import { lockMember, mustPost } from '../../ledger/ledger.ts'
import { openRequirement } from '../../ledger/wagering.ts'
import { readVersioned } from '../../kernel/setting.ts'
import * as statements from './store/rebate.sql.ts'
import { REBATE_SETTING, rebateSchema } from './rebateSetting.ts'

const CLAIMED = '领取成功'
/** Blocked when pending is 0 or less (P1-5-25). */

/**
 * Claims all that is pending in one posting, with its turnover requirement, in the caller's
 * transaction. The member's lock makes two claims at once one after the other: the second finds
 * nothing. Corrections are netted; while they outweigh what was earned there is nothing to claim,
 * and they wait for the days to come.
 */
export async function claimRebates(
  tx: Tx,
  claim: {
    memberId: bigint
    actionKey: string
    turnoverTimes: number
    now: Date
    /** Of the setting; refusals name it. */
    version?: number
  },
): Promise<bigint> {
  const { memberId, actionKey, now } = claim
  await lockMember(tx, memberId)
  const before = await row(tx, statements.claimOfAction(memberId, actionKey))
  if (before) return before.amountFen
  await mayBenefit(tx, memberId, now)
  const claimNo = randomUUID()
  const { fen: amountFen } = await theRow(tx, statements.takePending(memberId, claimNo, now))
  if (amountFen <= 0n) {
    throw explained(
      say('rebate.nothing'),
      {
        rule: 'pending',
        version: claim.version ?? 0,
        inputs: [figures.yuan('pending', '待领取返水（含更正）', amountFen)],
        missing: [figures.yuan('pending', '还差', 1n - amountFen)],
      },
      { pending: yuanOf(amountFen) },
    )
  }
  await run(tx, statements.insertClaim({ memberId, claimNo, actionKey, amountFen, now }))
  await mustPost(tx, {
    memberId,
    key: `rebate:${claimNo}`,
    code: 'rebate',
    from: { name: 'rebateExpense' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type: 'rebate_claim', id: claimNo },
    actor: { type: 'member', id: memberId.toString() },
    effectiveAt: now,
  })
  await openRequirement(tx, {
    memberId,
    sourceType: 'rebate',
    sourceId: claimNo,
    requiredFen: amountFen * BigInt(claim.turnoverTimes),
    openedAt: now,
  })
  return amountFen
}

/** Turnover x percentage, floored to the fen, less what earlier rows of the day gave. */
const whyOfRebate = (rebate: statements.RebateRow) =>
  whyOf({
    rule: rebate.lineNo > 1 ? 'rebate_correction' : 'rebate',
    version: rebate.levelsVersion,
    inputs: [
      figures.date('day', '投注日', rebate.day),
      figures.yuan('valid', '有效投注', rebate.validFen),
      figures.level('vip', '当日结束时的等级', rebate.vip),
      figures.percent('percent', '返水比例', Number(rebate.percent)),
      figures.yuan('amount', rebate.lineNo > 1 ? '更正金额' : '返水金额', rebate.amountFen),
    ],
  })

export const rebateHandlers = {
  'POST /api/getfanshui': async ({ body, member, ...services }) => {
    const { db, clock, venues } = services
    const { memberId } = member
    const all = await venues.all()
    const venueId =
      body.api_type === '' ? null : ((await venues.named(body.api_type))?.venueId ?? -1)
    const filter = { memberId, since: rangeStart(clock.now(), body.date), venueId }
    const [found, { total }, totals] = await Promise.all([
      rows(db, statements.rebatesOf(filter, PER_PAGE, (body.page - 1) * PER_PAGE)),
      theRow(db, statements.countRebates(filter)),
      theRow(db, statements.totalsOf(memberId)),
    ])
    const list = found.map(rebate => ({
      gamename: all.find(venue => venue.venueId === rebate.venueId)?.name ?? '',
      money: yuanOf(rebate.amountFen),
      created_at: beijing(rebate.createdAt),
      updated_at: beijing(rebate.updatedAt),
      state: rebate.state,
      bet_day: rebate.day,
      valid_amount: yuanOf(rebate.validFen),
      percent: Number(rebate.percent),
      vip: rebate.vip,
      rule_version: rebate.levelsVersion,
      correction: rebate.lineNo > 1,
      why: whyOfRebate(rebate),
    }))
    return {
      data: {
        list: pageOf(list, body.page, total),
        jisuan: yuanOf(totals.claimedFen),
        nojisuan: yuanOf(totals.pendingFen),
      },
    }
  },
  'POST /api/dofanshui': async ({ caller, member, db, clock, bus }) => {
    const { memberId } = member
    const {
      version,
      value: { turnoverTimes },
    } = await readVersioned(db, REBATE_SETTING, rebateSchema)
    const amountFen = await transaction(db, tx =>
      claimRebates(tx, {
        memberId,
        actionKey: caller.key,
        turnoverTimes,
        version,
        now: clock.now(),
      }),
    )
    bus.publish('member', [memberId.toString()])
    return { message: `${CLAIMED}，${formatFen(amountFen)}元已到账`, data: null }
  },
} satisfies Handlers
