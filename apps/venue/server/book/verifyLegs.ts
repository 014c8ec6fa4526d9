import type { SlipLeg, StoredLeg } from './slip.sql.ts'

/** A selection as the verifier takes it: what its match is replayed from, and what was bet. */
export type VerifyLeg = {
  n: number
  salt: string
  commit: string
  terms: unknown
  pick: string
  key: string
  price: number
  seed?: string
  void?: true
}

/**
 * The selections of a ticket for the verifier, with the seeds that are revealed; undefined for a
 * bet that is no ticket of a book.
 */
export function verifyLegs(bet: { selection: object; outcome: object }): VerifyLeg[] | undefined {
  const { legs } = bet.selection as { legs?: StoredLeg[] }
  if (!legs) return undefined
  const done = (bet.outcome as { legs?: SlipLeg[] }).legs
  return legs.map(leg => {
    const ended = done?.find(each => each.match === leg.match)
    return {
      n: leg.match,
      salt: leg.client_seed,
      commit: leg.commit,
      terms: leg.terms,
      pick: leg.pick,
      key: leg.key,
      price: leg.price,
      ...(ended?.seed ? { seed: ended.seed } : {}),
      ...(ended?.result === 'void' ? { void: true as const } : {}),
    }
  })
}
