/**
 * The database did not answer: it is away, starts, stops, or has no connection left. Whether what
 * was asked for happened is unknown.
 */
export class Unavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unavailable'
  }
}

/** Classes 08 and 57P of PostgreSQL's error codes, a full disk and too many connections. */
const SQLSTATE = /^(08\w{3}|57P0[1-5]|53100|53300)$/
const OF_THE_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
/** What the driver says of a connection, for which it has no code. */
const OF_THE_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client was closed|Client has encountered a connection error)/

/** Whether an error of the driver means that the database is away. */
export function isAway(error: unknown): boolean {
  if (error instanceof Unavailable) return true
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined) return SQLSTATE.test(code) || OF_THE_NETWORK.has(code)
  return error instanceof AggregateError
    ? error.errors.every(isAway)
    : OF_THE_DRIVER.test(error.message)
}
