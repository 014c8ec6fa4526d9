import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { addDays, beijingDay } from '@tianping/money/day'
import { explained } from '../../kernel/http/explain.ts'
import type { Span } from '../../kernel/reportSpan.ts'
import { teamDays, type Depth } from './store/days.sql.ts'
import { epochOf } from './store/statement.sql.ts'

const DAYS_A_PAGE = 31

const depthOf = (d: Depth) => ({
  registrations: d.registrations,
  first_deposits: d.firstDeposits,
  deposit: yuanOf(d.depositFen),
  valid: yuanOf(d.validFen),
  ngr: yuanOf(d.ngrFen),
})

/** The first day of an agent; refuses with 409 who was never one. */
async function firstDay(db: Db, agentId: bigint): Promise<string> {
  const day = await epochOf(db, agentId)
  if (day === undefined)
    throw explained(say('agent.not_an_agent'), { rule: 'agent_only', version: 0 })
  return day
}

/** An agent's days within a span, the newest first, none before the first one. */
export async function daysWithin(db: Db, agentId: bigint, { from, to }: Span) {
  const first = await firstDay(db, agentId)
  if (to < first) return []
  const found = await teamDays(db, agentId, { from: from < first ? first : from, to })
  return found.map(({ day, direct, deeper }) => ({
    day,
    direct: depthOf(direct),
    deeper: depthOf(deeper),
  }))
}

/** A page of an agent's days before one, the newest first; refuses with 409 who was never one. */
export async function daysOf(
  db: Db,
  { agentId, before, now }: { agentId: bigint; before: string; now: Date },
) {
  const first = await firstDay(db, agentId)
  const today = beijingDay(now)
  const to = before === '' || before > today ? today : addDays(before, -1)
  const from = addDays(to, 1 - DAYS_A_PAGE)
  return {
    days: await daysWithin(db, agentId, { from, to }),
    before: from > first ? from : '',
  }
}
