import { activities, carousel } from './banners.ts'
import { badgePicture } from './draw/badge.ts'
import { banner, bannerWidth } from './draw/banner.ts'
import { readSourceText } from './draw/paint.ts'
import { type SlotLook, slotTile } from './draw/slotTile.ts'
import { type Picture, bitmap, vector } from './picture.ts'

/** One machine, eight rooms: sevens, gems, ingots, bells, stars, fortune, the deep, the classic. */
const slots: readonly SlotLook[] = [
  { tones: ['#E14B68', '#A81B48', '#500A2A'], glow: '#FFB3B3', reels: ['seven', 'seven', 'seven'] },
  { tones: ['#C93A7E', '#8A1B66', '#3C0A3A'], glow: '#FFB3DE', reels: ['gem', 'star', 'gem'] },
  { tones: ['#E0553A', '#A3261B', '#4C0C10'], glow: '#FFC9A8', reels: ['ingot', 'fortune', 'ingot'] },
  { tones: ['#B8345A', '#7A1442', '#360822'], glow: '#FFADC4', reels: ['bell', 'bar', 'bell'] },
  { tones: ['#7C4BD0', '#4A2496', '#1E0B52'], glow: '#D5B8FF', reels: ['star', 'seven', 'star'] },
  { tones: ['#C9611F', '#8F3A0C', '#431604'], glow: '#FFD2A0', reels: ['fortune', 'ingot', 'fortune'] },
  { tones: ['#1C7FA8', '#0F527C', '#062541'], glow: '#A6E4F8', reels: ['gem', 'gem', 'seven'] },
  { tones: ['#A82C3C', '#6E1226', '#30060F'], glow: '#FFB0B0', reels: ['bar', 'seven', 'bell'] },
]

const drawnTiles = ['live', 'live-2', 'live-3', 'live-4', 'sport', 'esport', 'cards', 'cards-2', 'lottery']
const drawnVectors = ['logo', 'logo-mark-white', 'logo-horizontal', 'avatar', 'backdrop', 'guilloche', 'guilloche-gold']

const numbered = (name: string, index: number): string => (index === 0 ? name : `${name}-${index + 1}`)

/** Pictures of the shell, the home page, VIP and the red packet. Bitmaps are twice their CSS size on a phone. */
export function homePictures(): Picture[] {
  const source = (name: string) => (): string => readSourceText(name)
  return [
    ...carousel.map((look, i) => bitmap(`banner-${i + 1}`, () => banner(look), bannerWidth, 30_000)),
    ...activities.map((look, i) => bitmap(`activity-${i + 1}`, () => banner(look), bannerWidth, 30_000)),
    ...drawnTiles.map((name) => bitmap(`tile-${name}`, source(`tile-${name}`), 348, 14_000)),
    ...slots.map((look, i) => bitmap(numbered('tile-slots', i), () => slotTile(look), 348, 14_000)),
    bitmap('tile-vr-wide', source('tile-vr-wide'), 716, 24_000),
    ...Array.from({ length: 10 }, (_, i) => bitmap(`vip-${i + 1}`, () => badgePicture(i + 1), 192, 10_000)),
    bitmap('packet-closed', source('packet-closed'), 400, 16_000),
    bitmap('packet-float', source('packet-closed'), 128, 6_000),
    bitmap('packet-open', source('packet-open'), 400, 24_000),
    bitmap('luck', source('luck'), 780, 40_000, 72),
    bitmap('game-slot', source('game-slot'), 780, 60_000),
    ...drawnVectors.map((name) => vector(name, source(name))),
    vector('logo-horizontal-white', () => readSourceText('logo-horizontal').replace('#111827', '#FFFFFF')),
  ]
}
