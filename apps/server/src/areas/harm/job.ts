import { addMonths, beijingMonth, startOfDay } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { pagesOf, partsAlone, togetherOrAlone } from '../../kernel/jobs/eachAlone.ts'
import { readSetting } from '../../kernel/setting.ts'
import { lookAt } from './look.ts'
import { HARM_SETTING, harmSchema } from './setting.ts'
import { dueMembers, harmWaiting, makeMonth, months, takeTurn } from './store/job.sql.ts'
import { measure } from './store/harm.sql.ts'

/** Instances take turns: whoever looks does so for all of them for this long. */
const TURN_MS = 4 * 60_000
const CHUNK = 100
const MOST_MEASURED = 500

type Working = Pick<Services, 'db' | 'clock' | 'log' | 'outward' | 'events'>

/**
 * Looks at everybody who is due, a chunk at a time; answers how many steps followed. One who cannot
 * be looked at comes again with the next turn.
 */
export async function lookAtDue(services: Working): Promise<number> {
  const now = services.clock.now()
  const due = (after: bigint) => dueMembers(services.db, { now, after, limit: CHUNK })
  const look = (some: bigint[]) => lookAt(services, some, { now })
  const chunks = await pagesOf(CHUNK, due)
  return partsAlone(chunks.map(members => () => togetherOrAlone(members, look)))
}

/**
 * Sums the last month up once it is over; too few who were reached raise an alert, but of the first
 * month, in which nobody may have looked yet.
 */
async function closeMonth({ db, events }: Working, now: Date) {
  const month = addMonths(beijingMonth(now), -1)
  const [newest] = await months(db, 1)
  if (newest?.month === month) return
  const { harmRate: goal } = await readSetting(db, HARM_SETTING, harmSchema)
  const from = startOfDay(`${month}-01`)
  const to = startOfDay(`${beijingMonth(now)}-01`)
  const made = await makeMonth(db, { month, from, to, goal, now })
  if (newest && made && made.players > 0 && made.rate < goal)
    events.note({ kind: 'harm_rate_low', subject: '', address: '' })
}

/** One turn of the job: look, measure what was done 30 days ago, tell of what is late. */
export async function runHarm(services: Working): Promise<number> {
  const { db, clock, log, events } = services
  const now = clock.now()
  if (!(await takeTurn(db, now, new Date(now.getTime() + TURN_MS)))) return 0
  await partsAlone([
    async () => {
      const steps = await lookAtDue(services)
      if (steps > 0) log.info({ job: 'harm', steps }, 'steps for players taken')
    },
    async () => {
      while ((await measure(db, now, MOST_MEASURED)) === MOST_MEASURED);
    },
    () => closeMonth(services, now),
    async () => {
      const { late } = await harmWaiting(db, now)
      if (late > 0) events.note({ kind: 'harm_late', subject: '', address: '' })
    },
  ])
  return 0
}
