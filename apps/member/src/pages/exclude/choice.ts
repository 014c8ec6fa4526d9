import type { ExclusionTerm, TimeoutTerm } from '@tianping/contract/protection/facts'

/** What was chosen: a break, `days` of one's own, or an exclusion. */
export type Choice =
  | { what: 'timeout'; term: TimeoutTerm }
  | { what: 'timeout'; term: ''; days: string }
  | { what: 'exclude'; term: ExclusionTerm }
