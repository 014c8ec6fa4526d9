import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from './sha256.ts'

// drand's scheme `bls-unchained-g1-rfc9380`: signatures of 48 bytes on G1, keys of 96 bytes on G2.
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const scheme = bls12_381.shortSignatures
const ROUND_BYTES = 8

/** What a beacon signs: the SHA-256 of its round as a big-endian u64, as a point of G1. */
function messageOf(round: number) {
  const bytes = new Uint8Array(ROUND_BYTES)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return scheme.hash(sha256(bytes), DOMAIN)
}

/** True when the holder of the key signed this round; false for anything that is no signature. */
export function isBeaconSignature(
  publicKey: Uint8Array,
  round: number,
  signature: Uint8Array,
): boolean {
  try {
    return scheme.verify(signature, messageOf(round), publicKey)
  } catch {
    return false
  }
}

/** A new key of a beacon, 32 bytes. */
export const newBeaconSecret = (): Uint8Array => bls12_381.utils.randomSecretKey()

export const beaconPublicKey = (secret: Uint8Array): Uint8Array =>
  scheme.getPublicKey(secret).toBytes()

/** Signs a round, as the local beacon does. */
export const signBeacon = (secret: Uint8Array, round: number): Uint8Array =>
  scheme.Signature.toBytes(scheme.sign(messageOf(round), secret))
