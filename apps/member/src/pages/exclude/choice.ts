import type { ExclusionTerm, TimeoutTerm } from '@tianping/contract/protection/facts'
import { timeoutRules } from '@tianping/contract/protection/rules'

/** What was chosen: a break, `days` of one's own, or an exclusion. */
export type Choice =
  | { what: 'timeout'; term: TimeoutTerm }
  | { what: 'timeout'; term: ''; days: string }
  | { what: 'exclude'; term: ExclusionTerm }

/** What is wrong with days of one's own, before the password is asked for; null for nothing. */
export function brokenDays(choice: Choice): string | null {
  if (choice.what === 'exclude' || choice.term !== '') return null
  const broken = timeoutRules({ term: '', days: choice.days, password: '' })
  return broken?.field === 'days' ? broken.text : null
}
