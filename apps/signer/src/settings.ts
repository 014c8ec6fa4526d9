import { readFileSync } from 'node:fs'
import { isAddress, lower } from '@tianping/evm'
import { fromBase58 } from '@tianping/tron'
import { z } from 'zod'
import { payeesOf, type Payees } from './payees.ts'

type Env = Record<string, string | undefined>

const whole = z.coerce.number().int()
const addressOf = {
  evm: (text: string) => (isAddress(text) ? lower(text) : null),
  tron: fromBase58,
}

const environment = z
  .object({
    CHAIN_KIND: z.enum(['evm', 'tron']).default('evm'),
    CHAIN_API_KEY: z.string().max(200).default(''),
    SIGNER_FEE_LIMIT_TRX: whole.min(1).max(1_000).default(100),
    SIGNER_EXPIRY_SECONDS: whole.min(60).max(3_600).default(300),
    SIGNER_PORT: whole.min(0).max(65_535).default(8090),
    SIGNER_HOST: z.string().default('127.0.0.1'),
    SIGNER_SECRET: z.string().min(32),
    SIGNER_KEY_FILE: z.string().min(1),
    SIGNER_JOURNAL: z.string().min(1),
    SIGNER_MAX_USDT: whole.min(1).default(5_000),
    SIGNER_DAY_USDT: whole.min(1).default(50_000),
    SIGNER_MAX_FEE_GWEI: whole.min(1).default(200),
    SIGNER_CONFIRMATIONS: whole.min(1).max(200).default(12),
    SIGNER_BUMP_SECONDS: whole.min(1).default(120),
    SIGNER_TICK_MS: whole.min(50).max(60_000).default(2_000),
    SIGNER_PAYEES_FILE: z.string().default(''),
    SIGNER_ADOPT: z.enum(['0', '1']).default('0'),
    CHAIN_ID: whole.min(1),
    CHAIN_RPC_URLS: z.string().min(1),
    CHAIN_TOKEN: z.string(),
  })
  .refine(e => addressOf[e.CHAIN_KIND](e.CHAIN_TOKEN) !== null, 'CHAIN_TOKEN is no address')

export type SignerSettings = {
  kind: 'evm' | 'tron'
  apiKey: string
  /** TRON: what the energy of a call may burn at most, and how long a transaction is good. */
  feeLimitSun: bigint
  expiryMs: number
  port: number
  host: string
  secret: string
  keyFile: string
  journal: string
  /** Units of the token that one payout, and all payouts of a UTC day, may move. */
  maxUnits: bigint
  dayUnits: bigint
  /** Whom payouts may go to. */
  payees: Payees
  /** Wei per gas beyond which nothing is sent. */
  maxFee: bigint
  confirmations: number
  bumpMs: number
  tickMs: number
  /** Accepts a hot wallet that was used before this journal began. */
  adopt: boolean
  chainId: bigint
  urls: string[]
  token: string
}

const UNITS_PER_USDT = 1_000_000n
const GWEI = 1_000_000_000n
const SUN_PER_TRX = 1_000_000n

export function readSignerSettings(env: Env): SignerSettings {
  const e = environment.parse(env)
  return {
    kind: e.CHAIN_KIND,
    apiKey: e.CHAIN_API_KEY,
    feeLimitSun: BigInt(e.SIGNER_FEE_LIMIT_TRX) * SUN_PER_TRX,
    expiryMs: e.SIGNER_EXPIRY_SECONDS * 1_000,
    port: e.SIGNER_PORT,
    host: e.SIGNER_HOST,
    secret: e.SIGNER_SECRET,
    keyFile: e.SIGNER_KEY_FILE,
    journal: e.SIGNER_JOURNAL,
    maxUnits: BigInt(e.SIGNER_MAX_USDT) * UNITS_PER_USDT,
    dayUnits: BigInt(e.SIGNER_DAY_USDT) * UNITS_PER_USDT,
    payees: payeesOf(e.SIGNER_PAYEES_FILE, addressOf[e.CHAIN_KIND]),
    maxFee: BigInt(e.SIGNER_MAX_FEE_GWEI) * GWEI,
    confirmations: e.SIGNER_CONFIRMATIONS,
    bumpMs: e.SIGNER_BUMP_SECONDS * 1_000,
    tickMs: e.SIGNER_TICK_MS,
    adopt: e.SIGNER_ADOPT === '1',
    chainId: BigInt(e.CHAIN_ID),
    urls: e.CHAIN_RPC_URLS.split(',').map(each => each.trim()),
    token: addressOf[e.CHAIN_KIND](e.CHAIN_TOKEN) ?? '',
  }
}

/** The passphrase of the key file, from a file or from the environment. */
export function passphraseOf(env: Env): string {
  const path = env['SIGNER_PASSPHRASE_FILE']
  const passphrase = path ? readFileSync(path, 'utf8').trim() : env['SIGNER_PASSPHRASE']
  if (!passphrase || passphrase.length < 12)
    throw new Error('SIGNER_PASSPHRASE_FILE or SIGNER_PASSPHRASE needs 12 characters or more')
  return passphrase
}
