import { createPaint } from './paint.ts'
import { coinRim, gold, placed, serif } from './parts.ts'

interface Club {
  name: string
  /** Outline and pattern in a field of 48 x 48. */
  shape: string
  pattern: string
  /** Its emblem in the same field, as attributes of a path; `@` stands for the metal. */
  emblem: string
  tones: readonly [string, string]
  patternTone: string
  emblemTones: readonly [string, string]
  ribbon: readonly [string, string]
}

/** Two football clubs of our own invention; they also play in the sandbox's league. */
export const clubs: readonly Club[] = [
  {
    name: '云海联',
    shape: 'M4 5H44V26C44 36 34 42 24 46 14 42 4 36 4 26Z',
    pattern: 'M10 0H17V48H10ZM24 0H31V48H24ZM38 0H45V48H38Z',
    emblem:
      'd="M11 15q6.5-5 13 0t13 0M11 21.5q6.5-5 13 0t13 0M14 28q5-4.2 10 0t10 0" fill="none" stroke="@" stroke-width="3" stroke-linecap="round"',
    tones: ['#3A78DC', '#123672'],
    patternTone: '#0E2C66',
    emblemTones: ['#FFFFFF', '#C9DCFF'],
    ribbon: ['#1B4FA8', '#0E2C66'],
  },
  {
    name: '赤岩队',
    shape: 'M24 2 43 13V35L24 46 5 35V13Z',
    pattern: 'M0 46 24 24 48 46V30L24 8 0 30Z',
    emblem:
      'd="M10 30 20 12.5 25 21 29 15.5 38 30ZM31.4 10.6a2.2 2.2 0 1 1-4.4 0a2.2 2.2 0 1 1 4.4 0z" fill="@"',
    tones: ['#E0503C', '#8A1712'],
    patternTone: '#7A1512',
    emblemTones: ['#FFF6D6', '#F3CF7A'],
    ribbon: ['#B3261E', '#6E120E'],
  },
]

/** A club's crest with its name on a ribbon, 240 x 240. */
export function crest(club: Club): string {
  const paint = createPaint()
  const inside = paint.clip(`<path d="${club.shape}"/>`)
  const shield =
    `<path d="${club.shape}" fill="#000" opacity=".35" transform="translate(.6 1.6)" filter="${paint.blur(1.4)}"/>` +
    `<path d="${club.shape}" fill="${paint.linear(club.tones)}"/>` +
    `<g clip-path="${inside}"><path d="${club.pattern}" fill="${club.patternTone}" opacity=".75"/>` +
    '<path d="M0 0H48V18Q24 27 0 18Z" fill="#fff" opacity=".14"/></g>' +
    `<path ${club.emblem.replace('@', '#05080D')} opacity=".35" transform="translate(.4 .9)"/>` +
    `<path ${club.emblem.replace('@', paint.linear(club.emblemTones, 'down'))}/>` +
    `<path d="${club.shape}" fill="none" stroke="#3A1D04" stroke-opacity=".5" stroke-width="3.6" stroke-linejoin="round"/>` +
    `<path d="${club.shape}" fill="none" stroke="${paint.linear(coinRim)}" stroke-width="2.2" stroke-linejoin="round"/>`
  const tail = (side: number): string =>
    `<path transform="translate(120 0) scale(${side} 1)" d="M74 186h36l-11 15 11 15H66z" fill="${club.ribbon[1]}"/>`
  const ribbon =
    tail(1) +
    tail(-1) +
    `<path d="M32 184Q120 192 208 184V222Q120 230 32 222z" fill="${paint.linear(club.ribbon, 'down')}"/>` +
    `<path d="M32 187Q120 195 208 187M32 219Q120 227 208 219" fill="none" stroke="${paint.linear(gold, 'across')}" stroke-width="1.6"/>` +
    `<text x="123" y="216" ${serif} font-size="25" letter-spacing="6" text-anchor="middle" fill="#FFF3C9">${club.name}</text>`
  const ball = placed(120 - 190 * 0.29, 163 - 112 * 0.29, paint.include('piece-ball'), 0.29)
  return paint.svg(
    240,
    240,
    `<g transform="translate(21.6 2) scale(4.1)">${shield}</g>${ball}${ribbon}`,
  )
}
