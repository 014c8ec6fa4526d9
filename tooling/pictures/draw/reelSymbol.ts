import { type Paint } from './paint.ts'
import { sansBold, serif } from './parts.ts'

/** What a reel can show; each is drawn about the origin, some 54 wide. */
export type ReelSymbol = 'seven' | 'star' | 'gem' | 'ingot' | 'fortune' | 'bell' | 'bar'

const symbols: Record<ReelSymbol, (paint: Paint) => string> = {
  seven: paint =>
    `<path d="M-20-24H20v11C8 0 3 12 2 26h-17c1-15 7-27 17-37H-9v7h-11z" fill="${paint.linear(['#FF7A6B', '#D92D20', '#8E1510'])}" ` +
    'stroke="#FFE9B0" stroke-width="2.5" stroke-linejoin="round"/>',
  star: paint =>
    `<path d="M0-27 8-9 27-7 13 6 17 25 0 15-17 25-13 6-27-7-8-9z" fill="${paint.linear(['#FFF3C9', '#F3B93E', '#B86A12'])}" ` +
    'stroke="#FFF3C9" stroke-width="1.5" stroke-linejoin="round"/>',
  gem: paint =>
    `<path d="M-13-20H13L26-4 0 26-26-4z" fill="${paint.linear(['#9FF5E4', '#22B8A6', '#0A6F78'])}"/>` +
    '<path d="M-13-20-10-4-26-4zM13-20 10-4 26-4zM-10-4H10L0 26z" fill="#fff" opacity=".3"/>' +
    '<path d="M-10-4 0-20 10-4z" fill="#fff" opacity=".5"/>',
  ingot: paint =>
    `<path d="M-28-6c4 0 8 3 10 8h36c2-5 6-8 10-8 0 18-10 28-28 28S-28 12-28-6z" fill="${paint.linear(['#FFF3C9', '#F0C050', '#A8661A'])}"/>` +
    `<ellipse cy="-3" rx="16" ry="13" fill="${paint.linear(['#FFF8DC', '#F3CF7A', '#C98B2B'])}"/>`,
  fortune: paint =>
    `<rect x="-24" y="-24" width="48" height="48" rx="9" transform="rotate(45) scale(.82)" fill="${paint.linear(['#F0463A', '#A81717'])}" ` +
    `stroke="#F3CF7A" stroke-width="3"/><text y="10" ${serif} font-size="27" text-anchor="middle" fill="#FFE9B0">福</text>`,
  bell: paint =>
    `<path d="M0-26c4 0 5 3 5 5 9 3 13 10 13 20 0 8 3 11 6 14H-24c3-3 6-6 6-14 0-10 4-17 13-20 0-2 1-5 5-5z" ` +
    `fill="${paint.linear(['#FFF3C9', '#F0C050', '#B0701A'])}"/><circle cy="18" r="6" fill="#B0701A"/>`,
  bar: paint =>
    `<rect x="-27" y="-13" width="54" height="26" rx="6" fill="${paint.linear(['#3A4358', '#0F1522'])}" stroke="#F3CF7A" stroke-width="2.5"/>` +
    `<text y="7" ${sansBold} font-size="18" letter-spacing="1" text-anchor="middle" fill="#FBE3A6">BAR</text>`,
}

export const reelSymbol = (paint: Paint, name: ReelSymbol): string => symbols[name](paint)
