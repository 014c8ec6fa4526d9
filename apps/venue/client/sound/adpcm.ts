// IMA ADPCM: four bits a sample, decoded in a few lines in every browser.
const STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
  80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
  544, 598, 658, 724, 796, 876, 963, 1_060, 1_166, 1_282, 1_411, 1_552, 1_707, 1_878, 2_066, 2_272,
  2_499, 2_749, 3_024, 3_327, 3_660, 4_026, 4_428, 4_871, 5_358, 5_894, 6_484, 7_132, 7_845, 8_630,
  9_493, 10_442, 11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385, 24_623, 27_086,
  29_794, 32_767,
]
const MOVES = [-1, -1, -1, -1, 2, 4, 6, 8]
const FULL = 32_767

/** What both ends keep from one sample to the next. */
function track() {
  let value = 0
  let index = 0
  const step = () => STEPS[index] ?? FULL
  return {
    /** The four bits that lead nearest to a sample. */
    toward: (sample: number): number => {
      const off = sample - value
      const size = Math.min(7, Math.floor((Math.abs(off) * 4) / step()))
      return off < 0 ? size | 8 : size
    },
    follow: (code: number): number => {
      const size = ((2 * (code & 7) + 1) * step()) >> 3
      value = Math.max(-FULL, Math.min(FULL, value + (code & 8 ? -size : size)))
      index = Math.max(0, Math.min(STEPS.length - 1, index + (MOVES[code & 7] ?? 0)))
      return value
    },
  }
}

/** Samples from -1 to 1 as bytes, two samples each. */
export function encode(samples: Float32Array): Uint8Array {
  const { toward, follow } = track()
  const bytes = new Uint8Array(Math.ceil(samples.length / 2))
  samples.forEach((sample, i) => {
    const code = toward(Math.round(sample * FULL))
    follow(code)
    bytes[i >> 1] = (bytes[i >> 1] ?? 0) | (i % 2 === 0 ? code : code << 4)
  })
  return bytes
}

export function decode(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const { follow } = track()
  const samples = new Float32Array(bytes.length * 2)
  bytes.forEach((byte, i) => {
    samples[2 * i] = follow(byte & 15) / FULL
    samples[2 * i + 1] = follow(byte >> 4) / FULL
  })
  return samples
}
