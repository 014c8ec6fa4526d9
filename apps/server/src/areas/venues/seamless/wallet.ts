// What the calls of a seamless venue do to a member's money. A bet asks every guard of play; what
// has been played is settled for everybody.
import { transaction, type Tx } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import type { Services } from '../../../kernel/http/services.ts'
import { apartOf, notePlay } from '../../protection/protection.ts'
import type { Venue } from '../directory.ts'
import { applyBet } from '../feedPages.ts'
import {
  balanceFor,
  betStates,
  endBets,
  placeBet,
  takeResult,
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
  const done = asked.round_closed
    ? await transaction(db, async tx => {
        const judged = await placeBet(tx, call)
        await endBets(tx, { ...call, bets: judged.bets })
        await writeStates(tx, call, judged)
        return judged
      })
    : await placeBet(db, call)
  if (done.status === 'RS_OK' && !done.replayed) {
    await notePlay(db, { memberId, from: now, to: now })
    services.bus.publish('member', [memberId.toString()])
  }
  return done
}

/** A win or a rollback: money, calls and the bets they end are of one transaction. */
export async function takeOutcome(
  { db, clock, bus }: Services,
  kind: 'win' | 'rollback',
  { memberId, venue, asked }: Of<Asked<'transaction/win' | 'transaction/rollback'>>,
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
  const judged = await transaction(db, async tx => {
    const found = await takeResult(tx, call)
    await writeStates(tx, call, found)
    return found
  })
  if (!judged.replayed) bus.publish('member', [memberId.toString()])
  return judged
}

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

/** Bets count as those of a feed do: wagering, turnover and what follows from it, by version. */
async function writeStates(
  tx: Tx,
  { memberId, venueId, now }: { memberId: bigint; venueId: number; now: Date },
  { bets }: Judged,
) {
  if (bets.length === 0) return
  for (const state of await betStates(tx, { memberId, venueId, bets }))
    await applyBet(tx, venueId, memberId, betOf(state, { memberId, now }))
}

/** A bonus that names no bet, or a free round; nothing for a bet with a stake. */
function markOf({ isBonus, isFree }: BetState): VenueBet['selection'] {
  if (isBonus) return { bonus: true }
  return isFree ? { free: true } : {}
}

function betOf(state: BetState, { memberId, now }: { memberId: bigint; now: Date }): VenueBet {
  const { stakeFen: stake, wonFen, isUndone } = state
  const payout = isUndone ? stake + wonFen : wonFen
  return {
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
  }
}
