import { readMerchants, sandboxMerchants, type Merchant } from './merchants.ts'

export type Settings = {
  databaseUrl: string
  host: string
  port: number
  publicUrl: string | undefined
  merchants: Merchant[]
  faults: boolean
  /** Without one there is no operator page. */
  operatorSecret: string | undefined
}

/** Opens the operator page of a sandbox, public knowledge; nothing else starts with it. */
export const SANDBOX_OPERATOR_SECRET = 'sandbox-operator'
const MIN_OPERATOR_SECRET = 24

/** Reads the environment of a venue process. Throws a message that says what is missing. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const databaseUrl = env['VENUE_DATABASE_URL']
  if (!databaseUrl)
    throw new Error('VENUE_DATABASE_URL is missing: the venue has a database of its own')
  const port = Number(env['VENUE_PORT'] ?? 8081)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('VENUE_PORT is not a port')
  const publicUrl = env['VENUE_PUBLIC_URL'] || undefined
  if (publicUrl && !/^https?:\/\/[^/]+\/?$/.test(publicUrl))
    throw new Error('VENUE_PUBLIC_URL is an origin, such as https://games.example')
  const sandbox = env['TIANPING_MODE'] === 'sandbox'
  const operatorSecret =
    env['VENUE_OPERATOR_SECRET'] || (sandbox ? SANDBOX_OPERATOR_SECRET : undefined)
  if (
    operatorSecret &&
    operatorSecret.length < MIN_OPERATOR_SECRET &&
    !(sandbox && operatorSecret === SANDBOX_OPERATOR_SECRET)
  )
    throw new Error(`VENUE_OPERATOR_SECRET has at least ${MIN_OPERATOR_SECRET} characters`)
  const keys = env['VENUE_MERCHANT_KEYS']
  if (!keys && !sandbox)
    throw new Error(
      'VENUE_MERCHANT_KEYS is missing; only TIANPING_MODE=sandbox has a built-in merchant',
    )
  return {
    databaseUrl,
    host: env['HOST'] || '127.0.0.1',
    port,
    publicUrl: publicUrl?.replace(/\/$/, ''),
    merchants: keys ? readMerchants(keys) : sandboxMerchants(),
    faults: env['SANDBOX_FAULTS'] === '1',
    operatorSecret,
  }
}
