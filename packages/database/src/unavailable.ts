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

/**
 * Waits for an answer no longer than `longestMs`; throws `Unavailable` when none came or the
 * connection was lost, after which the connection is of no use.
 */
export async function within<T>(answer: Promise<T>, longestMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Unavailable(`no answer within ${longestMs} ms`)),
    longestMs,
  )
  try {
    return await Promise.race([answer, late.promise])
  } catch (error) {
    if (isAway(error)) throw new Unavailable((error as Error).message, { cause: error })
    // The stack of the driver begins at the socket; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
