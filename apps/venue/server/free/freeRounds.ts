import { transaction } from '@tianping/database'
import { VenueRefusal, type VenueFreeRounds, type VenueInput } from '@tianping/venue-protocol'
import { findGame } from '../../games/registry.ts'
import type { CallContext, Handler } from '../handler.ts'
import { present } from '../../model/present.ts'
import { findPlayer, lockWallet } from '../wallet/wallet.sql.ts'
import { addGrant, cancelGrant, grantIn, grantOf, type Grant, type GrantRow } from './free.sql.ts'

const LONGEST_MS = 366 * 24 * 3_600_000

/** Gives a player rounds at the house's cost, once per ref. */
export const grantFreeRounds: Handler<'grantFreeRounds'> = async (context, input) => {
  const { venue, desk, at } = context
  if (!(await findPlayer(venue.db, desk.id, input.player))) throw new VenueRefusal(2001)
  const before = await grantOf(venue.db, desk.id, input.ref)
  if (!before) {
    refuse(context, input)
    const { ref, player: playerId, games, stake, rounds } = input
    const endsAt = new Date(input.ends_at)
    await addGrant(venue.db, desk.id, { ref, playerId, games, stake, rounds, endsAt, at })
  }
  const kept = grantIn(before ?? (await grantOf(venue.db, desk.id, input.ref)))
  if (!kept) throw new VenueRefusal(2005)
  if (!isSame(kept, input)) throw new VenueRefusal(2004)
  if (kept.cancelledAt !== null) throw new VenueRefusal(2005)
  return answer(kept, at)
}

/** A stake that a game does not offer, or a game that is no slot, is found before anybody plays. */
function refuse(
  { desk, at }: CallContext,
  { games, stake, ends_at }: VenueInput<'grantFreeRounds'>,
) {
  for (const code of games) {
    const game = findGame(desk.venue, code)
    if (!game || 'phases' in game || 'fixture' in game) throw new VenueRefusal(3001)
    if (!game.stakesFen.includes(stake)) throw new VenueRefusal(2006)
  }
  const ends = Date.parse(ends_at) - at.getTime()
  if (ends <= 0 || ends > LONGEST_MS) throw new VenueRefusal(2000, 'ends_at')
}

const isSame = (kept: Grant, input: VenueInput<'grantFreeRounds'>) =>
  kept.playerId === input.player &&
  kept.stake === input.stake &&
  kept.rounds === input.rounds &&
  kept.endsAt.getTime() === Date.parse(input.ends_at) &&
  String(kept.games) === String(input.games)

export const freeRounds: Handler<'freeRounds'> = async ({ venue, desk, at }, { ref }) => {
  const found = await grantOf(venue.db, desk.id, ref)
  if (!found) throw new VenueRefusal(2404)
  return answer(found, at)
}

/** No round begins under it afterwards; one that goes on is played to its end. */
export const cancelFreeRounds: Handler<'cancelFreeRounds'> = ({ venue, desk, at }, { ref }) =>
  transaction(venue.db, async tx => {
    const found = await grantOf(tx, desk.id, ref)
    if (found && found.playerId !== null) await lockWallet(tx, desk.id, found.playerId)
    await cancelGrant(tx, desk.id, ref, at)
    return answer(present(await grantOf(tx, desk.id, ref)), at)
  })

function statusOf(grant: Grant, at: Date): VenueFreeRounds['status'] {
  if (grant.used >= grant.rounds) return 'PLAYED'
  if (grant.cancelledAt !== null) return 'CANCELLED'
  return grant.endsAt <= at ? 'EXPIRED' : 'OPEN'
}

function answer(found: GrantRow, at: Date): VenueFreeRounds {
  const grant = grantIn(found)
  if (!grant)
    return {
      ref: found.ref,
      status: 'CANCELLED',
      player: null,
      games: [],
      stake: null,
      rounds: 0,
      used: 0,
      open: 0,
      won: 0n,
      ends_at: null,
    }
  return {
    ref: grant.ref,
    status: statusOf(grant, at),
    player: grant.playerId,
    games: grant.games,
    stake: grant.stake,
    rounds: grant.rounds,
    used: grant.used,
    open: grant.open,
    won: grant.won,
    ends_at: grant.endsAt.toISOString(),
  }
}
