// Tests of a stream of 32-bit numbers. Each takes a block of them and answers the chance that a
// perfect source looks at least as odd.
import { chiSquareAbove, fit, normalBeyond } from './chances.ts'

export type Test = { name: string; of: (words: Uint32Array) => number }
/** Words of one block: every test has enough of them, and a block is tested in a second. */
export const BLOCK_WORDS = 2 ** 16

const WORD_BITS = 32
const at = (words: ArrayLike<number>, i: number) => words[i] ?? 0

/** How many bits of a word are set. */
function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const onesOf = (words: Uint32Array) => words.reduce((sum, word) => sum + ones(word), 0)

/** As many ones as zeros. */
function frequency(words: Uint32Array): number {
  const bits = words.length * WORD_BITS
  return normalBeyond((2 * onesOf(words) - bits) / Math.sqrt(bits))
}

/** Every byte as often as every other. */
function bytes(words: Uint32Array): number {
  const counts = new Float64Array(256)
  for (const word of words)
    for (let shift = 0; shift < WORD_BITS; shift += 8) {
      const byte = (word >>> shift) & 255
      counts[byte] = at(counts, byte) + 1
    }
  return fit(counts, () => (words.length * 4) / 256)
}

/** Each of the 32 places of a word is set as often as not. */
function places(words: Uint32Array): number {
  const counts = new Float64Array(WORD_BITS)
  for (const word of words)
    for (let bit = 0; bit < WORD_BITS; bit++) counts[bit] = at(counts, bit) + ((word >>> bit) & 1)
  const half = words.length / 2
  const statistic = counts.reduce((sum, count) => sum + (count - half) ** 2 / (half / 2), 0)
  return chiSquareAbove(statistic, WORD_BITS)
}

/** Runs of equal bits are neither too many nor too few. */
function runs(words: Uint32Array): number {
  const bits = words.length * WORD_BITS
  const share = onesOf(words) / bits
  let changes = 0
  for (let i = 0; i < words.length; i++) {
    const word = at(words, i)
    changes += ones((word ^ (word >>> 1)) & 0x7fffffff)
    if (i > 0 && (at(words, i - 1) & 1) !== word >>> 31) changes++
  }
  const spread = 2 * share * (1 - share)
  return normalBeyond((changes + 1 - bits * spread) / (Math.sqrt(bits) * spread))
}

const SERIAL_BITS = 6

/** Pairs of neighbours, none shared: each of the 4096 as often. */
function serial(words: Uint32Array): number {
  const counts = new Float64Array(2 ** (2 * SERIAL_BITS))
  const high = (i: number) => at(words, i) >>> (WORD_BITS - SERIAL_BITS)
  const pairs = Math.floor(words.length / 2)
  for (let i = 0; i < pairs; i++) {
    const cell = high(2 * i) * 2 ** SERIAL_BITS + high(2 * i + 1)
    counts[cell] = at(counts, cell) + 1
  }
  return fit(counts, () => pairs / counts.length)
}

const GAP_SHARE = 1 / 8
const MOST_GAP = 40

/** How many words lie between two of the least eighth. */
function gap(words: Uint32Array): number {
  const counts = new Float64Array(MOST_GAP + 1)
  let [since, gaps] = [0, 0]
  for (const word of words) {
    if (word >>> 29 !== 0) {
      since++
      continue
    }
    const cell = Math.min(since, MOST_GAP)
    counts[cell] = at(counts, cell) + 1
    gaps++
    since = 0
  }
  return fit(counts, i => gaps * (1 - GAP_SHARE) ** i * (i === MOST_GAP ? 1 : GAP_SHARE))
}

const BIRTHDAYS = 512
const DAYS_BITS = 24
const MOST_TWINS = 5

/**
 * Birthday spacings (Marsaglia): equal distances between 512 days of 2^24 come by Poisson, mean 2.
 */
function birthdays(words: Uint32Array): number {
  const mean = BIRTHDAYS ** 3 / (4 * 2 ** DAYS_BITS)
  const counts = new Float64Array(MOST_TWINS + 1)
  const years = Math.floor(words.length / BIRTHDAYS)
  for (let year = 0; year < years; year++) {
    const days = words
      .slice(year * BIRTHDAYS, (year + 1) * BIRTHDAYS)
      .map(word => word >>> (WORD_BITS - DAYS_BITS))
    days.sort()
    const distances = days.map((day, i) => day - (i === 0 ? 0 : at(days, i - 1))).sort()
    let twins = 0
    for (let i = 1; i < distances.length; i++)
      if (at(distances, i) === at(distances, i - 1)) twins++
    const cell = Math.min(twins, MOST_TWINS)
    counts[cell] = at(counts, cell) + 1
  }
  const chances: number[] = []
  for (let k = 0; k < MOST_TWINS; k++)
    chances.push(k === 0 ? Math.exp(-mean) : ((chances[k - 1] ?? 0) * mean) / k)
  chances.push(1 - chances.reduce((sum, chance) => sum + chance, 0))
  return fit(counts, i => years * (chances[i] ?? 0))
}

