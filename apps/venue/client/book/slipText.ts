import { itemAt } from '../../model/present.ts'
import type { BookDesign } from './BookDesign.ts'
import { oddsText, productText } from './odds.ts'
import type { ShownLeg } from './useSlip.ts'

/** The selections in a few words: the only one by its name, several as one ticket or as many. */
export function slipText(
  legs: readonly ShownLeg[],
  prices: readonly number[],
  asOne: boolean,
  design: BookDesign,
): string {
  const [only] = legs
  if (legs.length === 1 && only?.now)
    return `${design.pickName(only.now, only.pick)} @ ${oddsText(itemAt(prices, 0))}`
  return asOne ? `${legs.length} 串 1 @ ${productText(prices)}` : `${legs.length} 张单注`
}
