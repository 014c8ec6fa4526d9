const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Every index comes from a loop over the words themselves. */
const at = (words: ArrayLike<number>, i: number): number => words[i]!

/**
 * The first 32 bits of the fractional parts of the roots of the first primes, as FIPS 180-4 asks.
 */
function constants(): { h: number[]; k: number[] } {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++)
    if (primes.every(prime => n % prime !== 0)) primes.push(n)
  const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0
  return {
    h: primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime))),
    k: primes.map(prime => fraction(Math.cbrt(prime))),
  }
}

/**
 * SHA-256 of a short text, in hex. The browser's own is missing on plain http, where the app must
 * work too.
 */
export function sha256(text: string): string {
  const { h, k } = constants()
  const bytes = new TextEncoder().encode(text)
  const blocks = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  new DataView(blocks.buffer).setUint32(blocks.length - 4, bytes.length * 8)
  const view = new DataView(blocks.buffer)
  const w = new Int32Array(64)
  for (let block = 0; block < blocks.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = at(w, i - 15)
      const b = at(w, i - 2)
      w[i] =
        at(w, i - 16) +
        (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) +
        at(w, i - 7) +
        (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))
    }
    mix(h, k, w)
  }
  return h.map(word => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** One block's 64 rounds over the state `h`. */
function mix(h: number[], k: number[], w: Int32Array) {
  const s = [...h] as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const [a, b, c, , e, f, g] = s
    const t1 =
      s[7] +
      (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
      ((e & f) ^ (~e & g)) +
      at(k, i) +
      at(w, i)
    const t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    s.pop()
    s.unshift((t1 + t2) | 0)
    s[4] = (s[4] + t1) | 0
  }
  for (let i = 0; i < 8; i++) h[i] = (at(h, i) + at(s, i)) | 0
}
