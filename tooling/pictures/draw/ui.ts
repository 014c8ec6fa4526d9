import { type IconName, icons } from './icons.ts'
import { type Paint } from './paint.ts'
import { sans, sansBold } from './parts.ts'

/** The light theme's colours, as the app's tokens have them. */
export const ink = '#111827'
export const ink2 = '#4B5563'
export const ink3 = '#6B7280'
export const line = '#E4E8F0'
export const canvas = '#F3F5F9'
export const brand = '#2F54EB'
export const brandSoft = '#EBF0FF'
export const goldSoft = '#FBF3E2'
export const goldInk = '#85560F'

interface Words {
  bold?: boolean
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
}

/** A line of the interface's sans; `y` is its baseline. */
export function words(x: number, y: number, size: number, text: string, look: Words = {}): string {
  const { bold = false, fill = ink, anchor = 'start' } = look
  return `<text x="${x}" y="${y}" ${bold ? sansBold : sans} font-size="${size}" text-anchor="${anchor}" fill="${fill}">${text}</text>`
}

export const box = (
  x: number,
  y: number,
  w: number,
  h: number,
  r: number,
  fill = '#fff',
  extra = '',
): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${extra}/>`

/** A white card with the one soft shadow of the house. */
export const card = (paint: Paint, x: number, y: number, w: number, h: number): string =>
  box(x, y + 4, w, h, 16, '#111827', `opacity=".07" filter="${paint.blur(6)}"`) +
  box(x, y, w, h, 16)

export const lineIcon = (
  name: IconName,
  x: number,
  y: number,
  size: number,
  colour: string,
): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 24})" fill="none" stroke="${colour}" stroke-width="1.75" ` +
  `stroke-linecap="round" stroke-linejoin="round">${icons[name]}</g>`

/** The bar of a page: back, its title in the middle, customer service. */
export const pageBar = (title: string): string =>
  lineIcon('back', 14, 50, 24, ink) +
  words(195, 68, 17, title, { bold: true, anchor: 'middle' }) +
  lineIcon('headset', 314, 52, 20, ink2) +
  words(374, 67, 15, '客服', { fill: ink2, anchor: 'end' })
