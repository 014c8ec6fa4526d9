// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), synchronous and the same in Node and in the browser,
// where WebCrypto would make every draw asynchronous and is missing on plain http origins. Speed
// matters little here, being readable does.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = Uint32Array.of(
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
const BLOCK_BYTES = 64
const LENGTH_BYTES = 8
/** What the inner and the outer key of HMAC are padded with. */
const INNER = 0x36
const OUTER = 0x5c

/** A word of a block or a state; the index is inside, the default only tells the compiler so. */
const word = (words: ArrayLike<number>, i: number): number => words[i] ?? 0
const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n))

/** Mixes one 64-byte block of `data`, starting at `offset`, into the eight words of `state`. */
function compress(state: Uint32Array, words: Uint32Array, data: DataView, offset: number) {
  for (let i = 0; i < 16; i++) words[i] = data.getUint32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const w15 = word(words, i - 15)
    const w2 = word(words, i - 2)
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    words[i] = word(words, i - 16) + s0 + word(words, i - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
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
  const mixed = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = word(state, i) + word(mixed, i)
}

/** The 32-byte SHA-256 digest of `message`. */
export function sha256(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES)
  const padded = new Uint8Array(blocks * BLOCK_BYTES)
  padded.set(message)
  padded[message.length] = 0x80
  const data = new DataView(padded.buffer)
  data.setUint32(padded.length - 8, Math.floor(message.length / 0x2000_0000))
  data.setUint32(padded.length - 4, (message.length << 3) >>> 0)
  // The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  const state = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  )
  const words = new Uint32Array(64)
  for (let block = 0; block < blocks; block++) compress(state, words, data, block * BLOCK_BYTES)
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((each, i) => digest.setUint32(i * 4, each))
  return new Uint8Array(digest.buffer)
}

/** HMAC-SHA256 of `message` under `key`, 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key
  const inner = new Uint8Array(BLOCK_BYTES + message.length).fill(INNER, 0, BLOCK_BYTES)
  const outer = new Uint8Array(BLOCK_BYTES + 32).fill(OUTER)
  short.forEach((byte, i) => {
    inner[i] = byte ^ INNER
    outer[i] = byte ^ OUTER
  })
  inner.set(message, BLOCK_BYTES)
  outer.set(sha256(inner), BLOCK_BYTES)
  return sha256(outer)
}
