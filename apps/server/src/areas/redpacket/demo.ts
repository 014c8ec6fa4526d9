import { row, sql, transaction, type Db } from '@tianping/database'
import { beijingDay, beijingMidnight } from '@tianping/money/day'
import { seedActivities } from '../activity/activity.ts'
import { seedMessages } from '../message/message.ts'
import { writeSetting } from '../../kernel/setting.ts'
import { claimAll } from './claimAll.ts'
import { redPacketSchema, REDPACKET_SETTING } from './setting.ts'

/** Half past ten: in the middle of the morning's claims. */
const CLAIM_MS = 10.5 * 3_600_000

/** Deposits of the day in yuan, the claims they earn, and what one packet holds in fen. */
const tiers = [
  { from: 1_000, to: 5_000, claims: 1, drawMinFen: 1_88, drawMaxFen: 8_88 },
  { from: 5_000, to: 10_000, claims: 3, drawMinFen: 1_88, drawMaxFen: 18_88 },
  { from: 10_000, to: 50_000, claims: 5, drawMinFen: 2_88, drawMaxFen: 38_88 },
  { from: 50_000, to: null, claims: 10, drawMinFen: 5_88, drawMaxFen: 88_88 },
] as const

/**
 * Promotions of a first start: the red packet's rules, activities, letters, and what the demo
 * member has claimed and applied for. Called after the member's deposits and bets, since claims
 * follow from them by the same code as anybody's.
 */
export async function seedPromotions(db: Db, memberId: bigint, now: Date): Promise<void> {
  if (await row(db, sql`select 1 as one from site_setting where key = ${REDPACKET_SETTING}`)) return
  await transaction(db, async tx => {
    await seedRedPackets(tx, memberId, now)
    await seedActivities(tx, memberId, now)
    await seedMessages(tx, memberId, now)
  })
}

const MORNINGS = 30

/**
 * The rules, from the first day of this year to the last of the next, and the packets of the last
 * mornings that were earned; the rules are older than these.
 */
export async function seedRedPackets(db: Db, memberId: bigint, now: Date): Promise<void> {
  const year = Number(beijingDay(now).slice(0, 4))
  await writeSetting(
    db,
    REDPACKET_SETTING,
    redPacketSchema,
    {
      tiers: tiers.map(({ from, to, ...rest }) => ({
        startDay: `${year}-01-01`,
        endDay: `${year + 1}-12-31`,
        minFen: from * 100,
        maxFen: to === null ? null : to * 100 - 1,
        turnoverTimes: 1,
        ...rest,
      })),
    },
    { name: 'demo', at: beijingMidnight(now, MORNINGS) },
  )
  for (let daysAgo = MORNINGS; daysAgo > 0; daysAgo--) {
    const at = new Date(beijingMidnight(now, daysAgo).getTime() + CLAIM_MS)
    // Most mornings nothing was earned: that is a refusal like any other.
    await transaction(db, tx =>
      claimAll(tx, [{ memberId, ownSeed: '', actionKey: `demo-${daysAgo}`, now: at }]),
    )
  }
}