const URNS = 2 ** 20
const BALLS = 2 ** 14

/** Collisions (Knuth): balls that fall into an urn that has one. */
function collisions(words: Uint32Array): number {
  const empty = (urns: number) => Math.exp(BALLS * Math.log1p(-urns / URNS))
  const mean = BALLS - URNS + URNS * empty(1)
  const spread = URNS * (URNS - 1) * empty(2) + URNS * empty(1) - (URNS * empty(1)) ** 2
  const throws = Math.floor(words.length / BALLS)
  let found = 0
  for (let i = 0; i < throws; i++)
    found += BALLS - new Set(words.slice(i * BALLS, (i + 1) * BALLS).map(word => word >>> 12)).size
  return normalBeyond((found - throws * mean) / Math.sqrt(throws * spread))
}

const MOST_LAG = 64

/** Bits do not agree with those some places before, over 64 distances. */
function autocorrelation(words: Uint32Array): number {
  let statistic = 0
  for (let lag = 1; lag <= MOST_LAG; lag++) {
    const [whole, part] = [Math.floor(lag / WORD_BITS), lag % WORD_BITS]
    const count = words.length - whole - 1
    let differ = 0
    for (let i = 0; i < count; i++) {
      const moved =
        part === 0
          ? at(words, i + whole)
          : (at(words, i + whole) << part) | (at(words, i + whole + 1) >>> (WORD_BITS - part))
      differ += ones(at(words, i) ^ moved)
    }
    const bits = count * WORD_BITS
    statistic += (2 * differ - bits) ** 2 / bits
  }
  return chiSquareAbove(statistic, MOST_LAG)
}

const SPECTRUM = 2 ** 14

/** No period: the largest of all lines in the spectrum of 2^14 words, by Fisher. */
function spectrum(words: Uint32Array): number {
  const pieces = Math.floor(words.length / SPECTRUM)
  let largest = 0
  const [re, im] = [new Float64Array(SPECTRUM), new Float64Array(SPECTRUM)]
  for (let piece = 0; piece < pieces; piece++) {
    im.fill(0)
    for (let i = 0; i < SPECTRUM; i++) re[i] = at(words, piece * SPECTRUM + i) / 2 ** 32 - 0.5
    transform(re, im)
    for (let k = 1; k < SPECTRUM / 2; k++)
      largest = Math.max(largest, (at(re, k) ** 2 + at(im, k) ** 2) / (SPECTRUM / 12))
  }
  // Each line is exponential with mean one.
  return -Math.expm1(pieces * (SPECTRUM / 2 - 1) * Math.log1p(-Math.exp(-largest)))
}

/** The discrete Fourier transform of a power of two, in place. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i >= j) continue
    ;[re[i], re[j]] = [at(re, j), at(re, i)]
    ;[im[i], im[j]] = [at(im, j), at(im, i)]
  }
  for (let size = 2; size <= n; size *= 2) {
    const angle = (-2 * Math.PI) / size
    for (let half = 0; half < size / 2; half++) {
      const [cos, sin] = [Math.cos(angle * half), Math.sin(angle * half)]
      for (let a = half; a < n; a += size) {
        const b = a + size / 2
        const x = at(re, b) * cos - at(im, b) * sin
        const y = at(re, b) * sin + at(im, b) * cos
        re[b] = at(re, a) - x
        im[b] = at(im, a) - y
        re[a] = at(re, a) + x
        im[a] = at(im, a) + y
      }
    }
  }
}

export const BATTERY: readonly Test[] = [
  { name: 'frequency', of: frequency },
  { name: 'bytes', of: bytes },
  { name: 'places', of: places },
  { name: 'runs', of: runs },
  { name: 'serial', of: serial },
  { name: 'gap', of: gap },
  { name: 'birthday spacings', of: birthdays },
  { name: 'collisions', of: collisions },
  { name: 'autocorrelation', of: autocorrelation },
  { name: 'spectrum', of: spectrum },
]
