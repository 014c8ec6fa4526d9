import { formatFen, yuanOf } from '@tianping/money'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import { beijing } from '@tianping/money/day'
import { explained, figures, type Explanation } from '../../kernel/http/explain.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { ClaimStatus } from './claimStatus.ts'

/**
 * Why a claim is not granted, with the rule, its version, the inputs and what is missing; null when
 * it is.
 */
export function refusalOf(status: ClaimStatus): Refusal | null {
  const { state, rule, ruleVersion, claimDay, earned, used } = status
  const refuse = (said: Said, why: Omit<Explanation, 'version'>, also: object = {}) =>
    explained(said, { ...why, version: ruleVersion }, { day: claimDay.day, state, ...also })
  const hours = { from: rule.opens, to: rule.closes }
  switch (state) {
    case 'closed':
      return refuse(say('red_packet.closed'), {
        rule: 'red_packet_closed',
        inputs: [figures.count('switch', '红包开关', 0)],
      })
    case 'no_activity':
    case 'not_started':
    case 'ended':
      return refuseForDates(status, refuse)
    case 'before':
      return refuseForHours(status, say('red_packet.before_hours', hours), refuse)
    case 'after':
      return refuseForHours(status, say('red_packet.after_hours', hours), refuse)
    case 'open':
      break
  }
  if (earned === 0) return refuseForDeposits(status, refuse)
  if (used < earned) return null
  return refuse(
    say('red_packet.all_claimed', { times: earned }),
    { rule: 'red_packet_times', inputs: timesFigures(status) },
    {
      earned,
      used,
      max_times: rule.maxTimes,
      counted: yuanOf(status.counted.fen),
    },
  )
}

/** The day's packets have used its budget up, as far as this tier goes. */
export const budgetSpent = ({ rule, ruleVersion, claimDay }: ClaimStatus): Refusal =>
  explained(
    say('red_packet.budget'),
    {
      rule: 'red_packet_budget',
      version: ruleVersion,
      inputs: [figures.yuan('day_budget', '当日预算', BigInt(rule.dayBudgetFen))],
    },
    { day: claimDay.day },
  )

type Refuse = (said: Said, why: Omit<Explanation, 'version'>, also: object) => Refusal

const refuseForDates = (status: ClaimStatus, refuse: Refuse): Refusal =>
  refuse(
    say(status.state === 'ended' ? 'red_packet.ended' : 'red_packet.not_started'),
    { rule: 'red_packet_dates', inputs: dateFigures(status) },
    { dates: datesOf(status) },
  )

function refuseForHours({ claimDay }: ClaimStatus, said: Said, refuse: Refuse): Refusal {
  const { from, until } = claimDay.open
  const inputs = [
    figures.time('opens_at', '开始领取', from),
    figures.time('closes_at', '结束领取', until),
  ]
  const also = { opens_at: beijing(from), closes_at: beijing(until) }
  return refuse(said, { rule: 'red_packet_hours', inputs }, also)
}

function refuseForDeposits({ claimDay, counted, next }: ClaimStatus, refuse: Refuse): Refusal {
  const { from, until } = claimDay.counts
  const inputs = [
    figures.yuan('counted', '已计存款', counted.fen),
    ...(next ? [figures.yuan('needed', '需要存款', next.tier.minFen)] : []),
    figures.time('counts_from', '统计开始', from),
    figures.time('counts_until', '统计结束', until),
  ]
  return refuse(
    next
      ? say('red_packet.deposits_missing', { missing: formatFen(next.missingFen) })
      : say('red_packet.deposits'),
    {
      rule: 'red_packet_deposit',
      inputs,
      missing: next ? [figures.yuan('deposit', '还差存款', next.missingFen)] : [],
    },
    {
      counts_from: beijing(from),
      counts_until: beijing(until),
      counted: yuanOf(counted.fen),
      missing: next ? yuanOf(next.missingFen) : 0,
      needed: next ? yuanOf(next.tier.minFen) : 0,
    },
  )
}

export const timesFigures = ({ counted, earned, used, rule }: ClaimStatus) => [
  figures.yuan('counted', '已计存款', counted.fen),
  figures.count('earned', '可领次数', earned),
  figures.count('used', '已领次数', used),
  figures.count('max_times', '每日次数上限', rule.maxTimes),
]

const datesOf = ({ rule }: ClaimStatus) =>
  [...new Set(rule.tiers.map(tier => `${tier.startDay} ${tier.endDay}`))].map(each => ({
    start_time: each.slice(0, 10),
    end_time: each.slice(11),
    zone: 'America/New_York',
  }))

const dateFigures = (status: ClaimStatus) =>
  datesOf(status).flatMap(({ start_time, end_time }) => [
    figures.date('start_time', '活动开始（美东）', start_time),
    figures.date('end_time', '活动结束（美东）', end_time),
  ])
