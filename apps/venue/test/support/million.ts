import { createCipheriv } from 'node:crypto'

const ROUNDS = 1_000_000
const TWO_32 = 0x1_0000_0000
const CHUNK_BYTES = 1 << 20

/**
 * Fair bounded numbers by the hundred million: a fixed AES keystream with the games' own rejection.
 * A million rounds of the games' stream would take minutes of HMAC; that one has tests of its own.
 */
export function keystream(name: string) {
  const cipher = createCipheriv('aes-256-ctr', Buffer.alloc(32, name), Buffer.alloc(16))
  const zeros = Buffer.alloc(CHUNK_BYTES)
  let chunk = cipher.update(zeros)
  let at = 0
  const below = (n: number) => {
    const limit = TWO_32 - (TWO_32 % n)
    for (;;) {
      if (at === CHUNK_BYTES) {
        chunk = cipher.update(zeros)
        at = 0
      }
      const value = chunk.readUInt32BE(at)
      at += 4
      if (value < limit) return value % n
    }
  }
  return { below }
}

/**
 * A million rounds: by how many standard deviations the mean return of each bet is off its exact
 * one.
 */
export function deviationsOf(
  name: string,
  returns: (draws: { below(n: number): number }) => number[],
  exact: readonly string[],
): number[] {
  const draws = keystream(name)
  const sums = exact.map(() => 0)
  const squares = exact.map(() => 0)
  for (let round = 0; round < ROUNDS; round++) {
    returns(draws).forEach((hundredths, i) => {
      sums[i]! += hundredths
      squares[i]! += hundredths ** 2
    })
  }
  return exact.map((rtp, i) => {
    const mean = sums[i]! / ROUNDS
    const deviation = Math.sqrt((squares[i]! / ROUNDS - mean ** 2) / ROUNDS)
    const [n, d] = rtp.split('/').map(Number) as [number, number]
    return Math.abs(mean - (100 * n) / d) / deviation
  })
}
