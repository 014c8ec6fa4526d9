// What the calls of a seamless venue do to a member's money. A bet asks every guard of play; what
// has been played is settled for everybody.
import { transaction, type Tx } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import type { Services } from '../../../kernel/http/services.ts'
import { lockMember } from '../../../ledger/ledger.ts'
import { apartOf, notePlay } from '../../protection/protection.ts'
import { weigher, type Weigher } from '../../wagering/wagering.ts'
import type { Venue } from '../directory.ts'
import { applyBet } from '../bets/apply.ts'
import { grantOfBet, lastFreeBet, namedGrant, noteFreeCall } from '../store/free.sql.ts'
import {
  answeredBefore,
  balanceFor,
  betStates,
  endBets,
  keepRefusal,
  placeBet,
  takeResult,
  type BetCall,
  type BetState,
  type Judged,
} from '../store/seamless.sql.ts'
import { digestOf, type Asked, type Problem } from './calls.ts'

export type Verdict = { status: string; balanceFen: bigint }
type Of<T> = { memberId: bigint; venue: Venue; asked: T }

const refused = (status: Problem): Verdict => ({ status, balanceFen: 0n })

/** What the wallet may give to the game that asks. */
export async function tellBalance(
  { db, clock }: Services,
  { memberId, venue, asked }: Of<Asked<'user/balance'>>,
): Promise<Verdict> {
  const now = clock.now()
  const { fen: apartFen } = await apartOf(db, memberId, now)
  const of = { memberId, venueId: venue.venueId, ticket: asked.token, apartFen, now }
  const found = await balanceFor(db, of)
  if (!found) return refused('RS_ERROR_INVALID_TOKEN')
  return {
    status: found.isOpen ? 'RS_OK' : 'RS_ERROR_TOKEN_EXPIRED',
    balanceFen: found.balanceFen,
  }
}

/** One statement, unless the bet ends its round at once. */
export async function takeBet(
  services: Services,
  { memberId, venue, asked }: Of<Asked<'transaction/bet'>>,
): Promise<Verdict> {
  const { db, clock } = services
  const now = clock.now()
  const { fen: apartFen } = await apartOf(db, memberId, now)
  const call = {
    ...callOf({ memberId, venue, asked }),
    amountFen: asked.amount,
    isFree: asked.is_free,
    digest: digestOf('transaction/bet', asked),
    ticket: asked.token,
    isOpen: venue.state === 'open',
    apartFen,
    now,
  }
  const isNamed = asked.is_free && Boolean(asked.reward_uuid)
  const inSteps = async () => {
    const weigh = await weigher(db)
    return transaction(db, tx =>
      isNamed ? takeFreeBet(tx, call, asked, weigh) : placeLast(tx, call, weigh),
    )
  }
  const done = isNamed || asked.round_closed ? await inSteps() : await placeBet(db, call)
  if (done.status === 'RS_OK' && !done.replayed) {
    await notePlay(db, { memberId, from: now, to: now })
    services.bus.publish('member', [memberId.toString()])
  }
  return done
}

/** A bet that may end its round at once. */
async function placeLast(tx: Tx, call: BetCall, weigh: Weigher): Promise<Judged> {
  const judged = await placeBet(tx, call)
  await endBets(tx, { ...call, bets: judged.bets })
  await writeStates(tx, { ...call, weigh }, judged)
  return judged
}

/**
 * A free bet with a name: a round of a grant while that is open and has rounds left, else a bonus
 * of the venue's own.
 */
async function takeFreeBet(
  tx: Tx,
  call: BetCall,
  { reward_uuid: name, amount: fen }: Asked<'transaction/bet'>,
  weigh: Weigher,
): Promise<Judged> {
  const grant = await namedGrant(tx, { ...call, name: name ?? '', fen })
  if (!grant) return placeLast(tx, call, weigh)
  await lockMember(tx, call.memberId)
  const before = await answeredBefore(tx, call)
  if (before.status !== null) return { ...before, status: before.status, replayed: true, bets: [] }
  // Rounds that came at the same moment are counted now.
  const { grantNo, stakeFen, status } = (await namedGrant(tx, { ...call, name: name ?? '', fen }))!
  if (status !== 'RS_OK') {
    await keepRefusal(tx, { ...call, ...before, status })
    return { ...before, status, replayed: false, bets: [] }
  }
  const judged = await placeBet(tx, call)
  if (judged.status !== 'RS_OK') return judged
  await noteFreeCall(tx, { ...call, grantNo, stakeFen: fen > 0n ? fen : stakeFen, wonFen: 0n })
  await writeStates(tx, { ...call, weigh }, { ...judged, bets: [call.uuid] })
  return judged
}

