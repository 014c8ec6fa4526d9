import { type Paint, createPaint } from './paint.ts'
import { placed } from './parts.ts'
import { reelSymbol } from './reelSymbol.ts'

interface Venue {
  name: string
  /** From the upper left to the lower right. */
  tones: readonly [string, string]
  subject: (paint: Paint) => string
}

/**
 * The nine wallets. The tones are those of their categories; the four slot houses differ by tone
 * and symbol.
 */
export const venues: readonly Venue[] = [
  {
    name: 'live',
    tones: ['#1E8A68', '#0B4E40'],
    subject: paint => placed(-36.2, -0.5, paint.include('piece-cards'), 0.46),
  },
  {
    name: 'sport',
    tones: ['#3E86F5', '#1546B8'],
    subject: paint => placed(-39.4, -4.3, paint.include('piece-ball'), 0.46),
  },
  {
    name: 'esport',
    tones: ['#8763F3', '#43259F'],
    subject: paint => placed(-29.4, -1, paint.include('piece-mouse'), 0.44),
  },
  {
    name: 'qipai',
    tones: ['#E58F33', '#A34E0C'],
    subject: paint => placed(-88, -24.5, paint.include('piece-mahjong'), 0.6),
  },
  { name: 'ob', tones: ['#E14B68', '#98153F'], subject: paint => reel(paint, 'gem') },
  { name: 'fg', tones: ['#E0553A', '#8E1F16'], subject: paint => reel(paint, 'ingot') },
  { name: 'pp', tones: ['#C93A7E', '#741558'], subject: paint => reel(paint, 'star') },
  { name: 'ae', tones: ['#B8345A', '#6A103A'], subject: paint => reel(paint, 'bell') },
  {
    name: 'vr',
    tones: ['#1FA8B8', '#0B6480'],
    subject: paint => placed(-18, -1, paint.include('piece-lotto'), 0.46),
  },
]

/** A symbol of the reels over its shadow. */
const reel = (paint: Paint, symbol: 'gem' | 'ingot' | 'star' | 'bell'): string =>
  `<ellipse cx="50" cy="76" rx="27" ry="6" fill="#000" opacity=".4" filter="${paint.blur(3)}"/>` +
  placed(48, 47, reelSymbol(paint, symbol), 1.12)

/** The mark of a venue in lists: a rounded square of 96, light from the upper left. */
export function venueIcon({ tones, subject }: Venue): string {
  const paint = createPaint()
  const tile = '<rect width="96" height="96" rx="30"/>'
  const light = paint.radial(0.15, 0, 0.8, [
    [0, '#fff', 0.38],
    [1, '#fff', 0],
  ])
  return paint.svg(
    96,
    96,
    `<g clip-path="${paint.clip(tile)}"><rect width="96" height="96" fill="${paint.linear(tones)}"/>` +
      `<rect width="96" height="96" fill="${light}"/><path d="M0 76Q48 58 96 78V96H0z" fill="#000" opacity=".14"/>` +
      `${subject(paint)}</g>`,
  )
}
