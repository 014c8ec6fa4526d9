// What giveaways give and ask for, by kind. Amounts are fen.
import type { GiveawayKind } from '@tianping/contract/giveaways/facts'
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

const termsSchema = z.discriminatedUnion('kind', [packetsTerms, codeTerms])
export type Terms = z.output<typeof termsSchema>
export const termsOf = (kept: unknown): Terms => termsSchema.parse(kept)

const yuan = (of: number) => `¥${formatFen(BigInt(of))}`

/** As operators read them. */
const texts: { [K in GiveawayKind]: (terms: Extract<Terms, { kind: K }>) => string } = {
  packets: t =>
    `每日 ${t.opens}-${t.closes}（北京时间），当日存款满 ${yuan(t.neededFen)}，每日 ${t.claims} 个，` +
    `单个 ${yuan(t.drawMinFen)}-${yuan(t.drawMaxFen)}，每日预算 ${yuan(t.dayBudgetFen)}`,
  code: t =>
    `每次 ${yuan(t.amountFen)}，每人一次，` +
    (t.code === '' ? `一次性兑换码 ${t.uses} 个` : `通用兑换码 ${t.code}，共 ${t.uses} 次`),
}
export const termsText = (terms: Terms): string =>
  terms.kind === 'packets' ? texts.packets(terms) : texts.code(terms)
