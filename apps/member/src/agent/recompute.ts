import type { Given } from '@tianping/contract'
import { fenOf, yuanOf } from '@tianping/money'

type Answer = Given<'POST /api/agent/statement'>
export type Statement = Answer['statement']
export type Formula = Answer['formula']
export type Line = Answer['lines']['data'][number]
export type Part = Answer['parts'][number]
type Figures = Line['corrections']

/** What a part comes to by what it says of itself. */
function partFen({ kind, members, unit, base, carried_in, percent }: Part): bigint {
  if (kind === 'cpa') return BigInt(members) * fenOf(unit)
  const whole = fenOf(base) + fenOf(carried_in)
  return whole > 0n ? (whole * BigInt(Math.round(percent * 100))) / 10_000n : 0n
}

const ownFen = (f: Formula, figures: Figures) =>
  f.basis === 'turnover'
    ? fenOf(figures.valid)
    : fenOf(figures.bets) -
      fenOf(figures.payouts) -
      (f.deduct_promotions ? fenOf(figures.promotions) : 0n)

/**
 * What one line adds to the base: the month's own figures, and the corrections of earlier months.
 */
export const baseOf = (f: Formula, line: Line): bigint =>
  ownFen(f, line) + ownFen(f, line.corrections)

export type Check = { name: string; stated: string; found: string; holds: boolean }
export type Recomputed = {
  lines: { username: string; stated: number; found: number; holds: boolean }[]
  checks: Check[]
  holds: boolean
}

/**
 * Computes a statement again from its lines and its formula, with nothing of the server's but
 * these: every line, then the base, the active members, the tier and the commission, floored to the
 * fen.
 */
export function recompute(
  s: Statement,
  f: Formula,
  all: readonly Line[],
  parts: readonly Part[],
): Recomputed {
  const lines = all.map(line => ({
    username: line.username,
    stated: line.base,
    found: yuanOf(baseOf(f, line)),
    holds: fenOf(line.base) === baseOf(f, line),
  }))
  const base = all.reduce((sum, line) => sum + baseOf(f, line), 0n)
  const active = all.filter(
    line => line.valid > 0 && fenOf(line.valid) >= fenOf(f.active_valid),
  ).length
  const carriedIn = f.carry_negative ? fenOf(s.carried_in) : 0n
  const commissionable = base + carriedIn
  const tier = f.tiers.findLast(
    each => commissionable >= fenOf(each.from) && active >= each.min_active,
  )
  const percent = commissionable > 0n ? (tier?.percent ?? 0) : 0
  const own = percent > 0 ? (commissionable * BigInt(Math.round(percent * 100))) / 10_000n : 0n
  // The agent's own members line by line; of deeper levels and first depositors the sums are known.
  const further = parts.filter(part => part.kind === 'cpa' || part.level > 1)
  const commission = further.reduce((sum, part) => sum + partFen(part), own)
  const carriedOut = f.carry_negative && commissionable < 0n ? commissionable : 0n
  const money = (name: string, stated: number, found: bigint): Check => ({
    name,
    stated: stated.toFixed(2),
    found: yuanOf(found).toFixed(2),
    holds: fenOf(stated) === found,
  })
  const count = (name: string, stated: number, found: number): Check => ({
    name,
    stated: String(stated),
    found: String(found),
    holds: stated === found,
  })
  const checks = [
    count('会员数', s.members, all.length),
    count('活跃会员', s.active, active),
    money('计佣基数', s.base, base),
    money('计佣金额', s.commissionable, commissionable),
    count('佣金比例', s.percent, percent),
    ...further.map(part => money(part.title, part.amount, partFen(part))),
    money('佣金', s.commission, commission),
    money('结转下月', s.carried_out, carriedOut),
  ]
  return {
    lines,
    checks,
    holds: checks.every(each => each.holds) && lines.every(each => each.holds),
  }
}
