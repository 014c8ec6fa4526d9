import { present } from '../../model/present.ts'
import { transaction, type Tx } from '@tianping/database'
import { nextVersion, type BetRow } from '../feed/feed.sql.ts'
import { hashOfToken } from '../launch/launch.ts'
import { betByClientId } from '../play/bet.sql.ts'
import { betView } from '../play/betView.ts'
import { newBetId } from '../play/newBetId.ts'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import { addToPlay, findPlay, takeSeat, type Play, type Session } from '../play/session.sql.ts'
import { figures, refuseProtected } from '../play/snapshot.ts'
import type { Venue } from '../venue.ts'
import { changeWallet, type LockedWallet } from '../wallet/wallet.sql.ts'
import { BOOK_LIMITS, type Book } from '../../model/Book.ts'
import { bookOf } from './bookOf.ts'
import { quote, type Quoted, type Wanted } from './quote.ts'
import { stakedOnMatches, writeSlip, type StoredLeg } from './slip.sql.ts'

export type SlipRequest = {
  client_bet_id: string
  stake: bigint
  legs: Wanted[]
  /** Take a price that has risen without asking again. */
  acceptBetter: boolean
  /** Take a price that has fallen by so much at most, per ten thousand of the one seen. */
  acceptWithin: number
  /**
   * After this moment (ms since 1970, the venue's clock) a ticket that was not taken yet is not
   * taken any more.
   */
  expiresAtMs: number
}

/**
 * Takes a ticket: the stake leaves the wallet, the bet is OPEN in the feed until its last match is
 * settled. With a match under way it is looked at twice: it keeps the prices of the moment it came,
 * and is taken after the delay if its lines are still open then. Asked again with the same
 * client_bet_id it answers the same ticket.
 */
export async function placeSlip(venue: Venue, sessionToken: string, request: SlipRequest) {
  const first = await transaction(venue.db, tx => look(venue, tx, sessionToken, request, null))
  if ('bet' in first) return first
  await venue.books.wait(first.delayMs)
  const taken = await transaction(venue.db, tx =>
    look(venue, tx, sessionToken, request, first.quoted),
  )
  if (!('bet' in taken)) throw new Error('a ticket that has waited is taken or refused')
  return taken
}

/**
 * Takes the ticket, or answers the prices it may have after the delay; `held` are those of the
 * first look.
 */
async function look(
  venue: Venue,
  tx: Tx,
  sessionToken: string,
  request: SlipRequest,
  held: Quoted[] | null,
) {
  const seat = await takeSeat(tx, hashOfToken(sessionToken), new Date(venue.clock()))
  if (!seat) throw new PlayRefusal(4002)
  const { session, wallet } = seat
  const book = bookOf(session)
  const play = await findPlay(tx, session)
  const before = await betByClientId(tx, session.deskId, session.playerId, request.client_bet_id)
  if (before) return repeated(session, before, book, request, play, wallet)
  refuse(venue, session, book, wallet, play, request.stake)
  const { quoted, at } = await quote(venue, tx, book, request, held)
  if (held === null && book.acceptDelayMs > 0 && quoted.some(leg => leg.inPlay))
    return { quoted, delayMs: book.acceptDelayMs }
  await refuseLarge(tx, session, book, request.stake, quoted)
  return take(tx, session, book, request, quoted, at)
}

function repeated(
  session: Session,
  before: BetRow,
  book: Book,
  request: SlipRequest,
  play: Play,
  wallet: LockedWallet,
) {
  const had = (before.selection as { legs?: StoredLeg[] }).legs
    ?.map(leg => `${leg.match} ${leg.pick}`)
    .join()
  const asked = request.legs.map(leg => `${leg.match} ${leg.pick}`).join()
  if (before.gameCode !== book.code || had !== asked || before.stake !== request.stake)
    throw new PlayRefusal(2004)
  return { bet: betView(before), ...figures(session, play, wallet.available) }
}

/**
 * Everything that stands against a ticket but its selections; limits come before money, so that
 * protection is what is read.
 */
function refuse(
  venue: Venue,
  session: Session,
  book: Book,
  wallet: LockedWallet,
  play: Play,
  stake: bigint,
) {
  if (wallet.locked) throw new PlayRefusal(2002)
  if (!session.gameOpen) throw new PlayRefusal(3002)
  if (
    venue.faults?.meet(
      { venue: session.venueCode, endpoint: 'placeBet', player: session.playerId },
      'maintenance',
    )
  )
    throw new PlayRefusal(3002)
  if (stake < book.stakesFen[0] || stake > book.stakesFen[1]) throw new PlayRefusal(2006)
  refuseProtected(session, play, stake, new Date(venue.clock()))
  if (wallet.available < stake) throw new PlayRefusal(2003)
}

/** The exposure of the house is limited by refusing tickets, and by nothing else. */
async function refuseLarge(
  tx: Tx,
  session: Session,
  book: Book,
  stake: bigint,
  quoted: readonly Quoted[],
) {
  const product = quoted.reduce((sum, leg) => sum * BigInt(leg.price), 1n)
  if ((stake * product) / 100n ** BigInt(quoted.length) > BOOK_LIMITS.maxPayoutFen)
    throw new PlayRefusal(4305)
  const staked = await stakedOnMatches(
    tx,
    session.deskId,
    session.playerId,
    book.code,
    quoted.map(leg => leg.match.number),
  )
  if (staked + stake > BOOK_LIMITS.maxMatchFen) throw new PlayRefusal(4306)
}

async function take(
  tx: Tx,
  session: Session,
  book: Book,
  request: SlipRequest,
  quoted: readonly Quoted[],
  at: Date,
) {
  const { deskId, playerId } = session
  const { stake, client_bet_id } = request
  const { available } = await changeWallet(tx, deskId, playerId, -stake)
  const play = await addToPlay(tx, session, stake, 0n, 1)
  const last = quoted.reduce((latest, leg) =>
    leg.match.number > latest.match.number ? leg : latest,
  ).match
  await writeSlip(tx, {
    deskId,
    playerId,
    betId: newBetId(session.venueCode),
    clientBetId: client_bet_id,
    gameCode: book.code,
    category: book.category,
    roundId: `${book.code}-${last.number}`,
    legs: quoted.map(({ match, pick, key, price, inPlay }) => ({
      match: Number(match.number),
      home: match.home,
      away: match.away,
      pick,
      key,
      price,
      in_play: inPlay,
      commit: match.commitHash,
      client_seed: match.salt,
      terms: match.terms,
    })),
    stake,
    odds: oddsText(quoted.map(leg => leg.price)),
    sessionStart: session.sessionStart,
    placedAt: at,
    matchNumber: last.number,
    salt: last.salt,
    model: book.model,
    mathVersion: book.mathVersion,
    version: session.demo ? null : await nextVersion(tx, deskId),
  })
  const placed = present(await betByClientId(tx, deskId, playerId, client_bet_id))
  return { bet: betView(placed), ...figures(session, play, available) }
}

/**
 * The odds of a ticket as it shows them: the product of its prices, cut to two decimals. What it
 * pays is not cut.
 */
export function oddsText(prices: readonly number[]): string {
  const hundredths =
    prices.reduce((product, price) => product * BigInt(price), 1n) /
    100n ** BigInt(prices.length - 1)
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}
