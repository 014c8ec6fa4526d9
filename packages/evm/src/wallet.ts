// Keys of one account after BIP-32. Addresses come from its public half alone; children that are
// not hardened make that possible, so a private child together with the public half gives the
// account away: no private child ever leaves the signer.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { addressOf } from './address.ts'

/** The branch of the members' addresses, and the place of the hot wallet. */
export const MEMBERS = 0
export const HOT = { branch: 1, index: 0 } as const

type Place = { branch: number; index: number }

function child(extended: string, { branch, index }: Place): HDKey {
  return HDKey.fromExtendedKey(extended).deriveChild(branch).deriveChild(index)
}

/** The address at a place of the account, from its public or private extended key. */
export function childAddress(extended: string, place: Place): string {
  const { publicKey } = child(extended, place)
  if (!publicKey) throw new Error('the extended key has no public key')
  return addressOf(publicKey)
}

/** The private key at a place; only the signer has an extended key that can do this. */
export function privateChild(xprv: string, place: Place): Uint8Array {
  const { privateKey } = child(xprv, place)
  if (!privateKey) throw new Error('an extended public key signs nothing')
  return privateKey
}

/** Which account it is, in sixteen digits. Throws on a private key, which has no place here. */
export function fingerprintOf(xpub: string): string {
  const key = HDKey.fromExtendedKey(xpub)
  if (key.privateKey) throw new Error('an extended public key is needed, not a private one')
  return bytesToHex(sha256(utf8ToBytes(xpub))).slice(0, 16)
}
