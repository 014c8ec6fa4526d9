import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const ADDRESS_BYTES = 20

/** The address of a public key, in lower case. */
export function addressOf(publicKey: Uint8Array): string {
  const whole = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return `0x${bytesToHex(keccak_256(whole.subarray(1)).subarray(-ADDRESS_BYTES))}`
}

export const lower = (address: string): string => address.toLowerCase()

/** The address with its check in upper and lower case (EIP-55), as people copy it. */
export function checksummed(address: string): string {
  const plain = lower(address).slice(2)
  const hash = bytesToHex(keccak_256(utf8ToBytes(plain)))
  const letters = [...plain].map((letter, n) =>
    Number.parseInt(hash.charAt(n), 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}

/** Whether it is an address; one in mixed case must carry the right check. */
export function isAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  const plain = text.slice(2)
  const mixed = plain !== plain.toLowerCase() && plain !== plain.toUpperCase()
  return !mixed || checksummed(text) === text
}
