import { VenueRefusal } from '@tianping/venue-protocol'
import type { Handler } from '../handler.ts'
import * as store from './wallet.sql.ts'

export const putPlayer: Handler<'putPlayer'> = async ({ venue, desk, at }, input) => {
  const { playerId: player, ...rest } = await store.putPlayer(
    venue.db,
    desk.id,
    input.player,
    input.nickname,
    at,
  )
  return { player, ...rest }
}

export const balance: Handler<'balance'> = async ({ venue, desk }, { player }) => {
  const [wallet] = await store.wallets(venue.db, desk.id, [player])
  if (!wallet) throw new VenueRefusal(2001)
  return balanceOf(wallet)
}

export const balances: Handler<'balances'> = async ({ venue, desk }, { players }) => {
  const found = await store.wallets(venue.db, desk.id, players)
  const known = new Set(found.map(wallet => wallet.playerId))
  return { items: found.map(balanceOf), unknown: players.filter(player => !known.has(player)) }
}

function balanceOf({ playerId: player, available, frozen, version }: store.WalletRow) {
  return { player, available, frozen, version }
}
