// A provider's own books of a Beijing day beside ours, line by line. Pure: what it finds becomes
// cases, corrected fees and the row of the day elsewhere.
import { endOfDay, startOfDay } from '@tianping/money/day'
import type { Difference } from '../../../ledger/reconcile.ts'
import type { OwnLine } from '../../cashier/cashier.ts'
import type { StatedLine } from '../../providers/providers.ts'

/** So close to midnight a payout or a refund may be on the statement of the other day. */
const EDGE_MS = 600_000

const numberOf = ({ kind, ownNo, reference }: Pick<StatedLine, 'kind' | 'ownNo' | 'reference'>) =>
  `${kind} ${kind === 'payment' ? reference : ownNo}`

type Sums = { lines: number; paymentsFen: bigint; payoutsFen: bigint; refundsFen: bigint }
export type FeeFound = { own: OwnLine; statedFen: bigint }
export type Compared = {
  ours: Sums
  theirs: Sums & { feesFen: bigint }
  differences: Difference[]
  /** What the provider kept of lines that both sides have alike. */
  fees: FeeFound[]
}

function sumsOf(lines: readonly Pick<StatedLine, 'kind' | 'amountFen'>[]): Sums {
  const of = (kind: StatedLine['kind']) =>
    lines.reduce((sum, each) => (each.kind === kind ? sum + each.amountFen : sum), 0n)
  return {
    lines: lines.length,
    paymentsFen: of('payment'),
    payoutsFen: of('payout'),
    refundsFen: of('refund'),
  }
}

const subjectOf = (provider: string, { kind, ownNo, reference }: OwnLine | StatedLine) =>
  [provider, kind, reference, ownNo].filter(Boolean).join(' ')

/** The lines of the day that must be on its statement. */
const mustBeThere = (day: string) => {
  const [from, until] = [startOfDay(day).getTime(), endOfDay(day).getTime()]
  return ({ kind, at }: OwnLine) => {
    const edge = kind === 'payment' ? 0 : EDGE_MS
    return at.getTime() >= from + edge && at.getTime() < until - edge
  }
}

export function compareDay(
  { provider, day }: { provider: string; day: string },
  around: readonly OwnLine[],
  stated: readonly StatedLine[],
): Compared {
  const known = new Map(around.map(each => [numberOf(each), each]))
  const named = Map.groupBy(stated, numberOf)
  const differences: Difference[] = []
  const fees: FeeFound[] = []
  const differs = (
    line: OwnLine | StatedLine,
    own: OwnLine | undefined,
    theirsFen: bigint | null,
  ) =>
    differences.push({
      memberId: own?.memberId ?? null,
      subject: subjectOf(provider, line),
      expected: theirsFen?.toString() ?? null,
      found: own?.amountFen.toString() ?? null,
    })
  for (const [number, same] of named) {
    const own = known.get(number)
    const [line] = same
    if (!line) continue
    const theirsFen = same.reduce((sum, each) => sum + each.amountFen, 0n)
    const alike = own && own.amountFen === theirsFen && own.ownNo === line.ownNo
    if (!alike || same.length > 1) differs(line, own, theirsFen)
    else fees.push({ own, statedFen: line.feeFen })
  }
  const today = mustBeThere(day)
  const isThere = (own: OwnLine) => named.has(numberOf(own))
  for (const own of around) if (today(own) && !isThere(own)) differs(own, own, null)
  const ours = around.filter(own => isThere(own) || today(own))
  const feesFen = stated.reduce((sum, each) => sum + each.feeFen, 0n)
  return { ours: sumsOf(ours), theirs: { ...sumsOf(stated), feesFen }, differences, fees }
}
