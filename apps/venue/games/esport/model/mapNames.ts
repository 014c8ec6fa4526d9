import { itemAt } from '../../../model/present.ts'
import { ESPORT_MATH } from './math.ts'

const { maps: MAPS } = ESPORT_MATH

/** The names of a match's three maps. */
export function mapNames(number: number): string[] {
  return [0, 1, 2].map(i => itemAt(MAPS, (number + 3 * i) % MAPS.length))
}
