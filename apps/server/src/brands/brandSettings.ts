// The settings of a deployment with several brands, and those of each brand: what the process was
// given for all of them, and what lies sealed in the directory for one.
import { isProtected } from '@tianping/database'
import { secretProblems } from '@tianping/venue-protocol'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Marks } from './directory.sql.ts'
import { openNumber, sealNumber, type SealingKeys } from '../kernel/cardNumber.ts'
import { readSettings, settingNames, StartRefused, type Settings } from '../kernel/environment.ts'

type Env = Record<string, string | undefined>

/**
 * What every brand takes from the process. All other settings are a brand's own and are never
 * inherited: a key that two brands share would let what one of them signed or sealed count in the
 * other.
 */
const COMMON = [
  'TIANPING_MODE',
  'HOST',
  'PORT',
  'TRUST_PROXY',
  'COUNTRY_HEADER',
  'GRACE_SECONDS',
  'BUSY_AFTER_MS',
  'RUN_JOBS',
  'HSTS_SECONDS',
  'RELEASE_MANIFEST',
  'RELEASE_SHA256',
  'METRICS_PORT',
  'METRICS_HOST',
  'ACCESS_LOG',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'PASSWORD_MEMORY_KIB',
  'MEMBER_DIST',
  'CONSOLE_DIST',
  'DATABASE_TLS',
] as const
/** What a brand may have of its own, and else takes from the process. */
const SHARED = [
  'SMTP_URL',
  'MAIL_FROM',
  'PUSH_PUBLIC_KEY',
  'PUSH_PRIVATE_KEY',
  'PUSH_CONTACT',
  'PUSH_SERVICES',
  'SECURITY_CONTACT',
  'SECURITY_TXT_DAYS',
  'DATABASE_POOL',
  'DATABASE_PLANS',
  'SANDBOX_PROVIDER_AWAY',
] as const

const common = new Set<string>(COMMON)
/** The names that a brand's sealed settings may have; its address is a column of its own. */
const ownNames = new Set(settingNames.filter(name => !common.has(name) && name !== 'PUBLIC_URL'))

const LEAST_KEY = 16
/** A key of the sandbox, which production refuses. */
const SANDBOX_KEY = 'sandbox-directory-key-not-for-production'

const directoryEnvironment = z.object({
  TIANPING_MODE: z.enum(['sandbox', 'production']).default('production'),
  DATABASE_TLS: z.enum(['required', 'off']).default('required'),
  DIRECTORY_URL: z.string().min(1),
  DIRECTORY_OWNER_URL: z.string().min(1).optional(),
  DIRECTORY_KEY: z.string().min(LEAST_KEY).default(SANDBOX_KEY),
  DIRECTORY_KEYS_OLD: z.string().default(''),
  BRAND_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(200),
})

/** The names of the settings of a deployment with several brands. */
export const directorySettingNames: readonly string[] = Object.keys(
  directoryEnvironment.shape,
).filter(name => /^(DIRECTORY|BRAND)_/.test(name))

export type DirectorySettings = {
  url: string
  /** A login that owns the directory; for the command. */
  ownerUrl: string
  keys: SealingKeys
  /** Connections to databases of all brands together. */
  connections: number
}

