import { concatBytes } from '@noble/hashes/utils.js'
import { bytesOf } from './hex.ts'

export type Item = Uint8Array | readonly Item[]

const SHORT = 55
const TEXT = 0x80
const LIST = 0xc0

function head(length: number, from: number): Uint8Array {
  if (length <= SHORT) return Uint8Array.of(from + length)
  const size = bytesOf(BigInt(length))
  return concatBytes(Uint8Array.of(from + SHORT + size.length), size)
}

/** Recursive length prefix, the encoding of transactions. */
export function rlp(item: Item): Uint8Array {
  if (item instanceof Uint8Array) {
    const [only = TEXT] = item
    return item.length === 1 && only < TEXT ? item : concatBytes(head(item.length, TEXT), item)
  }
  const content = concatBytes(...item.map(rlp))
  return concatBytes(head(content.length, LIST), content)
}
