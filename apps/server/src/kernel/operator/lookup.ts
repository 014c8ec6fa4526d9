// Searching by what is masked on the screen would undo the masking, value by value. Such searches
// are limited for each operator, are in the audit log without the value, and misses are counted.
import type { LookupKind } from '@tianping/contract/security/facts'
import { isMobile } from '@tianping/contract/rule'
import { isIP } from 'node:net'
import type { Caller, Operator, Services } from '../http/services.ts'
import { attempt } from '../http/throttle.ts'
import { keyedHash } from '../keyed.ts'
import { plainNumber } from '../cardNumber.ts'
import { securityRule } from '../security/setting.ts'
import { auditedSince } from './audit.sql.ts'
import { audit } from './audit.ts'

const HOUR_MS = 3_600_000
/** The same search again within this time is the same look: pages turn and lists refresh. */
const SAME_MS = 600_000
const ACTION = 'member.lookup'

const isAccount = (text: string) =>
  /^\d{12,30}$/.test(text) ||
  /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) ||
  /^0x[\da-f]{40}$/i.test(text)
/** What names, numbers of orders and references consist of. */
const isPlain = (text: string) => /^[\w-]+$/.test(text)

/**
 * What a search asks by when it is a personal value; null for an id, a user name, an invite code or
 * the number of an order. Statements match personal values only when this says so, so that no
 * search by one passes uncounted.
 */
export function lookupKind(typed: string): LookupKind | null {
  const number = plainNumber(typed)
  if (isIP(typed)) return 'address'
  if (typed.includes('@')) return 'email'
  if (isMobile(number)) return 'mobile'
  if (isAccount(number)) return 'account'
  if (/^\d{4}$/.test(number)) return 'tail'
  return typed === '' || isPlain(typed) ? null : 'realname'
}

type Asking = Pick<Services, 'db' | 'clock' | 'settings' | 'events'> & {
  operator: Operator
  caller: Caller
}

async function count({ db, clock, operator }: Asking): Promise<void> {
  const { value } = await securityRule(db)
  const limit = { attempts: value.lookupsPerHour, windowMs: HOUR_MS }
  await attempt(db, `console:lookup:${operator.operatorId}`, limit, clock.now())
}

/**
 * Runs a search of the back office. By a personal value it is counted first, and written down with
 * whether it hit before anything is shown.
 */
export async function lookedUp<T>(
  asking: Asking,
  typed: string,
  search: (kind: LookupKind | null) => Promise<{ found: T; hit: boolean }>,
): Promise<T> {
  const kind = lookupKind(typed)
  if (kind === null) return (await search(null)).found
  const { db, clock, settings, events, operator, caller } = asking
  const hash = keyedHash(settings, 'lookup', typed.toLowerCase())
  const subject = `lookup:${kind}:${hash}`
  const since = new Date(clock.now().getTime() - SAME_MS)
  if (await auditedSince(db, { operator: operator.name, action: ACTION, subject, since }))
    return (await search(kind)).found
  await count(asking)
  const { found, hit } = await search(kind)
  await audit(
    db,
    clock.now(),
    { operator, address: caller.address },
    { action: ACTION, subject, after: { kind, hit } },
  )
  if (!hit) events.noteBy('lookup_missed', { ...operator, address: caller.address })
  return found
}

/** Filters as the audit log keeps them: without a personal value that they search by. */
export function withoutValues(filters: Record<string, unknown>): Record<string, unknown> {
  const { q } = filters
  const kind = typeof q === 'string' ? lookupKind(q) : null
  return kind === null ? filters : { ...filters, q: `(${kind})` }
}
