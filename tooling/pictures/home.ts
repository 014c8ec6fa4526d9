import { activities, carousel, welcome } from './banners.ts'
import { badgePicture } from './draw/badge.ts'
import { banner, bannerWidth } from './draw/banner.ts'
import { redBlackTile, wideTile, wideTiles } from './draw/gameTile.ts'
import { readSourceText } from './draw/paint.ts'
import { sceneTile } from './draw/sceneTile.ts'
import { type Picture, bitmap, vector } from './picture.ts'

/** The slots by their codes at the venue: each tile is the scene that stands over its reels. */
const slots = [
  'fortune3',
  'orchard3',
  'koi3',
  'journey3',
  'koi5',
  'moon5',
  'peach5',
  'gems5',
  'journey5',
  'dragon5',
  'jewel3',
] as const

const drawnTiles = [
  'live',
  'live-2',
  'live-3',
  'live-4',
  'sport',
  'esport',
  'cards',
  'cards-2',
  'lottery',
]
const drawnVectors = [
  'logo',
  'logo-mark-white',
  'logo-horizontal',
  'avatar',
  'backdrop',
  'guilloche',
  'guilloche-gold',
]

const numbered = (name: string, index: number): string =>
  index === 0 ? name : `${name}-${index + 1}`

/**
 * Pictures of the shell, the home page, VIP and the red packet. Bitmaps are twice their CSS size on
 * a phone.
 */
export function homePictures(): Picture[] {
  const source = (name: string) => (): string => readSourceText(name)
  return [
    ...carousel.map((look, i) =>
      bitmap(`banner-${i + 1}`, () => banner(look), bannerWidth, 30_000),
    ),
    ...activities.map((look, i) =>
      bitmap(`activity-${i + 1}`, () => banner(look), bannerWidth, 30_000),
    ),
    bitmap('welcome', () => banner(welcome), bannerWidth, 30_000),
    ...drawnTiles.map(name => bitmap(`tile-${name}`, source(`tile-${name}`), 348, 14_000)),
    ...slots.map((code, i) =>
      bitmap(numbered('tile-slots', i), () => sceneTile(code), 348, 14_000, 46),
    ),
    // A vector picture is a document of its own, which a phone reads before the first frame.
    bitmap('logo', source('logo'), 108, 4_000, 88),
    bitmap('tile-redblack', redBlackTile, 348, 14_000, 60),
    ...Object.keys(wideTiles).map(name =>
      bitmap(`tile-${name}`, () => wideTile(name), 716, 16_000, 60),
    ),
    bitmap('tile-vr-wide', source('tile-vr-wide'), 716, 24_000),
    ...Array.from({ length: 10 }, (_, i) =>
      bitmap(`vip-${i + 1}`, () => badgePicture(i + 1), 192, 10_000),
    ),
    bitmap('packet-closed', source('packet-closed'), 400, 16_000),
    bitmap('packet-float', source('packet-closed'), 128, 6_000),
    bitmap('packet-open', source('packet-open'), 400, 24_000),
    bitmap('luck', source('luck'), 780, 40_000, 72),
    bitmap('game-slot', source('game-slot'), 780, 60_000),
    ...drawnVectors.map(name => vector(name, source(name))),
    vector('logo-horizontal-white', () =>
      readSourceText('logo-horizontal').replace('#111827', '#FFFFFF'),
    ),
  ]
}
