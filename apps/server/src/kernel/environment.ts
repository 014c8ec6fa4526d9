import { isProtected } from '@tianping/database'
import { SANDBOX_MERCHANT, secretProblems } from '@tianping/venue-protocol'
import { join } from 'node:path'
import { z } from 'zod'
import type { SealingKeys } from './cardNumber.ts'
import { chainOf, chainProblems, type ChainSettings } from './chainSettings.ts'
import { MEMORY_KIB } from './passwords.ts'
import { isPushService, PUSH_SERVICES, pushKeyProblem, type PushKeys } from './pushKeys.ts'
import type { TraceTarget } from './trace/exporter.ts'

/** What proxies need to see that an instance is not ready; a sandbox has none. */
const GRACE_S = 5

/** How the server is run; read once from the environment. */
export type Settings = {
  /**
   * `sandbox` allows demo data, demo secrets and the sandbox provider; `production` refuses all
   * default secrets.
   */
  mode: 'sandbox' | 'production'
  databaseUrl: string
  /** The same database past a pooler of transactions, for what needs a session of its own. */
  directUrl: string
  /** A standby of it that answers what only reads, and how old its answers may be; or null. */
  reads: { url: string; boundMs: number } | null
  host: string
  port: number
  /** The origin browsers reach the site at; used in links and provider callbacks. */
  publicUrl: string
  /**
   * Where the sandbox venue answers the platform, and who the platform is there; null in
   * production, whose venues are connected in the back office.
   */
  sandboxVenue: { url: string; merchant: string; key: { id: string; secret: string } } | null
  /** Hosts of the own network, `host:port`, at which venues may be called. */
  venueHosts: string[]
  /** Signs the callbacks of the sandbox's payment provider; null in production. */
  providerSecret: string | null
  /** Hosts of the own network, `host:port`, at which payment providers may be called. */
  providerHosts: string[]
  /**
   * Seal the numbers of bound cards and payers' accounts at rest; without their key they cannot be
   * read again.
   */
  cardKey: SealingKeys
  /** Seal the secrets of authenticators. */
  factorKey: SealingKeys
  /** Seal what members hand in to prove who they are, and what they state of it. */
  documentKey: SealingKeys
  /** The provider of identity checks, and the key that both sides sign by; null without one. */
  identity: { url: string; keyId: string; secret: string } | null
  /** The national register of excluded persons, and the key of both sides; null without one. */
  nationalRegister: { url: string; keyId: string; secret: string } | null
  /** Where letters leave by mail, and from whom; null where they do not. */
  mail: { url: string; from: string } | null
  /** The gateway of text messages, and the key that requests to it are signed with. */
  sms: { url: string; keyId: string; secret: string } | null
  /** The site's keys of web push; null where browsers are not notified. */
  push: PushKeys | null
  poolSize: number
  /** How many repeated statements each connection prepares. */
  keepPlans: number
  /** Beyond so much delay of the event loop calls are refused as "busy". */
  busyAfterMs: number
  /** Built browser apps; absent in tests that only speak the API. */
  memberDist: string | null
  consoleDist: string | null
  /**
   * Proxies before the server, each of which adds who asked it to X-Forwarded-For; what stands
   * before that is anybody's word.
   */
  trustProxy: number
  /** The header in which the proxies say the country of whoever asks; empty for none. */
  countryHeader: string
  /** How long an instance that is told to stop is still sent calls by its proxies. */
  graceMs: number
  /** Whether this instance runs the clock jobs and pollers. */
  runJobs: boolean
  /** How long browsers insist on https for this host and every host below it. */
  hstsS: number
  /** Whom /.well-known/security.txt names, and how many days each answer of it is good for. */
  securityContacts: string[]
  securityDays: number
  /** The manifest of the release in the program's folder, and its SHA-256 if it is held apart. */
  releaseManifest: string
  releaseSha256: string | null
  /** Where collectors of metrics ask, apart from members; null for nowhere. */
  metrics: { host: string; port: number } | null
  /** One log line for each call. */
  accessLog: boolean
  /** Where traces go, by what name, and which share of them; null for no traces. */
  traces: (TraceTarget & { share: number }) | null
  /** Where USDT is taken on a chain; null where it is not. */
  chain: ChainSettings | null
  /** A sandbox's payment provider that takes no order, for rehearsals. */
  providerAway: boolean
}

