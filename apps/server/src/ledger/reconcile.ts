// Recomputes the books from their rows and says where they disagree.
import { rows, theRow, transaction, type Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import * as statements from './reconcile.sql.ts'

/**
 * mismatch: the books do not hold, somebody must look now · attention: they hold, but something
 * waits for a person.
 */
export type Severity = 'mismatch' | 'attention'
export type Difference = {
  memberId: bigint | null
  subject: string
  expected: string | null
  found: string | null
}
/** `differences` has at most a hundred. */
export type Check = { name: string; rule: string; severity: Severity; differences: Difference[] }

/**
 * What our books say stands at a venue. `inFlight*`: transfers whose outcome is not known yet, from
 * it and to it.
 */
export type VenueTotal = {
  venueId: number
  members: bigint
  postedFen: bigint
  inFlightOutFen: bigint
  inFlightInFen: bigint
  floatFen: bigint
  gameResultFen: bigint
}

export type ReconciliationReport = {
  runId: string
  startedAt: Date
  /** No mismatch; there may be attentions. */
  booksHold: boolean
  counts: { accounts: bigint; transactions: bigint; entries: bigint; openHolds: bigint }
  checks: Check[]
  venues: VenueTotal[]
  accounts: { accountCode: number; venueId: number; amountFen: bigint }[]
}

/**
 * A check from outside the ledger, a venue's statement say. It sees the report as far as it has
 * come.
 */
export type ExtraCheck = (db: Db, report: Omit<ReconciliationReport, 'runId'>) => Promise<Check[]>

export type ReconcileOptions = {
  holdsOlderThanMs?: number
  extraChecks?: ExtraCheck[]
  /** Where the books are read, if not where the result is kept: a replica of it. */
  books?: Db
}

const CHECKS = [
  [
    'transactions',
    'every transaction has its lines, and each layer sums to zero',
    statements.unbalancedTransactions,
  ],
  ['balances', 'a balance is the sum of its entries', statements.balancesUnlikeEntries],
  ['never-negative', 'no balance is below zero', statements.negativeBalances],
  [
    'versions',
    'versions have no gap, and every entry left the balance it says',
    statements.brokenVersions,
  ],
  ['holds', 'what is reserved equals the open holds', statements.pendingUnlikeHolds],
  ['resolutions', 'every settlement and release belongs to a hold', statements.orphanResolutions],
  [
    'hash-chains',
    'every entry carries the hash of its content and of the entry before',
    statements.brokenChains,
  ],
  ['requests', 'every transaction carries the hash of what was asked', statements.changedRequests],
  [
    'turnover',
    'a requirement has what the bets contributed',
    statements.requirementsUnlikeContributions,
  ],
  ['house-roll-up', 'the rolled-up house balances equal their entries', statements.houseRollUp],
  ['numbers', 'no transaction number comes from another cluster', statements.foreignNumbers],
] as const

/** The whole of the books takes longer than a member's request may. */
const SNAPSHOT = { isolation: 'repeatable read', readOnly: true, longestMs: 3_600_000 } as const

/**
 * The checks of the ledger alone, on one snapshot, so that traffic going on does not look like a
 * difference. Writes nothing.
 */
export async function examine(
  db: Db,
  options: ReconcileOptions = {},
): Promise<Omit<ReconciliationReport, 'runId'>> {
  if (!db.isTransaction) return transaction(db, tx => examine(tx, options), SNAPSHOT)
  const startedAt = new Date()
  const checks: Check[] = []
  for (const [name, rule, query] of CHECKS)
    checks.push({ name, rule, severity: 'mismatch', differences: await rows(db, query) })
  checks.push(
    {
      name: 'old-holds',
      rule: 'no hold waits longer than it should',
      severity: 'attention',
      differences: await rows(db, statements.oldHolds(options.holdsOlderThanMs ?? 3 * DAY_MS)),
    },
    {
      name: 'outbox',
      rule: 'what follows a posting has been delivered',
      severity: 'attention',
      differences: await rows(db, statements.stuckOutbox),
    },
  )
  return {
    startedAt,
    booksHold: booksHold(checks),
    counts: await theRow(db, statements.counts),
    checks,
    venues: await rows(db, statements.venueTotals),
    accounts: await rows(db, statements.accountTotals),
  }
}

/**
 * Examines the books, runs the extra checks, and keeps the result (`reconciliation_run`, one
 * `reconciliation_item` per difference).
 */
export async function reconcile(
  db: Db,
  options: ReconcileOptions = {},
): Promise<ReconciliationReport> {
  const report = await examine(options.books ?? db, options)
  for (const extra of options.extraChecks ?? []) report.checks.push(...(await extra(db, report)))
  report.booksHold = booksHold(report.checks)
  const items = report.checks.flatMap(({ name, severity, differences }) =>
    differences.map(each => ({ check: name, severity, ...each })),
  )
  const mismatches = items.filter(each => each.severity === 'mismatch').length
  const { runId } = await theRow(
    db,
    statements.record(
      report.startedAt,
      mismatches,
      items.length - mismatches,
      json(report),
      json(items),
    ),
  )
  return { runId, ...report }
}

const booksHold = (checks: Check[]) =>
  checks.every(each => each.severity === 'attention' || each.differences.length === 0)

/**
 * Keeps checks that were made outside the ledger, a provider's statement say, as a run of their
 * own. Answers the run's id.
 */
export async function recordChecks(db: Db, startedAt: Date, checks: Check[]): Promise<string> {
  const items = checks.flatMap(({ name, severity, differences }) =>
    differences.map(each => ({ check: name, severity, ...each })),
  )
  const mismatches = items.filter(each => each.severity === 'mismatch').length
  return (
    await theRow(
      db,
      statements.record(
        startedAt,
        mismatches,
        items.length - mismatches,
        json({ startedAt, checks }),
        json(items),
      ),
    )
  ).runId
}

/** bigint goes as text: JSON's numbers would round it. */
const json = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

/**
 * Brings `house_balance` up to what has been committed. For a job; safe to run twice and beside
 * traffic.
 */
export async function rollUpHouse(db: Db, shard = 0): Promise<void> {
  await theRow(db, statements.rollUpHouse(shard))
}

/**
 * The end of one account's hash chain. Kept outside the database, it proves later that nothing
 * before it was rewritten.
 */
export type ChainHead = {
  memberId: bigint
  accountCode: number
  venueId: number
  version: bigint
  hash: string
}

const HEADS_A_PAGE = 5_000

/** All chain heads, in order. */
export async function* chainHeads(db: Db): AsyncGenerator<ChainHead> {
  let last = { memberId: 0n, accountCode: 0, venueId: 0 }
  for (;;) {
    const page = await rows(db, statements.heads(last, HEADS_A_PAGE))
    yield* page
    const end = page.at(-1)
    if (!end || page.length < HEADS_A_PAGE) return
    last = end
  }
}

/**
 * Where the ledger no longer has what was exported. Gives nothing when every head still stands in
 * its chain.
 */
export async function differingHeads(db: Db, heads: ChainHead[]): Promise<Difference[]> {
  const found: Difference[] = []
  for (let at = 0; at < heads.length; at += HEADS_A_PAGE)
    found.push(...(await rows(db, statements.headsThatDiffer(heads.slice(at, at + HEADS_A_PAGE)))))
  return found
}
