import { type Paint, createPaint } from './paint.ts'
import { gold, placed, rosette, sansBold, serif } from './parts.ts'

/** What a reel can show; each is drawn about the origin, some 54 wide. */
export type ReelSymbol = 'seven' | 'star' | 'gem' | 'ingot' | 'fortune' | 'bell' | 'bar'

const symbols: Record<ReelSymbol, (paint: Paint) => string> = {
  seven: (paint) =>
    `<path d="M-20-24H20v11C8 0 3 12 2 26h-17c1-15 7-27 17-37H-9v7h-11z" fill="${paint.linear(['#FF7A6B', '#D92D20', '#8E1510'])}" ` +
    'stroke="#FFE9B0" stroke-width="2.5" stroke-linejoin="round"/>',
  star: (paint) =>
    `<path d="M0-27 8-9 27-7 13 6 17 25 0 15-17 25-13 6-27-7-8-9z" fill="${paint.linear(['#FFF3C9', '#F3B93E', '#B86A12'])}" ` +
    'stroke="#FFF3C9" stroke-width="1.5" stroke-linejoin="round"/>',
  gem: (paint) =>
    `<path d="M-13-20H13L26-4 0 26-26-4z" fill="${paint.linear(['#9FF5E4', '#22B8A6', '#0A6F78'])}"/>` +
    '<path d="M-13-20-10-4-26-4zM13-20 10-4 26-4zM-10-4H10L0 26z" fill="#fff" opacity=".3"/>' +
    '<path d="M-10-4 0-20 10-4z" fill="#fff" opacity=".5"/>',
  ingot: (paint) =>
    `<path d="M-28-6c4 0 8 3 10 8h36c2-5 6-8 10-8 0 18-10 28-28 28S-28 12-28-6z" fill="${paint.linear(['#FFF3C9', '#F0C050', '#A8661A'])}"/>` +
    `<ellipse cy="-3" rx="16" ry="13" fill="${paint.linear(['#FFF8DC', '#F3CF7A', '#C98B2B'])}"/>`,
  fortune: (paint) =>
    `<rect x="-24" y="-24" width="48" height="48" rx="9" transform="rotate(45) scale(.82)" fill="${paint.linear(['#F0463A', '#A81717'])}" ` +
    `stroke="#F3CF7A" stroke-width="3"/><text y="10" ${serif} font-size="27" text-anchor="middle" fill="#FFE9B0">福</text>`,
  bell: (paint) =>
    `<path d="M0-26c4 0 5 3 5 5 9 3 13 10 13 20 0 8 3 11 6 14H-24c3-3 6-6 6-14 0-10 4-17 13-20 0-2 1-5 5-5z" ` +
    `fill="${paint.linear(['#FFF3C9', '#F0C050', '#B0701A'])}"/><circle cy="18" r="6" fill="#B0701A"/>`,
  bar: (paint) =>
    `<rect x="-27" y="-13" width="54" height="26" rx="6" fill="${paint.linear(['#3A4358', '#0F1522'])}" stroke="#F3CF7A" stroke-width="2.5"/>` +
    `<text y="7" ${sansBold} font-size="18" letter-spacing="1" text-anchor="middle" fill="#FBE3A6">BAR</text>`,
}

export const reelSymbol = (paint: Paint, name: ReelSymbol): string => symbols[name](paint)

/** Three tones of the machine (light, plain, dark) and the light that falls on it. */
export interface SlotLook {
  tones: readonly [string, string, string]
  glow: string
  reels: readonly [ReelSymbol, ReelSymbol, ReelSymbol]
}

/** One reel: its symbol in the middle, the next two half seen above and below. */
function reel(paint: Paint, look: SlotLook, index: number): string {
  const x = 82 + index * 98
  const at = (turn: number): ReelSymbol => look.reels[(index + turn) % 3] ?? 'seven'
  const paper = paint.linear([[0, '#B9AE9A'], [0.3, '#FFFDF6'], [0.5, '#FFFFFF'], [0.8, '#FFFDF6'], [1, '#A89C86']], 'down')
  return (
    `<rect x="${x - 43}" y="54" width="86" height="124" rx="8" fill="${paper}"/>` +
    `<g opacity=".5">${placed(x, 52, symbols[at(1)](paint), 0.7)}${placed(x, 182, symbols[at(2)](paint), 0.7)}</g>` +
    placed(x, 116, symbols[at(0)](paint), 1.12)
  )
}

/** The quiet ground of every tile: three tones, light from the upper left, the rosette, a hill. 348 x 232. */
export function tileGround(paint: Paint, tones: readonly [string, string, string], glow: string): string {
  const all = 'width="348" height="232"'
  return (
    `<rect ${all} fill="${paint.linear(tones)}"/>` +
    `<rect ${all} fill="${paint.radial(0.14, 0, 0.75, [[0, glow, 0.6], [1, glow, 0]])}"/>` +
    rosette(313.2, 32.48, 143.84, 60.4, 12, 'stroke="#fff" stroke-width="0.7" opacity="0.1"') +
    '<path d="M0 181Q174 139.2 348 185.6V232H0z" fill="#000" opacity=".14"/>' +
    '<path d="M0 181Q174 139.2 348 185.6" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.2"/>'
  )
}

/** The picture of a slot game: a machine of three reels, 348 x 232. */
export function slotTile(look: SlotLook): string {
  const paint = createPaint()
  const [, plain, dark] = look.tones
  const window = paint.clip('<rect x="34" y="54" width="284" height="124" rx="8"/>')
  const shade = (from: number, to: number): string => paint.linear([[0, '#1A0010', from], [1, '#1A0010', to]], 'down')
  return paint.svg(
    348,
    232,
    tileGround(paint, look.tones, look.glow) +
      `<ellipse cx="178" cy="206" rx="130" ry="12" fill="#1A0010" opacity="0.5" filter="${paint.blur(6)}"/>` +
      `<rect x="22" y="36" width="312" height="160" rx="22" fill="#1A0010" opacity=".35" filter="${paint.blur(8)}"/>` +
      `<rect x="20" y="32" width="312" height="164" rx="22" fill="${paint.linear(gold)}"/>` +
      `<rect x="25" y="37" width="302" height="154" rx="18" fill="${paint.linear([dark, plain])}"/>` +
      `<g clip-path="${window}">${[0, 1, 2].map((index) => reel(paint, look, index)).join('')}` +
      `<rect x="34" y="54" width="284" height="34" fill="${shade(0.6, 0)}"/>` +
      `<rect x="34" y="144" width="284" height="34" fill="${shade(0, 0.6)}"/></g>` +
      '<path d="M26 116h12M314 116h12" stroke="#FFE9B0" stroke-width="6" stroke-linecap="round"/>' +
      '<path d="M34 44q100-10 180 0" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="2" stroke-linecap="round"/>',
  )
}
