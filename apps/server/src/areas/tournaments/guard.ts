import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { explained } from '../../kernel/http/explain.ts'
import { limitedAmong, mayBenefit, whoMayBenefit } from '../protection/protection.ts'
import { staffAmong } from './store/entry.sql.ts'

/**
 * Those of some members who may race for prizes: they may be rewarded, have set themselves no limit
 * of play, and do not work in the back office.
 */
export async function whoMayJoin(db: Db, memberIds: bigint[], now: Date): Promise<bigint[]> {
  const may = await whoMayBenefit(db, memberIds, now)
  const limited = new Set(await limitedAmong(db, may))
  const staff = await staffAmong(db, may)
  return may.filter(memberId => !limited.has(memberId) && !staff.has(memberId))
}

/** Refuses a member whom `whoMayJoin` leaves out, with the reason. */
export async function mayJoin(db: Db, memberId: bigint, now: Date): Promise<void> {
  await mayBenefit(db, memberId, now)
  if ((await limitedAmong(db, [memberId])).length > 0)
    throw explained(say('tournament.limited'), { rule: 'limits_of_play', version: 0 })
  if ((await staffAmong(db, [memberId])).size > 0)
    throw explained(say('tournament.audience'), { rule: 'staff', version: 0 })
}
