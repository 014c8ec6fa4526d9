import { sql } from '@tianping/database'

export type NewRequirement = {
  memberId: bigint
  sourceType: string
  sourceId: string
  requiredFen: bigint
  openedAt: Date
}
export const openRequirement = (p: NewRequirement) => sql`
  select ledger.open_requirement(${p.memberId}, ${p.sourceType}, ${p.sourceId}, ${p.requiredFen}, ${p.openedAt})`
export const openRequirements = (all: NewRequirement[]) => sql`
  select ledger.open_requirement(member_id, source_type, source_id, required_fen, opened_at) from unnest(
    ${all.map(p => p.memberId)}::bigint[], ${all.map(p => p.sourceType)}::text[], ${all.map(p => p.sourceId)}::text[], ${all.map(p => p.requiredFen)}::bigint[],
    ${all.map(p => p.openedAt)}::timestamptz[]) as r (member_id, source_type, source_id, required_fen, opened_at)`

/** `expiresAt` is the last moment to meet it; null for none. */
export type NewGift = NewRequirement & { expiresAt: Date | null }
export const openGifts = (all: NewGift[]) => sql`
  select ledger.open_gift(member_id, source_type, source_id, required_fen, opened_at, expires_at) from unnest(
    ${all.map(p => p.memberId)}::bigint[], ${all.map(p => p.sourceType)}::text[], ${all.map(p => p.sourceId)}::text[],
    ${all.map(p => p.requiredFen)}::bigint[], ${all.map(p => p.openedAt)}::timestamptz[],
    ${all.map(p => p.expiresAt)}::timestamptz[]) as r (member_id, source_type, source_id, required_fen, opened_at, expires_at)`

export const contribute = (p: {
  memberId: bigint
  venueId: number
  betId: string
  version: number
  validFen: bigint
  weight: number
  settledAt: Date
}) => sql`
  select ledger.contribute_weighed(${p.memberId}, ${p.venueId}::smallint, ${p.betId}, ${p.version}, ${p.validFen},
    ${p.weight}::smallint, ${p.settledAt})`

export const cancelRequirement = (p: {
  memberId: bigint
  sourceType: string
  sourceId: string
}) => sql<{ cancelled: boolean }>`
  select ledger.cancel_requirement(${p.memberId}, ${p.sourceType}, ${p.sourceId}) as cancelled`

export const openOf = (memberId: bigint, sourceType: string, sourceId: string) => sql<{
  requiredFen: bigint
  contributedFen: bigint
}>`
  select required_fen, contributed_fen from ledger.wagering_requirement
  where member_id = ${memberId} and source_type = ${sourceType} and source_id = ${sourceId} and state = 'open'`

export const missingTurnover = (memberId: bigint) => sql<{ missingFen: bigint }>`
  select coalesce(sum(required_fen - contributed_fen), 0)::bigint as missing_fen
  from ledger.wagering_requirement where member_id = ${memberId} and state = 'open'`

export const requirementsOf = (memberId: bigint) => sql<{
  sourceType: string
  sourceId: string
  requiredFen: bigint
  contributedFen: bigint
  state: 'open' | 'met' | 'carried' | 'cancelled'
  openedAt: Date
  isGift: boolean
  expiresAt: Date | null
}>`
  select source_type, source_id, required_fen, contributed_fen,
    state, opened_at, is_gift, expires_at
  from (
    select * from ledger.wagering_requirement where member_id = ${memberId}
    order by state = 'open' desc, opened_at desc limit 100
  ) newest order by state = 'open' desc, opened_at, requirement_id`
