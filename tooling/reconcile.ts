// `npm run reconcile`: recomputes the books from their rows, prints what stands where, and ends
// non-zero when they do not hold.
//   --heads FILE    writes the end of every account's hash chain (keep it on another machine)
//   --verify FILE   checks that a file written so is still part of the chains
//   --no-venues     asks no venue: for a restored copy that stands beside the live database
import { connect, rows, sql, type Db } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../apps/server/src/kernel/clock.ts'
import { account } from '../apps/server/src/ledger/ledger.ts'
import {
  reconcile,
  type Check,
  type ExtraCheck,
  type ReconciliationReport,
} from '../apps/server/src/ledger/reconcile.ts'
import { Bus } from '../apps/server/src/kernel/live/bus.ts'
import { readSettings } from '../apps/server/src/kernel/environment.ts'
import { newLog } from '../apps/server/src/kernel/log.ts'
import { checkChain, openChain } from '../apps/server/src/areas/chain/chain.ts'
import { checkFacts } from '../apps/server/src/areas/figures/figures.ts'
import { checkJackpots } from '../apps/server/src/areas/jackpots/check.ts'
import { checkCampaigns } from '../apps/server/src/areas/campaigns/check.ts'
import { checkJourneys } from '../apps/server/src/areas/journeys/check.ts'
import { checkGiveaways } from '../apps/server/src/areas/giveaways/check.ts'
import { checkTournaments } from '../apps/server/src/areas/tournaments/check.ts'
import { checkFreeRounds } from '../apps/server/src/areas/freeRounds/check.ts'
import { checkVenues } from '../apps/server/src/areas/venues/reconcile.ts'
import { Venues } from '../apps/server/src/areas/venues/directory.ts'
import { checkAudit, headLines, verifyHeads } from './ops/heads.ts'
import { clusterHome, launchPostgres } from './postgres.ts'
import { inRoot } from './root.ts'

/** The books hold · they do not · they could not be read. */
const exitCode = { hold: 0, mismatch: 1, unreadable: 2 } as const

type Source = { url: string; close(): Promise<void> }

/**
 * DATABASE_URL, or the embedded cluster in DATA_DIR: the one that `npm start` has running, else
 * launched for the while.
 */
async function source(): Promise<Source> {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, close: async () => {} }
  const dataDir = join(process.env['DATA_DIR'] ?? inRoot('data'), 'postgres')
  if (!existsSync(join(clusterHome(dataDir), 'PG_VERSION')))
    throw new Error(
      `There are no books yet: ${dataDir} holds no database. Run npm start first, or set DATABASE_URL.`,
    )
  const running = await runningUrl(clusterHome(dataDir))
  if (running) return { url: running, close: async () => {} }
  const postgres = await launchPostgres({ dataDir })
  return { url: postgres.url('tianping'), close: () => postgres.stop() }
}

/**
 * The fourth line of postmaster.pid is the port; a file left behind by a killed server leads
 * nowhere.
 */
