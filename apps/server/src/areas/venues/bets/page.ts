// What a page of a venue's feed does with the bets on it.
import { transaction, Unavailable, type Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import type { Services } from '../../../kernel/http/services.ts'
import { notePlay } from '../../protection/protection.ts'
import { weigher, type Weigher } from '../../wagering/wagering.ts'
import type { Venue } from '../directory.ts'
import { keepAside } from '../store/aside.sql.ts'
import { applyBet, type Applied } from './apply.ts'

export type BetDeps = Pick<Services, 'db' | 'clock'> & {
  bus: Pick<Services['bus'], 'publish'>
  log?: Services['log']
}

type Own = { venueId: number; memberId: bigint; bets: VenueBet[]; weigh: Weigher }

/**
 * Each member's bets in a transaction of their own, so that nobody's lock waits for the page. A bet
 * that cannot be kept is set aside and tried again (`aside.ts`), so that the feed goes on. Throws
 * where there are too many of those: then the fault is no single bet's.
 */
export async function applyBets(
  services: BetDeps,
  { venueId }: Pick<Venue, 'venueId'>,
  bets: VenueBet[],
): Promise<void> {
  const weigh = await weigher(services.db)
  const byMember = Map.groupBy(
    bets.filter(bet => /^\d{1,18}$/.test(bet.player)),
    bet => bet.player,
  )
  for (const [player, own] of byMember) {
    const bets = own.toSorted((a, b) => (a.version < b.version ? -1 : 1))
    await applyOwn(services, { venueId, memberId: BigInt(player), bets, weigh })
  }
  services.bus.publish('member', [...byMember.keys()])
}

/** The bets of one member at once; where that fails, each alone. */
async function applyOwn(services: BetDeps, own: Own): Promise<void> {
  const { bets, ...applied } = own
  try {
    await transaction(services.db, async tx => {
      for (const bet of bets) await applyBet(tx, { ...applied, bet })
      for (const stretch of stretchesOf(bets))
        await notePlay(tx, { memberId: own.memberId, ...stretch })
    })
  } catch (error) {
    if (error instanceof Unavailable) throw error
    for (const bet of bets) await keepOrSetAside(services, { ...applied, bet })
  }
}

/** One bet by itself, and that its member played when it was placed. What fails names the bet. */
export async function keepAlone(db: Db, applied: Applied): Promise<void> {
  const { venueId, memberId, bet } = applied
  const placed = new Date(bet.placed_at)
  try {
    await transaction(db, async tx => {
      await applyBet(tx, applied)
      await notePlay(tx, { memberId, from: placed, to: placed })
    })
  } catch (error) {
    if (error instanceof Unavailable) throw error
    const said = `bet ${bet.bet_id} of venue ${venueId}: ${(error as Error).message}`
    throw new Error(said, { cause: error })
  }
}

async function keepOrSetAside({ db, clock, log }: BetDeps, applied: Applied): Promise<void> {
  try {
    await keepAlone(db, applied)
  } catch (error) {
    if (error instanceof Unavailable) throw error
    const { message } = error as Error
    if (!(await keepAside(db, { ...applied, error: message, now: clock.now() }))) throw error
    log?.error({ err: error, venueId: applied.venueId }, 'a bet was set aside')
  }
}

/** No longer between two bets of one stretch of play. */
const GAP_MS = 15 * 60_000

/** When the bets of a page were placed, as stretches without a longer gap. */
export function stretchesOf(
  bets: readonly Pick<VenueBet, 'placed_at'>[],
): { from: Date; to: Date }[] {
  const found: { from: Date; to: Date }[] = []
  for (const at of bets.map(bet => new Date(bet.placed_at)).toSorted((a, b) => +a - +b)) {
    const last = found.at(-1)
    if (last && +at - +last.to <= GAP_MS) last.to = at
    else found.push({ from: at, to: at })
  }
  return found
}
