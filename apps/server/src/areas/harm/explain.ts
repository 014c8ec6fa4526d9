import { groupOf, type HarmMarker } from '@tianping/contract/harm/facts'
import { formatFen } from '@tianping/money'
import type { Reason } from './markers.ts'

const yuan = (fen: number) => `¥${formatFen(BigInt(Math.trunc(fen)))}`

/** Why a marker is there, in one sentence with its figures and the threshold that counted. */
const sentences: Record<HarmMarker, (value: number, from: number) => string> = {
  net_deposit: (v, t) => `30 天净存款 ${yuan(v)}（${yuan(t)} 起）`,
  deposit_growth: (v, t) => `近 7 天存款为本人平常一周的 ${v}%（${t}% 起）`,
  chasing: (v, t) => `14 天内 ${v} 次在亏损后一小时内存款（${t} 次起）`,
  stakes_up: (v, t) => `7 天内亏损后 ${v}% 的下一注加注一半以上（${t}% 起）`,
  long_hours: (v, t) => `7 天游戏 ${v} 小时（${t} 小时起）`,
  night: (v, t) => `7 天内 0 点至 6 点游戏 ${v} 小时（${t} 小时起）`,
  long_stretch: (v, t) => `最长一次连续游戏 ${v} 小时（${t} 小时起）`,
  limit_raises: (v, t) => `30 天内 ${v} 次申请放宽限额（${t} 次起）`,
  raised_at_limit: (v, t) => `30 天内 ${v} 次在触及限额后一天内申请放宽（${t} 次起）`,
  breaks: (v, t) => `90 天内 ${v} 次暂停投注（${t} 次起）`,
  words: (v, t) => `30 天内 ${v} 条沟通记录提到困扰（${t} 条起）`,
  crisis: (v, t) => `30 天内 ${v} 条沟通记录提到危机（${t} 条起）`,
  bonus_asks: (v, t) => `7 天内 ${v} 次索要优惠未获批准（${t} 次起）`,
  complaints: (v, t) => `30 天内 ${v} 次投诉（${t} 次起）`,
  reversed: (v, t) => `30 天内 ${v} 笔取款退回后一天内游戏（${t} 笔起）`,
  back_again: (v, t) => `30 天内 ${v} 次在申请取款后一天内存款（${t} 次起）`,
  methods: (v, t) => `30 天内使用 ${v} 种支付方式（${t} 种起）`,
  failed_deposits: (v, t) => `30 天内 ${v} 笔存款失败（${t} 笔起）`,
  vulnerable: () => '员工标记为易受影响',
}

export const textOf = ({ kind, value, threshold }: Reason): string =>
  sentences[kind](value, threshold)

/** The weightiest markers, for a list; a check of net deposits may have none. */
export const inShort = (reasons: Reason[]): string =>
  reasons.slice(0, 2).map(textOf).join('；') || '净存款达到核查金额'

export const reasonShown = (reason: Reason) => ({
  kind: reason.kind,
  group: groupOf[reason.kind],
  text: textOf(reason),
  points: reason.points,
})
