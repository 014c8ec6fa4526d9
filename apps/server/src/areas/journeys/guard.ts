import { journeyTriggers, type JourneyRefusal } from '@tianping/contract/journeys/facts'
import type { Tx } from '@tianping/database'
import { holdsOn } from '../holds/holds.ts'
import { underWeeklyCap } from '../message/message.ts'
import {
  benefitRefusals,
  isSelfLimited,
  mayBeContacted,
  wasBlockedSince,
} from '../protection/protection.ts'
import type { Journey } from './store/journey.sql.ts'
import { knownAmong } from './store/occasion.sql.ts'

type Asked = { journey: Journey; memberId: bigint; occurredAt: Date; now: Date }

/** What a profile demands, told apart from protection. */
const isDemand = (data: unknown) => (data as { rule?: string } | null)?.rule === 'verification'

/** A journey that asks for money or play does not reach a member with a limit or a break. */
async function isApart(tx: Tx, { journey, memberId, occurredAt }: Asked): Promise<boolean> {
  if (!journeyTriggers[journey.trigger].asks) return false
  return (await isSelfLimited(tx, memberId)) || (await wasBlockedSince(tx, memberId, occurredAt))
}

/**
 * Which guard is against writing to a member now, or null: the guards of campaigns, and for a
 * trigger that asks for money or play limits and breaks of all accounts of the person too. Under
 * the member's lock.
 */
export async function refusalOf(tx: Tx, asked: Asked): Promise<JourneyRefusal | null> {
  const { journey, memberId, now } = asked
  const refused = (await benefitRefusals(tx, [memberId], now)).get(memberId)
  if (refused) return isDemand(refused.data) ? 'unproven' : 'protected'
  if (await isApart(tx, asked)) return 'protected'
  // Or accounts would be opened for the bonus, which is why campaigns leave new members out.
  if (journey.bonusFen > 0n && (await knownAmong(tx, [memberId])).length === 0) return 'unproven'
  const offering = { product: journey.product, channel: 'inbox' } as const
  if ((await mayBeContacted(tx, { memberIds: [memberId], ...offering, now })).length === 0)
    return 'unwilling'
  if ((await underWeeklyCap(tx, [memberId], now)).length === 0) return 'weekly'
  const going = { subject: `journey:J${journey.seriesId}`, memberId, pays: 'bonus', now } as const
  return (await holdsOn(tx, going)).length > 0 ? 'held' : null
}
