// A base backup by PostgreSQL's own replication protocol (BASE_BACKUP): one tar of the data folder,
// with the log that makes it whole. Works over the network, and checks every page on the way.
import { sessionConfig } from '@tianping/database'
import pg from 'pg'
import { PassThrough, type Readable } from 'node:stream'

type Row = { fields: (Buffer | string | null)[] }
type Wire = { query(text: string): void; stream: { pause(): void; resume(): void } }

const COMMAND = "BASE_BACKUP (LABEL 'tianping', CHECKPOINT 'fast', WAL true, MANIFEST 'no')"
/** What a message of the copy is about, by its first byte. */
const NEW_ARCHIVE = 'n'.charCodeAt(0)
const DATA = 'd'.charCodeAt(0)

/** One BASE_BACKUP as the driver sees it: a query that hands its copy on instead of rows. */
class BaseBackupQuery {
  readonly tar = new PassThrough({ highWaterMark: 1_048_576 })
  #paused = false
  /** One row per answer: the start, the tablespaces, the end. */
  readonly #results: string[][][] = []
  readonly ended = Promise.withResolvers<string[][][]>()
  // The driver calls it when a connection is lost.
  callback = (error: Error | null) => error && this.#fail(error)

  submit(wire: Wire): null {
    wire.query(COMMAND)
    return null
  }

  handleRowDescription(): void {
    this.#results.push([])
  }

  handleDataRow({ fields }: Row): void {
    this.#results.at(-1)?.push(fields.map(each => each?.toString() ?? ''))
  }

  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    if (chunk[0] === NEW_ARCHIVE && !chunk.subarray(1).toString().startsWith('base.tar'))
      this.#fail(new Error('The database has tablespaces of its own; they are not backed up.'))
    if (chunk[0] !== DATA || this.tar.destroyed) return
    // The driver's buffer is used again; what is handed on is a copy.
    // A packet that was read already may hold more messages after the pause.
    if (this.tar.write(Buffer.from(chunk.subarray(1))) || this.#paused) return
    this.#paused = true
    wire.stream.pause()
    this.tar.once('drain', () => {
      this.#paused = false
      wire.stream.resume()
    })
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#fail(error)
  }

  handleReadyForQuery(): void {
    this.tar.end()
    this.ended.resolve(this.#results)
  }

  #fail(error: Error): void {
    this.tar.destroy(error)
    this.ended.reject(error)
  }
}

export type Stream = {
  tar: Readable
  /** Waits for the end; throws when PostgreSQL found a page that is not as it was written. */
  ended: Promise<{ startLsn: string; timeline: number }>
  close(): Promise<void>
}

/** Begins a base backup; the login needs REPLICATION. */
export async function streamBaseBackup(url: string): Promise<Stream> {
  const config = sessionConfig(url, { applicationName: 'tianping-backup' })
  const client = new pg.Client({
    ...config,
    statement_timeout: 0,
    replication: 'true',
  } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  const query = new BaseBackupQuery()
  client.query(query as unknown as pg.Submittable)
  const ended = query.ended.promise.then(([start]) => {
    const [lsn = '', timeline = '1'] = start?.[0] ?? []
    return { startLsn: lsn, timeline: Number(timeline) }
  })
  // Whoever reads the stream hears of a failure there first.
  ended.catch(() => {})
  return { tar: query.tar, ended, close: () => client.end() }
}

/** A segment has 16 MiB unless the cluster was made otherwise. */
const SEGMENT = 16n * 1024n * 1024n
const SEGMENTS_PER_ID = 0x1_0000_0000n / SEGMENT

/** The name of the file of the log that holds a place of it. */
export function walName(timeline: number, lsn: string): string {
  const [high = '0', low = '0'] = lsn.split('/')
  const segment = BigInt(`0x${high}`) * SEGMENTS_PER_ID + BigInt(`0x${low}`) / SEGMENT
  const part = (n: bigint) => n.toString(16).toUpperCase().padStart(8, '0')
  return `${part(BigInt(timeline))}${part(segment / SEGMENTS_PER_ID)}${part(segment % SEGMENTS_PER_ID)}`
}
