// Where the money of a withdrawal came from: what moved the member's own accounts, wallet and
// venues together, since the withdrawal before it.
import type { Db } from '@tianping/database'
import type { FundKind } from '@tianping/contract/cashier/facts'
import { balances } from '../../ledger/ledger.ts'
import {
  holdOf,
  MOST_ENTRIES,
  movedBetween,
  movedSince,
  withdrawnBefore,
  type Moved,
} from './store/funds.sql.ts'

const kinds: Partial<Record<string, FundKind>> = {
  deposit: 'deposit',
  game_result: 'play',
  red_packet: 'bonus',
  rebate: 'bonus',
  activity_bonus: 'bonus',
  agent_commission: 'commission',
  adjustment: 'adjustment',
  fee: 'adjustment',
  dispute: 'adjustment',
  debt: 'adjustment',
}
/** Transfers between one's own wallet and venues come to nothing together. */
const ownTransfers = new Set(['venue_in', 'venue_out'])

/** What a withdrawal takes first; what was lost is taken off in the same order. */
const taken: readonly FundKind[] = [
  'before',
  'deposit',
  'adjustment',
  'commission',
  'bonus',
  'play',
  'other',
]
const FIRST = '00000000-0000-0000-0000-000000000000'

export type Fund = { kind: FundKind; movements: number; fen: bigint }
export type Funds = {
  since: Date | null
  lines: Fund[]
  transfers: number
  /** What the member had in all when the withdrawal was asked for. */
  totalFen: bigint
  consists: { kind: FundKind; fen: bigint }[]
  /** False where there was more than is looked through: what came before stands as one line. */
  whole: boolean
}

function linesOf(moved: Moved[], beforeFen: bigint): Fund[] {
  const lines = new Map<FundKind, Fund>([
    ['before', { kind: 'before', movements: 0, fen: beforeFen }],
  ])
  for (const { code, movements, fen } of moved) {
    if (ownTransfers.has(code) && fen === 0n) continue
    const kind = kinds[code] ?? 'other'
    const line = lines.get(kind) ?? { kind, movements: 0, fen: 0n }
    lines.set(kind, { kind, movements: line.movements + movements, fen: line.fen + fen })
  }
  return taken.flatMap(kind => lines.get(kind) ?? [])
}

/**
 * Losses and what earlier withdrawals hold are taken off first, then the amount; each from the
 * oldest kind of money on.
 */
export function consistsOf(
  lines: readonly Fund[],
  { amountFen, heldFen }: { amountFen: bigint; heldFen: bigint },
): Funds['consists'] {
  let lostFen = lines.reduce((sum, { fen }) => (fen < 0n ? sum - fen : sum), heldFen)
  let leftFen = amountFen
  return lines.flatMap(({ kind, fen }) => {
    if (fen <= 0n) return []
    const lost = fen < lostFen ? fen : lostFen
    lostFen -= lost
    const used = fen - lost < leftFen ? fen - lost : leftFen
    leftFen -= used
    return used > 0n ? [{ kind, fen: used }] : []
  })
}

/** The money behind a hold; undefined for an operation that was never booked. */
export async function fundsOf(
  db: Db,
  memberId: bigint,
  order: { holdKey: string; amountFen: bigint; heldFen: bigint },
): Promise<Funds | undefined> {
  const hold = await holdOf(db, memberId, order.holdKey)
  if (!hold) return undefined
  const last = await withdrawnBefore(db, memberId, hold.transactionId)
  const span = { behind: last?.transactionId ?? FIRST, before: hold.transactionId }
  const [held, moved, later] = await Promise.all([
    balances(db, memberId),
    movedBetween(db, memberId, span),
    movedSince(db, memberId, hold.transactionId),
  ])
  const nowFen = held.venues.reduce((sum, venue) => sum + venue.postedFen, held.cashFen)
  const totalFen = nowFen - later.fen
  const movedFen = moved.reduce((sum, each) => sum + each.fen, 0n)
  const movements = moved.reduce((sum, each) => sum + each.movements, 0)
  const lines = linesOf(moved, totalFen - movedFen)
  return {
    since: last?.at ?? null,
    lines,
    transfers: moved
      .filter(each => ownTransfers.has(each.code))
      .reduce((sum, each) => sum + each.movements, 0),
    totalFen,
    consists: consistsOf(lines, order),
    whole: movements < MOST_ENTRIES / 2 && later.entries < MOST_ENTRIES,
  }
}
