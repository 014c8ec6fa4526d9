import { itemAt } from '../../model/present.ts'
import { transaction, type Tx } from '@tianping/database'
import { correctBet } from '../play/correctBet.ts'
import {
  changePlays,
  creditWallets,
  lockWallets,
  nextVersions,
  writeEnds,
  type Bettor,
} from '../rounds/ticket.sql.ts'
import type { Venue } from '../venue.ts'
import type { Book } from '../../model/Book.ts'
import { findMatch, settledMatch, notifyMatch, type MatchRow } from './match.sql.ts'
import { ticketPayout, ticketValid, type Result } from '../../model/result.ts'
import {
  decidedSlips,
  undecidedBettors,
  undecidedLegs,
  writeResults,
  type DecidedSlip,
  type EndedSlip,
} from './slip.sql.ts'

/**
 * Players settled in one transaction: few enough to keep wallets locked briefly, many enough to be
 * quick.
 */
const PLAYERS_AT_A_TIME = 200

/**
 * Decides every selection on a match that is over or void, and settles the tickets that have no
 * other open selection, a group of players per transaction. All of a player's selections on the
 * match are decided in the same transaction, so his wallet, his session and the feed agree whenever
 * it stops, and going on later settles the rest and nothing twice.
 */
export async function settleMatch(venue: Venue, book: Book, number: bigint): Promise<void> {
  const match = await findMatch(venue.db, book.code, number)
  if (!match || match.state === 'open') return
  for (;;) {
    const bettors = await undecidedBettors(venue.db, book.code, number, PLAYERS_AT_A_TIME)
    if (bettors.length === 0) break
    const settled = await transaction(venue.db, tx => settleGroup(tx, book, match, bettors))
    await rehearseCorrections(venue, book, settled)
  }
  await transaction(venue.db, async tx => {
    if ((await settledMatch(tx, book.code, number)) > 0) await notifyMatch(tx, book.code, number)
  })
}

/** What a selection comes to on this match. */
export function decide(
  book: Book,
  match: Pick<MatchRow, 'state' | 'outcome'>,
  leg: { pick: string; key: string },
): Result {
  if (match.state === 'void') return 'void'
  const result = book.judge(match.outcome, leg.pick, leg.key)
  if (result === null)
    throw new Error(`a ticket has a selection that ${book.code} does not know: ${leg.pick}`)
  return result
}

async function settleGroup(
  tx: Tx,
  book: Book,
  match: MatchRow,
  bettors: readonly Bettor[],
): Promise<EndedSlip[]> {
  await lockWallets(tx, bettors)
  const legs = await undecidedLegs(tx, book.code, match.number, bettors)
  if (legs.length === 0) return []
  await writeResults(
    tx,
    legs.map(leg => ({ ...leg, result: decide(book, match, leg) })),
  )
  const ended = (await decidedSlips(tx, legs)).map(judgeSlip)
  if (ended.length > 0) await endSlips(tx, ended)
  return ended
}

/**
 * What a ticket comes to; one whose matches were all void is void itself, and its stake goes back.
 */
export function judgeSlip(slip: DecidedSlip): EndedSlip {
  const isVoid = slip.legs.every(leg => leg.result === 'void')
  if (isVoid) return { ...slip, status: 'VOID', payout: 0n, valid: 0n }
  return {
    ...slip,
    status: 'SETTLED',
    payout: ticketPayout(slip.stake, slip.legs),
    valid: ticketValid(slip.stake, slip.legs),
  }
}

/** Pays tickets out and puts them into the feed; the wallets must be locked. */
async function endSlips(tx: Tx, ended: readonly EndedSlip[]): Promise<void> {
  const back = ended.map(slip => ({
    ...slip,
    amount: slip.status === 'VOID' ? slip.stake : slip.payout,
  }))
  const credits = sumBy(
    back,
    slip => `${slip.deskId} ${slip.playerId}`,
    (sum, slip) => ({ ...sum, amount: sum.amount + slip.amount }),
  ).filter(({ amount }) => amount > 0n)
  if (credits.length > 0) await creditWallets(tx, credits)
  const plays = ended.map(slip => ({
    ...slip,
    staked: slip.status === 'VOID' ? -slip.stake : 0n,
    returned: slip.payout,
  }))
  await changePlays(
    tx,
    sumBy(
      plays,
      slip => `${slip.deskId} ${slip.playerId} ${slip.sessionStart.getTime()}`,
      (sum, slip) => ({
        ...sum,
        staked: sum.staked + slip.staked,
        returned: sum.returned + slip.returned,
      }),
    ),
  )
  const versions = await takeVersions(tx, ended)
  for (const status of ['SETTLED', 'VOID'] as const) {
    const ends = ended
      .filter(slip => slip.status === status)
      .map(slip => ({
        deskId: slip.deskId,
        betId: slip.betId,
        payout: slip.payout,
        validAmount: slip.valid,
        version: versions.get(slip) ?? null,
        outcome: outcomeText(slip),
      }))
    if (ends.length > 0) await writeEnds(tx, status, ends)
  }
}

/** What a settled ticket stores: the selections with their results, scores and revealed seeds. */
export function outcomeText(slip: DecidedSlip): string {
  return JSON.stringify({ legs: slip.legs })
}

/** Takes the versions desk by desk in one order, as late as can be; demo play has none. */
async function takeVersions(tx: Tx, ended: readonly EndedSlip[]): Promise<Map<EndedSlip, bigint>> {
  const versions = new Map<EndedSlip, bigint>()
  const byDesk = [
    ...Map.groupBy(
      ended.filter(slip => !slip.demo),
      slip => slip.deskId,
    ),
  ].toSorted(([a], [b]) => a - b)
  for (const [desk, slips] of byDesk) {
    const first = await nextVersions(tx, desk, slips.length)
    slips.forEach((slip, i) => versions.set(slip, first + BigInt(i)))
  }
  return versions
}

/** Adds up what shares a key; an update touches each row once only. */
function sumBy<T>(items: readonly T[], key: (item: T) => string, add: (sum: T, item: T) => T): T[] {
  return [...Map.groupBy(items, key).values()].map(group =>
    group.slice(1).reduce(add, itemAt(group, 0)),
  )
}

/**
 * Rehearsed voids and resettlements strike right after a settlement, as corrections of their own.
 */
async function rehearseCorrections(
  venue: Venue,
  book: Book,
  settled: readonly EndedSlip[],
): Promise<void> {
  if (!venue.faults) return
  for (const slip of settled) {
    if (slip.demo || slip.status === 'VOID') continue
    const fault = venue.faults.meet(
      { venue: book.venue, endpoint: 'placeBet', player: slip.playerId },
      'void',
      'resettle',
    )
    if (!fault) continue
    const payout = fault.payout === undefined ? null : BigInt(fault.payout)
    await correctBet(
      venue,
      slip.deskId,
      slip.betId,
      fault.kind === 'void' ? { kind: 'void' } : { kind: 'resettle', payout },
    )
  }
}
