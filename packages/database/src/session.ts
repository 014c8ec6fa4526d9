import pg from 'pg'
import { Unavailable } from './unavailable.ts'

type Reported = { parameterName: string; parameterValue: string }

/** The function of PostgreSQL that warns, in any language, of a commit which only it has. */
const SYNC_WAIT = 'SyncRepWaitForLSN'

/** One connection, and what the server says of itself beside its answers. */
export class Session extends pg.Client {
  /** The server replays a primary's changes and takes none itself. */
  standby = false
  /** A commit was acknowledged that no synchronous standby has. */
  unreplicated = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
      if (parameterName === 'in_hot_standby') this.standby = parameterValue === 'on'
    })
    this.on('notice', ({ routine }) => {
      this.unreplicated ||= routine === SYNC_WAIT
    })
  }
}

/**
 * Refuses a standby: a proxy that has not seen a failover yet may lead there, where reads are old
 * and writes fail.
 */
export const primaryOnly = (client: pg.ClientBase): Unavailable | undefined =>
  client instanceof Session && client.standby
    ? new Unavailable('the server is a standby')
    : undefined

/**
 * Throws after an answer that a cancelled wait for the synchronous standby brought forward: such a
 * commit is lost when the primary is, so its outcome is unknown.
 */
export function requireReplicated(client: pg.ClientBase): void {
  if (client instanceof Session && client.unreplicated)
    throw new Unavailable('the commit was not confirmed by the synchronous standby')
}
