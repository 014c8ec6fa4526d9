// What giveaways give and ask for, by kind. Amounts are fen.
import {
  isAmountGoal,
  missionGoals,
  type GiveawayKind,
  type MissionGoal,
} from '@tianping/contract/giveaways/facts'
import { tierLabel } from '@tianping/contract/verification/facts'
import { formatFen } from '@tianping/money'
import { z } from 'zod'
import { clockTime } from '../../kernel/setting.ts'

const fen = z.number().int().min(1).max(1_000_000_000_000)
/** One packet holds at most 100,000 yuan, as in the documented window. */
export const MAX_DRAW_FEN = 10_000_000

const packetsTerms = z.object({
  kind: z.literal('packets'),
  /** Beijing time, each day. */
  opens: clockTime,
  closes: clockTime,
  /** Deposits of the day that a claim asks for. */
  neededFen: fen,
  /** Claims of one member and day. */
  claims: z.number().int().min(1).max(100),
  drawMinFen: fen,
  drawMaxFen: fen.max(MAX_DRAW_FEN),
  /** The hard stop of each day. */
  dayBudgetFen: fen,
})
export type PacketsTerms = z.output<typeof packetsTerms>

const codeTerms = z.object({
  kind: z.literal('code'),
  amountFen: fen,
  /** Uses of one shared code, or codes of a batch. */
  uses: z.number().int().min(1).max(1_000_000),
  /** The shared code; empty for a batch. */
  code: z.string(),
})
export type CodeTerms = z.output<typeof codeTerms>

const goals = Object.keys(missionGoals) as [MissionGoal, ...MissionGoal[]]
/** The most that a goal counts, other than money. */
export const MAX_COUNT = 100_000

const missionTerms = z.object({
  kind: z.literal('mission'),
  goal: z.enum(goals),
  /** Fen, a count, or the tier of an identity. */
  needed: z.number().int().min(1).max(1_000_000_000_000),
  /** Beijing days that count, from the start on. */
  days: z.number().int().min(1).max(93),
  /** Venues, or games where `game` is not empty, with the name that members read. */
  places: z.array(z.object({ venueId: z.number().int(), game: z.string(), name: z.string() })),
  prizeFen: fen,
})
export type MissionTerms = z.output<typeof missionTerms>
export type Place = MissionTerms['places'][number]

const termsSchema = z.discriminatedUnion('kind', [packetsTerms, codeTerms, missionTerms])
export type Terms = z.output<typeof termsSchema>
export const termsOf = (kept: unknown): Terms => termsSchema.parse(kept)

const yuan = (of: number) => `¥${formatFen(BigInt(of))}`

/** A goal in words: `累计存款满 ¥1,000.00`. */
function goalText({ goal, needed }: MissionTerms): string {
  if (goal === 'identity') return `通过${tierLabel(needed)}`
  return `${missionGoals[goal]}满 ${isAmountGoal(goal) ? yuan(needed) : needed}`
}

/** As operators read them. */
const texts: { [K in GiveawayKind]: (terms: Extract<Terms, { kind: K }>) => string } = {
  packets: t =>
    `每日 ${t.opens}-${t.closes}（北京时间），当日存款满 ${yuan(t.neededFen)}，每日 ${t.claims} 个，` +
    `单个 ${yuan(t.drawMinFen)}-${yuan(t.drawMaxFen)}，每日预算 ${yuan(t.dayBudgetFen)}`,
  code: t =>
    `每次 ${yuan(t.amountFen)}，每人一次，` +
    (t.code === '' ? `一次性兑换码 ${t.uses} 个` : `通用兑换码 ${t.code}，共 ${t.uses} 次`),
  mission: t =>
    `自开始起 ${t.days} 天内${goalText(t)}` +
    (t.places.length > 0 ? `（限 ${t.places.map(({ name }) => name).join('、')}）` : '') +
    `，奖金 ${yuan(t.prizeFen)}，每人一次`,
}
export function termsText(terms: Terms): string {
  if (terms.kind === 'packets') return texts.packets(terms)
  return terms.kind === 'code' ? texts.code(terms) : texts.mission(terms)
}
