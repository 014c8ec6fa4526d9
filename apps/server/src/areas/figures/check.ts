import { rows, transaction, type Db, type Sql } from '@tianping/database'
import type { ExtraCheck } from '../../ledger/reconcile.ts'
import * as statements from './store/check.sql.ts'
import { liabilityUnlikeRows } from './store/liability.sql.ts'

const CHECKS = [
  [
    'account-days',
    'the days of an account are the sums of its entries',
    statements.accountsUnlikeEntries,
  ],
  [
    'member-days',
    'the days of a member are the sums of the entries',
    statements.membersUnlikeEntries,
  ],
  ['play-days', 'the days of play are the sums of the bets', statements.playUnlikeBets],
  [
    'house-days',
    'the days of the house are the sums of the days of members',
    statements.houseUnlikeMembers,
  ],
  ['game-days', 'the days of a game are the sums of the days of play', statements.gamesUnlikePlay],
  [
    'active-days',
    'who bet or deposited on a day was active on it, and nobody else',
    statements.activeUnlikeDays,
  ],
  [
    'liability-days',
    'rebates and bonuses that waited at the end of a day are those of their rows',
    liabilityUnlikeRows,
  ],
  [
    'closed-months',
    'a closed month has the entries that it was closed with',
    statements.monthsUnlikeEntries,
  ],
  [
    'month-hashes',
    'a closed month carries the hash of its lines and of the month before',
    statements.brokenMonths,
  ],
] as const

/** The whole of the books takes longer than a member's request may. */
const WHOLE = { readOnly: true, longestMs: 3_600_000 } as const

const found = <R>(db: Db, statement: Sql<R>): Promise<R[]> =>
  db.isTransaction ? rows(db, statement) : transaction(db, tx => rows(tx, statement), WHOLE)

/** Recomputes the facts from ledger and bets; each comparison is one statement, so one snapshot. */
export const checkFacts: ExtraCheck = async db => {
  const checks = []
  for (const [name, rule, statement] of CHECKS)
    checks.push({
      name,
      rule,
      severity: 'mismatch' as const,
      differences: await found(db, statement),
    })
  return checks
}
