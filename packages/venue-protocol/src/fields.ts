// The fields that calls are made of. In TypeScript money and counters are bigint; on the wire they
// are JSON integers.
import { z } from 'zod'

/** Ten trillion yuan: nothing real comes near, and it stays exact as a JSON number. */
export const MAX_FEN = 1_000_000_000_000_000n
const MAX_COUNTER = BigInt(Number.MAX_SAFE_INTEGER)

const whole = z.union([z.bigint(), z.int()]).transform(value => BigInt(value))
const between = (low: bigint, high: bigint) =>
  whole.refine(value => value >= low && value <= high, `from ${low} to ${high}`)

/** Money in 分, zero or more. */
export const fen = between(0n, MAX_FEN)
/** Money in 分 to move: one fen or more. */
export const positiveFen = between(1n, MAX_FEN)
/** Money in 分 of either sign. */
export const signedFen = between(-MAX_FEN, MAX_FEN)
/** A version or cursor. */
export const counter = between(0n, MAX_COUNTER)
/** A number that travels in a query. */
export const queryCounter = z.union([
  z.bigint(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(text => BigInt(text)),
])
export const queryLimit = (most: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .refine(n => n >= 1 && n <= most, `from 1 to ${most}`)
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()
/** A business day of Asia/Shanghai, `2026-07-18`. */
export const businessDay = z.iso.date()

/** The merchant's own id of a player. */
export const playerId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
/** The merchant's id of one transfer, the key of its idempotency. */
export const ref = z.string().regex(/^[A-Za-z0-9_.:-]{1,40}$/)
export const gameCode = z.string().regex(/^[a-z0-9-]{1,40}$/)
export const betId = z.string().regex(/^[A-Z0-9-]{1,40}$/)
/** A name to show: no control characters, which a database or a terminal may choke on. */
export const shownText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u)
    .refine(text => text.isWellFormed(), 'broken characters')
