import { itemAt, present } from '../../model/present.ts'
import { transaction, type Tx } from '@tianping/database'
import { correctBet } from '../play/correctBet.ts'
import type { Venue } from '../venue.ts'
import { endRound, findRound, notifyRound, type RoundRow } from './round.sql.ts'
import { payoutOf, type Table } from '../../model/Table.ts'
import {
  changePlays,
  creditWallets,
  lockWallets,
  nextVersions,
  openBets,
  openBettors,
  writeEnds,
  type Bettor,
  type EndedBet,
  type OpenBet,
} from './ticket.sql.ts'
import { validAmounts } from './validAmounts.ts'

/**
 * Players settled in one transaction: few enough to keep wallets locked briefly, many enough to be
 * quick.
 */
const PLAYERS_AT_A_TIME = 200

type Judged = OpenBet & { payout: bigint; valid: bigint; outcome: string }

/**
 * Settles every open bet of a drawn round, or gives the stakes of a void one back, a group of
 * players per transaction. All bets of a player end in the same transaction, so his wallet, his
 * session, his valid amount and the feed agree whenever it stops, and going on later settles the
 * rest and nothing twice.
 */
export async function settleRound(venue: Venue, table: Table, number: bigint): Promise<void> {
  const round = await findRound(venue.db, table.code, number)
  if (!round || (round.state !== 'drawn' && round.state !== 'void')) return
  for (;;) {
    const bettors = await openBettors(venue.db, table.code, number, PLAYERS_AT_A_TIME)
    if (bettors.length === 0) break
    const settled = await transaction(venue.db, tx => settleGroup(tx, table, round, bettors))
    if (round.state === 'drawn') await rehearseCorrections(venue, table, settled)
  }
  await transaction(venue.db, async tx => {
    await endRound(tx, table.code, number)
    await notifyRound(tx, table.code, number)
  })
}

async function settleGroup(
  tx: Tx,
  table: Table,
  round: RoundRow,
  bettors: readonly Bettor[],
): Promise<OpenBet[]> {
  await lockWallets(tx, bettors)
  const bets = await openBets(tx, table.code, round.number, bettors)
  const judged = [...Map.groupBy(bets, bet => `${bet.deskId} ${bet.playerId}`).values()].flatMap(
    own => judge(table, round, own),
  )
  const isVoid = round.state === 'void'
  const back = judged.map(bet => ({ ...bet, amount: isVoid ? bet.stake : bet.payout }))
  await creditWallets(
    tx,
    sumBy(
      back,
      bet => `${bet.deskId} ${bet.playerId}`,
      (sum, bet) => ({ ...sum, amount: sum.amount + bet.amount }),
    ).filter(credit => credit.amount > 0n),
  )
  const plays = judged.map(bet => ({
    ...bet,
    staked: isVoid ? -bet.stake : 0n,
    returned: bet.payout,
  }))
  await changePlays(
    tx,
    sumBy(
      plays,
      bet => `${bet.deskId} ${bet.playerId} ${bet.sessionStart.getTime()}`,
      (sum, bet) => ({
        ...sum,
        staked: sum.staked + bet.staked,
        returned: sum.returned + bet.returned,
      }),
    ),
  )
  await writeEnds(tx, isVoid ? 'VOID' : 'SETTLED', await withVersions(tx, judged))
  return bets
}

/** What one player's bets of a round come to. */
function judge(table: Table, round: RoundRow, own: OpenBet[]): Judged[] {
  if (round.state === 'void')
    return own.map(bet => ({ ...bet, payout: 0n, valid: 0n, outcome: '{}' }))
  const paid = own.map(bet => {
    const returns = bet.lines.map(line => table.returnsOf(round.outcome, line.pick))
    const payout = payoutOf(
      bet.lines.map(({ pick, stake }) => ({ pick, stakeFen: BigInt(stake) })),
      returns,
    )
    return { ...bet, payout, outcome: JSON.stringify({ ...round.outcome, returns }) }
  })
  const valid = validAmounts(paid)
  return paid.map((bet, i) => ({ ...bet, valid: itemAt(valid, i) }))
}

/** Takes the versions desk by desk in one order, as late as can be; demo play has none. */
async function withVersions(tx: Tx, judged: readonly Judged[]): Promise<EndedBet[]> {
  const first = new Map<number, bigint>()
  for (const [desk, bets] of [
    ...Map.groupBy(
      judged.filter(bet => !bet.demo),
      bet => bet.deskId,
    ),
  ].toSorted(([a], [b]) => a - b))
    first.set(desk, await nextVersions(tx, desk, bets.length))
  return judged.map(({ deskId, betId, payout, valid, outcome, demo }) => {
    const version = demo ? null : present(first.get(deskId))
    if (version !== null) first.set(deskId, version + 1n)
    return { deskId, betId, payout, validAmount: valid, version, outcome }
  })
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
  table: Table,
  settled: readonly OpenBet[],
): Promise<void> {
  if (!venue.faults) return
  for (const bet of settled) {
    if (bet.demo) continue
    const fault = venue.faults.meet(
      { venue: table.venue, endpoint: 'placeBet', player: bet.playerId },
      'void',
      'resettle',
    )
    if (!fault) continue
    const payout = fault.payout === undefined ? null : BigInt(fault.payout)
    await correctBet(
      venue,
      bet.deskId,
      bet.betId,
      fault.kind === 'void' ? { kind: 'void' } : { kind: 'resettle', payout },
    )
  }
}
