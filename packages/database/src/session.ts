import pg from 'pg'
import { Unavailable } from './unavailable.ts'

/** A statement whose text begins with this is prepared by every connection at its first use. */
const PREPARED = '/* prepared */'
/** One statement of the kinds that PostgreSQL plans. */
const PLANNED = /^\s*(?:--[^\n]*\n\s*)*(?:select|with|insert|update|delete|merge)\b[^;]*$/i
const ALL_COLUMNS = /(?:\bselect|\breturning|[.,])\s*\*/i
const LITERAL = /'[^']*'/g
const INNERMOST = /\([^()]*\)/g
/** A process that has sent so many texts forgets them and begins anew. */
const MOST_TEXTS = 5_000

/** The texts that this process has sent, and whether a plan of each may be kept. */
const sent = new Map<string, boolean>()
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `p${names.size}`
  names.set(text, name)
  return name
}

/**
 * A result of all columns of a table changes when a migration adds one, and PostgreSQL then refuses
 * the kept plan. Stars of inner queries change no result.
 */
function mayBeKept(text: string): boolean {
  if (!PLANNED.test(text)) return false
  let outer = text.replace(LITERAL, '')
  for (let before = ''; before !== outer;) {
    before = outer
    outer = outer.replace(INNERMOST, '')
  }
  return !ALL_COLUMNS.test(outer)
}

/** Whether the text was sent before, and may be kept. */
function isRepeated(text: string): boolean {
  const known = sent.get(text)
  if (known !== undefined) return known
  if (sent.size >= MOST_TEXTS) sent.clear()
  sent.set(text, mayBeKept(text))
  return false
}

export type SessionConfig = pg.ClientConfig & {
  /** How many repeated statements the connection prepares, beside those that ask for it; 0. */
  keepPlans?: number
}

type Reported = { parameterName: string; parameterValue: string }

/** The function of PostgreSQL that warns, in any language, of a commit which only it has. */
const SYNC_WAIT = 'SyncRepWaitForLSN'

/** One connection, and what the server says of itself beside its answers. */
export class Session extends pg.Client {
  /** The server replays a primary's changes and takes none itself. */
  standby = false
  /** A commit was acknowledged that no synchronous standby has. */
  unreplicated = false

  readonly #keepPlans: number
  readonly #commands = new Set<string>()
  /** Names of kept plans by their texts. */
  readonly #kept = new Map<string, string>()

  constructor(config?: SessionConfig) {
    super(config)
    this.#keepPlans = config?.keepPlans ?? 0
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
      if (parameterName === 'in_hot_standby') this.standby = parameterValue === 'on'
    })
    this.on('notice', ({ routine }) => {
      this.unreplicated ||= routine === SYNC_WAIT
    })
  }

  /** Whether the command can go along with a statement: it was prepared under its own text. */
  knows(command: string): boolean {
    return this.#commands.has(command)
  }

  /** Does a command of a fixed text, and prepares it. */
  async command(text: string): Promise<pg.QueryResult> {
    const answer = await this.query({ name: text, text })
    this.#commands.add(text)
    return answer
  }

  /** The name under which the connection prepares the text, or undefined where it does not. */
  planOf(text: string): string | undefined {
    if (text.startsWith(PREPARED)) return nameOf(text)
    const kept = this.#kept.get(text)
    if (kept !== undefined || this.#kept.size >= this.#keepPlans || !isRepeated(text)) return kept
    const name = `kept${this.#kept.size}`
    this.#kept.set(text, name)
    return name
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
