import { formatFen, yuanOf } from '@tianping/contract/money'
import { texts } from '@tianping/contract/rules'
import { beijing } from '../clock.ts'
import { Refusal } from '../http/refusal.ts'
import type { Standing } from './standing.ts'

/** Why a claim is not granted, with the rule, its version, the inputs and what is missing; null when it is. */
export function refusalOf(standing: Standing): Refusal | null {
  const { state, rule, ruleVersion, claimDay, counted, earned, used, next } = standing
  const refuse = (text: string, why: object) => new Refusal(text, 400, { rule_version: ruleVersion, day: claimDay.day, state, ...why })
  const hours = `领取时间为每日${rule.opens}-${rule.closes}（北京时间）`
  const opening = { rule: 'red_packet_hours', opens_at: beijing(claimDay.open.from), closes_at: beijing(claimDay.open.until) }
  switch (state) {
    case 'closed': return refuse(texts.redPacketClosed, { rule: 'red_packet_closed' })
    case 'no_activity':
    case 'not_started': return refuse('红包活动尚未开始', { rule: 'red_packet_dates', dates: datesOf(standing) })
    case 'ended': return refuse('红包活动已结束', { rule: 'red_packet_dates', dates: datesOf(standing) })
    case 'before': return refuse(`今日红包尚未开始，${hours}`, opening)
    case 'after': return refuse(`今日红包已结束，${hours}`, opening)
    case 'open': break
  }
  if (earned === 0) {
    return refuse(`累计存款未达到领取条件${next ? `，还差${formatFen(next.missingFen)}元` : ''}`, {
      rule: 'red_packet_deposit', counts_from: beijing(claimDay.counts.from), counts_until: beijing(claimDay.counts.until),
      counted: yuanOf(counted.fen), missing: next ? yuanOf(next.missingFen) : 0, needed: next ? next.tier.minFen / 100 : 0,
    })
  }
  if (used < earned) return null
  return refuse(`今日${earned}个红包已全部领取`, { rule: 'red_packet_times', earned, used, max_times: rule.maxTimes, counted: yuanOf(counted.fen) })
}

const datesOf = ({ rule }: Standing) =>
  [...new Set(rule.tiers.map(tier => `${tier.startDay} ${tier.endDay}`))].map(each => ({ start_time: each.slice(0, 10), end_time: each.slice(11), zone: 'America/New_York' }))
