// How a backup is sealed: chunks of 64 KiB, each by AES-256-GCM with a key of the file's own.
//
//   header   8 bytes "TPSEAL1\n", 8 bytes id of the key, 32 bytes salt
//   chunk    65,536 bytes of ciphertext (the last one fewer, or none) and a tag of 16 bytes
//
// A chunk's nonce is its number (11 bytes) and 1 for the last chunk, else 0. So chunks cannot be
// moved, repeated or cut off. The key of a file is made from the secret, the salt and the name of
// the file, so that no file can take the place of another.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** The key that seals now, then those that only open. */
export type BackupKeys = readonly [current: string, ...old: string[]]

const MAGIC = Buffer.from('TPSEAL1\n')
const ID_BYTES = 8
const SALT_BYTES = 32
const HEADER_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

const derived = (secret: string, salt: Buffer | string, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, `tianping backup, ${purpose}`, bytes))
const idOf = (secret: string) => derived(secret, '', 'key id', ID_BYTES)
const keyOf = (secret: string, salt: Buffer, name: string) =>
  derived(secret, salt, `file ${name}`, 32)

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(Math.floor(number / 2 ** 32), 3)
  nonce.writeUInt32BE(number >>> 0, 7)
  nonce[11] = last ? 1 : 0
  return nonce
}

/**
 * Cuts what comes into pieces of one size. The last piece is known as the last: it is held back
 * until the end.
 */
abstract class Pieces extends Transform {
  readonly #size: number
  #waiting: Buffer = Buffer.alloc(0)
  #number = 0

  constructor(size: number) {
    super()
    this.#size = size
  }

  protected abstract piece(bytes: Buffer, number: number, last: boolean): Buffer

  /** Takes what stands before the first piece; null while it is not complete. */
  protected begin(bytes: Buffer): Buffer | null {
    return bytes
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      const begun = this.begin(Buffer.concat([this.#waiting, chunk]))
      if (begun) this.#waiting = this.#cut(begun)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  #cut(bytes: Buffer): Buffer {
    let from = 0
    for (; bytes.length - from > this.#size; from += this.#size)
      this.push(this.piece(bytes.subarray(from, from + this.#size), this.#number++, false))
    return bytes.subarray(from)
  }

  override _flush(done: TransformCallback): void {
    try {
      this.push(this.piece(this.#waiting, this.#number, true))
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}

class Sealing extends Pieces {
  readonly #key: Buffer
  readonly #header: Buffer

  constructor(secret: string, name: string) {
    super(CHUNK_BYTES)
    const salt = randomBytes(SALT_BYTES)
    this.#key = keyOf(secret, salt, name)
    this.#header = Buffer.concat([MAGIC, idOf(secret), salt])
    this.push(this.#header)
  }

  protected override piece(bytes: Buffer, number: number, last: boolean): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(number, last)).setAAD(this.#header)
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

class Opening extends Pieces {
  readonly #keys: BackupKeys
  readonly #name: string
  #file: { key: Buffer; header: Buffer } | undefined
  #head: Buffer = Buffer.alloc(0)

  constructor(keys: BackupKeys, name: string) {
    super(CHUNK_BYTES + TAG_BYTES)
    this.#keys = keys
    this.#name = name
  }

  protected override begin(bytes: Buffer): Buffer | null {
    if (this.#file) return bytes
    this.#head = Buffer.concat([this.#head, bytes])
    if (this.#head.length < HEADER_BYTES) return null
    const header = this.#head.subarray(0, HEADER_BYTES)
    if (!header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new Error(`${this.#name} is no sealed file of a backup.`)
    const id = header.subarray(MAGIC.length, MAGIC.length + ID_BYTES)
    const secret = this.#keys.find(each => idOf(each).equals(id))
    if (secret === undefined)
      throw new Error(
        `${this.#name} was sealed by another key than BACKUP_KEY and BACKUP_KEYS_OLD.`,
      )
    this.#file = {
      key: keyOf(secret, header.subarray(MAGIC.length + ID_BYTES), this.#name),
      header,
    }
    return this.#head.subarray(HEADER_BYTES)
  }

  protected override piece(bytes: Buffer, number: number, last: boolean): Buffer {
    const at = bytes.length - TAG_BYTES
    if (!this.#file || at < 0) throw new Error(`${this.#name} is cut off.`)
    const { key, header } = this.#file
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number, last), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(header)
      .setAuthTag(bytes.subarray(at))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, at)), decipher.final()])
    } catch {
      throw new Error(`${this.#name} was changed or cut off.`)
    }
  }
}

/** Seals what goes through it for a file of this name. */
export const sealing = ([current]: BackupKeys, name: string): Transform =>
  new Sealing(current, name)

/** Opens what `sealing` made; fails at the first byte that is not as it was written. */
export const opening = (keys: BackupKeys, name: string): Transform => new Opening(keys, name)
