import type { Db } from '@tianping/database'
import { holdsOn } from '../holds/holds.ts'
import { underWeeklyCap } from '../message/message.ts'
import { mayBeContacted } from '../protection/protection.ts'
import { newTo } from './store/member.sql.ts'
import type { Campaign } from './store/campaign.sql.ts'

type Asked = { campaign: Pick<Campaign, 'campaignId' | 'product'>; memberIds: bigint[]; now: Date }

/**
 * Those of some members whom a campaign may include: letters with its offer may reach them now, and
 * none of their person's accounts is part of it. Asked of the control group too, or the arms could
 * not be compared.
 */
export async function whoMayTakePart(
  db: Db,
  { campaign: { campaignId, product }, memberIds, now }: Asked,
): Promise<bigint[]> {
  const fresh = await newTo(db, { campaignId, memberIds })
  if (fresh.length === 0) return []
  const may = await mayBeContacted(db, { memberIds: fresh, product, channel: 'inbox', now })
  return may.length === 0 ? [] : underWeeklyCap(db, may, now)
}

/** Whether the account is locked, a risk is confirmed, or money of the member is disputed. */
export async function isHeld(
  db: Db,
  { campaignId, memberId, now }: { campaignId: number; memberId: bigint; now: Date },
): Promise<boolean> {
  const going = { subject: `campaign:C${campaignId}`, memberId, pays: 'bonus', now } as const
  return (await holdsOn(db, going)).length > 0
}
