// Reads a signed transaction of TRON from its bytes as a node does, written apart from the code
// that makes them.
import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

type Field = number | Buffer
type Fields = Map<number, Field>

/** The fields of a message; throws on bytes that are none. */
function fieldsOf(bytes: Buffer): Fields {
  const found: Fields = new Map()
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('cut off')
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    if (tag % 8 === 0) found.set(Math.floor(tag / 8), varint())
    else if (tag % 8 === 2) {
      const length = varint()
      found.set(Math.floor(tag / 8), bytes.subarray(at, at + length))
      at += length
    } else throw new Error('an unknown kind of field')
  }
  return found
}

const bytesAt = (fields: Fields, n: number): Buffer => {
  const found = fields.get(n)
  return Buffer.isBuffer(found) ? found : Buffer.alloc(0)
}
const numberAt = (fields: Fields, n: number): number => {
  const found = fields.get(n)
  return typeof found === 'number' ? found : 0
}
const addressAt = (fields: Fields, n: number) => `0x${bytesAt(fields, n).toString('hex').slice(2)}`

export type Signed = {
  id: string
  expiresAt: number
  feeLimit: number
  refersTo(height: number, blockId: string): boolean
  call:
    | { kind: 'coin'; owner: string; to: string; sun: number }
    | { kind: 'contract'; owner: string; contract: string; to: string; units: bigint }
}

const COIN = 1
const TRANSFER = 'a9059cbb'

function callIn(contract: Fields): Signed['call'] {
  const inner = fieldsOf(bytesAt(fieldsOf(bytesAt(contract, 2)), 2))
  const owner = addressAt(inner, 1)
  if (numberAt(contract, 1) === COIN)
    return { kind: 'coin', owner, to: addressAt(inner, 2), sun: numberAt(inner, 3) }
  const data = bytesAt(inner, 4).toString('hex')
  if (!data.startsWith(TRANSFER)) throw new Error('only transfers are known here')
  return {
    kind: 'contract',
    owner,
    contract: addressAt(inner, 2),
    to: `0x${data.slice(32, 72)}`,
    units: BigInt(`0x${data.slice(72)}`),
  }
}

/** The address whose key has signed. */
function signerOf(digest: Buffer, signature: Buffer): string {
  const recovered = Buffer.concat([
    Buffer.from([signature.readUInt8(64) - 27]),
    signature.subarray(0, 64),
  ])
  const key = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
  const whole = secp256k1.Point.fromBytes(key).toBytes(false)
  return `0x${Buffer.from(keccak_256(whole.subarray(1)))
    .toString('hex')
    .slice(-40)}`
}

/** Null for a transaction that is not signed by its owner, or is none. */
export function read(hex: string): Signed | null {
  try {
    const whole = fieldsOf(Buffer.from(hex, 'hex'))
    const raw = bytesAt(whole, 1)
    const digest = createHash('sha256').update(raw).digest()
    const fields = fieldsOf(raw)
    const call = callIn(fieldsOf(bytesAt(fields, 11)))
    if (signerOf(digest, bytesAt(whole, 2)) !== call.owner) return null
    const [height, hash] = [bytesAt(fields, 1).toString('hex'), bytesAt(fields, 4).toString('hex')]
    return {
      id: digest.toString('hex'),
      expiresAt: numberAt(fields, 8),
      feeLimit: numberAt(fields, 18),
      call,
      refersTo: (block, blockId) =>
        (block % 65_536).toString(16).padStart(4, '0') === height && blockId.slice(16, 32) === hash,
    }
  } catch {
    return null
  }
}
