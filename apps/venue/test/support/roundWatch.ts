import { once } from 'node:events'
import pg from 'pg'
import { expect } from 'vitest'

/** Ends what hangs; a busy machine is no failure. */
const LIMIT_MS = 120_000

/**
 * Waits for rounds to reach a state, told by the database itself and not by looking again and
 * again.
 */
export async function roundWatch(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('listen rounds')
  const stateOf = async (code: string, number: number) =>
    (
      await client.query<{ state: string }>(
        'select state from round where table_code = $1 and number = $2',
        [code, number],
      )
    ).rows[0]?.state
  const until = async (code: string, number: number, ...states: string[]) => {
    const late = AbortSignal.timeout(LIMIT_MS)
    for (;;) {
      // Listened for before it is looked, so that nothing is missed in between.
      const news = once(client, 'notification', { signal: late }).then(
        () => true,
        () => false,
      )
      const state = await stateOf(code, number)
      if (state && states.includes(state)) return state
      if (!(await news))
        return expect.fail(`${code} ${number} is ${state}, not ${states.join(' or ')}`)
    }
  }
  /** Waits until somebody waits for a lock of the database. */
  const untilBlocked = async (like: string) => {
    const late = Date.now() + LIMIT_MS
    while (Date.now() < late) {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
        [like],
      )
      if (rowCount) return
    }
    expect.fail(`nobody waited at ${like}`)
  }
  return {
    until,
    untilBlocked,
    query: client.query.bind(client) as pg.Client['query'],
    close: () => client.end(),
  }
}
