// Reconciliation as people work on it: runs, the differences they found as cases, and statements
// that providers hand in.
import { say } from '@tianping/contract/refusals'
import { formatFen, yuanOf } from '@tianping/money'
import { caseState } from '@tianping/contract/books/facts'
import { transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import {
  checkDebts,
  checkPayments,
  checkPayouts,
  compareStatement,
  readStatement,
  type ReadStatement,
} from '../../cashier/cashier.ts'
import type { StatedLine } from '../../providers/providers.ts'
import { isRail } from '../../rails/rails.ts'
import { compareRailDay, statedByPort } from '../railDays/run.ts'
import { present } from '../../../kernel/present.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedAnswer, keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { reconcile, recordChecks } from '../../../ledger/reconcile.ts'
import { checkChain } from '../../chain/chain.ts'
import { checkFacts } from '../../figures/figures.ts'
import { checkJackpots } from '../../jackpots/jackpots.ts'
import { checkCampaigns } from '../../campaigns/campaigns.ts'
import { checkJourneys } from '../../journeys/journeys.ts'
import { checkGiveaways } from '../../giveaways/giveaways.ts'
import { checkTournaments } from '../../tournaments/tournaments.ts'
import { checkFreeRounds } from '../../freeRounds/freeRounds.ts'
import { checkVenues } from '../../venues/venues.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { adjustmentsOfCase } from '../store/adjustments.sql.ts'
import * as db from '../store/cases.sql.ts'
import { accountNames, partNames } from '../../journal/journal.ts'
import {
  claim,
  decide,
  decideLocked,
  deciderOf,
  type Queue,
} from '../../../kernel/operator/queue.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'

/**
 * The books of a large site take minutes, and the lease is renewed all that while; whoever dies
 * with a run lets another have it after this long.
 */
const LEASE_MS = 5 * 60_000
/**
 * A run that failed, because a venue did not answer say, is tried again after this long; so often
 * at most.
 */
const RETRY_MS = 10 * 60_000
const MOST_ATTEMPTS = 3
const MAX_LISTED = 200
/** Checks whose two sides are fen. */
const ofMoney = /^(balances|never-negative|holds|house-roll-up|turnover|venue-wallets|provider-)/

/** One side of a difference as people read it: amounts in yuan, anything else as it stands. */
const written = (check: string, side: string | null) =>
  side !== null && ofMoney.test(check) && /^-?\d{1,18}$/.test(side)
    ? `¥${formatFen(BigInt(side))}`
    : (side ?? '')

const rowOf = (c: db.Case) => ({
  case_id: Number(c.caseId),
  check: c.checkName,
  severity: c.severity,
  member_id: Number(c.memberId ?? 0n),
  username: c.username,
  subject: c.subject,
  expected: written(c.checkName, c.expected),
  found: written(c.checkName, c.found),
  runs: c.runs,
  state: c.state,
  created_at: beijing(c.firstSeenAt),
  last_seen_at: beijing(c.lastSeenAt),
  claimed_by: c.state === caseState.open ? c.claimedBy : '',
  decided_by: deciderOf(c.state === caseState.open, c.resolvedBy),
  decided_at: c.resolvedAt ? beijing(c.resolvedAt) : '',
  remark: c.resolution,
})
const runOf = (r: db.Run) => ({
  run_id: r.runId,
  started_at: beijing(r.startedAt),
  finished_at: beijing(r.finishedAt),
  mismatches: r.mismatches,
  attentions: r.attentions,
})

type LockedCase = NonNullable<Awaited<ReturnType<typeof db.lockCase>>>
const cases: Queue<number, LockedCase> = {
  subjectOf: caseId => `case:${caseId}`,
  lock: async (tx, caseId) => existing(await db.lockCase(tx, caseId), 'difference.not_found'),
  closed: c =>
    c.state === caseState.open
      ? undefined
      : { said: say('difference.resolved', { by: c.resolvedBy }) },
  membersOf: c => (c.memberId === null ? [] : [c.memberId]),
  told: c => ({ state: c.state, remark: c.resolution }),
}

/** What was found more (or less) than expected, in fen. */
function differsFen(c: Pick<db.Case, 'checkName' | 'expected' | 'found'>): bigint | null {
  const whole = (text: string | null) => {
    if (text === null) return 0n
    return /^-?\d{1,18}$/.test(text) ? BigInt(text) : null
  }
  const [expected, found] = [whole(c.expected), whole(c.found)]
  return ofMoney.test(c.checkName) && expected !== null && found !== null ? found - expected : null
}

type Report = {
  checks?: { name: string; rule: string; severity: string; differences: unknown[] }[]
  accounts?: { accountCode: number; venueId: number; amountFen: string }[]
}

/**
 * Does the work of a task and keeps its lease until it is done, by a renewal every so often. One
 * that fails is made good by the next.
 */
export async function whileLeased<T>(
  { db: on, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  task: Pick<db.Task, 'taskId' | 'attempts'>,
  work: () => Promise<T>,
  everyMs = LEASE_MS / 5,
): Promise<T> {
  const renew = () =>
    db
      .renewTask(on, task, new Date(clock.now().getTime() + LEASE_MS))
      .catch((error: Error) =>
        log.warn(
          { err: error, task: task.taskId.toString() },
          'a reconciliation’s lease was not renewed',
        ),
      )
  const timer = setInterval(() => void renew(), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

async function reconcileBooks(services: Services): Promise<string> {
  const extraChecks = [
    checkFacts,
    checkVenues(services),
    checkFreeRounds(services),
    checkTournaments(services),
    checkCampaigns,
    checkJourneys,
    checkGiveaways(),
    checkJackpots(services),
    checkPayments,
    checkPayouts,
    checkDebts,
    checkChain(services),
  ]
  const books = await services.reads.database(null)
  return (await reconcile(services.db, { extraChecks, books })).runId
}

async function reconcileProvider(
  services: Services,
  { taskId, askedBy, provider, day, lines, byPort }: db.Task,
  now: Date,
): Promise<string> {
  if (byPort) {
    const asked = { provider, day: present(day, 'day of a statement'), source: 'port' as const }
    const lines = await statedByPort(services, asked)
    return compareRailDay(services, asked, lines, now, { booksFees: true })
  }
  if (isFull(lines)) {
    const asked = { provider, day: present(day, 'day of a statement'), source: 'file' as const }
    return compareRailDay(services, asked, lines.map(statedOf), now, {
      booksFees: await db.saidByAnother(services.db, { taskId, provider, day, askedBy }),
    })
  }
  const checks = await compareStatement(services.db, {
    provider,
    day: present(day, 'day of a statement'),
    lines: (lines as { r: string; d: string; a: string }[]).map(l => ({
      reference: l.r,
      depositNo: l.d,
      amountFen: BigInt(l.a),
    })),
  })
  return recordChecks(services.db, now, checks)
}

/**
 * Does one run that was asked for and takes what it found into cases. Answers 1 when there was one,
 * so that a poller goes on. Safe on any number of instances.
 */
export async function runReconciliations(services: Services): Promise<number> {
  const now = services.clock.now()
  await transaction(services.db, tx => db.takeRuns(tx, now))
  await db.giveUpTasks(services.db, now, MOST_ATTEMPTS)
  const task = await db.takeTask(services.db, now, new Date(now.getTime() + LEASE_MS))
  if (!task) return 0
  let runId: string | null = null
  let error = ''
  try {
    runId = await whileLeased(services, task, () =>
      task.kind === 'books' ? reconcileBooks(services) : reconcileProvider(services, task, now),
    )
  } catch (caught) {
    error = String(caught)
    services.log.error({ err: caught, task: task.taskId.toString() }, 'reconciliation failed')
  }
  const ended = services.clock.now()
  // A person who asked sees the failure and asks again; the clock's own run does so by itself.
  if (error !== '' && task.kind === 'books' && task.day !== null && task.attempts < MOST_ATTEMPTS)
    await db.retryTask(services.db, { ...task, error, from: new Date(ended.getTime() + RETRY_MS) })
  else await db.finishTask(services.db, { ...task, runId, error, now: ended })
  await transaction(services.db, tx => db.takeRuns(tx, services.clock.now()))
  return 1
}

/** A payment as it is kept: reference, order, fen. In a full statement with kind and fee. */
type Kept = { r: string; d: string; a: string }
type KeptFully = Kept & { k: StatedLine['kind']; f: string }

const isFull = (lines: unknown): lines is KeptFully[] =>
  Array.isArray(lines) && lines.length > 0 && 'k' in lines[0]

const statedOf = ({ k, r, d, a, f }: KeptFully): StatedLine => ({
  kind: k,
  reference: r,
  ownNo: d,
  amountFen: BigInt(a),
  feeFen: BigInt(f),
})

function kept(read: ReadStatement): (Kept | KeptFully)[] {
  if ('payments' in read)
    return read.payments.map(({ reference: r, depositNo: d, amountFen }) => ({
      r,
      d,
      a: `${amountFen}`,
    }))
  return read.lines.map(({ kind: k, reference: r, ownNo: d, amountFen, feeFen }) => ({
    k,
    r,
    d,
    a: `${amountFen}`,
    f: `${feeFen}`,
  }))
}

export const caseHandlers = {
  'POST /api/console/reconciliation/runs': async ({ db: on, body }) => {
    const paging = pagingOf(body, ownIds, 'uuid')
    return keyedAnswer(paging, await db.runRows(on, { ...narrowedOf(body), paging }), runOf)
  },
  'POST /api/console/reconciliation/report': async ({ db: on, venues, body }) => {
    const found = await db.runRow(on, body.run_id)
    if (!found) throw new Refusal(say('reconciliation.not_found'))
    const [items, partOf] = await Promise.all([
      db.itemRows(on, found.runId, MAX_LISTED),
      partNames({ db: on, venues }),
    ])
    const report = found.report as Report
    return {
      data: {
        ...runOf(found),
        accounts: (report.accounts ?? []).map(a => ({
          account_code: a.accountCode,
          account: accountNames[a.accountCode] ?? String(a.accountCode),
          venue: partOf(a.accountCode, a.venueId),
          amount: yuanOf(BigInt(a.amountFen)),
        })),
        checks: (report.checks ?? []).map(c => ({
          name: c.name,
          rule: c.rule,
          severity: c.severity,
          differences: c.differences.length,
        })),
        differences: items.map(i => ({
          check: i.checkName,
          severity: i.severity,
          member_id: Number(i.memberId ?? 0n),
          subject: i.subject,
          expected: written(i.checkName, i.expected),
          found: written(i.checkName, i.found),
        })),
      },
    }
  },
  'POST /api/console/reconciliation/tasks': async ({ db: on }) => ({
    data: (await db.taskRows(on)).map(t => ({
      task_id: Number(t.taskId),
      kind: t.kind,
      provider: t.provider,
      day: t.day ?? '',
      asked_by: t.askedBy,
      asked_at: beijing(t.askedAt),
      finished_at: t.finishedAt ? beijing(t.finishedAt) : '',
      run_id: t.runId ?? '',
      error: t.error,
    })),
  }),
  'POST /api/console/reconciliation/run': async context => {
    await runAction(context, async (tx, now) => {
      if (await db.openBooksTask(tx)) throw new Refusal(say('reconciliation.under_way'))
      const { id } = await db.insertTask(tx, {
        kind: 'books',
        provider: '',
        day: null,
        lines: '[]',
        askedBy: context.operator.name,
        askedAt: now,
      })
      return {
        answer: null,
        entry: { action: 'reconciliation.run', subject: `reconciliation:${id}` },
      }
    })
    return { message: '已开始对账，完成后显示结果', data: null }
  },
  'POST /api/console/reconciliation/send': async context => {
    const { provider, day, lines } = context.body
    if (provider === '')
      throw new Refusal(say('reconciliation.provider_missing'), { field: 'provider' })
    if (day === '') throw new Refusal(say('reconciliation.day_missing'), { field: 'day' })
    const read = readStatement(lines)
    if ('wrong' in read)
      throw new Refusal(say('reconciliation.line_unreadable', { line: read.wrong }), {
        field: 'lines',
      })
    const lined = kept(read)
    if (lined.length === 0)
      throw new Refusal(say('reconciliation.lines_missing'), { field: 'lines' })
    if ('lines' in read && !(await isRail(context.db, provider)))
      throw new Refusal(say('reconciliation.provider_unknown'), { field: 'provider' })
    await runAction(context, async (tx, now) => {
      const { id } = await db.insertTask(tx, {
        kind: 'provider',
        provider,
        day,
        lines: JSON.stringify(lined),
        askedBy: context.operator.name,
        askedAt: now,
      })
      return {
        answer: null,
        entry: {
          action: 'reconciliation.send',
          subject: `reconciliation:${id}`,
          after: {
            provider,
            day,
            payments: lined.length,
            amount_fen: lined.reduce((sum, { a }) => sum + BigInt(a), 0n),
          },
        },
      }
    })
    return { message: `已提交 ${lined.length} 笔，正在核对`, data: null }
  },

  'POST /api/console/cases/list': async ({ db: on, clock, body }) => {
    const filter = { ...listFilterOf(body, caseState, ownIds, true), severity: body.severity }
    const found = await db.caseRows(on, filter, clock.now())
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/cases/show': async ({ db: on, clock, body }) => {
    const found = existing(await db.caseRow(on, body.case_id, clock.now()), 'difference.not_found')
    const [notes, adjustments, last] = await Promise.all([
      db.notesOf(on, found.caseId),
      adjustmentsOfCase(on, found.caseId),
      db.runRow(on, found.lastRun),
    ])
    const fen = differsFen(found)
    return {
      data: {
        ...rowOf(found),
        rule:
          (last?.report as Report | undefined)?.checks?.find(
            check => check.name === found.checkName,
          )?.rule ?? '',
        differs: fen === null ? null : yuanOf(fen),
        notes: notes.map(n => ({ at: beijing(n.at), by: n.by, content: n.content })),
        adjustments: adjustments.map(a => ({
          adjustment_id: a.adjustmentId,
          amount: yuanOf(a.amountFen),
          state: a.state,
        })),
      },
    }
  },
  'POST /api/console/cases/claim': context =>
    claim(context, cases, context.body.case_id, { action: 'case.claim' }),
  'POST /api/console/cases/add': async context => {
    const {
      operator,
      body: { case_id, content },
    } = context
    if (content === '') throw new Refusal(say('desk.note_missing'), { field: 'content' })
    await runAction(context, async (tx, at) => {
      const found = await cases.lock(tx, case_id)
      refuseOwnMember(operator, cases.membersOf(found))
      await db.insertCaseNote(tx, { caseId: found.caseId, content, by: operator.name, at })
      return {
        answer: null,
        entry: { action: 'case.note', subject: cases.subjectOf(case_id), after: { content } },
      }
    })
    return { message: '已记录', data: null }
  },
  'POST /api/console/cases/resolve': context => {
    const {
      operator,
      body: { case_id, remark },
    } = context
    need(remark, 'difference.result_missing', 'remark')
    const by = operator.name
    return decide(context, cases, case_id, {
      action: 'case.resolve',
      note: remark,
      done: '已标记为处理完毕',
      run: (tx, now) =>
        decideLocked(tx, cases, case_id, {
          by: { name: by, now },
          repeats: c =>
            c.state === caseState.resolved && c.resolvedBy === by && c.resolution === remark,
          apply: async before => {
            const { caseId } = before
            await db.resolveCase(tx, { caseId, by, at: now, resolution: remark })
            return { ...before, state: caseState.resolved, resolution: remark }
          },
        }),
    })
  },
} satisfies ConsoleHandlers
