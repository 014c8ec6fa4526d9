import { caseState } from '@tianping/contract/books/facts'
import { rows, sql, theRow, type Db } from '@tianping/database'

/** Differences that nobody has resolved. all members: they are counted for the house. */
export const openDifferences = (db: Db) =>
  rows(
    db,
    sql<{ severity: 'mismatch' | 'attention'; count: number }>`
    select severity, count(*)::int as count from reconciliation_case
    where state = ${sql.literal(caseState.open)} group by severity`,
  )

/** When the books were looked at last. */
export const lastReconciled = async (db: Db): Promise<Date | null> =>
  (
    await theRow(
      db,
      sql<{ at: Date | null }>`select max(finished_at) as at from ledger.reconciliation_run`,
    )
  ).at
