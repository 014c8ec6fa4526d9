import { connect, connectReplica, connectStandby, type Database } from '@tianping/database'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Settings } from '../environment.ts'
import { Reads } from './reads.ts'

/** Its own connections, so that no crowd of reads keeps it from saying how far the replica is. */
const PROBE_POOL = 2
const PROBE_MS = 1_000
/** Connections for histories of members: their readers wait for these, and nobody else does. */
export const HISTORY_POOL = 3

/** What all connections of a site share. */
export type SiteSession = {
  role: string
  applicationName: string
  patience: number
  keepPlans: number
}

type Place = {
  settings: Settings
  primary: Database
  clock: Clock
  log: Logger
  session: SiteSession
  /** The primary plays the replica, and refuses whatever writes. */
  rehearsal?: boolean | undefined
}

/** The replica by the settings. */
export function openReads({ settings, primary, clock, log, session, ...asked }: Place): Reads {
  const rehearsal = asked.rehearsal === true && settings.reads === null
  const url = settings.reads?.url ?? (rehearsal ? settings.databaseUrl : null)
  const pool = { ...session, maxConnections: settings.poolSize }
  const replica = url ? connectReplica(url, primary, { ...pool, rehearsal }) : null
  const probe =
    url && !rehearsal
      ? connectStandby(url, {
          ...session,
          applicationName: 'tianping-replica',
          maxConnections: PROBE_POOL,
          statementTimeoutMs: PROBE_MS * session.patience,
        })
      : null
  const histories = connect(settings.databaseUrl, { ...session, maxConnections: HISTORY_POOL })
  const boundMs = settings.reads?.boundMs ?? Infinity
  const { patience } = session
  const reads = new Reads({ primary, histories, replica, probe, boundMs, clock, log, patience })
  reads.start()
  return reads
}
