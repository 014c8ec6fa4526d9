import { SANDBOX_MERCHANT } from '@tianping/venue-protocol'
import { z } from 'zod'

/** How the server is run; read once from the environment. */
export type Settings = {
  /**
   * `sandbox` allows demo data, demo secrets and the sandbox provider; `production` refuses all
   * default secrets.
   */
  mode: 'sandbox' | 'production'
  databaseUrl: string
  host: string
  port: number
  /** The origin browsers reach the site at; used in links and provider callbacks. */
  publicUrl: string
  /** Where the sandbox venue answers the platform, and where browsers reach it. */
  venueUrl: string
  venuePublicUrl: string
  /** Who the platform is at the venues, and the key it signs with. */
  venueMerchant: string
  venueKey: { id: string; secret: string }
  /** Signs the payment provider's callbacks. */
  providerSecret: string
  /**
   * Seals the numbers of bound cards and payers' accounts at rest; with another key they cannot be
   * read again.
   */
  cardKey: string
  /** Where letters leave by mail, and from whom; null where they do not. */
  mail: { url: string; from: string } | null
  /** The gateway of text messages, and the key that requests to it are signed with. */
  sms: { url: string; keyId: string; secret: string } | null
  poolSize: number
  /** Built browser apps; absent in tests that only speak the API. */
  memberDist: string | null
  consoleDist: string | null
  /**
   * Proxies before the server, each of which adds who asked it to X-Forwarded-For; what stands
   * before that is anybody's word.
   */
  trustProxy: number
  /** Whether this instance runs the clock jobs and pollers. */
  runJobs: boolean
}

/**
 * Secrets of a sandbox; production refuses to start with any of them
 * (docs/decisions/0036-demo-data-in-sandbox-mode-only.md).
 */
export const sandboxSecrets = {
  venue: SANDBOX_MERCHANT.key.secret,
  provider: 'sandbox-provider-secret-not-for-production',
  card: 'sandbox-card-key-not-for-production',
}

const port = z.coerce.number().int().min(0).max(65_535)
const environment = z.object({
  TIANPING_MODE: z.enum(['sandbox', 'production']).default('production'),
  DATABASE_URL: z.string().min(1),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: z.url().optional(),
  VENUE_URL: z.url().default('http://127.0.0.1:8081'),
  VENUE_PUBLIC_URL: z.url().optional(),
  VENUE_MERCHANT: z.string().default(SANDBOX_MERCHANT.merchant),
  VENUE_KEY_ID: z.string().default(SANDBOX_MERCHANT.key.id),
  VENUE_KEY_SECRET: z.string().min(16).optional(),
  PROVIDER_SECRET: z.string().min(16).optional(),
  CARD_KEY: z.string().min(32).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_KEY_ID: z.string().min(1).optional(),
  SMS_SECRET: z.string().min(16).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  MEMBER_DIST: z.string().optional(),
  CONSOLE_DIST: z.string().optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(9).default(0),
  RUN_JOBS: z.enum(['0', '1']).default('1'),
})

/**
 * Reads the settings; throws one clear message that names every variable that is wrong, or a
 * default secret in production.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const read = environment.safeParse(env)
  if (!read.success) {
    throw new Error(
      `Settings: ${read.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
    )
  }
  const e = read.data
  const secret = (name: string, given: string | undefined, sandbox: string) => {
    if (e.TIANPING_MODE === 'sandbox') return given ?? sandbox
    if (!given || Object.values(sandboxSecrets).includes(given))
      throw new Error(`Settings: ${name} must be set to a secret of your own in production.`)
    return given
  }
  return {
    mode: e.TIANPING_MODE,
    databaseUrl: e.DATABASE_URL,
    host: e.HOST,
    port: e.PORT,
    publicUrl: (e.PUBLIC_URL ?? `http://127.0.0.1:${e.PORT}`).replace(/\/$/, ''),
    venueUrl: e.VENUE_URL.replace(/\/$/, ''),
    venuePublicUrl: (e.VENUE_PUBLIC_URL ?? e.VENUE_URL).replace(/\/$/, ''),
    venueMerchant: e.VENUE_MERCHANT,
    venueKey: {
      id: e.VENUE_KEY_ID,
      secret: secret('VENUE_KEY_SECRET', e.VENUE_KEY_SECRET, sandboxSecrets.venue),
    },
    providerSecret: secret('PROVIDER_SECRET', e.PROVIDER_SECRET, sandboxSecrets.provider),
    cardKey: secret('CARD_KEY', e.CARD_KEY, sandboxSecrets.card),
    ...outwardOf(e),
    poolSize: e.DATABASE_POOL,
    memberDist: e.MEMBER_DIST ?? null,
    consoleDist: e.CONSOLE_DIST ?? null,
    trustProxy: e.TRUST_PROXY,
    runJobs: e.RUN_JOBS === '1',
  }
}

/** The channels out of the site; each is given whole or not at all. */
function outwardOf(e: z.output<typeof environment>): Pick<Settings, 'mail' | 'sms'> {
  const mail = [e.SMTP_URL, e.MAIL_FROM]
  const sms = [e.SMS_URL, e.SMS_KEY_ID, e.SMS_SECRET]
  const half = (values: unknown[]) => new Set(values.map(value => value === undefined)).size > 1
  if (half(mail)) throw new Error('Settings: SMTP_URL and MAIL_FROM are set together.')
  if (half(sms)) throw new Error('Settings: SMS_URL, SMS_KEY_ID and SMS_SECRET are set together.')
  if (e.TIANPING_MODE === 'production' && e.SMS_URL?.startsWith('http:'))
    throw new Error('Settings: SMS_URL must begin with https:// in production.')
  return {
    mail: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    sms:
      e.SMS_URL && e.SMS_KEY_ID && e.SMS_SECRET
        ? { url: e.SMS_URL, keyId: e.SMS_KEY_ID, secret: e.SMS_SECRET }
        : null,
  }
}
