import { type Paint, createPaint, round } from './paint.ts'
import { sansBold } from './parts.ts'

/**
 * Metal (light, middle, dark), the glow of the figure, and the enamel of the shield (top, bottom).
 */
interface Tier {
  metal: readonly [string, string, string]
  figure: readonly [string, string, string]
  enamel: readonly [string, string]
  ears?: boolean
  crown?: boolean
}

const bronze = {
  metal: ['#F2C3A0', '#B8733F', '#6B3A1A'],
  figure: ['#FFFFFF', '#F6D3B8', '#E5A877'],
} as const
const silver = {
  metal: ['#FFFFFF', '#B9C4D6', '#66748E'],
  figure: ['#FFFFFF', '#FFFFFF', '#B9C4D6'],
} as const
const goldTier = {
  metal: ['#FFF3C9', '#E5B650', '#94600F'],
  figure: ['#FFFFFF', '#FFF3C9', '#E5B650'],
  ears: true,
} as const
const platinum = {
  metal: ['#F1FBFF', '#9CC9E8', '#3E6F9C'],
  figure: ['#FFFFFF', '#F1FBFF', '#9CC9E8'],
  ears: true,
  crown: true,
} as const

/**
 * VIP1 to VIP10: bronze, silver, gold with ears of wheat, platinum with a crown, black gold,
 * cinnabar gold.
 */
const tiers: readonly Tier[] = [
  { ...bronze, enamel: ['#8C4F28', '#4A2410'] },
  { ...bronze, enamel: ['#5C6B3A', '#2C381A'] },
  { ...silver, enamel: ['#3F5C9A', '#1C2D5C'] },
  { ...silver, enamel: ['#2B6E8E', '#123A50'] },
  { ...goldTier, enamel: ['#9A3A0C', '#4E1A04'] },
  { ...goldTier, enamel: ['#1F6B4E', '#0A3626'] },
  { ...platinum, enamel: ['#1E3F9A', '#0C1C52'] },
  { ...platinum, enamel: ['#5A2FA8', '#2A1160'] },
  {
    ...goldTier,
    metal: ['#FFF3C9', '#E5B650', '#7A4A0A'],
    enamel: ['#101828', '#000208'],
    crown: true,
  },
  {
    metal: ['#FFF8DC', '#F3CF7A', '#A86A16'],
    figure: ['#FFFFFF', '#FFF8DC', '#F3CF7A'],
    enamel: ['#B01E16', '#5C0A06'],
    ears: true,
    crown: true,
  },
]

/**
 * Six leaves of the right ear from the foot up: position and turn. The left ear mirrors them about
 * x = 48.
 */
const leaves = [
  [57.1, 85.7, 14.5],
  [67.9, 81.4, -5.5],
  [76.9, 73.5, -25.5],
  [82.6, 62.6, -45.5],
  [84.4, 50.2, -65.5],
  [81.7, 37.6, -85.5],
] as const

function earsOfWheat(fill: string, dark: string): string {
  const leaf = (x: number, y: number, turn: number): string =>
    `<path d="M-8 0Q0-5.5 9 0Q0 4-8 0z" transform="translate(${x} ${y}) rotate(${turn})"/>`
  const right = leaves.map(([x, y, turn]) => leaf(x, y, turn))
  const left = leaves.map(([x, y, turn]) => leaf(round(96 - x), y, -180 - turn))
  return `<g fill="${fill}" stroke="${dark}" stroke-width=".5">${right.join('')}${left.join('')}</g>`
}

/** The badge of a VIP level (1-10) in a 96 x 96 field, for placing in any drawing. */
export function badge(paint: Paint, level: number): string {
  const tier = tiers[level - 1]
  if (!tier) throw new RangeError(`There is no VIP level ${level}.`)
  const [light, middle, dark] = tier.metal
  const metal = paint.linear(tier.metal)
  const shield = 'M48 10 78 22V50c0 20-13 30-30 38C31 80 18 70 18 50V22z'
  const wide = level >= 10
  const figureLook = wide ? 'y="60" font-size="30" letter-spacing="-1.5"' : 'y="61" font-size="34"'
  return (
    (tier.ears ? earsOfWheat(metal, dark) : '') +
    `<path d="${shield}" fill="#000" opacity=".28" transform="translate(1.5 3)" filter="${paint.blur(2.5)}"/>` +
    `<path d="${shield}" fill="${metal}"/>` +
    `<path d="M48 15 73.5 25.2V50c0 17-11 25.5-25.5 32.5C33.5 75.5 22.5 67 22.5 50V25.2z" fill="${paint.linear([dark, middle, light])}"/>` +
    `<path d="M48 17.5 71 26.8V50c0 15.5-9.8 23.3-23 29.8C34.8 73.3 25 65.5 25 50V26.8z" fill="${paint.linear(tier.enamel)}"/>` +
    '<path d="M48 17.5 71 26.8V34Q48 36 25 56V26.8z" fill="#fff" opacity=".12"/>' +
    (tier.crown
      ? `<path d="M34 13 38 4l6 5 4-8 4 8 6-5 4 9q-14 4-28 0z" fill="${metal}" stroke="${dark}" stroke-width=".6"/>`
      : '') +
    `<text x="48" ${figureLook} ${sansBold} text-anchor="middle" fill="${paint.linear(tier.figure, 'down')}">${level}</text>` +
    `<text x="48" y="34.5" ${sansBold} font-size="9" letter-spacing="1.5" text-anchor="middle" fill="${light}">VIP</text>` +
    `<path d="M41 68.5h14" stroke="${middle}" stroke-width="1.5" stroke-linecap="round"/>`
  )
}

export function badgePicture(level: number): string {
  const paint = createPaint()
  return paint.svg(96, 96, badge(paint, level))
}
