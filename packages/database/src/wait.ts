import { sessionConfig } from './connect.ts'
import { primaryOnly, Session } from './session.ts'
import { isAway } from './unavailable.ts'

const FIRST_MS = 250
const MOST_MS = 3_000
/** After this long a database is not starting, but missing. */
const GIVE_UP_MS = 60_000

async function reached(url: string): Promise<void> {
  const client = new Session(sessionConfig(url, { applicationName: 'tianping-wait' }))
  // A connection that dies while it is made says so twice.
  client.on('error', () => {})
  try {
    await client.connect()
    const refused = primaryOnly(client)
    if (refused) throw refused
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Waits until a database takes connections, for a minute at most; `say` hears once that it waits.
 * A refusal of the database itself, such as a wrong password, is thrown at once.
 */
export async function waitForDatabase(url: string, say: (text: string) => void): Promise<void> {
  const began = performance.now()
  for (let pauseMs = FIRST_MS, told = false; ; pauseMs = Math.min(pauseMs * 2, MOST_MS)) {
    try {
      return await reached(url)
    } catch (error) {
      if (!isAway(error) || performance.now() - began > GIVE_UP_MS) throw error
      if (!told) say(`The database is not there yet: ${(error as Error).message}`)
      told = true
    }
    await new Promise(done => setTimeout(done, pauseMs))
  }
}
