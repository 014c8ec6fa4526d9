// Keys of providers: checked when they come, sealed for their number, never shown again.
import type { ProviderAdapter } from '@tianping/contract/providers/facts'
import { say } from '@tianping/contract/refusals'
import { createHash, createPrivateKey, createPublicKey, randomInt } from 'node:crypto'
import { openNumber, sealNumber, type SealingKeys } from '../../kernel/cardNumber.ts'
import type { Settings } from '../../kernel/environment.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ProviderKeys } from './adapters/connection.ts'
import type { KeyRow } from './store/key.sql.ts'

const MIN_RSA_BITS = 2_048
const MIN_SECRET = 16
/** Numbers are random, so that none is ever used twice, and exact in JSON. */
const MOST = 2 ** 47

/** A purpose of their own: what else the card keys seal does not open as a provider's key. */
export const providerKeys = ({ cardKey }: Pick<Settings, 'cardKey'>): SealingKeys => {
  const [current, ...old] = cardKey.map(key => `${key}\nkeys of payment providers`)
  return [current ?? '', ...old]
}

const partsOf = {
  'form-md5': { sign_key: '密钥', verify_key: '' },
  'form-rsa': { sign_key: '商户私钥', verify_key: '平台公钥' },
  'card-psp': { sign_key: 'API 密钥', verify_key: '回调签名密钥' },
} as const

function refuseSecret(text: string, label: string, field: string) {
  if (text === '') throw new Refusal(say('provider.key_missing', { label }), { field })
  if (text.length < MIN_SECRET || /[^\x21-\x7e]/.test(text))
    throw new Refusal(say('provider.key_invalid', { label, kind: '16 位以上的字母、数字或符号' }), {
      field,
    })
}

function refusePem(text: string, label: string, field: 'sign_key' | 'verify_key') {
  if (text === '') throw new Refusal(say('provider.key_missing', { label }), { field })
  const read = field === 'sign_key' ? createPrivateKey : createPublicKey
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = read(text)
    // A private key reads as a public one as well, and would be the provider's own secret.
    const isOwn = field === 'verify_key' && text.includes('PRIVATE')
    if (
      !isOwn &&
      asymmetricKeyType === 'rsa' &&
      (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS
    )
      return
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal(say('provider.key_invalid', { label, kind: 'RSA 2048 位以上的 PEM' }), {
    field,
  })
}

/** Refuses what cannot be keys of this adapter. */
export function checkedKeys(
  adapter: Exclude<ProviderAdapter, 'sandbox'>,
  sent: { sign_key: string; verify_key: string },
): ProviderKeys {
  const labels = partsOf[adapter]
  const keys = { sign: sent.sign_key.trim(), verify: sent.verify_key.trim() }
  const refuse = adapter === 'form-rsa' ? refusePem : refuseSecret
  refuse(keys.sign, labels.sign_key, 'sign_key')
  if (labels.verify_key !== '') refuse(keys.verify, labels.verify_key, 'verify_key')
  return labels.verify_key === '' ? { sign: keys.sign, verify: '' } : keys
}

export function sealKey(sealing: SealingKeys, code: string, keys: ProviderKeys): KeyRow {
  const keyNo = BigInt(randomInt(1, MOST))
  const plain = JSON.stringify(keys)
  return {
    keyNo,
    code,
    sealed: sealNumber(sealing, keyNo, plain),
    mark: createHash('sha256').update(`${keyNo} ${plain}`).digest('hex').slice(0, 8),
  }
}

export const openKey = (sealing: SealingKeys, { keyNo, sealed }: KeyRow): ProviderKeys =>
  JSON.parse(openNumber(sealing, keyNo, sealed)) as ProviderKeys
