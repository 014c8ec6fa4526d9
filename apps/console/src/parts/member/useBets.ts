import { everyBet } from '@tianping/contract/records/facts'
import { useTable } from '../list/useTable.ts'

const defaults: { venue: number; game: string; status: number; q: string } = {
  venue: 0,
  game: '',
  status: everyBet,
  q: '',
}

/** Bets of one member, or with 0 of all. */
export const useBets = (memberId: number) =>
  useTable('POST /api/console/bets/list', defaults, filters => ({
    venue_id: filters.venue,
    game_code: filters.game,
    member_id: memberId,
    venue: undefined,
    game: undefined,
  }))
