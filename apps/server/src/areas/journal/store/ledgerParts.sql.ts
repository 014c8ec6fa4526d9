// How the ledger's transactions of one member are found in a long statement.
import { sql, type Sql } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import type { Narrowed } from '../../../kernel/operator/listed.sql.ts'

type Part = Sql

/** What every visit to a venue writes. Their rows are in no index by kind or source. */
const FLOODS = ['venue_in', 'venue_out', 'game_result']
const notFlood = sql`code not in ('venue_in', 'venue_out', 'game_result')`
/**
 * So many of a statement's newest lines are looked through for them, and of another kind so many
 * movements.
 */
export const MOST_READ = 5_000
export const isFlood = (code: string): boolean => FLOODS.includes(code)

/**
 * The transactions that were booked for a source: an order, a claim, a transfer (by the keys that
 * venues/transfer.ts gives its steps), or what a game brought (`PLATNAME:version`, by the key of
 * venues/observe.ts).
 */
export const ofSource = (memberId: bigint, sourceId: string): Part => {
  const [platname = '', version = ''] = sourceId.split(':')
  const keys = ['hold', 'settle', 'release', 'result'].map(step => `venue:${sourceId}:${step}`)
  return sql`
    (select transaction_id from ledger.transaction where member_id = ${memberId} and source_id = ${sourceId} and ${notFlood}
    union select transaction_id from ledger.transaction where member_id = ${memberId} and source_id = ${sourceId} and idempotency_key = any(${keys}::text[])
    union select t.transaction_id from venue v join ledger.transaction t on t.member_id = ${memberId} and t.idempotency_key = 'result:' || v.venue_id || ':' || ${version}::text
      where v.platname = ${platname} and t.source_id = ${sourceId})`
}

/** Numbers are made by the clock that `created_at` has too; so much they may differ. */
const SLACK_MS = 60_000
const DAY_MS = 86_400_000
const firstNumberAt = (ms: number) => {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Days as numbers between which their transactions lie. */
export const numberedIn = (column: Part, { span }: Narrowed): Part =>
  span === null
    ? sql`true`
    : sql`${column} >= ${firstNumberAt(startOfDay(span.from).getTime() - SLACK_MS)}::uuid
      and ${column} < ${firstNumberAt(startOfDay(span.to).getTime() + DAY_MS + SLACK_MS)}::uuid`