async function runningUrl(home: string): Promise<string | undefined> {
  const file = join(home, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const url = `postgres://postgres@127.0.0.1:${readFileSync(file, 'utf8').split('\n')[3]}/tianping`
  const probe = connect(url, { maxConnections: 1 })
  try {
    const [found] = await rows(
      probe,
      sql<{ home: string }>`select current_setting('data_directory') as home`,
    )
    return found?.home === home ? url : undefined
  } catch {
    return undefined
  } finally {
    await probe.destroy()
  }
}

/** Lines up columns; the first is text, the others are figures. */
function table(head: string[], lines: string[][]): string {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...lines.map(line => line[at]?.length ?? 0)),
  )
  const print = (line: string[]) =>
    widths
      .map((width, at) =>
        at === 0 ? (line[at] ?? '').padEnd(width) : (line[at] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd()
  return [head, widths.map(width => '-'.repeat(width)), ...lines]
    .map(line => `  ${print(line)}`)
    .join('\n')
}

const names = new Map(Object.entries(account).map(([name, code]) => [code as number, name]))

function printReport(report: ReconciliationReport, venueNames: Map<number, string>) {
  const venueName = (venueId: number) => venueNames.get(venueId) ?? `venue ${venueId}`
  const ofRails: readonly number[] = [account.rail, account.railFees]
  const partOf = (code: number, no: number) => {
    if (no === 0) return ''
    return ` · ${ofRails.includes(code) ? `rail ${no}` : venueName(no)}`
  }
  const { accounts, transactions, entries, openHolds } = report.counts
  console.log(
    `\n${transactions} transactions, ${entries} entries, ${accounts} accounts, ${openHolds} open holds\n`,
  )
  console.log(
    table(
      ['account', 'yuan'],
      [
        ...report.accounts.map(each => [
          `${each.accountCode} ${names.get(each.accountCode)}${partOf(each.accountCode, each.venueId)}`,
          formatFen(each.amountFen),
        ]),
        ['sum', formatFen(report.accounts.reduce((sum, each) => sum + each.amountFen, 0n))],
      ],
    ),
  )
  if (report.venues.length > 0) {
    console.log(
      `\n${table(
        ['venue', 'members', 'mirrored', 'on the way out', 'on the way in', 'game result'],
        report.venues.map(each => [
          venueName(each.venueId),
          String(each.members),
          formatFen(each.postedFen),
          formatFen(each.inFlightOutFen),
          formatFen(each.inFlightInFen),
          formatFen(each.gameResultFen),
        ]),
      )}`,
    )
  }
  console.log('')
  for (const check of report.checks) printCheck(check)
}

function verdictOf({ severity, differences }: Check): string {
  if (differences.length === 0) return 'ok'
  return severity === 'mismatch' ? 'MISMATCH' : 'look'
}

function printCheck(check: Check) {
  const { name, rule, differences } = check
  console.log(`  ${verdictOf(check).padEnd(8)}  ${name.padEnd(15)}  ${rule}`)
  for (const each of differences)
    console.log(
      `              ${each.memberId === null ? '' : `member ${each.memberId} `}${each.subject}: expected ${each.expected}, found ${each.found}`,
    )
}

async function writeHeads(db: Db, file: string) {
  let count = 0
  const counted = async function* () {
    for await (const line of headLines(db)) {
      if (!line.startsWith('audit,')) count += 1
      yield line
    }
  }
  await pipeline(counted, createWriteStream(file, { flags: 'wx' }))
  console.log(`\n${count} chain heads written to ${file}.`)
}

/** The venues are asked too, with the settings that the server has in its environment. */
const askingVenues =
  (db: Db, url: string): ExtraCheck =>
  async (books, report) => {
    const settings = readSettings({ TIANPING_MODE: 'sandbox', ...process.env, DATABASE_URL: url })
    const venues = new Venues(db, settings, systemClock)
    try {
      const bus = new Bus(db, url)
      const asking = { db, venues, clock: systemClock, bus, log: newLog('fatal') }
      return [
        ...(await checkVenues(asking)(books, report)),
        ...(await checkJackpots(asking)(books, report)),
      ]
    } finally {
      venues.close()
    }
  }

/** The chain is asked where the environment names one, as the server is run with. */
const askingChain = (url: string): ExtraCheck => {
  const settings = readSettings({ TIANPING_MODE: 'sandbox', ...process.env, DATABASE_URL: url })
  return checkChain({ chain: openChain(settings.chain) })
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      heads: { type: 'string' },
      verify: { type: 'string' },
      'no-venues': { type: 'boolean', default: false },
    },
  })
  const { url, close } = await source()
  const db = connect(url, {
    role: 'tianping_app',
    maxConnections: 2,
    applicationName: 'tianping-reconcile',
  })
  try {
    const report = await reconcile(db, {
      extraChecks: [
        ...(values.verify ? [verifyHeads(values.verify)] : []),
        checkAudit(values.verify),
        checkFacts,
        checkFreeRounds({ clock: systemClock }),
        checkTournaments({ clock: systemClock }),
        checkCampaigns,
        checkJourneys,
        checkGiveaways(),
        ...(process.env['CHAIN_RPC_URLS'] ? [askingChain(url)] : []),
        ...(values['no-venues'] ? [] : [askingVenues(db, url)]),
      ],
    })
    const venues = await rows(
      db,
      sql<{ venueId: number; name: string }>`select venue_id, name from venue`,
    )
    printReport(report, new Map(venues.map(each => [each.venueId, each.name])))
    if (values.heads) await writeHeads(db, values.heads)
    console.log(
      report.booksHold
        ? `\nThe books hold. (run ${report.runId})`
        : `\nTHE BOOKS DO NOT HOLD. (run ${report.runId}, kept in ledger.reconciliation_item)`,
    )
    return report.booksHold ? exitCode.hold : exitCode.mismatch
  } finally {
    await db.destroy()
    await close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(
    `The books could not be read: ${error instanceof Error ? error.message : String(error)}`,
  )
  process.exitCode = exitCode.unreadable
}