/** Where `npm run manifest` writes it. */
const RELEASE_MANIFEST = join(import.meta.dirname, '../../../../release.json')

/**
 * Secrets of a sandbox; production refuses to start with any of them
 * (docs/decisions/0036-demo-data-in-sandbox-mode-only.md).
 */
export const sandboxSecrets = {
  venue: SANDBOX_MERCHANT.key.secret,
  provider: 'sandbox-provider-secret-not-for-production',
  card: 'sandbox-card-key-not-for-production',
  factor: 'sandbox-factor-key-not-for-production',
  document: 'sandbox-document-key-not-for-production',
}

const listed = (text: string) =>
  text
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')
/** Keys that were current before, separated by commas. */
const oldKeys = z.string().default('').transform(listed)
const securityContacts = z
  .string()
  .default('')
  .transform(listed)
  .pipe(z.array(z.string().regex(/^(mailto:|tel:|https:\/\/)\S+$/, 'mailto:, tel: or https://')))

const port = z.coerce.number().int().min(0).max(65_535)
const environment = z.object({
  TIANPING_MODE: z.enum(['sandbox', 'production']).default('production'),
  DATABASE_URL: z.string().min(1),
  DATABASE_DIRECT_URL: z.string().min(1).optional(),
  DATABASE_READ_URL: z.string().min(1).optional(),
  DATABASE_READ_SECONDS: z.coerce.number().min(1).max(300).default(5),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: z.url().optional(),
  VENUE_URL: z.url().default('http://127.0.0.1:8081'),
  VENUE_PUBLIC_URL: z.url().optional(),
  VENUE_MERCHANT: z.string().default(SANDBOX_MERCHANT.merchant),
  VENUE_KEY_ID: z.string().default(SANDBOX_MERCHANT.key.id),
  VENUE_KEY_SECRET: z.string().min(1).default(sandboxSecrets.venue),
  PROVIDER_SECRET: z.string().min(1).optional(),
  PROVIDER_HOSTS: z.string().default('').transform(listed),
  VENUE_HOSTS: z.string().default('').transform(listed),
  CARD_KEY: z.string().min(1).default(sandboxSecrets.card),
  CARD_KEYS_OLD: oldKeys,
  FACTOR_KEY: z.string().min(1).default(sandboxSecrets.factor),
  FACTOR_KEYS_OLD: oldKeys,
  DOCUMENT_KEY: z.string().min(1).default(sandboxSecrets.document),
  DOCUMENT_KEYS_OLD: oldKeys,
  DATABASE_TLS: z.enum(['required', 'off']).default('required'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_KEY_ID: z.string().min(1).optional(),
  SMS_SECRET: z.string().min(16).optional(),
  PUSH_PUBLIC_KEY: z.string().min(1).optional(),
  PUSH_PRIVATE_KEY: z.string().min(1).optional(),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:|https:\/\/)\S+$/, 'mailto: or https://')
    .optional(),
  PUSH_SERVICES: z.string().default(PUSH_SERVICES.join(',')).transform(listed),
  IDENTITY_URL: z.url({ protocol: /^https?$/ }).optional(),
  IDENTITY_KEY_ID: z.string().min(1).optional(),
  IDENTITY_SECRET: z.string().min(16).optional(),
  REGISTER_URL: z.url({ protocol: /^https?$/ }).optional(),
  REGISTER_KEY_ID: z.string().min(1).optional(),
  REGISTER_SECRET: z.string().min(16).optional(),
  PASSWORD_MEMORY_KIB: z.coerce.number().int().min(64).max(4_194_304).default(MEMORY_KIB),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  DATABASE_PLANS: z.coerce.number().int().min(0).max(2_000).default(0),
  BUSY_AFTER_MS: z.coerce.number().int().min(10).max(60_000).default(1_000),
  MEMBER_DIST: z.string().optional(),
  CONSOLE_DIST: z.string().optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(9).default(0),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{0,60}$/)
    .default(''),
  GRACE_SECONDS: z.coerce.number().min(0).max(60).optional(),
  RUN_JOBS: z.enum(['0', '1']).default('1'),
  HSTS_SECONDS: z.coerce.number().int().min(0).max(63_072_000).default(31_536_000),
  SECURITY_CONTACT: securityContacts,
  SECURITY_TXT_DAYS: z.coerce.number().int().min(1).max(365).default(180),
  RELEASE_MANIFEST: z.string().min(1).default(RELEASE_MANIFEST),
  RELEASE_SHA256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ACCESS_LOG: z.enum(['0', '1']).default('0'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_SERVICE_NAME: z.string().min(1).default('tianping-server'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  CHAIN_KIND: z.enum(['evm', 'tron']).default('evm'),
  CHAIN_API_KEY: z.string().max(200).optional(),
  CHAIN_ID: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  CHAIN_RPC_URLS: z
    .string()
    .default('')
    .transform(listed)
    .pipe(z.array(z.url({ protocol: /^https?$/ })).max(2)),
  CHAIN_WITNESS_URL: z.url({ protocol: /^https?$/ }).optional(),
  CHAIN_TOKEN: z.string().optional(),
  CHAIN_XPUB: z.string().optional(),
  SIGNER_URL: z.url({ protocol: /^https?$/ }).optional(),
  SIGNER_SECRET: z.string().min(16).optional(),
  SANDBOX_PROVIDER_AWAY: z.enum(['0', '1']).default('0'),
})
type Environment = z.output<typeof environment>

