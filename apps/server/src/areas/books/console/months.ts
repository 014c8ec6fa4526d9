// The books of months: trial balance, two signatures, statements for the accountant.
import type { MonthState, StatementKind } from '@tianping/contract/books/facts'
import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { addMonths, beijing, beijingMonth, startOfDay } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import {
  closedMonths,
  closeMonth,
  monthDigest,
  monthLines,
  openMonth,
  type ClosedMonth,
  type Closing,
  type MonthLine,
} from '../../../ledger/months.ts'
import { bringUpToDate, factsOf } from '../../figures/figures.ts'
import { accountNames, partNames } from '../../journal/journal.ts'
import { providerNames } from '../../providers/providers.ts'
import * as store from '../store/months.sql.ts'

/** The lines of a month on one page: accounts times venues. */
const LINES = 500

type Known = {
  /** The first month of the books, the oldest open one and the one under way. */
  first: string
  open: string
  current: string
  closed: Map<string, ClosedMonth>
  prepared: Map<string, store.Preparation>
}

async function knownMonths(db: Db, now: Date): Promise<Known | null> {
  const [months, closed, prepared] = await Promise.all([
    openMonth(db),
    closedMonths(db),
    store.preparations(db),
  ])
  return (
    months && {
      ...months,
      current: beijingMonth(now),
      closed: new Map(closed.map(each => [each.month, each])),
      prepared: new Map(prepared.map(each => [each.month, each])),
    }
  )
}

function stateOf(month: string, known: Known): MonthState {
  if (known.closed.has(month)) return 'closed'
  if (known.prepared.has(month)) return 'prepared'
  return month < known.current ? 'open' : 'running'
}

function rowOf(month: string, known: Known) {
  const closed = known.closed.get(month)
  const signed = closed ?? known.prepared.get(month)
  return {
    month,
    state: stateOf(month, known),
    entries: Number(closed?.entries ?? 0n),
    prepared_by: signed?.preparedBy ?? '',
    prepared_at: signed ? beijing(signed.preparedAt) : '',
    closed_by: closed?.closedBy ?? '',
    closed_at: closed ? beijing(closed.closedAt) : '',
    hash: closed?.hash ?? '',
  }
}

/** The month as it stands; refuses one without books. */
async function monthOf(db: Db, month: string, now: Date): Promise<Known> {
  const known = await knownMonths(db, now)
  if (!known || month < known.first || month > known.current)
    throw new Refusal(say('month.unknown'))
  return known
}

/** How a month stands, and when it was closed. Refuses one without books. */
export async function monthRowOf(db: Db, month: string, now: Date) {
  const known = await monthOf(db, month, now)
  return { month: rowOf(month, known), closedAt: known.closed.get(month)?.closedAt ?? null }
}

/** Why a month cannot be signed now; empty when it can. */
async function obstaclesOf(db: Db, month: string, known: Known) {
  if (month >= known.current) return [say('month.not_over')]
  const found = month === known.open ? [] : [say('month.not_next')]
  const ended = startOfDay(`${addMonths(month, 1)}-01`)
  const { compared, differences } = await store.comparedSince(db, ended)
  if (differences > 0) found.push(say('month.differences', { count: differences }))
  else if (!compared) found.push(say('month.unreconciled'))
  return found
}

async function linesOf({ db, venues }: Pick<Services, 'db' | 'venues'>, month: string) {
  const [lines, partOf] = await Promise.all([monthLines(db, month), partNames({ db, venues })])
  return lines.map((line: MonthLine) => ({
    account_code: line.accountCode,
    account: accountNames[line.accountCode] ?? String(line.accountCode),
    venue: partOf(line.accountCode, line.venueId),
    opening: yuanOf(line.openingFen),
    debit: yuanOf(line.debitFen),
    credit: yuanOf(line.creditFen),
    closing: yuanOf(line.closingFen),
    entries: Number(line.entries),
  }))
}

const partiesOf: Record<StatementKind, (db: Db, month: string) => Promise<store.Party[]>> = {
  venue: store.venueParties,
  provider: store.providerParties,
  agent: store.agentParties,
}

/** The end of a month that another person prepared. */
const refusedAs: Record<Exclude<Closing, 'closed'>, () => Refusal> = {
  not_next: () => new Refusal(say('month.not_next')),
  not_over: () => new Refusal(say('month.not_over')),
  changed: () => new Refusal(say('month.changed')),
  unbalanced: () => new Refusal(say('month.unbalanced')),
}

