import type { ExtraCheck } from '../../ledger/reconcile.ts'
import { oddCampaigns } from './store/member.sql.ts'

/** What campaigns have given against their members and the ledger. */
export const checkCampaigns: ExtraCheck = async db => [
  {
    name: 'campaigns',
    rule: 'what a campaign has spent is the sum of the bonuses of its members, each with its entry',
    severity: 'mismatch',
    differences: await oddCampaigns(db),
  },
]
