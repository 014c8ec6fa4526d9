// Tests that read a stream from its first number to its last and count on, in the manner of
// PractRand: what is too weak for one block shows in a billion numbers.
import { fit, normalBeyond } from './chances.ts'
import { BLOCK_NUMBERS } from './roundBlocks.ts'

export type LongTest = {
  add: (words: Uint32Array) => void
  /** The chances so far by name; none that has too few numbers to be one. */
  chances: () => [test: string, p: number][]
}

const LEAST_EXPECTED = 5
const at = (values: ArrayLike<number>, i: number) => values[i] ?? 0

/** Counts of cells with fixed shares. */
function cells(name: string, shares: Float64Array) {
  const counts = new Float64Array(shares.length)
  const least = shares.reduce((a, b) => Math.min(a, b), 1)
  let total = 0
  return {
    count(cell: number) {
      counts[cell] = at(counts, cell) + 1
      total++
    },
    chances: (): [string, number][] =>
      least * total < LEAST_EXPECTED ? [] : [[name, fit(counts, i => total * at(shares, i))]],
  }
}
const even = (count: number) => new Float64Array(count).fill(1 / count)

/** Ones of a byte in five classes, 37, 56, 70, 56 and 37 of 256. */
const CLASS_SHARES = [37, 56, 70, 56, 37].map(bytes => bytes / 256)
const CLASSES = CLASS_SHARES.length
const onesOf = (byte: number) => byte.toString(2).replaceAll('0', '').length
const classOf = (byte: number) => Math.min(4, Math.max(0, onesOf(byte) - 2))
/** The classes of the two bytes of a half word as one number below 25. */
const HALF_CLASS = Uint8Array.from(
  { length: 2 ** 16 },
  (_, half) => classOf(half >>> 8) * CLASSES + classOf(half & 255),
)

/** Shares of `bytes` classes in a row. */
function classShares(bytes: number): Float64Array {
  let shares = [1]
  for (let i = 0; i < bytes; i++) shares = shares.flatMap(s => CLASS_SHARES.map(c => s * c))
  return Float64Array.from(shares)
}

/** The classes of eight bytes in a row: what PractRand calls distance of counts. */
function classes(): LongTest {
  const four = cells('classes of 4 bytes', classShares(4))
  const eight = cells('classes of 8 bytes', classShares(8))
  const wordClass = (word: number) =>
    at(HALF_CLASS, word >>> 16) * CLASSES ** 2 + at(HALF_CLASS, word & 0xffff)
  return {
    add(words) {
      for (let i = 0; i + 1 < words.length; i += 2) {
        const [first, second] = [wordClass(at(words, i)), wordClass(at(words, i + 1))]
        four.count(first)
        four.count(second)
        eight.count(first * CLASSES ** 4 + second)
      }
    },
    chances: () => [...four.chances(), ...eight.chances()],
  }
}

const MOST_ZEROS = 15
const FRACTION_BITS = 4

/** Leading zeros of a number and the four bits behind its first one: a floating point number. */
function floats(): LongTest {
  const fractions = 2 ** FRACTION_BITS
  const shares = Float64Array.from({ length: MOST_ZEROS * fractions + 1 }, (_, i) =>
    i === MOST_ZEROS * fractions
      ? 2 ** -MOST_ZEROS
      : 2 ** -(Math.floor(i / fractions) + 1) / fractions,
  )
  const found = cells('floats', shares)
  return {
    add(words) {
      for (const word of words) {
        const zeros = Math.clz32(word)
        const fraction = (word >>> (31 - zeros - FRACTION_BITS)) & (fractions - 1)
        found.count(zeros >= MOST_ZEROS ? MOST_ZEROS * fractions : zeros * fractions + fraction)
      }
    },
    chances: found.chances,
  }
}

/** Pairs of neighbours by a part of each; no number is in two pairs. */
function pairs(name: string, part: (word: number) => number): LongTest {
  const found = cells(name, even(2 ** 16))
  return {
    add(words) {
      for (let i = 0; i + 1 < words.length; i += 2)
        found.count((part(at(words, i)) << 8) | part(at(words, i + 1)))
    },
    chances: found.chances,
  }
}

/** The number of a round and the number at the same place of the next one. */
function nextRound(): LongTest {
  const found = cells('next round', even(BLOCK_NUMBERS * 2 ** 12))
  return {
    add(words) {
      const two = 2 * BLOCK_NUMBERS
      for (let i = 0; i + two <= words.length; i += two)
        for (let place = 0; place < BLOCK_NUMBERS; place++) {
          const [now, next] = [at(words, i + place), at(words, i + BLOCK_NUMBERS + place)]
          found.count((place << 12) | ((now >>> 26) << 6) | (next >>> 26))
        }
    },
    chances: found.chances,
  }
}

