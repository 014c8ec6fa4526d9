import type { AgentRule } from './setting.ts'

/**
 * One member's figures, in fen: of the month, and what the earlier statements' figures have changed
 * by since.
 */
export type Figures = {
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
  promotionsFen: bigint
}
export type Line = Figures & { memberId: bigint; corrected: Figures }
export type Commission = {
  members: number
  active: number
  baseFen: bigint
  carriedInFen: bigint
  commissionableFen: bigint
  hundredths: number
  commissionFen: bigint
  carriedOutFen: bigint
}

export const isActive = (rule: AgentRule, line: Figures): boolean =>
  line.validFen >= BigInt(rule.activeValidFen) && line.validFen > 0n

/** What one line adds to the base. */
export function lineFen(rule: AgentRule, line: Line): bigint {
  const of = (f: Figures) =>
    rule.basis === 'turnover'
      ? f.validFen
      : f.stakeFen - f.payoutFen - (rule.deductPromotions ? f.promotionsFen : 0n)
  return of(line) + of(line.corrected)
}

/**
 * The formula: the lines added up, plus what was carried over, times the percentage of the highest
 * tier reached, floored to the fen. The same function makes a statement and checks it.
 */
export function commissionOf(
  rule: AgentRule,
  lines: readonly Line[],
  carriedOutBefore: bigint,
): Commission {
  const active = lines.filter(line => isActive(rule, line)).length
  const baseFen = lines.reduce((sum, line) => sum + lineFen(rule, line), 0n)
  const carriedInFen = rule.carryNegative ? carriedOutBefore : 0n
  const commissionableFen = baseFen + carriedInFen
  const tier = rule.tiers.findLast(
    each => commissionableFen >= BigInt(each.fromFen) && active >= each.minActive,
  )
  const hundredths = commissionableFen > 0n ? (tier?.hundredths ?? 0) : 0
  return {
    members: lines.length,
    active,
    baseFen,
    carriedInFen,
    commissionableFen,
    hundredths,
    commissionFen: hundredths > 0 ? (commissionableFen * BigInt(hundredths)) / 10_000n : 0n,
    carriedOutFen: rule.carryNegative && commissionableFen < 0n ? commissionableFen : 0n,
  }
}
