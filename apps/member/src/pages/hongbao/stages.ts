import type { Given } from '@tianping/contract'
import { packetHoursText } from '@tianping/contract/ruleTexts'
import { fenOf, shortFen } from '@tianping/money'

export type Info = Given<'GET /api/userredpacket'>
type Rule = Info['rules'][number]

/** What pressing the button does: claims, or which overlay says why not. */
export type Action = 'claim' | 'short' | 'waiting' | 'ended' | 'closed'

/** Claims left; never shown below zero. */
export const left = ({ sendnums }: Pick<Info, 'sendnums'>) => Math.max(0, sendnums)

/** Without claims left nothing is called, whatever the time is (P1-4-11); then the hour decides. */
export function actionOf(info: Pick<Info, 'sendnums' | 'claim'>): Action {
  const { state } = info.claim
  if (state === 'closed') return 'closed'
  if (left(info) === 0) return 'short'
  if (state === 'before' || state === 'not_started' || state === 'no_activity') return 'waiting'
  return state === 'open' ? 'claim' : 'ended'
}

/** The hours of today, or the activity, are over. */
export const isOver = ({ claim: { state } }: Pick<Info, 'claim'>) =>
  state === 'after' || state === 'ended'

/**
 * The overlay that a refusal's data mean: the hours ended, or have not begun, while the page was
 * open. Null for every other rule.
 */
export function overlayOf(data: unknown): 'waiting' | 'ended' | null {
  const { rule, state } = (data ?? {}) as { rule?: unknown; state?: unknown }
  if (rule !== 'red_packet_hours' && rule !== 'red_packet_dates') return null
  return state === 'after' || state === 'ended' ? 'ended' : 'waiting'
}

/** What is left of a span as `01:42:18`; never below zero. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

/** The hours of claiming as the member reads them: those of the coming claim. */
export const hoursOf = (claim: Pick<Info['claim'], 'opens_at' | 'closes_at'>) =>
  packetHoursText({
    packet_opens: claim.opens_at.slice(11, 16),
    packet_closes: claim.closes_at.slice(11, 16),
  })

/** What the claims rest on: when deposits counted; the sum follows. */
export const countedOf = ({
  counts_from,
  counts_until,
}: Pick<Info['claim'], 'counts_from' | 'counts_until'>) =>
  `${counts_from.slice(5, 16)} 至 ${counts_until.slice(5, 16)} 已计存款 `

/** From this on a tier has no upper end. */
const endlessYuan = 99_999_999

/** 12.5 as `12.50`, 12 as `12`. */
const plain = (yuan: number) => shortFen(fenOf(yuan))

/** The deposits of a tier: `1,000 – 4,999.99`, or `50,000 以上`. */
export const rangeOf = ({ day_flow, flow_money }: Pick<Rule, 'day_flow' | 'flow_money'>) =>
  flow_money >= endlessYuan
    ? [`${plain(day_flow)} 以上`]
    : [`${plain(day_flow)} –`, plain(flow_money)]

/** What one packet of a tier holds and asks for. */
export const termsOf = ({ amount_min, amount_max, turnover_times }: Rule) => [
  `¥${plain(amount_min)}–${plain(amount_max)}`,
  `${turnover_times} 倍流水`,
]

/** Where the member stands to a tier: in it, on the way to it, or neither. */
export function standingOf(
  info: Pick<Info, 'rules' | 'claim'>,
  at: number,
): { text: string; own: boolean } | null {
  if (at === info.claim.tier) return { text: '当前档位', own: true }
  const next = info.claim.next
  if (next && info.rules[at]?.day_flow === next.day_flow)
    return { text: `还差 ¥${plain(next.missing)}`, own: false }
  return null
}

/** The rules in runs of the same dates, since the table names each date once. */
export function runsOf(
  rules: readonly Rule[],
): { from: string; to: string; rules: { rule: Rule; at: number }[] }[] {
  const runs: ReturnType<typeof runsOf> = []
  rules.forEach((rule, at) => {
    const last = runs.at(-1)
    if (last?.from === rule.start_time && last.to === rule.end_time) last.rules.push({ rule, at })
    else runs.push({ from: rule.start_time, to: rule.end_time, rules: [{ rule, at }] })
  })
  return runs
}

/** Below the refusal: what is missing, as exactly as it is known. */
export function lackOf({ acquirednum, claim }: Pick<Info, 'acquirednum' | 'claim'>): string {
  // Nothing is left though more was earned: the day's budget is used up.
  if (acquirednum < claim.earned) return '今日红包已发完，明天请早'
  const used = claim.earned > 0 && acquirednum >= claim.earned
  if (claim.next)
    return `${used ? `今日 ${acquirednum} 次已领完，` : ''}再存 ¥${plain(claim.next.missing)}，即可领取 ${claim.next.recharge} 次`
  return used ? `今日 ${acquirednum} 次已全部领取，明日再来` : '完成存款后即可领取'
}
