import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** A number as JSON-RPC writes it: 0x without leading zeros. */
export const toQuantity = (value: bigint | number): string => `0x${value.toString(16)}`

/** A number that JSON-RPC answered; throws on anything else. */
export function quantity(text: unknown): bigint {
  if (typeof text !== 'string' || !/^0x[0-9a-f]+$/i.test(text))
    throw new Error(`not a quantity: ${String(text)}`)
  return BigInt(text)
}

export const toHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`

export const fromHex = (text: string): Uint8Array => hexToBytes(text.replace(/^0x/, ''))

/** The bytes of a number without leading zeros; nothing for zero. */
export function bytesOf(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const text = value.toString(16)
  return hexToBytes(text.length % 2 === 0 ? text : `0${text}`)
}
