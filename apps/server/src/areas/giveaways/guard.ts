import { giveawayState } from '@tianping/contract/giveaways/facts'
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { explained, figures } from '../../kernel/http/explain.ts'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import { holdsOn } from '../holds/holds.ts'
import { timesFor } from '../profiles/profiles.ts'
import { mayBenefit } from '../protection/protection.ts'
import { segmentHas } from '../segments/segments.ts'
import { lockGiveaway, standingOf, type Giveaway } from './store/giveaway.sql.ts'
import { shownAmong } from './store/mission.sql.ts'

type Asked = { memberId: bigint; now: Date }

/** What nobody has approved is no giveaway for members. */
const isShown = ({ state }: Giveaway) =>
  state === giveawayState.approved || state === giveawayState.stopped

const refuse = (said: Parameters<typeof explained>[0], rule: string) =>
  explained(said, { rule, version: 0 })

export function refuseTime({ state, startsAt, endsAt }: Giveaway, now: Date): void {
  if (state !== giveawayState.approved || endsAt <= now)
    throw refuse(say('giveaway.over'), 'giveaway_time')
  if (startsAt > now) throw refuse(say('giveaway.not_begun'), 'giveaway_time')
}

/** Refuses whom the guard of protection takes out, and whom this giveaway is not for. */
export async function refuseMember(
  db: Db,
  { giveawayId, minVip, segmentId }: Giveaway,
  { memberId, now }: Asked,
): Promise<void> {
  await mayBenefit(db, memberId, now)
  const { vip, isStaff } = await standingOf(db, memberId)
  if (isStaff) throw refuse(say('giveaway.audience'), 'staff')
  if (vip < minVip)
    throw explained(say('giveaway.level', { vip: minVip }), {
      rule: 'giveaway_level',
      version: 0,
      inputs: [figures.level('level', '当前等级', vip)],
      missing: [figures.level('level', '所需等级', minVip)],
    })
  if (segmentId === null || (await segmentHas(db, { segmentId, memberId, now }))) return
  if (!(await shownAmong(db, memberId, [giveawayId])).has(giveawayId))
    throw refuse(say('giveaway.audience'), 'giveaway_audience')
}

/** What keeps a bonus from going out; a code stays unused, a claim unmade. */
async function refuseHeld(tx: Tx, { giveawayId }: Giveaway, member: Asked): Promise<void> {
  const going = { subject: `giveaway:C${giveawayId}`, pays: 'bonus', ...member } as const
  if ((await holdsOn(tx, going)).length > 0) throw refuse(say('giveaway.held'), 'bonus_held')
}

/** As it gives now: a profile enabled since the approval may allow less turnover. */
export const asGivenNow = async (db: Db, giveaway: Giveaway): Promise<Giveaway> => ({
  ...giveaway,
  turnoverTimes: await timesFor(db, giveaway.turnoverTimes),
})

/**
 * A giveaway of a kind that gives to this member now, locked until the transaction ends: whoever
 * spends of its budget goes one after the other, so do accounts of one person. The member's own
 * locks are taken before.
 */
export async function lockFor(
  tx: Tx,
  { id, kind, ...asked }: Asked & { id: number; kind: Giveaway['kind'] },
): Promise<Giveaway> {
  const giveaway = existing(await lockGiveaway(tx, id), 'giveaway.not_found')
  if (giveaway.kind !== kind || !isShown(giveaway)) throw new Refusal(say('giveaway.not_found'))
  refuseTime(giveaway, asked.now)
  await refuseMember(tx, giveaway, asked)
  await refuseHeld(tx, giveaway, asked)
  return asGivenNow(tx, giveaway)
}

export const otherAccount = () => refuse(say('giveaway.person'), 'one_person')

/** Refuses what does not fit into the rest of the budget. */
export function refuseBudget({ budgetFen, spentFen }: Giveaway, mostFen: bigint): void {
  if (spentFen + mostFen > budgetFen) throw refuse(say('giveaway.budget'), 'giveaway_budget')
}
