// Runs the cases against one venue, one after the other, and keeps what each showed.
import { feed } from './cases/feed.ts'
import { freeRounds } from './cases/freeRounds.ts'
import { jackpots } from './cases/jackpots.ts'
import { launches } from './cases/launches.ts'
import { players } from './cases/players.ts'
import { signals } from './cases/signals.ts'
import { signatures } from './cases/signatures.ts'
import { tournaments } from './cases/tournaments.ts'
import { transfers } from './cases/transfers.ts'
import type { Case } from './case.ts'
import type { Driver } from './driver.ts'
import { evidenceOf, type Account, type Evidence, type Exchange } from './exchange.ts'
import { Subject } from './subject.ts'

export const cases: readonly Case[] = [
  ...signatures,
  ...players,
  ...transfers,
  ...launches,
  ...feed,
  ...signals,
  ...freeRounds,
  ...jackpots,
  ...tournaments,
]

export type Result = {
  id: string
  rule: string
  section: string
  outcome: 'passed' | 'failed' | 'not run'
  /** What was found, or why the case was not run. */
  why: string | null
  /** The last requests before a failure, with their answers. */
  evidence: Evidence[]
}

export type Report = {
  kit: string
  subject: string
  at: string
  results: Result[]
}

const MOST_EVIDENCE = 6

/** `only` names cases; without it all are run. */
export async function examine(
  account: Account,
  driver: Partial<Driver>,
  { only, told }: { only?: readonly string[]; told?: (result: Result) => void } = {},
): Promise<Report> {
  const at = new Subject(account, driver)
  const results: Result[] = []
  for (const each of cases) {
    if (only && !only.includes(each.id)) continue
    const result = await examineOne(at, each)
    told?.(result)
    results.push(result)
  }
  return { kit: 'venue', subject: account.url, at: new Date().toISOString(), results }
}

async function examineOne(at: Subject, each: Case): Promise<Result> {
  const { id, rule, section, feature, needs = [] } = each
  // A venue that does not answer is examined, so that the case shows it.
  const has = feature === undefined || (await at.has(feature).catch(() => true))
  if (!has) return { id, rule, section, outcome: 'passed', why: null, evidence: [] }
  const missing = needs.filter(skill => !at.driver[skill])
  if (missing.length > 0) {
    const why = `the driver has no ${missing.join(', ')}`
    return { id, rule, section, outcome: 'not run', why, evidence: [] }
  }
  at.seen = []
  const { secret } = at.account
  return resultOf(each, { run: () => each.run(at), seen: () => at.seen, secret })
}

type Running = { run: () => Promise<void>; seen: () => Exchange[]; secret: string }

/** Runs one case; a failure keeps the last requests that led to it. */
export async function resultOf(
  { id, rule, section }: Pick<Result, 'id' | 'rule' | 'section'>,
  { run, seen, secret }: Running,
): Promise<Result> {
  try {
    await run()
    return { id, rule, section, outcome: 'passed', why: null, evidence: [] }
  } catch (error) {
    const evidence = seen()
      .slice(-MOST_EVIDENCE)
      .map(each => evidenceOf(each, [secret]))
    return { id, rule, section, outcome: 'failed', why: (error as Error).message, evidence }
  }
}
