import type { ExtraCheck } from '../../ledger/reconcile.ts'
import { oddJourneys } from './store/member.sql.ts'

/** What journeys have given against their days, members and the ledger. */
export const checkJourneys: ExtraCheck = async db => [
  {
    name: 'journeys',
    rule: 'what a journey has spent on a day is the sum of the bonuses of its members, each with its entry',
    severity: 'mismatch',
    differences: await oddJourneys(db),
  },
]