/** Reads the settings of the directory; throws everything that is wrong with them. */
export function directorySettings(env: Env): DirectorySettings {
  const read = directoryEnvironment.safeParse(env)
  if (!read.success)
    throw new StartRefused(
      read.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`),
    )
  const e = read.data
  const production = e.TIANPING_MODE === 'production'
  const old = e.DIRECTORY_KEYS_OLD.split(',')
    .map(each => each.trim())
    .filter(each => each !== '')
  const problems = [
    ...(production
      ? secretProblems([['DIRECTORY_KEY', e.DIRECTORY_KEY]], {
          published: [SANDBOX_KEY],
          old: old.map((key, n) => [`DIRECTORY_KEYS_OLD (${n + 1})`, key] as const),
        })
      : []),
    ...(production && e.DATABASE_TLS === 'required' && !isProtected(e.DIRECTORY_URL)
      ? ['DIRECTORY_URL leads to another machine without TLS or without a checked certificate']
      : []),
  ]
  if (problems.length > 0) throw new StartRefused(problems)
  return {
    url: e.DIRECTORY_URL,
    ownerUrl: e.DIRECTORY_OWNER_URL ?? e.DIRECTORY_URL,
    keys: [e.DIRECTORY_KEY, ...old],
    connections: e.BRAND_CONNECTIONS,
  }
}

/** What keeps these settings from being a brand's, one sentence each. */
export const strangeNames = (own: Env): string[] =>
  Object.keys(own)
    .filter(name => !ownNames.has(name))
    .map(name =>
      settingNames.includes(name)
        ? `${name} is no setting of a brand: the process has it, or the brand by --url`
        : `${name} is no setting; is it misspelt?`,
    )

/** The environment of one brand: what is common, what it shares, and its own. */
export function environmentOf(env: Env, own: Env): Env {
  const taken = [...COMMON, ...SHARED].flatMap(name =>
    env[name] === undefined ? [] : [[name, env[name]] as const],
  )
  return { ...Object.fromEntries(taken), ...own }
}

type OwnSettings = { publicUrl: string; own: Record<string, string> }

/** The settings that a brand's site is opened with; throws what stands against them. */
export function settingsOfBrand(env: Env, { publicUrl, own }: OwnSettings): Settings {
  const strange = strangeNames(own)
  if (strange.length > 0) throw new StartRefused(strange)
  return readSettings(environmentOf(env, { ...own, PUBLIC_URL: publicUrl }))
}

type Process = Pick<Settings, 'host' | 'port' | 'trustProxy' | 'metrics' | 'graceMs'>

/** Stand-ins for what every brand has of its own, so that what is common can be read alone. */
const noBrand = () => ({
  DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
  PUBLIC_URL: 'https://brand.invalid',
  CARD_KEY: newSecret(),
  FACTOR_KEY: newSecret(),
  DOCUMENT_KEY: newSecret(),
})

/** A key that nobody has yet. */
export const newSecret = (): string => randomBytes(32).toString('base64')

/** What is common to all brands; throws what stands against it. */
export const processSettings = (env: Env): Process => readSettings(environmentOf(env, noBrand()))

/** Under a name of its own, so that a value sealed for another purpose opens for no brand. */
const keysFor = ([current, ...old]: SealingKeys): SealingKeys => [
  `${current}\nsettings of brands`,
  ...old.map(key => `${key}\nsettings of brands`),
]

export const sealSettings = (keys: SealingKeys, brandId: bigint, own: Record<string, string>) =>
  sealNumber(keysFor(keys), brandId, JSON.stringify(own))

const ownSchema = z.record(z.string(), z.string())

export const openSettings = (keys: SealingKeys, brandId: bigint, sealed: Buffer) =>
  ownSchema.parse(JSON.parse(openNumber(keysFor(keys), brandId, sealed)))

const hashOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

/** Outside a sandbox accounts at venues are rows of each brand's own database. */
const venueMarkOf = ({ sandboxVenue, databaseUrl }: Settings) =>
  sandboxVenue
    ? hashOf(sandboxVenue.url.toLowerCase(), sandboxVenue.merchant)
    : hashOf('venues', databaseUrl)

/** Recognises that two brands name one database, one account at the venues or one wallet. */
export function marksOf(settings: Settings): Marks {
  const { hostname, port, pathname } = new URL(settings.databaseUrl)
  return {
    databaseMark: hashOf(hostname.toLowerCase(), port || '5432', pathname),
    venueMark: venueMarkOf(settings),
    chainMark: settings.chain ? hashOf(settings.chain.xpub) : null,
  }
}

/** A host as it is compared: lower case, without port and without the last dot. */
export function hostOf(said: string): string {
  const host = said.trim().toLowerCase()
  const plain = host.startsWith('[')
    ? host.slice(0, host.indexOf(']') + 1)
    : (host.split(':')[0] ?? '')
  return plain.replace(/\.$/, '')
}
