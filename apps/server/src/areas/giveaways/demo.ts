import { giveawayState } from '@tianping/contract/giveaways/facts'
import { transaction, type Db, type Tx } from '@tianping/database'
import { addDays, beijingDay, DAY_MS, startOfDay } from '@tianping/money/day'
import { drawCodes } from './codes.ts'
import { decideGiveaway, insertGiveaway, type NewGiveaway } from './store/giveaway.sql.ts'
import { doneAmong } from './store/mission.sql.ts'
import type { MissionTerms, Terms } from './terms.ts'

const BEGAN_DAYS = 10
const COUNTED_DAYS = 21
const CLAIM_DAYS = 3
const PER_100_YUAN = 100_00n
const LEAST_FEN = 1_000_00n

type Demo = {
  /** The goal lies beyond what this member has staked. */
  memberId: bigint
  /** Two operators. */
  proposedBy: string
  decidedBy: string
  now: Date
}

type Common = Omit<NewGiveaway, 'kind' | 'terms' | 'name' | 'note' | 'budgetFen'>
type Own = Pick<NewGiveaway, 'name' | 'note' | 'budgetFen'> & { terms: Terms }

async function begin(tx: Tx, common: Common, { terms, ...own }: Own, by: string): Promise<void> {
  const id = await insertGiveaway(tx, { ...common, ...own, kind: terms.kind, terms })
  const state = giveawayState.approved
  await decideGiveaway(tx, { id, state, by, remark: '', at: common.startsAt })
  await drawCodes(tx, id, terms)
}

/** A mission that runs with some progress of a member, and a code for everybody. */
export const seedGiveaways = (db: Db, demo: Demo): Promise<void> =>
  transaction(db, async tx => {
    const { memberId, proposedBy, decidedBy, now } = demo
    const startsAt = startOfDay(addDays(beijingDay(now), -BEGAN_DAYS))
    const span = { startsAt, endsAt: new Date(+startsAt + (COUNTED_DAYS + CLAIM_DAYS) * DAY_MS) }
    const proposed = { proposedBy, proposedAt: new Date(+startsAt - DAY_MS) }
    const common = { ...span, ...proposed, turnoverTimes: 3, minVip: 0, segmentId: null }
    const mission: Own & { terms: MissionTerms } = {
      name: '秋日任务',
      note: '按结算注单的有效投注累计，作废注单不计。',
      budgetFen: 5_000_00n,
      terms: {
        kind: 'mission',
        goal: 'stake',
        needed: await goalBeyond(tx, { memberId, startsAt, now }),
        days: COUNTED_DAYS,
        places: [],
        prizeFen: 18_00,
      },
    }
    await begin(tx, common, mission, decidedBy)
    const terms = { kind: 'code', amountFen: 8_00, uses: 500, code: 'TIANPING8' } as const
    const note = '每人一次。'
    await begin(tx, common, { name: '秋日兑换码', note, budgetFen: 4_000_00n, terms }, decidedBy)
  })

/** Fen of stakes of which the member has made about two thirds, in hundreds of yuan. */
async function goalBeyond(
  tx: Tx,
  { memberId, startsAt, now }: Pick<Demo, 'memberId' | 'now'> & { startsAt: Date },
): Promise<number> {
  const counted = {
    goal: 'stake',
    from: startsAt,
    until: now,
    fromDay: beijingDay(startsAt),
    untilDay: addDays(beijingDay(now), 1),
    places: [],
    tier: 0,
    now,
  } as const
  const done = (await doneAmong(tx, [memberId], counted)).get(memberId) ?? 0n
  const goal = ((done * 3n) / 2n / PER_100_YUAN + 1n) * PER_100_YUAN
  return Number(goal > LEAST_FEN ? goal : LEAST_FEN)
}
