import { toHex } from './bytes.ts'
import { sha256 } from './sha256.ts'

/**
 * The commitment to a server seed: lower-case hex of SHA-256 over its 32 bytes, shown before the
 * first bet under it.
 */
export function commitOf(serverSeed: Uint8Array): string {
  return toHex(sha256(serverSeed))
}
