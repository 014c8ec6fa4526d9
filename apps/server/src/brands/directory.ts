import { connect, type Database } from '@tianping/database'
import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { BrandOfPerson } from '../console/brands/group.ts'
import { DatabaseClock, type Clock } from '../kernel/clock.ts'
import { openSettings, type DirectorySettings } from './brandSettings.ts'
import {
  brandRows,
  brandsOfOperator,
  insertTicket,
  sweepTickets,
  takeTicket,
  type BrandRow,
} from './directory.sql.ts'

/** What the server acts as in the directory: it reads brands and writes tickets. */
export const DIRECTORY_ROLE = 'tianping_directory'
const POOL = 4
const STATEMENT_MS = 3_000
/** A browser goes from one host to the other at once. */
const TICKET_MS = 30_000
const TICKET = /^[0-9a-f]{64}$/

/** A brand of the directory; `own` is null where no key opens its settings. */
export type ListedBrand = Omit<BrandRow, 'sealed'> & {
  own: Record<string, string> | null
  /** Another value when the site has to be opened anew. */
  version: string
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Which brands there are, and who works for several: one database beside those of the brands. */
export class Directory {
  readonly #db: Database
  readonly #keys: DirectorySettings['keys']
  readonly #clock: Clock
  readonly #log: Logger

  private constructor(db: Database, keys: DirectorySettings['keys'], clock: Clock, log: Logger) {
    this.#db = db
    this.#keys = keys
    this.#clock = clock
    this.#log = log
  }

  /** Tickets go by the clock of the directory, which all brands share. */
  static async open(
    settings: DirectorySettings,
    { clock, log, patience = 1 }: { clock?: Clock | undefined; log: Logger; patience?: number },
  ): Promise<Directory> {
    const db = connect(settings.url, {
      role: DIRECTORY_ROLE,
      applicationName: 'tianping-directory',
      maxConnections: POOL,
      statementTimeoutMs: STATEMENT_MS * patience,
      patience,
    })
    try {
      const time = clock ?? (await DatabaseClock.open(db, log))
      return new Directory(db, settings.keys, time, log)
    } catch (error) {
      await db.destroy()
      throw error
    }
  }

  async brands(): Promise<ListedBrand[]> {
    const found = await brandRows(this.#db)
    return found.map(({ sealed, ...brand }) => ({
      ...brand,
      own: this.#opened(brand.code, brand.brandId, sealed),
      version: hashOf(`${brand.publicUrl} ${sealed.toString('hex')}`).toString('hex'),
    }))
  }

  #opened(code: string, brandId: bigint, sealed: Buffer): Record<string, string> | null {
    try {
      return openSettings(this.#keys, brandId, sealed)
    } catch {
      this.#log.error({ brand: code }, 'no key of DIRECTORY_KEY opens the settings of the brand')
      return null
    }
  }

  /** The brands of the person that an operator of a brand is. */
  async brandsOf(brandId: bigint, operatorId: bigint): Promise<BrandOfPerson[]> {
    const [listed, all] = await Promise.all([
      brandsOfOperator(this.#db, { brandId, operatorId }),
      brandRows(this.#db),
    ])
    return listed.flatMap(each => {
      const brand = all.find(row => row.brandId === each.brandId)
      if (!brand) return []
      const { code, name, state } = brand
      return [{ ...each, code, name, state }]
    })
  }

  /** Writes a ticket into another brand's back office, and answers it. */
  async issue(fromBrand: bigint, to: BrandOfPerson, agent: string): Promise<string> {
    const ticket = randomBytes(32).toString('hex')
    const at = this.#clock.now()
    await sweepTickets(this.#db, new Date(at.getTime() - TICKET_MS))
    await insertTicket(this.#db, {
      ticketHash: hashOf(ticket),
      person: to.person,
      fromBrand,
      toBrand: to.brandId,
      agentHash: hashOf(agent),
      at,
      expiresAt: new Date(at.getTime() + TICKET_MS),
    })
    return ticket
  }

  /** Takes a ticket; nothing when it is none of this brand's, of another browser, used or late. */
  async take(toBrand: bigint, ticket: string, agent: string) {
    if (!TICKET.test(ticket)) return undefined
    return takeTicket(this.#db, {
      ticketHash: hashOf(ticket),
      toBrand,
      agentHash: hashOf(agent),
      at: this.#clock.now(),
    })
  }

  async close(): Promise<void> {
    if (this.#clock instanceof DatabaseClock) this.#clock.stop()
    await this.#db.destroy()
  }
}
