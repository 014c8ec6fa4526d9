import { badge, badgePicture } from './draw/badge.ts'
import { type Banner, banner, bannerWidth } from './draw/banner.ts'
import { readSourceText } from './draw/paint.ts'
import { groundShadow, placed, rosette, sparkle } from './draw/parts.ts'
import { type SlotLook, slotTile } from './draw/slotTile.ts'
import { type Picture, bitmap, vector } from './picture.ts'

/** The carousel. A subject named by a string lies in sources/. */
const banners: readonly Banner[] = [
  {
    tones: ['#C72E22', '#A81913', '#5E0909'],
    glow: '#FFA286',
    eyebrow: '每日 10:00–12:00',
    title: '天天抢红包',
    line: '存款达标 次次有礼',
    titleTones: ['#FFF8DF', '#F8D88E'],
    subject: (paint) => paint.include('hero-packet'),
  },
  {
    tones: ['#14705B', '#0D5B4E', '#052E2B'],
    glow: '#9BF0D2',
    eyebrow: 'USDT 专享',
    title: '笔笔加赠 1%',
    line: 'TRC20 与 ERC20 均可',
    subject: (paint) => paint.include('hero-coins'),
  },
  {
    tones: ['#3A3226', '#1E1912', '#0C0A07'],
    glow: '#B98A3C',
    eyebrow: 'VIP 特权',
    title: '十级礼遇',
    line: '返水最高 1.20%',
    titleTones: ['#FFF8DF', '#E9BE66'],
    accent: '#E9BE66',
    subject: (paint) =>
      rosette(560, 150, 150, 63, 20, 'stroke="#F3CF7A" stroke-width="0.7" opacity="0.25"') +
      groundShadow(paint, 564, 276, 110, 12, '#000') +
      placed(430, 20, badge(paint, 9), 2.75) +
      sparkle(450, 70, 11, '#FFE9B0') +
      sparkle(676, 110, 8, '#FFE9B0'),
  },
  {
    tones: ['#3757D8', '#213DB4', '#0E1B60'],
    glow: '#AFC3FF',
    eyebrow: '每日结算',
    title: '天天返水',
    line: '1 倍流水即可提款',
    subject: (paint) => paint.include('hero-scales'),
  },
  {
    tones: ['#2260D2', '#174BBE', '#09205F'],
    glow: '#9CC6FF',
    eyebrow: '体育专场',
    title: '首投包赔',
    line: '最高 ¥588',
    titleTones: ['#fff', '#DCE9FF'],
    subject: (paint) => paint.include('hero-ball'),
  },
  {
    tones: ['#AE2B6B', '#82185F', '#380936'],
    glow: '#FFB3DE',
    eyebrow: '电子专区',
    title: '救援金',
    line: '每周最高 ¥8,888',
    titleTones: ['#fff', '#FFDDF0'],
    subject: (paint) => paint.include('hero-reels'),
  },
]

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
    ...banners.map((look, i) => bitmap(`banner-${i + 1}`, () => banner(look), bannerWidth, 30_000)),
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
  ]
}
