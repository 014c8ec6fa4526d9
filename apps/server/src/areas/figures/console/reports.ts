import { figureAccounts } from '@tianping/contract/figures/facts'
import { yuanOf } from '@tianping/money'
import { addDays, beijing, beijingDay } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { groupNames } from '../names.ts'
import { NOTHING, ggrOf, ngrOf, shown, totalsOf, whole, type Shown } from '../totals.ts'
import { spanBefore, spanOf } from '../span.ts'
import { movementRows } from '../store/entries.sql.ts'
import { balanceDays, liabilityNow, type Liability } from '../store/liability.sql.ts'
import { factsAsOf, figureGroups, type Group } from '../store/report.sql.ts'
import { cohortParts, cohortSizes, funnelOf } from '../store/retention.sql.ts'

const owed: Record<keyof Liability, { label: string; formula: string; counts: boolean }> = {
  walletsFen: { label: '会员中心钱包', formula: '科目 100 余额之和，含冻结', counts: true },
  venuesFen: { label: '会员场馆余额', formula: '科目 110 余额之和', counts: true },
  payableFen: { label: '已审核待付款取款', formula: '科目 210 余额', counts: true },
  openStakesFen: {
    label: '未结算投注',
    formula: '未结算注单的投注额；已从场馆余额扣除，开奖后可能派彩',
    counts: true,
  },
  rebatesFen: { label: '待领取返水', formula: '已计算、会员尚未领取的返水', counts: true },
  bonusesFen: { label: '待审核活动奖金', formula: '审核通过后须支付的奖金', counts: true },
  commissionsFen: { label: '待审核代理佣金', formula: '审核通过后须支付的佣金', counts: true },
  wageringFen: {
    label: '未完成流水要求',
    formula: '会员取款前还须达到的有效投注，不是欠款，不计入合计',
    counts: false,
  },
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
  'POST /api/console/figures/entries/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, [])
    const found = await movementRows(db, {
      ...spanOf(body, clock.now()),
      accounts: figureAccounts[body.figure],
      memberId: BigInt(body.member_id ?? 0),
      paging,
    })
    // Of the two accounts that flow in, a credit adds to the figure; of the others it takes away.
    const adds = body.figure === 'withdrawal' || body.figure === 'fee'
    return keyedAnswer(paging, found, row => ({
      day: row.day,
      at: beijing(row.at),
      member_id: Number(row.memberId),
      username: row.username,
      code: row.code,
      amount: yuanOf(adds ? row.fen : -row.fen),
      source_id: row.sourceId,
      transaction_id: row.transactionId,
    }))
  },
  'POST /api/console/figures/retention': async ({ db, clock, body }) => {
    const asked = { ...spanOf(body, clock.now()), unit: body.unit, measure: body.measure }
    const [funnel, sizes, parts] = await Promise.all([
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
    const keys = Object.keys(owed) as (keyof Liability)[]
    const totalFen = keys.reduce((sum, key) => sum + (owed[key].counts ? now[key] : 0n), 0n)
    return {
      data: {
        items: keys.map(key => ({
          key,
          label: owed[key].label,
          amount: yuanOf(now[key]),
          formula: owed[key].formula,
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
