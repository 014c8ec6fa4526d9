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
 * wakes. One more counts its try in the database meanwhile.
 */
const AT_ONCE = availableParallelism() + 1
/**
 * Beyond this many waiting the honest answer is "busy": a queue of hashes is how a server is
 * starved.
 */
const MAX_WAITING = 200
/** Nobody is told "busy" later than this: a member who waits longer has given up. */
const LONGEST_WAIT_MS = 1_500

/** Hears of every hash as it begins: how much an answer costs can be counted. */
export const PASSWORD_HASHES = 'tianping:password_hash'
const hashes = channel(PASSWORD_HASHES)

const inTurn = turns({
  atOnce: AT_ONCE,
  maxWaiting: MAX_WAITING,
  longestMs: LONGEST_WAIT_MS,
})

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => {
    hashes.publish('hash')
    return hash(password, COST)
  })

/** A hash that nothing matches, so that an unknown name takes as long as a wrong password. */
const nobody = hashPassword('nobody has this password')

type Matches = (stored: string | undefined, password: string) => Promise<boolean>

const matchesNow: Matches = async (stored, password) => {
  const against = stored ?? (await nobody)
  hashes.publish('verify')
  const matches = await verify(against, password)
  return matches && stored !== undefined
}

/**
 * True when `password` is the one behind `stored`; an absent `stored` costs the same time and is
 * false. Throws `Busy` where too many wait.
 */
export const passwordMatches: Matches = (stored, password) =>
  inTurn(() => matchesNow(stored, password))

/**
 * The same for work that counts a try before it verifies: what is refused as "busy" has counted
 * none. The addresses that wait take turns.
 */
export const inPasswordTurn = <T>(
  address: string,
  work: (matches: Matches) => Promise<T>,
): Promise<T> => inTurn(() => work(matchesNow), address)
