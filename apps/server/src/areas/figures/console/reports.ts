import { liabilities, type LiabilityItem } from '@tianping/contract/figures/facts'
import { yuanOf } from '@tianping/money'
import { addDays, beijing, beijingDay } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { siteVisits } from '../../channels/channels.ts'
import { groupNames } from '../names.ts'
import { NOTHING, ggrOf, ngrOf, shown, totalsOf, whole, type Shown } from '../totals.ts'
import { spanOf } from '../../../kernel/reportSpan.ts'
import { spanBefore } from '../span.ts'
import { balanceDays, liabilityNow, type Liability } from '../store/liability.sql.ts'
import { factsAsOf, figureGroups, type Group } from '../store/report.sql.ts'
import { cohortParts, cohortSizes, funnelOf } from '../store/retention.sql.ts'

const fenOf: Record<LiabilityItem, keyof Liability> = {
  wallets: 'walletsFen',
  venues: 'venuesFen',
  payable: 'payableFen',
  open_stakes: 'openStakesFen',
  rebates: 'rebatesFen',
  bonuses: 'bonusesFen',
  commissions: 'commissionsFen',
  wagering: 'wageringFen',
}

const BALANCE_DAYS = 30

export const reportHandlers = {
  'POST /api/console/figures/report': async ({ db, clock, body }) => {
    const span = spanOf(body, clock.now())
    const before = spanBefore(span, body.compare)
    const [now, then, days, asOf] = await Promise.all([
      totalsOf(db, span),
      totalsOf(db, before),
      figureGroups(db, { ...span, ...whole, by: 'day' }),
      factsAsOf(db),
    ])
    const known = new Map(days.map(each => [each.key, each]))
    const every: (Shown & { day: string })[] = []
    for (let day = span.from; day <= span.to; day = addDays(day, 1))
      every.push({ day, ...shown(known.get(day) ?? NOTHING) })
    return {
      data: {
        ...span,
        before_from: before.from,
        before_to: before.to,
        as_of: asOf ? beijing(asOf) : '',
        now,
        before: then,
        days: every,
      },
    }
  },
  'POST /api/console/figures/groups/list': async ({ db, clock, venues, body }) => {
    const span = spanOf(body, clock.now())
    const { by, sort, page } = body
    const [groups, then] = await Promise.all([
      figureGroups(db, { ...span, by, sort, limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
      // A day has no counterpart by name; a member of a list is not compared.
      by === 'day' || by === 'month' || by === 'member'
        ? []
        : figureGroups(db, { ...spanBefore(span, body.compare), ...whole, by }),
    ])
    const earlier = new Map<string, Group>(then.map(each => [each.key, each]))
    const keys = groups.map(each => each.key)
    const nameOf = await groupNames({ db, venues }, by, keys)
    const rowOf = (group: Group) => {
      const was = earlier.get(group.key) ?? NOTHING
      return {
        group_key: group.key,
        group_name: nameOf(group.key),
        ...shown(group),
        ggr_before: yuanOf(ggrOf(was)),
        ngr_before: yuanOf(ngrOf(was)),
      }
    }
    return { data: pageOf(groups.map(rowOf), page, groups[0]?.groups ?? 0) }
  },
  'POST /api/console/figures/retention': async ({ db, clock, body }) => {
    const asked = { ...spanOf(body, clock.now()), unit: body.unit, measure: body.measure }
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
        return body.measure === 'ngr' ? yuanOf(sumFen / BigInt(members)) : (part?.members ?? 0)
      })
      return { begins, members, values }
    })
    return {
      data: {
        visits,
        visits_since: since ?? '',
        funnel: [
          { step: 'registered' as const, members: funnel.registered },
          { step: 'card' as const, members: funnel.card },
          { step: 'first_deposit' as const, members: funnel.firstDeposit },
          { step: 'first_bet' as const, members: funnel.firstBet },
          { step: 'second_deposit' as const, members: funnel.secondDeposit },
        ],
        cohorts,
      },
    }
  },
  'POST /api/console/figures/liability': async ({ db, clock }) => {
    const to = beijingDay(clock.now())
    const [now, days] = await Promise.all([
      liabilityNow(db),
      balanceDays(db, { from: addDays(to, 1 - BALANCE_DAYS), to }),
    ])
    const items = Object.keys(liabilities) as LiabilityItem[]
    const totalFen = items.reduce(
      (sum, item) => sum + (liabilities[item].counts ? now[fenOf[item]] : 0n),
      0n,
    )
    return {
      data: {
        items: items.map(key => ({
          key,
          label: liabilities[key].label,
          amount: yuanOf(now[fenOf[key]]),
          formula: liabilities[key].formula,
        })),
        total: yuanOf(totalFen),
        days: days.map(each => ({
          day: each.day,
          wallets: yuanOf(each.walletsFen),
          venues: yuanOf(each.venuesFen),
          payable: yuanOf(each.payableFen),
        })),
      },
    }
  },
} satisfies ConsoleHandlers
