import { itemAt } from '../../model/present.ts'
import { createHash, randomBytes } from 'node:crypto'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** A new chain's secret: the seed of the day's last round. */
export function newRoot(): Buffer {
  return randomBytes(32)
}

/**
 * Every seed of a day by place: index 0 is the terminal hash, index i the seed of the day's round
 * i, each the SHA-256 of the one after it. Whoever knows the terminal hash can check every seed
 * that is revealed later, in one step from the round before; whoever knows a seed knows none of a
 * later round.
 */
export function chainSeeds(root: Uint8Array, length: number): Buffer[] {
  const seeds = Array.from({ length: length + 1 }, () => Buffer.alloc(0))
  seeds[length] = Buffer.from(root)
  for (let place = length; place > 0; place--) seeds[place - 1] = sha256(itemAt(seeds, place))
  return seeds
}

/**
 * Chosen when a day begins, long after its terminal hash was public, and mixed into each of its
 * draws. It comes from the operator's own machine, so it proves nothing against him; a public
 * beacon of that hour would take its place here.
 */
export function newSalt(): string {
  return randomBytes(16).toString('hex')
}
