import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bytesOf, fromHex, toHex } from './hex.ts'
import { rlp, type Item } from './rlp.ts'

export type Payment = {
  chainId: bigint
  nonce: bigint
  maxPriorityFee: bigint
  maxFee: bigint
  gas: bigint
  to: string
  /** The chain's own coin, in its smallest unit. */
  value: bigint
  data: string
}

/** A transaction of type 2 (EIP-1559) has its type as a byte before its fields. */
const TYPE = Uint8Array.of(2)
const HALF = 33

/** Signs a transaction. The raw bytes are all that a node needs, and the hash is known at once. */
export function signTransaction(
  payment: Payment,
  privateKey: Uint8Array,
): { raw: string; hash: string } {
  const fields: Item[] = [
    bytesOf(payment.chainId),
    bytesOf(payment.nonce),
    bytesOf(payment.maxPriorityFee),
    bytesOf(payment.maxFee),
    bytesOf(payment.gas),
    fromHex(payment.to),
    bytesOf(payment.value),
    fromHex(payment.data),
    [],
  ]
  const digest = keccak_256(concatBytes(TYPE, rlp(fields)))
  const signed = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
  const [parity = 0] = signed
  const number = (from: number, to: number) => bytesOf(BigInt(toHex(signed.subarray(from, to))))
  const all = [...fields, bytesOf(BigInt(parity)), number(1, HALF), number(HALF, 65)]
  const raw = concatBytes(TYPE, rlp(all))
  return { raw: toHex(raw), hash: toHex(keccak_256(raw)) }
}