/** A win or a rollback: money, calls and the bets they end are of one transaction. */
export async function takeOutcome(
  { db, clock, bus }: Services,
  kind: 'win' | 'rollback',
  { memberId, venue, asked }: Of<Outcome>,
): Promise<Verdict> {
  const now = clock.now()
  const { fen: apartFen } = await apartOf(db, memberId, now)
  const figures =
    'amount' in asked
      ? { amountFen: asked.amount, isFree: asked.is_free }
      : { amountFen: 0n, isFree: false }
  const call = {
    ...callOf({ memberId, venue, asked }),
    ...figures,
    kind,
    reference: asked.reference_transaction_uuid ?? null,
    digest: digestOf(`transaction/${kind}`, asked),
    apartFen,
    now,
  }
  const weigh = await weigher(db)
  const judged = await transaction(db, async tx => {
    const reference =
      call.reference ?? (await betOfName(tx, call, 'reward_uuid' in asked ? asked : {}))
    const grantNo = reference && (await grantOfBet(tx, { ...call, uuid: reference }))
    const result = { ...call, reference, amountFen: grantNo ? 0n : call.amountFen }
    const found = await takeResult(tx, result)
    if (grantNo && kind === 'win' && found.status === 'RS_OK' && !found.replayed)
      await noteFreeCall(tx, { ...call, grantNo, stakeFen: 0n, wonFen: call.amountFen })
    await writeStates(tx, { ...call, weigh }, found)
    return found
  })
  if (!judged.replayed) bus.publish('member', [memberId.toString()])
  return judged
}

type Outcome = Asked<'transaction/rollback'> | Asked<'transaction/win'>
type Movement = Of<Asked<'transaction/bet' | 'transaction/win' | 'transaction/rollback'>>

const callOf = ({ memberId, venue, asked }: Movement) => ({
  memberId,
  venueId: venue.venueId,
  platname: venue.platname,
  uuid: asked.transaction_uuid,
  round: asked.round,
  roundClosed: asked.round_closed,
  game: asked.game_code,
})

/** A win that names a grant and no bet is that of the grant's last one. */
const betOfName = async (
  tx: Tx,
  { memberId, venueId, isFree }: { memberId: bigint; venueId: number; isFree: boolean },
  asked: { reward_uuid?: string | null | undefined },
): Promise<string | null> =>
  isFree && asked.reward_uuid
    ? lastFreeBet(tx, { memberId, venueId, name: asked.reward_uuid })
    : null

type States = { memberId: bigint; venueId: number; now: Date; weigh: Weigher }

/** Bets count as those of a feed do: wagering, turnover and what follows from it, by version. */
async function writeStates(tx: Tx, { memberId, venueId, now, weigh }: States, { bets }: Judged) {
  if (bets.length === 0) return
  for (const state of await betStates(tx, { memberId, venueId, bets }))
    await applyBet(tx, { venueId, memberId, bet: betOf(state, { memberId, now }), weigh })
}

/** A round that a grant pays for goes on until a call ends it. */
function freeBetOf(state: BetState, bet: VenueBet): VenueBet {
  const { grantNo, grantStakeFen, grantWonFen, wonFen, isUndone, isClosed } = state
  if (grantNo === null) return bet
  // The bet came with its win: the venue sends the win again.
  if (wonFen > 0n) throw new Error(`a win of ${state.betId} overtook its bet`)
  const [payout, free_rounds] = [
    isUndone ? 0n : grantWonFen,
    { ref: grantNo, stake: grantStakeFen },
  ]
  const shown = { ...bet, payout, net: payout, free_rounds }
  return isUndone || isClosed ? shown : { ...shown, status: 'OPEN', settled_at: null }
}

/** A bonus that names no bet, or a free round; nothing for a bet with a stake. */
function markOf({ isBonus, isFree }: BetState): VenueBet['selection'] {
  if (isBonus) return { bonus: true }
  return isFree ? { free: true } : {}
}

function betOf(state: BetState, { memberId, now }: { memberId: bigint; now: Date }): VenueBet {
  const { stakeFen: stake, wonFen, isUndone } = state
  const payout = isUndone ? stake + wonFen : wonFen
  return freeBetOf(state, {
    bet_id: state.betId,
    version: state.version,
    revision: 1,
    player: memberId.toString(),
    category: '',
    game_code: state.gameCode,
    round_id: state.roundId,
    selection: markOf(state),
    stake,
    valid_amount: isUndone ? 0n : stake,
    payout,
    net: payout - stake,
    odds: null,
    status: isUndone ? 'VOID' : 'SETTLED',
    placed_at: state.placedAt.toISOString(),
    settled_at: now.toISOString(),
    fairness: { commit: '', client_seed: '', nonce: 0 },
    math_version: '',
  })
}
