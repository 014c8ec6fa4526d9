// The front of venues, transfers and bets: all that other areas may import.
export { askVenues, staleOf, type Asked } from './askVenues.ts'
export { type FreeOffer } from './adapters/port.ts'
export { freeRoundsAt, isCapable } from './capable.ts'
export { connectionRule } from './connect/rule.ts'
export { type Venue } from './directory.ts'
export { endPlay, endPlayInPassing } from './endPlay.ts'
export { pictureOf } from './pictures.ts'
export { playRule } from './playRule.ts'
export { readFeed } from './feed.ts'
export { awayFromHome, lookEverywhere, type Look } from './home.ts'
export { type Told } from './matches.ts'
export {
  addressesOf,
  launchGame,
  openGames,
  playable,
  playableFen,
  slotTerms,
  type Opened,
} from './launch.ts'
export { leaveGame } from './leaving.ts'
export { isLimited } from './limited.ts'
export { observe } from './observe.ts'
export { recallAll, recallBlockedMoney } from './recall.ts'
export { renamePlayers } from './renamePlayers.ts'
export { venueStates } from './state.ts'
export { checkVenues } from './reconcile.ts'
export {
  betRecords,
  betTotals,
  blockedWinners,
  openStakesByVenue,
  type BetRow,
} from './store/bet.sql.ts'
export {
  playersOf,
  transferOfAction,
  transferRecords,
  transfersUnderWay,
} from './store/transfer.sql.ts'
export { automaticOf, dropLaunches } from './store/ticket.sql.ts'
export { leftWaiting } from './store/left.sql.ts'
export { nameFreeRounds, playedOf, type Played } from './store/free.sql.ts'
export { hideGame } from './store/venues.sql.ts'
export { checkPendingTransfers, transferWithVenue, type TransferResult } from './transfer.ts'
