// What must hold in the database after a fault, whatever became of it.
import { transferState } from '@tianping/contract/venues/facts'
import { rows, run, sql, theRow, type Database } from '@tianping/database'
import {
  SANDBOX_MERCHANT,
  venueBaseUrl,
  venueClient,
  type VenueCode,
} from '@tianping/venue-protocol'
import { balances } from '../../../apps/server/src/ledger/ledger.ts'
import {
  chainHeads,
  differingHeads,
  examine,
  type ChainHead,
} from '../../../apps/server/src/ledger/reconcile.ts'
import { firstBrokenAudit } from '../../../apps/server/src/kernel/operator/audit.sql.ts'
import { pause } from './cluster.ts'
import type { Acknowledged } from './money.ts'
import type { DrillSite } from './site.ts'

export type Accounts = { lost: string[]; doubled: string[] }

/** Acknowledged postings that the ledger does not have, or has more than once. */
export async function compareAcknowledged(
  db: Database,
  acknowledged: readonly Acknowledged[],
): Promise<Accounts> {
  const found = await rows(
    db,
    sql<{ key: string; times: number }>`
    select asked.key, count(t.idempotency_key)::int as times
    from unnest(${acknowledged.map(({ memberId }) => memberId)}::bigint[],
      ${acknowledged.map(({ key }) => key)}::text[]) asked (member_id, key)
    left join ledger.transaction t
      on t.member_id = asked.member_id and t.idempotency_key = asked.key
    group by asked.member_id, asked.key having count(t.idempotency_key) <> 1`,
  )
  return {
    lost: found.filter(({ times }) => times === 0).map(({ key }) => key),
    doubled: found.filter(({ times }) => times > 1).map(({ key }) => key),
  }
}

export async function headsOf(db: Database): Promise<ChainHead[]> {
  const heads: ChainHead[] = []
  for await (const head of chainHeads(db)) heads.push(head)
  return heads
}

/** What does not hold of the books, one sentence each. */
export async function brokenBooks(db: Database, heads: ChainHead[]): Promise<string[]> {
  const { checks } = await examine(db)
  const rewritten = await differingHeads(db, heads)
  const audit = await firstBrokenAudit(db)
  return [
    ...checks
      .filter(({ severity, differences }) => severity === 'mismatch' && differences.length > 0)
      .map(({ name, differences }) => `${name}: ${differences.length}`),
    ...(rewritten.length > 0 ? [`rewritten chains: ${rewritten.length}`] : []),
    ...(audit === null ? [] : [`audit log from row ${audit}`]),
  ]
}

const pending = sql.literal(transferState.pending)
const FINALIZE_MS = 120_000

/** Waits until every outcome is known; the ninety seconds of a finalization pass at once. */
async function settleTransfers(db: Database): Promise<number> {
  const deadline = performance.now() + FINALIZE_MS
  for (;;) {
    await run(
      db,
      sql`
      update venue_transfer
      set created_at = created_at - interval '90 s', next_check_at = '-infinity'
      where state = ${pending}`,
    )
    await pause(1_500)
    const { open } = await theRow(
      db,
      sql<{ open: number }>`
      select count(*)::int as open from venue_transfer where state = ${pending}`,
    )
    if (open === 0 || performance.now() > deadline) return open
  }
}

/** Members whose money is not what they deposited, or not what the venues hold for them. */
export async function differingMembers({ db, players, venueUrl }: DrillSite): Promise<string[]> {
  const open = await settleTransfers(db)
  const wrong = open > 0 ? [`${open} transfers of unknown outcome`] : []
  const venues = await rows(
    db,
    sql<{ venueId: number; platname: VenueCode }>`select venue_id, platname from venue`,
  )
  for (const { memberId, depositedFen } of players) {
    const held = await balances(db, memberId)
    const sum = held.venues.reduce((all, each) => all + each.postedFen, held.cashFen)
    if (sum !== depositedFen || held.cashAvailableFen !== held.cashFen)
      wrong.push(`member ${memberId} deposited ${depositedFen}, holds ${sum}`)
    for (const { venueId, postedFen } of held.venues) {
      const platname = venues.find(each => each.venueId === venueId)?.platname
      if (!platname) throw new Error(`There is no venue ${venueId}.`)
      const there = await atVenue(venueUrl, platname, memberId)
      if (there !== postedFen)
        wrong.push(`member ${memberId} has ${postedFen} at ${platname}, which says ${there}`)
    }
  }
  return wrong
}

async function atVenue(venueUrl: string, platname: VenueCode, memberId: bigint): Promise<bigint> {
  const client = venueClient({
    baseUrl: venueBaseUrl(venueUrl, platname),
    merchant: SANDBOX_MERCHANT.merchant,
    keys: [SANDBOX_MERCHANT.key],
  })
  try {
    const there = await client.balance({ player: memberId.toString() })
    return there.kind === 'ok' ? there.data.available : 0n
  } finally {
    client.close()
  }
}
