import { accountEntries } from './account.ts'
import type { Entry } from './entry.ts'
import { moneyEntries } from './money.ts'
import { playEntries } from './play.ts'
import { protectionEntries } from './protection.ts'
import { serviceEntries } from './service.ts'

export type { Entry } from './entry.ts'

/**
 * Every table of the site that has rows of members: what they are for, on what basis, for how long,
 * what a member's copy shows and what an erasure does. A test compares it with the database.
 */
export const register: readonly Entry[] = [
  ...accountEntries,
  ...moneyEntries,
  ...playEntries,
  ...serviceEntries,
  ...protectionEntries,
]

/**
 * Tables of the ledger with rows of members. They hold ids, amounts and times: an erasure leaves
 * them as they are, but for messages that wait to leave. The copy has the movements.
 */
export const ledgerTables: readonly string[] = [
  'account',
  'entry',
  'member_day',
  'member_first',
  'outbox',
  'reconciliation_item',
  'transaction',
  'wagering_contribution',
  'wagering_requirement',
]