const THIRDS_A_CELL = 9

/** Remainders by three, nine in a row. */
function thirds(): LongTest {
  const found = cells('thirds', even(3 ** THIRDS_A_CELL))
  let [cell, size] = [0, 0]
  return {
    add(words) {
      for (const word of words) {
        cell = cell * 3 + (word % 3)
        if (++size < THIRDS_A_CELL) continue
        found.count(cell)
        cell = 0
        size = 0
      }
    },
    chances: found.chances,
  }
}

const GAP_SHARE = 1 / 256
const GAP_STEP = 32
const GAP_CELLS = 40

/** How many numbers lie between two whose byte is zero. */
function gaps(name: string, shift: number): LongTest {
  const beyond = (cell: number) => (1 - GAP_SHARE) ** (cell * GAP_STEP)
  const shares = Float64Array.from({ length: GAP_CELLS }, (_, i) =>
    i === GAP_CELLS - 1 ? beyond(i) : beyond(i) - beyond(i + 1),
  )
  const found = cells(name, shares)
  let since = 0
  return {
    add(words) {
      for (const word of words) {
        if (((word >>> shift) & 255) !== 0) {
          since++
          continue
        }
        found.count(Math.min(GAP_CELLS - 1, Math.floor(since / GAP_STEP)))
        since = 0
      }
    },
    chances: found.chances,
  }
}

const RANK = 32

/** The independent rows so far, each at the place of its highest bit. */
const basis = new Uint32Array(RANK)

/** How many rows of a matrix of bits are independent. */
function rankOf(words: Uint32Array, from: number): number {
  basis.fill(0)
  let rank = 0
  for (let i = from; i < from + RANK; i++) {
    let row = at(words, i)
    while (row !== 0) {
      const place = Math.clz32(row)
      const known = at(basis, place)
      if (known === 0) {
        basis[place] = row
        rank++
        break
      }
      row ^= known
    }
  }
  return rank
}

/** The share of square matrices of `RANK` bits that lack so many rows. */
function rankShare(lacking: number): number {
  const rank = RANK - lacking
  let log = -lacking * lacking * Math.LN2
  for (let i = 0; i < rank; i++)
    log += 2 * Math.log1p(-(2 ** (i - RANK))) - Math.log1p(-(2 ** (i - rank)))
  return Math.exp(log)
}
const MOST_LACKING = 3

/** Ranks of 32 numbers as a matrix of bits: a linear source has too few kinds. */
function ranks(): LongTest {
  const few = Array.from({ length: MOST_LACKING }, (_, lacking) => rankShare(lacking))
  const found = cells('ranks', Float64Array.from([...few, 1 - few.reduce((a, b) => a + b)]))
  return {
    add(words) {
      for (let i = 0; i + RANK <= words.length; i += RANK)
        found.count(Math.min(MOST_LACKING, RANK - rankOf(words, i)))
    },
    chances: found.chances,
  }
}

/** Numbers of one sum of ones, from a word to four blocks. */
const SCALES = [1, 16, 256, 4_096, 2 ** 18]
const LEAST_SUMS = 500
const WORD_BITS = 32
const HALF_ONES = Uint8Array.from({ length: 2 ** 16 }, (_, half) => onesOf(half))

/** Sums of ones spread as far as they should, from words to hundreds of thousands of them. */
function scales(): LongTest {
  const each = SCALES.map(size => ({ size, sum: 0, words: 0, squares: 0, sums: 0 }))
  const carry = (scale: (typeof each)[number], ones: number, words: number) => {
    scale.sum += ones
    scale.words += words
    if (scale.words < scale.size) return false
    const bits = scale.size * WORD_BITS
    scale.squares += (2 * scale.sum - bits) ** 2 / bits
    scale.sums++
    return true
  }
  return {
    add(words) {
      for (const word of words) {
        let ones = at(HALF_ONES, word >>> 16) + at(HALF_ONES, word & 0xffff)
        let count = 1
        for (const scale of each) {
          if (!carry(scale, ones, count)) break
          ones = scale.sum
          count = scale.words
          scale.sum = 0
          scale.words = 0
        }
      }
    },
    chances: () =>
      each.flatMap(({ size, squares, sums }): [string, number][] => {
        const variance = sums * (2 - 2 / (size * WORD_BITS))
        const p = normalBeyond((squares - sums) / Math.sqrt(variance))
        return sums < LEAST_SUMS ? [] : [[`ones of ${size}`, p]]
      }),
  }
}

export const longTests = (): LongTest[] => [
  classes(),
  floats(),
  pairs('pairs of high bytes', word => word >>> 24),
  pairs('pairs of low bytes', word => word & 255),
  nextRound(),
  thirds(),
  gaps('gaps of the high byte', 24),
  gaps('gaps of the low byte', 0),
  ranks(),
  scales(),
]
