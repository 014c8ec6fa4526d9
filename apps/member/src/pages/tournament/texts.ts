import { measures, type Measure } from '@tianping/contract/tournaments/facts'
import { parseBeijing } from '@tianping/money/day'
import { yuanText } from '../../ui/Money.tsx'
import type { Tournament } from './useTournament.ts'

export function scoreText(measure: Measure, score: number): string {
  if (measure === 'stake') return `¥${yuanText(score)}`
  return measure === 'multiple' ? `${score.toFixed(2)} 倍` : `${score} 笔`
}

export const placesText = ({ from, to }: { from: number; to: number }) =>
  from === to ? `第 ${from} 名` : `第 ${from}–${to} 名`

/** What is missing for the next better prize. */
export function nextText({ measure, own }: Tournament): string {
  if (!own.next) return ''
  const { place, prize, needed } = own.next
  const aim = `第 ${place} 名（¥${yuanText(prize)}）`
  if (needed === 0) return `有成绩即可获得${aim}`
  if (measure === 'multiple') return `单注达到 ${scoreText(measure, needed)}即可升至${aim}`
  return `再增加 ${scoreText(measure, needed - own.score)}即可升至${aim}`
}

const two = (value: number) => String(value).padStart(2, '0')

/** Days and a clock. */
function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(Math.floor((seconds % 86_400) / 3_600))}:${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`
  return days > 0 ? `${days} 天 ${clock}` : clock
}

/** How long until it begins, ends or is settled, by the server's clock; nothing once it is over. */
export function leftOf(t: Tournament, { askedAt, now }: { askedAt: number; now: number }) {
  const at = parseBeijing(t.now) + (now - askedAt)
  const left = (label: string, time: string) => ({
    label,
    text: clockText(parseBeijing(time) - at),
  })
  if (t.standing === 'coming') return left('距开始', t.starts_at)
  if (t.standing === 'running') return left('距结束', t.ends_at)
  return t.standing === 'settling' ? left('距结算', t.settles_at) : null
}

const gamesText = ({ games }: Tournament) =>
  games
    .map(({ venue, games: some }) =>
      some.length > 0 ? `${venue}：${some.map(({ name }) => name).join('、')}` : `${venue}全部游戏`,
    )
    .join('；')

export const rulesOf = (t: Tournament): string[] => [
  `时间：${t.starts_at.slice(0, 16)} 至 ${t.ends_at.slice(0, 16)}（北京时间）`,
  `游戏：${gamesText(t)}`,
  `按${measures[t.measure]}排名，成绩相同时先达到者在前`,
  `只计报名之后的投注，单注不低于 ¥${yuanText(t.least_stake)}，${t.settles_at.slice(5, 16)} 前结算的注单有效，作废注单不计`,
  `奖金结束后自动存入中心钱包${t.turnover_times > 0 ? `，须完成 ${t.turnover_times} 倍流水` : '，无流水要求'}`,
  '暂停使用、自我排除或设置了投注额、净输、游戏时长限额的会员不能参加，也不派发奖金；每人限一个账户',
  ...(t.note === '' ? [] : [t.note]),
]
