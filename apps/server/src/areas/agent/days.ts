import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { addDays, beijingDay } from '@tianping/money/day'
import { explained } from '../../kernel/http/explain.ts'
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

/** A page of an agent's days before one, the newest first; refuses with 409 who was never one. */
export async function daysOf(
  db: Db,
  { agentId, before, now }: { agentId: bigint; before: string; now: Date },
) {
  const epochDay = await epochOf(db, agentId)
  if (epochDay === undefined)
    throw explained(say('agent.not_an_agent'), { rule: 'agent_only', version: 0 })
  const today = beijingDay(now)
  const to = before === '' || before > today ? today : addDays(before, -1)
  const first = addDays(to, 1 - DAYS_A_PAGE)
  const from = first < epochDay ? epochDay : first
  if (to < epochDay) return { days: [], before: '' }
  const found = await teamDays(db, agentId, { from, to })
  return {
    days: found.map(({ day, direct, deeper }) => ({
      day,
      direct: depthOf(direct),
      deeper: depthOf(deeper),
    })),
    before: from > epochDay ? from : '',
  }
}