type Env = Record<string, string | undefined>

/** Everything that keeps a process from starting, one sentence each. */
export class StartRefused extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The server does not start:\n${problems.map(each => `- ${each}.`).join('\n')}`)
    this.problems = problems
  }
}

const old = (name: string, keys: string | undefined) =>
  listed(keys ?? '').map((key, n) => [`${name} (${n + 1})`, key] as const)

const databaseNames = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const

function databaseProblem(env: Env, name: (typeof databaseNames)[number]): string[] {
  const url = env[name]
  if (!url || env['DATABASE_TLS'] === 'off') return []
  try {
    if (isProtected(url)) return []
  } catch {
    return [`${name} cannot be read`]
  }
  return [
    `${name} leads to another machine without TLS or without a checked certificate; add sslmode=verify-full, or set DATABASE_TLS=off where the network itself is encrypted`,
  ]
}

/** What only production refuses; a sandbox runs with published secrets on plain http. */
function productionProblems(env: Env): string[] {
  const optional = [
    'PROVIDER_SECRET',
    'SMS_SECRET',
    'IDENTITY_SECRET',
    'REGISTER_SECRET',
    'SIGNER_SECRET',
  ].filter(name => env[name] !== undefined)
  const needed = ['CARD_KEY', 'FACTOR_KEY', 'DOCUMENT_KEY']
  const secrets = [...needed, ...optional]
  return [
    ...secretProblems(
      secrets.map(name => [name, env[name] ?? ''] as const),
      {
        published: Object.values(sandboxSecrets),
        old: [
          ...old('CARD_KEYS_OLD', env['CARD_KEYS_OLD']),
          ...old('FACTOR_KEYS_OLD', env['FACTOR_KEYS_OLD']),
          ...old('DOCUMENT_KEYS_OLD', env['DOCUMENT_KEYS_OLD']),
        ],
      },
    ),
    ...(env['PUBLIC_URL']?.startsWith('https://')
      ? []
      : ['PUBLIC_URL must be the https origin that browsers use, such as https://www.example.com']),
    ...(Number(env['PASSWORD_MEMORY_KIB'] ?? MEMORY_KIB) < MEMORY_KIB
      ? [`PASSWORD_MEMORY_KIB must be ${MEMORY_KIB} or more`]
      : []),
    ...databaseNames.flatMap(name => databaseProblem(env, name)),
  ]
}

/** Reads the settings; throws everything that is wrong with them at once. */
export function readSettings(env: Env): Settings {
  const read = environment.safeParse(env)
  const problems = [
    ...(read.error?.issues ?? []).map(issue => `${issue.path.join('.')}: ${issue.message}`),
    ...outwardProblems(env),
    ...chainProblems(env),
    ...(env['TIANPING_MODE'] === 'sandbox' ? [] : productionProblems(env)),
  ]
  if (!read.success || problems.length > 0) throw new StartRefused(problems)
  return settingsOf(read.data)
}

function sandboxVenueOf(e: Environment): Settings['sandboxVenue'] {
  if (e.TIANPING_MODE !== 'sandbox') return null
  const key = { id: e.VENUE_KEY_ID, secret: e.VENUE_KEY_SECRET }
  return { url: e.VENUE_URL.replace(/\/$/, ''), merchant: e.VENUE_MERCHANT, key }
}

function settingsOf(e: Environment): Settings {
  return {
    mode: e.TIANPING_MODE,
    databaseUrl: e.DATABASE_URL,
    directUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL,
    reads: e.DATABASE_READ_URL
      ? { url: e.DATABASE_READ_URL, boundMs: e.DATABASE_READ_SECONDS * 1_000 }
      : null,
    host: e.HOST,
    port: e.PORT,
    publicUrl: (e.PUBLIC_URL ?? `http://127.0.0.1:${e.PORT}`).replace(/\/$/, ''),
    sandboxVenue: sandboxVenueOf(e),
    venueHosts: e.VENUE_HOSTS,
    providerSecret: providerSecretOf(e),
    providerHosts: e.PROVIDER_HOSTS,
    cardKey: [e.CARD_KEY, ...e.CARD_KEYS_OLD],
    factorKey: [e.FACTOR_KEY, ...e.FACTOR_KEYS_OLD],
    documentKey: [e.DOCUMENT_KEY, ...e.DOCUMENT_KEYS_OLD],
    ...outwardOf(e),
    poolSize: e.DATABASE_POOL,
    keepPlans: e.DATABASE_PLANS,
    busyAfterMs: e.BUSY_AFTER_MS,
    memberDist: e.MEMBER_DIST ?? null,
    consoleDist: e.CONSOLE_DIST ?? null,
    trustProxy: e.TRUST_PROXY,
    countryHeader: e.COUNTRY_HEADER.toLowerCase(),
    graceMs: 1_000 * (e.GRACE_SECONDS ?? (e.TIANPING_MODE === 'production' ? GRACE_S : 0)),
    runJobs: e.RUN_JOBS === '1',
    hstsS: e.HSTS_SECONDS,
    securityContacts: e.SECURITY_CONTACT,
    securityDays: e.SECURITY_TXT_DAYS,
    releaseManifest: e.RELEASE_MANIFEST,
    releaseSha256: e.RELEASE_SHA256 ?? null,
    ...heardOf(e),
    chain: chainOf(e),
  }
}

