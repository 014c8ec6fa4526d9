import { itemAt, present } from '../../model/present.ts'
import { transaction, type Tx } from '@tianping/database'
import { NO_BEACON, NO_JACKPOT, type BetRow } from '../feed/feed.sql.ts'
import { hashOfToken } from '../launch/launch.ts'
import { betByClientId } from '../play/bet.sql.ts'
import { betView } from '../play/betView.ts'
import { newBetId } from '../play/newBetId.ts'
import { keepTableCycle } from '../play/keepCycle.ts'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import { takeSeat, type Play, type Session } from '../play/session.sql.ts'
import { figures, refuseProtected, tableOf } from '../play/snapshot.ts'
import type { Venue } from '../venue.ts'
import type { LockedWallet } from '../wallet/wallet.sql.ts'
import type { RoundRow } from './round.sql.ts'
import type { Line, Table } from '../../model/Table.ts'
import {
  ticketContextOf,
  takeTicket,
  type NewTicket,
  type TicketContext,
  type StoredLine,
} from './ticket.sql.ts'

export type TicketRequest = { client_bet_id: string; round: bigint; lines: Line[] }

/**
 * Places a ticket on an open round: the stake leaves the wallet now, the bet is OPEN in the feed
 * until its round is settled. Asked again with the same client_bet_id it answers the same ticket,
 * after the close too.
 */
export function placeTicket(venue: Venue, sessionToken: string, request: TicketRequest) {
  return transaction(venue.db, async tx => {
    const seat = await takeSeat(tx, hashOfToken(sessionToken), new Date(venue.clock()))
    if (!seat) throw new PlayRefusal(4002)
    const { session, wallet } = seat
    const { deskId, playerId, sessionStart } = session
    const table = tableOf(session)
    const context = await ticketContextOf(tx, {
      deskId,
      playerId,
      sessionStart,
      clientBetId: request.client_bet_id,
      tableCode: table.code,
      roundNumber: request.round,
    })
    if (context.repeated)
      return repeated(
        session,
        present(await betByClientId(tx, deskId, playerId, request.client_bet_id)),
        table,
        request,
        context.play,
        wallet,
      )
    const lines = storedLines(table, request.lines)
    const stake = request.lines.reduce((sum, line) => sum + line.stakeFen, 0n)
    refuse(venue, session, wallet, context.play, stake)
    const round = openRoundOf(context)
    if (context.before.stake + stake > table.maxRoundFen) throw new PlayRefusal(4203)
    const newRound = context.before.count === 0n
    if (newRound) await keepTableCycle(tx, session, new Date(venue.clock()))
    return take(tx, session, table, round, {
      client_bet_id: request.client_bet_id,
      lines,
      stake,
      at: context.at,
      newRound,
    })
  })
}

function repeated(
  session: Session,
  before: BetRow,
  table: Table,
  request: TicketRequest,
  play: Play,
  wallet: LockedWallet,
) {
  const asked = request.lines.map(({ pick, stakeFen }) => `${pick}@${stakeFen}`).join()
  const had =
    before.gameCode === table.code &&
    (before.selection as { lines: StoredLine[] }).lines
      .map(({ pick, stake }) => `${pick}@${stake}`)
      .join()
  if (had !== asked || before.nonce !== request.round) throw new PlayRefusal(2004)
  return { bet: betView(before), ...figures(session, play, wallet.available) }
}

/**
 * The lines with the odds they are taken at; refused when a pick does not exist or a stake is not
 * on offer.
 */
function storedLines(table: Table, lines: readonly Line[]): StoredLine[] {
  return lines.map(({ pick, stakeFen }) => {
    const odds = table.oddsOf(pick)
    if (odds === null) throw new PlayRefusal(2000)
    if (stakeFen % itemAt(table.stakesFen, 0) !== 0n || stakeFen > table.maxLineFen)
      throw new PlayRefusal(2006)
    return { pick, stake: Number(stakeFen), odds }
  })
}

/**
 * Everything that stands against a bet but the clock; limits come before money, so that protection
 * is what is read.
 */
function refuse(venue: Venue, session: Session, wallet: LockedWallet, play: Play, stake: bigint) {
  if (wallet.locked) throw new PlayRefusal(2002)
  if (!session.gameOpen) throw new PlayRefusal(3002)
  if (
    venue.faults?.meet(
      { venue: session.venueCode, endpoint: 'placeBet', player: session.playerId },
      'maintenance',
    )
  )
    throw new PlayRefusal(3002)
  refuseProtected(session, play, stake, new Date(venue.clock()))
  if (wallet.available < stake) throw new PlayRefusal(2003)
}

/**
 * The round while it takes bets. It is locked against closing, and the clock was read after the
 * lock was granted: whoever waited for it past the close is refused by the clock, whoever holds it
 * keeps the close waiting.
 */
function openRoundOf({ round, at }: TicketContext): RoundRow {
  if (!round || at < round.opensAt) throw new PlayRefusal(4202)
  if (round.state !== 'open' || at >= round.closesAt) throw new PlayRefusal(4201)
  return round
}

type Wanted = {
  client_bet_id: string
  lines: StoredLine[]
  stake: bigint
  at: Date
  newRound: boolean
}

async function take(
  tx: Tx,
  session: Session,
  table: Table,
  round: RoundRow,
  { client_bet_id, lines, stake, at, newRound }: Wanted,
) {
  const { deskId, playerId } = session
  const ticket: NewTicket = {
    deskId,
    playerId,
    betId: newBetId(session.venueCode),
    clientBetId: client_bet_id,
    gameCode: table.code,
    category: table.category,
    roundId: roundIdOf(round),
    lines,
    stake,
    odds: lines.length === 1 ? itemAt(lines, 0).odds : null,
    sessionStart: session.sessionStart,
    placedAt: at,
    tableCode: table.code,
    roundNumber: round.number,
    clientSeed: round.salt,
    model: table.model,
    mathVersion: round.mathVersion,
    demo: session.demo,
    newRound,
  }
  const { version, available, play } = await takeTicket(tx, ticket)
  return { bet: betView(seen(ticket, version, round)), ...figures(session, play, available) }
}

/** The ticket as a later read would give it; its round's seed is still secret. */
function seen(ticket: NewTicket, version: bigint | null, round: RoundRow): BetRow {
  return {
    ...ticket,
    version,
    revision: 1,
    selection: { lines: ticket.lines },
    validAmount: 0n,
    payout: 0n,
    status: 'OPEN',
    settledAt: null,
    nonce: round.number,
    outcome: {},
    commitHash: round.commitHash,
    serverSeed: null,
    freeRef: null,
    freeStake: null,
    ...NO_BEACON,
    ...NO_JACKPOT,
  }
}

/** How a round is named in bets and lists: table, day and place, `k3-20260718-1042`. */
export function roundIdOf({
  tableCode,
  day,
  place,
}: Pick<RoundRow, 'tableCode' | 'day' | 'place'>): string {
  return `${tableCode}-${day.replaceAll('-', '')}-${String(place).padStart(4, '0')}`
}
