import { createHash } from 'node:crypto'
import type { CampaignArm } from '@tianping/contract/campaigns/facts'

const HUNDRED = 100
const BYTES = 6

/**
 * The arm of a member: always the same one for the same campaign, and unrelated to the member's arm
 * in any other.
 */
export function armOf(
  campaignId: number,
  memberId: bigint,
  arms: readonly { arm: Exclude<CampaignArm, 'control'>; percent: number }[],
): CampaignArm {
  const drawn = createHash('sha256').update(`campaign:${campaignId}:${memberId}`).digest()
  let left = drawn.readUIntBE(0, BYTES) % HUNDRED
  for (const { arm, percent } of arms) {
    if (left < percent) return arm
    left -= percent
  }
  return 'control'
}