type Heard = Pick<Settings, 'metrics' | 'accessLog' | 'traces' | 'providerAway'>

/** Who watches from outside, and what rehearsals break. */
function heardOf(e: Environment): Heard {
  const endpoint = e.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  const headers = listed(e.OTEL_EXPORTER_OTLP_HEADERS).map(pair => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()] as const
  })
  const traces = {
    headers: Object.fromEntries(headers),
    service: e.OTEL_SERVICE_NAME,
    share: e.OTEL_TRACES_SAMPLER_ARG,
  }
  return {
    metrics: e.METRICS_PORT === undefined ? null : { host: e.METRICS_HOST, port: e.METRICS_PORT },
    accessLog: e.ACCESS_LOG === '1',
    traces: endpoint === undefined ? null : { endpoint, ...traces },
    providerAway: e.TIANPING_MODE === 'sandbox' && e.SANDBOX_PROVIDER_AWAY === '1',
  }
}

/** The provider that the secret belongs to exists in a sandbox only. */
const providerSecretOf = (e: Environment) =>
  e.TIANPING_MODE === 'sandbox' ? (e.PROVIDER_SECRET ?? sandboxSecrets.provider) : null

/** The ways out of the site; each is given whole or not at all. */
const gateways = ['SMS', 'IDENTITY', 'REGISTER'] as const
const partsOf = (gateway: (typeof gateways)[number]) =>
  [`${gateway}_URL`, `${gateway}_KEY_ID`, `${gateway}_SECRET`] as const

