// The calls of a seamless venue, in the shape of Hub88's published Wallet API: fields, words of the
// answers, and what makes two calls the same. docs/venues.md describes them.
import { createHash, verify } from 'node:crypto'
import { z } from 'zod'
import { MAX_AMOUNT_FEN } from '../../../ledger/ledger.ts'
import { PER_FEN } from '../adapters/operatorApi.ts'

const name = z.string().min(1).max(64)
const amount = z
  .int()
  .min(0)
  .max(Number(MAX_AMOUNT_FEN * PER_FEN))
  .refine(value => BigInt(value) % PER_FEN === 0n)
  .transform(value => BigInt(value) / PER_FEN)
const asked = { user: name, request_uuid: z.string().max(64) }
const moved = {
  ...asked,
  transaction_uuid: z.guid(),
  round: z.string().min(1).max(120),
  round_closed: z.boolean().default(false),
  game_code: name,
}

/** What the venue calls the grant of free rounds that a bet belongs to. */
const rewardName = z.string().max(64).nullish()

export const walletCalls = {
  'user/info': z.object(asked),
  'user/balance': z.object({ ...asked, token: name, currency: name.optional() }),
  'transaction/bet': z.object({
    ...moved,
    token: name,
    currency: name,
    amount,
    is_free: z.boolean().default(false),
    reward_uuid: rewardName,
  }),
  'transaction/win': z.object({
    ...moved,
    currency: name,
    amount,
    is_free: z.boolean().default(false),
    reward_uuid: rewardName,
    reference_transaction_uuid: z.guid().nullish(),
  }),
  'transaction/rollback': z.object({ ...moved, reference_transaction_uuid: z.guid() }),
} as const
export type WalletCall = keyof typeof walletCalls
export type Asked<N extends WalletCall> = z.output<(typeof walletCalls)[N]>

export const isWalletCall = (path: string): path is WalletCall => Object.hasOwn(walletCalls, path)

/** What a call may be answered beside `RS_OK`. */
export type Problem =
  | 'RS_ERROR_UNKNOWN'
  | 'RS_ERROR_INVALID_PARTNER'
  | 'RS_ERROR_INVALID_TOKEN'
  | 'RS_ERROR_TOKEN_EXPIRED'
  | 'RS_ERROR_WRONG_CURRENCY'
  | 'RS_ERROR_INVALID_SIGNATURE'
  | 'RS_ERROR_WRONG_SYNTAX'
  | 'RS_ERROR_WRONG_TYPES'

/** Any of the keys proves it: while they rotate there are two. */
export const isGenuine = (keys: readonly string[], body: Buffer, signature: string): boolean =>
  keys.some(key => verify('RSA-SHA256', body, key, Buffer.from(signature, 'base64')))

/** The body as JSON; undefined where it is none. */
export function jsonOf(body: Buffer): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** A field that is missing, or one that is not what it has to be. */
export const problemIn = (body: Record<string, unknown>, { issues }: z.ZodError): Problem =>
  issues.some(({ path }) => body[String(path[0])] === undefined)
    ? 'RS_ERROR_WRONG_SYNTAX'
    : 'RS_ERROR_WRONG_TYPES'

type Movement = Asked<'transaction/bet' | 'transaction/win' | 'transaction/rollback'>

/** What makes two calls of one number the same: token, time and request may differ. */
export function digestOf(call: WalletCall, body: Movement): Buffer {
  const { user, round, game_code } = body
  const reference =
    'reference_transaction_uuid' in body ? body.reference_transaction_uuid?.toLowerCase() : null
  const figures = 'amount' in body ? [String(body.amount), body.currency, body.is_free] : []
  return createHash('sha256')
    .update(JSON.stringify([call, user, round, game_code, reference ?? null, ...figures]))
    .digest()
}
