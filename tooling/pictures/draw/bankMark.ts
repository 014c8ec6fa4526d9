import { createPaint } from './paint.ts'

interface Bank {
  tones: readonly [string, string]
  /** White lines and shapes in a field of 48 x 48. */
  mark: string
}

const line =
  'fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'

/**
 * Marks for banks that do not exist: dunes, a bridge, a peak, the sun over water, a lighthouse, a
 * knot.
 */
const banks: readonly Bank[] = [
  {
    tones: ['#4F6BE8', '#24379E'],
    mark: `<path d="M11 31Q18 19 25 27T37 24M11 37Q20 29 28 34T37 32" ${line}/><circle cx="31" cy="15" r="3.6" fill="#FFD98A"/>`,
  },
  {
    tones: ['#E4573F', '#9C1F17'],
    mark: `<path d="M9 31h30M12 31a12 12 0 0 1 24 0M24 19v12M17.5 21.5V31M30.5 21.5V31" ${line}/>`,
  },
  {
    tones: ['#2BA27A', '#0C5B45'],
    mark: `<path d="M9.5 34 20 17l6.5 10 3.5-5 8.5 12z" ${line}/><circle cx="33" cy="14.5" r="3" fill="#fff"/>`,
  },
  {
    tones: ['#E0A23A', '#94600F'],
    mark: `<path d="M16 26a8 8 0 0 1 16 0M24 11v3M13 15.5l2 2M35 15.5l-2 2M10 31q3.5-3.5 7 0t7 0 7 0 7 0M14 37q3.3-3 6.7 0t6.7 0 6.7 0" ${line}/>`,
  },
  {
    tones: ['#2A9DB8', '#0B5470'],
    mark: `<path d="M20 20h8l2.5 18h-13zM18.5 29h11M21 20v-5.5l3-3.5 3 3.5V20M33 13l4-2M33 17h4.5M15 13l-4-2M15 17h-4.5" ${line}/>`,
  },
  {
    tones: ['#8A63E0', '#44259A'],
    mark: `<path d="M24 10 34 20 24 30 14 20zM24 18l10 10-10 10-10-10z" ${line}/>`,
  },
]

export const bankCount = banks.length

/** The coloured mark of the bank `index` (from 0). */
export function bankMark(index: number): string {
  const bank = banks[index]
  if (!bank) throw new RangeError(`There is no bank ${index}.`)
  const paint = createPaint()
  return paint.svg(
    48,
    48,
    `<circle cx="24" cy="24" r="24" fill="${paint.linear(bank.tones)}"/>${bank.mark}`,
  )
}
