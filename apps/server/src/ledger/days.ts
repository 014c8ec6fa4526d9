// Money by Beijing day, added up from the entries (migrations/290…).
import { theRow, type Tx } from '@tianping/database'
import * as statements from './days.sql.ts'

/** Transactions of one call: some hundred milliseconds of work. */
const MOST = 10_000

/**
 * Adds what has been committed since the last call to the days. Answers up to which transaction
 * number they are complete, and whether more waits.
 */
export const rollUpDays = (tx: Tx, most = MOST): Promise<{ throughXid: string; behind: boolean }> =>
  theRow(tx, statements.rollUpDays(most))
