import { productionProblems } from './productionProblems.ts'
import { quicknet, readBeacon, type BeaconSettings } from './beacon/beaconSettings.ts'
import { readMerchants, sandboxMerchants, type Merchant } from './merchants.ts'

export type Settings = {
  databaseUrl: string
  host: string
  port: number
  publicUrl: string | undefined
  /** How many proxies in front write `X-Forwarded-For`. */
  proxies: number
  /** How many repeated statements each connection prepares. */
  keepPlans: number
  merchants: Merchant[]
  faults: boolean
  /** The beacon of shared rounds; null for none, undefined for what the database says. */
  beacon: BeaconSettings | null | undefined
  /** Seals the operators' authenticators; without one there is no operator page. */
  operatorKey: string | undefined
  demoOperator: boolean
}

/** The key of a sandbox, public knowledge; nothing else starts with it. */
export const SANDBOX_OPERATOR_KEY = 'the key of a sandbox venue, public'
const MIN_OPERATOR_KEY = 32

type Env = Record<string, string | undefined>

/** Reads the environment of a venue process. Throws a message that says what is missing. */
export function readSettings(env: Env): Settings {
  const databaseUrl = env['VENUE_DATABASE_URL']
  if (!databaseUrl)
    throw new Error('VENUE_DATABASE_URL is missing: the venue has a database of its own')
  const sandbox = env['TIANPING_MODE'] === 'sandbox'
  if (!sandbox) refuseProduction(env)
  return {
    databaseUrl,
    host: env['HOST'] || '127.0.0.1',
    port: portOf(env),
    publicUrl: publicUrlOf(env),
    proxies: proxiesOf(env),
    keepPlans: keepPlansOf(env),
    operatorKey: operatorKeyOf(env, sandbox),
    demoOperator: sandbox,
    merchants: merchantsOf(env, sandbox),
    faults: env['SANDBOX_FAULTS'] === '1',
    beacon: beaconOf(env, sandbox),
  }
}

/** Throws everything at once that a venue outside a sandbox does not start with. */
function refuseProduction(env: Env): void {
  const operatorKey = env['VENUE_OPERATOR_KEY']
  const [merchants, missing] = merchantsOrProblem(env)
  const problems = [
    ...missing,
    ...productionProblems(env, merchants, {
      secrets: operatorKey ? [['VENUE_OPERATOR_KEY', operatorKey]] : [],
      published: [SANDBOX_OPERATOR_KEY],
    }),
  ]
  if (problems.length > 0)
    throw new Error(`it does not start:\n${problems.map(each => `- ${each}.`).join('\n')}`)
}

function merchantsOrProblem(env: Env): [Merchant[], string[]] {
  try {
    return [merchantsOf(env, false), []]
  } catch (error) {
    return [[], [(error as Error).message]]
  }
}

/** Outside a sandbox shared rounds wait for the public network unless told otherwise. */
function beaconOf(env: Env, sandbox: boolean): BeaconSettings | null | undefined {
  const said = readBeacon(env['VENUE_BEACON'])
  return said === undefined && !sandbox ? quicknet : said
}

function portOf(env: Env): number {
  const port = Number(env['VENUE_PORT'] ?? 8081)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('VENUE_PORT is not a port')
  return port
}

function proxiesOf(env: Env): number {
  const proxies = Number(env['TRUST_PROXY'] ?? 0)
  if (!Number.isInteger(proxies) || proxies < 0 || proxies > 9)
    throw new Error('TRUST_PROXY is a number of proxies, 0 to 9')
  return proxies
}

function keepPlansOf(env: Env): number {
  const plans = Number(env['DATABASE_PLANS'] ?? 0)
  if (!Number.isInteger(plans) || plans < 0 || plans > 2_000)
    throw new Error('DATABASE_PLANS is a number of statements, 0 to 2000')
  return plans
}

function publicUrlOf(env: Env): string | undefined {
  const url = env['VENUE_PUBLIC_URL'] || undefined
  if (url && !/^https?:\/\/[^/]+\/?$/.test(url))
    throw new Error('VENUE_PUBLIC_URL is an origin, such as https://games.example')
  return url?.replace(/\/$/, '')
}

function operatorKeyOf(env: Env, sandbox: boolean): string | undefined {
  const key = env['VENUE_OPERATOR_KEY'] || (sandbox ? SANDBOX_OPERATOR_KEY : undefined)
  if (key && key.length < MIN_OPERATOR_KEY)
    throw new Error(`VENUE_OPERATOR_KEY has at least ${MIN_OPERATOR_KEY} characters`)
  return key
}

function merchantsOf(env: Env, sandbox: boolean): Merchant[] {
  const keys = env['VENUE_MERCHANT_KEYS']
  if (keys) return readMerchants(keys)
  if (sandbox) return sandboxMerchants()
  throw new Error(
    'VENUE_MERCHANT_KEYS is missing; only TIANPING_MODE=sandbox has a built-in merchant',
  )
}
