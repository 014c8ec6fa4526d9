import { transaction } from '@tianping/database'
import { addDays, endOfDay, startOfDay } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { runDaily } from '../../kernel/jobs/daily.ts'
import { partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { rollUpHouse } from '../../ledger/reconcile.ts'
import { raiseAlarms } from './incidents/alarms.ts'
import { watchVoids } from './incidents/voids.ts'
import { figureKeys } from './report/make.ts'
import { runRetention } from './retention/run.ts'
import { countFunds } from './store/funds.sql.ts'
import { insertDayReport, keepAgeRefusals, STATEMENT_MS } from './store/report.sql.ts'

type Working = Pick<Services, 'db' | 'clock' | 'log' | 'events'>

/** One turn: deadlines of incidents, and rounds that have become void. */
export const runCompliance = (services: Working & Pick<Services, 'venues'>): Promise<number> =>
  partsAlone([() => raiseAlarms(services), () => watchVoids(services)])

/** Closes a day: what is owed to members, refusals for age, and the report of that day. */
export async function closeDay({ db, clock }: Working, day: string): Promise<object> {
  const now = clock.now()
  await rollUpHouse(db)
  await transaction(db, tx => countFunds(tx, day, now), { longestMs: STATEMENT_MS })
  await keepAgeRefusals(db, day, startOfDay(day), endOfDay(day))
  await insertDayReport(db, { day, at: now, steps: figureKeys.length })
  return { day }
}

const JOB = { name: 'compliance', runAt: '00:10' }
const RETENTION = { name: 'retention', runAt: '04:40' }

/** Each once a day, over all instances; they answer the days done. */
export const runComplianceDay = (services: Working): Promise<number> =>
  runDaily(services, { ...JOB, work: day => closeDay(services, addDays(day, -1)) })

export const runRetentionDay = (services: Working): Promise<number> =>
  runDaily(services, {
    ...RETENTION,
    work: (day, renew) => runRetention(services, day, renew),
  })