export const monthHandlers = {
  'POST /api/console/months/list': async ({ db, clock, body: { page } }) => {
    const known = await knownMonths(db, clock.now())
    const all: string[] = []
    if (known)
      for (let month = known.current; month >= known.first; month = addMonths(month, -1))
        all.push(month)
    const shown = all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
    const data = known ? shown.map(month => rowOf(month, known)) : []
    return { data: pageOf(data, page, all.length) }
  },
  'POST /api/console/months/show': async ({ db, clock, venues, body: { month } }) => {
    const known = await monthOf(db, month, clock.now())
    const closed = known.closed.has(month)
    const [obstacles, digest, lines, facts, late] = await Promise.all([
      closed ? [] : obstaclesOf(db, month, known),
      closed ? '' : monthDigest(db, month),
      linesOf({ db, venues }, month),
      factsOf(db, month),
      store.lateIn(db, month),
    ])
    const row = rowOf(month, known)
    return {
      data: {
        ...row,
        entries: row.entries || lines.reduce((sum, line) => sum + line.entries, 0),
        obstacles: obstacles.map(each => each.text),
        digest,
        lines,
        result: facts.result,
        late_bets: late.bets,
        late_entries: late.entries,
        as_of: facts.asOf ? beijing(facts.asOf) : '',
      },
    }
  },
  'POST /api/console/months/lines/list': async ({ db, clock, venues, body: { page, month } }) => {
    await monthOf(db, month, clock.now())
    const lines = await linesOf({ db, venues }, month)
    return {
      data: pageOf(lines.slice((page - 1) * LINES, page * LINES), page, lines.length, LINES),
    }
  },
  'POST /api/console/months/prepare': async context => {
    const { operator, db, body } = context
    // What happened until now counts in the days before anything is signed.
    await transaction(db, bringUpToDate)
    await runAction(context, async (tx, now) => {
      const known = await monthOf(tx, body.month, now)
      if (known.closed.has(body.month)) throw new Refusal(say('month.closed'))
      const before = await store.lockPreparation(tx, body.month)
      if (before) throw new Refusal(say('month.prepared', { by: before.preparedBy }))
      const [obstacle] = await obstaclesOf(tx, body.month, known)
      if (obstacle) throw new Refusal(obstacle)
      const digest = await monthDigest(tx, body.month)
      if (digest !== body.digest) throw new Refusal(say('month.changed'))
      await store.insertPreparation(tx, {
        month: body.month,
        digest,
        preparedBy: operator.name,
        preparedAt: now,
      })
      return {
        answer: null,
        entry: { action: 'month.prepare', subject: `month:${body.month}`, after: { digest } },
      }
    })
    return { message: '已制表签字，等待另一位同事复核', data: null }
  },
  'POST /api/console/months/withdraw': async context => {
    const { month } = context.body
    await runAction(context, async tx => {
      const before = await store.lockPreparation(tx, month)
      if (!before) throw new Refusal(say('month.not_prepared'))
      await store.deletePreparation(tx, month)
      return {
        answer: null,
        entry: {
          action: 'month.withdraw',
          subject: `month:${month}`,
          before: { prepared_by: before.preparedBy, digest: before.digest },
        },
      }
    })
    return { message: '已撤回签字', data: null }
  },
  'POST /api/console/months/close': async context => {
    const {
      operator,
      db,
      body: { month },
    } = context
    await transaction(db, bringUpToDate)
    await runAction(context, async (tx, now) => {
      const known = await monthOf(tx, month, now)
      if (known.closed.has(month)) throw new Refusal(say('month.closed'))
      const before = await store.lockPreparation(tx, month)
      if (!before) throw new Refusal(say('month.not_prepared'))
      if (isSameOperator(before.preparedBy, operator.name))
        throw new Refusal(say('month.own'), { rule: 'two_persons' })
      const [obstacle] = await obstaclesOf(tx, month, known)
      if (obstacle) throw new Refusal(obstacle)
      await bringUpToDate(tx)
      const outcome = await closeMonth(tx, {
        ...before,
        closedBy: operator.name,
        closedAt: now,
      })
      if (outcome !== 'closed') throw refusedAs[outcome]()
      await store.deletePreparation(tx, month)
      return {
        answer: null,
        entry: {
          action: 'month.close',
          subject: `month:${month}`,
          after: { prepared_by: before.preparedBy, digest: before.digest },
        },
      }
    })
    return { message: '已关账', data: null }
  },
  'POST /api/console/months/parties/list': async ({ db, clock, settings, body }) => {
    await monthOf(db, body.month, clock.now())
    const parties = await partiesOf[body.kind](db, body.month)
    const all = body.party === '' ? parties : parties.filter(each => each.key === body.party)
    const shown = all.slice((body.page - 1) * PER_PAGE, body.page * PER_PAGE)
    const nameOf = body.kind === 'provider' ? await providerNames({ db, settings }) : undefined
    const data = shown.map(({ name, ...each }) => ({
      party_key: each.key,
      party_name: name === '' ? '人工' : (nameOf?.(name) ?? name),
      party_count: each.count,
      opening: yuanOf(each.openingFen),
      inflow: yuanOf(each.inflowFen),
      outflow: yuanOf(each.outflowFen),
      result: yuanOf(each.resultFen),
      closing: yuanOf(each.closingFen),
    }))
    return { data: pageOf(data, body.page, all.length) }
  },
} satisfies ConsoleHandlers
