// An address of TRON is the twenty bytes that Ethereum would use, written with a prefix and a check
// (Base58Check). Inside the platform it is the twenty bytes as 0x…, as on every other chain.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'

const coder = createBase58check(sha256)
const PREFIX = 0x41
const BYTES = 21

/** The address as nodes take and tell it: 41 and twenty bytes, in hex. */
export const nodeHex = (address: string): string => `41${address.slice(2).toLowerCase()}`

/** The address as people copy it. */
export const base58 = (address: string): string =>
  coder.encode(concatBytes(Uint8Array.of(PREFIX), hexToBytes(address.slice(2))))

/** The twenty bytes of an address that people wrote; null where the check is wrong. */
export function fromBase58(text: string): string | null {
  try {
    const bytes = coder.decode(text)
    return bytes.length === BYTES && bytes[0] === PREFIX
      ? `0x${bytesToHex(bytes.subarray(1))}`
      : null
  } catch {
    return null
  }
}
