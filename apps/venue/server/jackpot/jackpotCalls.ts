import { transaction, type Db } from '@tianping/database'
import { JACKPOT_UNITS } from '@tianping/fairness'
import {
  MAX_JACKPOT_WINS,
  MAX_JACKPOTS,
  VenueRefusal,
  type VenueInput,
  type VenueJackpot,
} from '@tianping/venue-protocol'
import { findGame } from '../../games/registry.ts'
import { present } from '../../model/present.ts'
import type { CallContext, Handler } from '../handler.ts'
import { poolOf } from './draw.ts'
import { jackpotsOf, lockJackpots, putJackpot, winsOf, type Jackpot } from './jackpot.sql.ts'

/** No prize is rarer than one in so many bets of the least stake. */
const RAREST = 100_000_000n

export const makeJackpot: Handler<'putJackpot'> = async (context, input) => {
  const { venue, desk } = context
  await transaction(venue.db, async tx => {
    await lockJackpots(tx, desk.id)
    const others = (await jackpotsOf(tx, desk.id)).filter(each => each.ref !== input.ref)
    refuse(context, input, others)
    await putJackpot(tx, desk.id, { ...input, isOpen: input.open })
  })
  return present((await shown(venue.db, desk.id)).find(each => each.ref === input.ref))
}

export const jackpots: Handler<'jackpots'> = async ({ venue, desk }) => ({
  items: await shown(venue.db, desk.id),
})

/** One pool a game, slots only, and a chance that is worth the name. */
function refuse(
  { desk }: CallContext,
  { games, open, share, seed, bound }: VenueInput<'putJackpot'>,
  others: readonly Jackpot[],
) {
  if (bound <= seed) throw new VenueRefusal(2000, 'bound')
  if (others.length >= MAX_JACKPOTS) throw new VenueRefusal(2000, 'ref')
  for (const code of games) {
    const game = findGame(desk.venue, code)
    if (!game || 'phases' in game || 'fixture' in game) throw new VenueRefusal(3001)
    const least = game.stakesFen.reduce((a, b) => (b < a ? b : a))
    if (least * BigInt(share) * RAREST < (bound - seed) * JACKPOT_UNITS)
      throw new VenueRefusal(2000, 'bound')
    if (open && others.some(each => each.isOpen && each.games.includes(code)))
      throw new VenueRefusal(2000, 'games')
  }
}

async function shown(db: Db, desk: number): Promise<VenueJackpot[]> {
  const [found, wins] = await Promise.all([
    jackpotsOf(db, desk),
    winsOf(db, desk, MAX_JACKPOT_WINS),
  ])
  return found.map(each => ({
    ref: each.ref,
    name: each.name,
    games: each.games,
    open: each.isOpen,
    share: each.share,
    seed: each.seed,
    bound: each.bound,
    next: { share: each.nextShare, seed: each.nextSeed, bound: each.nextBound },
    cycle: each.cycle,
    pool: poolOf(each),
    seeded: each.seeded,
    contributed: each.contributed,
    paid: each.paid,
    wins: wins
      .filter(({ ref }) => ref === each.ref)
      .map(({ cycle, betId, playerId, won, at }) => ({
        cycle,
        bet_id: betId,
        player: playerId,
        amount: won,
        at: at.toISOString(),
      })),
  }))
}
