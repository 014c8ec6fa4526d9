// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), synchronous and the same in Node and in the browser,
// where WebCrypto would make every draw asynchronous and is missing on plain http origins. Words
// are signed, since engines add those without turning them into floating-point numbers; modulo 2^32
// they are the same.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)
/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const START = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
)
const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
const LENGTH_BYTES = 8
/** What the inner and the outer key of HMAC are padded with. */
const INNER = 0x36
const OUTER = 0x5c

/** A word of a block or a state; the index is inside, the default only tells the compiler so. */
const word = (words: Int32Array, i: number): number => words[i] ?? 0
const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n))

// Nothing waits inside a hash, so one set of buffers serves all: to make them anew costs more than
// to hash.
const words = new Int32Array(64)
const tail = new Uint8Array(2 * BLOCK_BYTES)
const tailView = new DataView(tail.buffer)
const pad = new Uint8Array(BLOCK_BYTES)
const padView = new DataView(pad.buffer)

/** Mixes one 64-byte block of `data`, starting at `offset`, into the eight words of `state`. */
function compress(state: Int32Array, data: DataView, offset: number) {
  for (let i = 0; i < 16; i++) words[i] = data.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const w15 = word(words, i - 15)
    const w2 = word(words, i - 2)
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    words[i] = (word(words, i - 16) + s0 + word(words, i - 7) + s1) | 0
  }
  let a = word(state, 0)
  let b = word(state, 1)
  let c = word(state, 2)
  let d = word(state, 3)
  let e = word(state, 4)
  let f = word(state, 5)
  let g = word(state, 6)
  let h = word(state, 7)
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + word(K, i) + word(words, i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = word(state, 0) + a
  state[1] = word(state, 1) + b
  state[2] = word(state, 2) + c
  state[3] = word(state, 3) + d
  state[4] = word(state, 4) + e
  state[5] = word(state, 5) + f
  state[6] = word(state, 6) + g
  state[7] = word(state, 7) + h
}

/** Mixes in the rest of what is hashed, `before` bytes of which are in `state`; the digest. */
function finish(state: Int32Array, message: Uint8Array, before: number): Uint8Array {
  const view = new DataView(message.buffer, message.byteOffset, message.length)
  const rest = message.length % BLOCK_BYTES
  const whole = message.length - rest
  for (let offset = 0; offset < whole; offset += BLOCK_BYTES) compress(state, view, offset)
  const end = rest + 1 + LENGTH_BYTES <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES
  tail.fill(0)
  for (let i = 0; i < rest; i++) tail[i] = view.getUint8(whole + i)
  tail[rest] = 0x80
  const bytes = before + message.length
  tailView.setUint32(end - 8, Math.floor(bytes / 0x2000_0000))
  tailView.setUint32(end - 4, (bytes << 3) >>> 0)
  for (let offset = 0; offset < end; offset += BLOCK_BYTES) compress(state, tailView, offset)
  const digest = new Uint8Array(DIGEST_BYTES)
  for (let i = 0; i < DIGEST_BYTES; i++) digest[i] = word(state, i >> 2) >>> (24 - (i & 3) * 8)
  return digest
}

/** The 32-byte SHA-256 digest of `message`. */
export function sha256(message: Uint8Array): Uint8Array {
  return finish(START.slice(), message, 0)
}

/** HMAC-SHA256 of `message` under `key`, 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key
  const keyed = (padding: number, rest: Uint8Array) => {
    pad.fill(padding)
    for (let i = 0; i < short.length; i++) pad[i] = (short[i] ?? 0) ^ padding
    const state = START.slice()
    compress(state, padView, 0)
    return finish(state, rest, BLOCK_BYTES)
  }
  return keyed(OUTER, keyed(INNER, message))
}
