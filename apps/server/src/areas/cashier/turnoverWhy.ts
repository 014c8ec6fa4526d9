import { figures, type Explanation } from '../../kernel/http/explain.ts'
import type { Requirement } from '../../ledger/wagering.ts'

/**
 * What was asked for, what counted, since when the oldest of it stands, and what is missing before
 * a withdrawal (docs/decisions/0030-credits-ask-for-turnover.md).
 */
export function turnoverWhy(version: number, open: Requirement[], missingFen: bigint): Explanation {
  const countedFen = open.reduce((sum, each) => sum + each.contributedFen, 0n)
  return {
    rule: 'turnover',
    version,
    inputs: [
      figures.yuan('required', '流水要求', countedFen + missingFen),
      figures.yuan('counted', '已计流水', countedFen),
      figures.count('requirements', '未完成的要求', open.length),
      ...open.slice(0, 1).map(each => figures.time('since', '最早一笔开始于', each.openedAt)),
    ],
    missing: missingFen > 0n ? [figures.yuan('turnover', '还需有效投注', missingFen)] : [],
  }
}
