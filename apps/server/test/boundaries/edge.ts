// What a rule with a number, an hour or a day does one step below the number, at it, and one above.
import type { Value } from './values.ts'

/** The number that is set, and what happens one below, at, and one above. */
export type Edge = readonly [number: Value, below: string, at: string, above: string]
export type Table = Readonly<Record<string, Edge>>

/** What the rows say most. */
export const TAKEN = 'taken'

/** The same row for several leaves. */
export const alike = <K extends string>(leaves: readonly K[], row: Edge) =>
  Object.fromEntries(leaves.map(leaf => [leaf, row])) as Record<K, Edge>
