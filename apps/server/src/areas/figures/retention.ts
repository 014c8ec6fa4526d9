import type { ConsoleGiven } from '@tianping/contract/console'
import type { CohortMeasure } from '@tianping/contract/figures/facts'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { siteVisits } from '../channels/channels.ts'
import type { Span } from './store/report.sql.ts'
import { cohortParts, cohortSizes, funnelOf } from './store/retention.sql.ts'

type Asked = Span & { unit: 'week' | 'month'; measure: CohortMeasure }

/** Who registered within a span and how far they came, and the cohorts of first deposits in it. */
export async function retentionIn(
  db: Db,
  asked: Asked,
): Promise<ConsoleGiven<'POST /api/console/figures/retention'>> {
  const [{ visits, since }, funnel, sizes, parts] = await Promise.all([
    siteVisits(db, asked),
    funnelOf(db, asked),
    cohortSizes(db, asked),
    cohortParts(db, asked),
  ])
  const cohorts = sizes.map(({ begins, members }) => {
    const own = parts.filter(each => each.begins === begins)
    const last = Math.max(0, ...own.map(each => each.step))
    let sumFen = 0n
    const values = Array.from({ length: last + 1 }, (_, step) => {
      const part = own.find(each => each.step === step)
      sumFen += part?.fen ?? 0n
      return asked.measure === 'ngr' ? yuanOf(sumFen / BigInt(members)) : (part?.members ?? 0)
    })
    return { begins, members, values }
  })
  return {
    visits,
    visits_since: since ?? '',
    funnel: [
      { step: 'registered', members: funnel.registered },
      { step: 'card', members: funnel.card },
      { step: 'first_deposit', members: funnel.firstDeposit },
      { step: 'first_bet', members: funnel.firstBet },
      { step: 'second_deposit', members: funnel.secondDeposit },
    ],
    cohorts,
  }
}
