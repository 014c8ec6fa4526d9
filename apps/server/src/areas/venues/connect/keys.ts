// Keys of venues: checked when they come, sealed for their number, never shown again.
import { say } from '@tianping/contract/refusals'
import type { VenueAdapterName } from '@tianping/contract/venues/facts'
import { secretProblems } from '@tianping/venue-protocol'
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  randomInt,
  type KeyObject,
} from 'node:crypto'
import { openNumber, sealNumber, type SealingKeys } from '../../../kernel/cardNumber.ts'
import { sandboxSecrets, type Settings } from '../../../kernel/environment.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConnectionKey } from '../adapters/port.ts'
import type { KeyRow } from '../store/key.sql.ts'

/** Numbers are random, so that none is ever used twice, and exact in JSON. */
const MOST = 2 ** 47

/** A purpose of their own: what else the card keys seal does not open as a venue's key. */
export const venueKeys = ({ cardKey }: Pick<Settings, 'cardKey'>): SealingKeys => {
  const [current, ...old] = cardKey.map(key => `${key}\nkeys of venues`)
  return [current ?? '', ...old]
}

export type SentKey = { key_id: string; sign_key: string; verify_key: string }

/** Refuses what cannot be a key of this adapter. */
export function checkedKey(
  mode: Settings['mode'],
  adapter: Exclude<VenueAdapterName, 'sandbox'>,
  sent: SentKey,
): ConnectionKey {
  return checks[adapter](mode, sent)
}

const checks: Record<
  Exclude<VenueAdapterName, 'sandbox'>,
  (mode: Settings['mode'], sent: SentKey) => ConnectionKey
> = { v1: sharedSecret, 'transfer-wallet': privateKey, seamless: keyPair }

function sharedSecret(mode: Settings['mode'], sent: SentKey): ConnectionKey {
  const id = sent.key_id.trim()
  const secret = sent.sign_key.trim()
  if (!/^[A-Za-z0-9_.:-]{1,40}$/.test(id))
    throw new Refusal(say('venue.key_id_format'), { field: 'key_id' })
  if (secret === '') throw new Refusal(say('venue.key_missing'), { field: 'sign_key' })
  const published = Object.values(sandboxSecrets)
  const isWeak = secretProblems([['key', secret]], { published }).length > 0
  // A sandbox speaks to venues of the sandbox, whose key is published.
  if (/[^\x21-\x7e]/.test(secret) || (mode !== 'sandbox' && isWeak))
    throw new Refusal(say('venue.key_weak'), { field: 'sign_key' })
  return { id, secret, verify: '' }
}

const MIN_RSA_BITS = 2_048

function privateKey(_mode: Settings['mode'], sent: SentKey): ConnectionKey {
  const secret = sent.sign_key.trim()
  if (secret === '') throw new Refusal(say('venue.key_missing'), { field: 'sign_key' })
  if (isRsa(() => createPrivateKey(secret))) return { id: sent.key_id.trim(), secret, verify: '' }
  throw new Refusal(say('venue.key_rsa'), { field: 'sign_key' })
}

/** Our private key, and the public key that the venue's calls to us are verified by. */
function keyPair(mode: Settings['mode'], sent: SentKey): ConnectionKey {
  const own = privateKey(mode, sent)
  const verify = sent.verify_key.trim()
  // A private key would do for verifying; nobody should have handed it over.
  if (!verify.includes('PRIVATE') && isRsa(() => createPublicKey(verify))) return { ...own, verify }
  throw new Refusal(say('venue.key_public'), { field: 'verify_key' })
}

function isRsa(read: () => KeyObject): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = read()
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS
  } catch {
    return false
  }
}

export function sealKey(sealing: SealingKeys, platname: string, key: ConnectionKey): KeyRow {
  const keyNo = BigInt(randomInt(1, MOST))
  const plain = JSON.stringify(key)
  return {
    keyNo,
    platname,
    sealed: sealNumber(sealing, keyNo, plain),
    mark: createHash('sha256').update(`${keyNo} ${plain}`).digest('hex').slice(0, 8),
  }
}

export const openKey = (sealing: SealingKeys, { keyNo, sealed }: KeyRow): ConnectionKey =>
  JSON.parse(openNumber(sealing, keyNo, sealed)) as ConnectionKey
