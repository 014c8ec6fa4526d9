import { rows, transaction, type Tx } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { rollUpDays } from '../../ledger/days.ts'
import { markDue } from '../tournaments/tournaments.ts'
import { rollUpPlay } from './store/rollUp.sql.ts'

/**
 * Brings the facts up to what has been committed: money by the ledger's function, play from the
 * changes of bets, both up to one transaction number. Who has played is counted in tournaments
 * anew. Answers whether more waits.
 */
export async function rollUpIn(tx: Tx): Promise<{ throughXid: string; behind: boolean }> {
  const done = await rollUpDays(tx)
  const played = await rows(tx, rollUpPlay(done.throughXid))
  if (played.length > 0)
    await markDue(
      tx,
      played.map(({ memberId }) => memberId),
    )
  return done
}

/** A job: one portion of the facts. Answers 1 while more waits. Safe on any number of instances. */
export const rollUpFacts = async ({ db }: Pick<Services, 'db'>): Promise<number> =>
  Number((await transaction(db, rollUpIn)).behind)

/** All that has been committed, for who signs figures. The job has left little to do. */
export async function bringUpToDate(tx: Tx): Promise<void> {
  while ((await rollUpIn(tx)).behind);
}
