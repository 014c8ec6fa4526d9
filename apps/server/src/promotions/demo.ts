import { rows, sql, type Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import { beijingDay } from '../clock.ts'
import { addDays, startOfDay } from '../day.ts'
import { applyBets } from '../venues/feed.ts'
import { reckonRebates } from './rebateReckoning.ts'

const HOUR_MS = 3_600_000
/** Days of play before today, bets a day, and the venues in turn. */
const DAYS = 6
const BETS = 3
const VENUES = ['FG', 'PP', 'LIVE', 'SPORT'] as const
const STAKES_FEN = [20_000n, 5_000n, 48_000n, 12_500n, 30_000n] as const

/**
 * A week of settled bets of the demo member and the rebates they earned, all pending, so that the rebate centre has rows
 * and something to claim. Bets have fixed numbers: a second call changes nothing.
 */
export async function seedRebates(db: Db, memberId: bigint, now: Date): Promise<void> {
  const venues = await rows(db, sql<{ venueId: number; category: string; gameCode: string | null }>`
    select v.venue_id as "venueId", v.category, (select min(g.game_code) from game g where g.venue_id = v.venue_id) as "gameCode"
    from venue v where v.platname = any(${[...VENUES]}::text[]) order by v.venue_id`)
  for (let ago = DAYS; ago >= 1; ago--) {
    const day = addDays(beijingDay(now), -ago)
    for (let n = 0; n < BETS; n++) {
      const serial = ago * BETS + n
      const { venueId, category, gameCode } = venues[serial % venues.length]!
      const at = new Date(startOfDay(day).getTime() + (11 + n * 4) * HOUR_MS)
      await applyBets({ db, bus: { publish: () => {} } }, { venueId }, [demoBet(memberId, serial, category, gameCode ?? category, at)])
    }
    // Reckoned as on the night after, so that the rows carry their own days.
    await reckonRebates(db, addDays(day, 1), new Date(startOfDay(addDays(day, 1)).getTime() + HOUR_MS))
  }
}

function demoBet(memberId: bigint, serial: number, category: string, gameCode: string, at: Date): VenueBet {
  const stake = STAKES_FEN[serial % STAKES_FEN.length]!
  const payout = serial % 3 === 0 ? (stake * 9n) / 5n : 0n
  return {
    bet_id: `demo-${serial}`, version: BigInt(serial), revision: 1, player: memberId.toString(), category, game_code: gameCode, round_id: `demo-${serial}`,
    selection: {}, stake, valid_amount: stake, payout, net: payout - stake, odds: null, status: 'SETTLED', placed_at: at.toISOString(), settled_at: at.toISOString(),
    fairness: { commit: '', client_seed: '', nonce: serial }, math_version: '',
  }
}
