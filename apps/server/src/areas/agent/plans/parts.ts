import { commissionOf, lineFen, type Commission, type Line } from '../commission.ts'
import type { AgentRule } from '../setting.ts'
import { levelsOf, type PlanTerms } from './terms.ts'

export type LevelLine = Line & { level: number }

/** One part of a statement by a plan; amounts in fen, the house's view. */
export type Part = {
  kind: 'share' | 'cpa'
  level: number
  members: number
  baseFen: bigint
  carriedInFen: bigint
  hundredths: number
  unitFen: bigint
  fen: bigint
  carriedOutFen: bigint
}

export type Whole = { commission: Commission; parts: Part[] }
export type Counted = {
  rule: AgentRule
  terms: PlanTerms
  lines: readonly LevelLine[]
  /** What the latest statement before carried over, by level from 1. */
  carried: readonly bigint[]
  /** First depositors that count. */
  firsts: number
}

const none = { members: 0, baseFen: 0n, carriedInFen: 0n, hundredths: 0, unitFen: 0n }

/** A deeper level: the same base, with what was carried over, at the level's one percentage. */
function levelPart({ rule, terms, lines, carried }: Counted, level: number): Part {
  const own = lines.filter(line => line.level === level)
  const hundredths = terms.levels[level - 2] ?? 0
  const baseFen = own.reduce((sum, line) => sum + lineFen(rule, line), 0n)
  const carriedInFen = rule.carryNegative ? (carried[level - 1] ?? 0n) : 0n
  const wholeFen = baseFen + carriedInFen
  return {
    ...none,
    kind: 'share',
    level,
    members: own.length,
    baseFen,
    carriedInFen,
    hundredths,
    fen: wholeFen > 0n ? (wholeFen * BigInt(hundredths)) / 10_000n : 0n,
    carriedOutFen: rule.carryNegative && wholeFen < 0n ? wholeFen : 0n,
  }
}

/**
 * A statement by a plan: the share of the agent's own members as every statement has it, the
 * deeper levels, and the payments per first depositor. The same function makes a statement and
 * checks it; `commissionFen` is the sum of the parts.
 */
export function wholeOf(counted: Counted): Whole {
  const { rule, terms, lines, carried, firsts } = counted
  const own = lines.filter(line => line.level === 1)
  const share = commissionOf(rule, own, carried[0] ?? 0n)
  const parts: Part[] = []
  if (levelsOf(terms) > 0)
    parts.push({
      ...none,
      kind: 'share',
      level: 1,
      members: share.members,
      baseFen: share.baseFen,
      carriedInFen: share.carriedInFen,
      hundredths: share.hundredths,
      fen: share.commissionFen,
      carriedOutFen: share.carriedOutFen,
    })
  for (let level = 2; level <= levelsOf(terms); level++) parts.push(levelPart(counted, level))
  if (terms.cpa) {
    const unitFen = BigInt(terms.cpa.amountFen)
    const fen = BigInt(firsts) * unitFen
    parts.push({ ...none, kind: 'cpa', level: 1, members: firsts, unitFen, fen, carriedOutFen: 0n })
  }
  const commissionFen = parts.reduce((sum, part) => sum + part.fen, 0n)
  return { commission: { ...share, commissionFen }, parts }
}