/** Settings that are given in part, and addresses that production may not call. */
function outwardProblems(env: Env): string[] {
  const given = (name: string) => env[name] !== undefined
  const halves = [
    ['SMTP_URL', 'MAIL_FROM'],
    ['PUSH_PUBLIC_KEY', 'PUSH_PRIVATE_KEY'],
    ...gateways.map(partsOf),
  ]
    .filter(names => names.some(given) && !names.every(given))
    .map(names => `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are set together`)
  if (env['TIANPING_MODE'] === 'sandbox') return halves
  const plain = gateways
    .map(each => `${each}_URL`)
    .filter(name => env[name]?.startsWith('http:'))
    .map(name => `${name} must begin with https:// in production`)
  return [...halves, ...plain]
}

type Gateway = { url: string; keyId: string; secret: string }

/** Another site that is called by `<NAME>_URL`, with the key that calls are signed with. */
function gatewayOf(e: Environment, name: (typeof gateways)[number]): Gateway | null {
  const [url, keyId, secret] = partsOf(name).map(part => e[part])
  return url && keyId && secret ? { url, keyId, secret } : null
}

/** Whom push services write to: its own setting, or the contact of security reports. */
function pushContactOf(e: Environment): string {
  const contact = e.PUSH_CONTACT ?? e.SECURITY_CONTACT.find(each => !each.startsWith('tel:'))
  if (contact) return contact
  if (e.PUBLIC_URL?.startsWith('https://')) return e.PUBLIC_URL
  if (e.TIANPING_MODE === 'sandbox') return 'mailto:push@site.example'
  throw new StartRefused(['PUSH_CONTACT is missing: mailto: or https://, for push services'])
}

function pushOf(e: Environment): PushKeys | null {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_SERVICES: services } = e
  if (!publicKey || !privateKey) return null
  const wrong = services.filter(each => !isPushService(each, e.TIANPING_MODE === 'sandbox'))
  const problems = [
    pushKeyProblem({ publicKey, privateKey }) ?? [],
    services.length === 0 ? 'PUSH_SERVICES names no push service' : [],
    wrong.length > 0 ? `PUSH_SERVICES must name hosts, not ${wrong.join(', ')}` : [],
  ].flat()
  if (problems.length > 0) throw new StartRefused(problems)
  return { publicKey, privateKey, contact: pushContactOf(e), services }
}

type Outward = 'mail' | 'sms' | 'push' | 'identity' | 'nationalRegister'

function outwardOf(e: Environment): Pick<Settings, Outward> {
  return {
    mail: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    sms: gatewayOf(e, 'SMS'),
    push: pushOf(e),
    identity: gatewayOf(e, 'IDENTITY'),
    nationalRegister: gatewayOf(e, 'REGISTER'),
  }
}

/** The names of all settings, and of those that every production server needs. */
export const settingNames: readonly string[] = Object.keys(environment.shape)
export const neededInProduction = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'CARD_KEY',
  'FACTOR_KEY',
  'DOCUMENT_KEY',
] as const
