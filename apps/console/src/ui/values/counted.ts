import { groupThousands } from '@tianping/money'

const THOUSANDTH = 1_000

/**
 * A number as people read it, with three places at most: 1,234.5. The first number that `Intl`
 * writes keeps a slow device busy for 80 ms.
 */
export const counted = (value: number): string => {
  const rounded = Math.round(value * THOUSANDTH) / THOUSANDTH
  const text = groupThousands(String(Math.abs(rounded)))
  return rounded < 0 ? `-${text}` : text
}
