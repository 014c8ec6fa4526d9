import { utf8 } from './bytes.ts'
import { hmacSha256 } from './sha256.ts'

const TWO_32 = 0x1_0000_0000
const WORDS_PER_BLOCK = 8

/** What determines every draw of one round. */
export type FairInput = {
  /**
   * The secret of the house, 32 bytes; its hash is shown before the bet, itself after the seed was
   * changed.
   */
  serverSeed: Uint8Array
  /**
   * The mathematical model (`slotC`, `k3`), never the skin: one name per stream layout, without a
   * colon.
   */
  game: string
  /** Chosen by the player, 1 to 64 characters. */
  clientSeed: string
  /** Counts the rounds of one seed pair, from 0. */
  nonce: number
}

export type FairDraws = {
  /** The next big-endian u32 of the stream. */
  u32(): number
  /** A uniform integer in [0, n), n from 1 to 2^32, by rejection: no modulo bias, no floats. */
  below(n: number): number
  /** Every u32 taken so far, the rejected ones too, for replays and detail pages. */
  taken(): readonly number[]
}

/**
 * The random numbers of one round. Block i is HMAC-SHA256(key = server seed,
 * `game:clientSeed:nonce:i`), read as eight big-endian u32; blocks are made as they are needed. The
 * same input always gives the same numbers.
 */
export function fairDraws({ serverSeed, game, clientSeed, nonce }: FairInput): FairDraws {
  if (serverSeed.length !== 32) throw new Error('a server seed has 32 bytes')
  if (!/^[A-Za-z0-9]+$/.test(game)) throw new Error('a model is named by letters and digits')
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new Error('a nonce counts from 0')
  const blockOf = (index: number) =>
    new DataView(hmacSha256(serverSeed, utf8(`${game}:${clientSeed}:${nonce}:${index}`)).buffer)
  const taken: number[] = []
  let block = blockOf(0)
  const u32 = () => {
    const at = taken.length % WORDS_PER_BLOCK
    if (at === 0 && taken.length > 0) block = blockOf(taken.length / WORDS_PER_BLOCK)
    const value = block.getUint32(at * 4)
    taken.push(value)
    return value
  }
  const below = (n: number) => {
    if (!Number.isSafeInteger(n) || n < 1 || n > TWO_32)
      throw new Error('a bound is an integer from 1 to 2^32')
    const limit = TWO_32 - (TWO_32 % n)
    for (;;) {
      const value = u32()
      if (value < limit) return value % n
    }
  }
  return { u32, below, taken: () => taken }
}
