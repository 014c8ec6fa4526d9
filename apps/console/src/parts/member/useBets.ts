import { everyBet } from '@tianping/contract/records/facts'
import { useTable } from '../list/useTable.ts'

const defaults: { venue: number; status: number; q: string } = { venue: 0, status: everyBet, q: '' }

/** Bets of one member, or with 0 of all. */
export const useBets = (memberId: number) =>
  useTable('POST /api/console/bets/list', defaults, filters => ({
    venue_id: filters.venue,
    member_id: memberId,
    venue: undefined,
  }))
