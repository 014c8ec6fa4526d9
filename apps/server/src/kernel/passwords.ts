import { hash, verify } from '@node-rs/argon2'
import { channel } from 'node:diagnostics_channel'
import { availableParallelism } from 'node:os'
import { turns } from './http/turns.ts'

/**
 * argon2id, 19 MiB, two passes (docs/decisions/0025-passwords-resist-guessing.md; OWASP's first
 * recommendation). Production takes no less memory; tests take less.
 */
export const MEMORY_KIB = 19_456
const COST = {
  memoryCost: Number(process.env['PASSWORD_MEMORY_KIB'] ?? MEMORY_KIB),
  timeCost: 2,
  parallelism: 1,
} as const
/**
 * Every core hashes: the event loop sleeps most of the time, so the system lets it go first when it
 * wakes.
 */
const AT_ONCE = availableParallelism()
/**
 * Beyond this many waiting the honest answer is "busy": a queue of hashes is how a server is
 * starved.
 */
const MAX_WAITING = 200

/** Hears of every hash as it begins: how much an answer costs can be counted. */
export const PASSWORD_HASHES = 'tianping:password_hash'
const hashes = channel(PASSWORD_HASHES)

const inTurn = turns({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => {
    hashes.publish('hash')
    return hash(password, COST)
  })

/** A hash that nothing matches, so that an unknown name takes as long as a wrong password. */
const nobody = hashPassword('nobody has this password')

/**
 * True when `password` is the one behind `stored`; an absent `stored` costs the same time and is
 * false.
 */
export const passwordMatches = async (
  stored: string | undefined,
  password: string,
): Promise<boolean> => {
  const against = stored ?? (await nobody)
  const matches = await inTurn(() => {
    hashes.publish('verify')
    return verify(against, password)
  })
  return matches && stored !== undefined
}
