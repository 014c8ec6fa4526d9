import { type Paint, round } from './paint.ts'
import { gold, placed, sansBold } from './parts.ts'

// The subjects of the activity banners, each drawn about its own origin and some 200 tall.

/** A box with a gold ribbon; the origin is where lid and box meet, in the middle. */
export function giftBox(paint: Paint, x: number, y: number): string {
  const ribbon = paint.linear(gold)
  const body =
    `<rect x="-82" y="-6" width="164" height="108" rx="12" fill="${paint.linear(['#F4574A', '#D92D20', '#96150F'])}"/>` +
    '<path d="M-82-6H82V14Q0 34-82 14z" fill="#5E0A06" opacity=".3"/>' +
    `<rect x="-16" y="-6" width="32" height="108" fill="${ribbon}"/>` +
    `<rect x="-94" y="-46" width="188" height="44" rx="11" fill="${paint.linear(['#FF8A74', '#E8402F', '#B81F16'])}"/>` +
    '<path d="M-84-38h110" stroke="#fff" stroke-opacity=".45" stroke-width="3" stroke-linecap="round"/>' +
    `<rect x="-18" y="-46" width="36" height="44" fill="${ribbon}"/>` +
    '<path d="M-18-2h36v4h-36z" fill="#7A4A0A" opacity=".35"/>'
  const loop =
    `<path d="M-2-48C-22-100-92-104-88-70-86-46-34-44-2-48z" fill="${ribbon}"/>` +
    '<path d="M-14-52C-34-80-70-84-70-68-68-56-38-52-14-52z" fill="#8A5410" opacity=".55"/>' +
    `<path d="M-6-48-40-14-52-32-30-44z" fill="${paint.linear(['#F3CF7A', '#A86A16'])}"/>`
  const knot = `<rect x="-17" y="-64" width="34" height="26" rx="10" fill="${paint.linear(['#FFF3C9', '#E9BE66', '#B97A1E'])}"/>`
  return placed(x, y, `${body}${loop}<g transform="scale(-1 1)">${loop}</g>${knot}`)
}

/** A sheet of the calendar: seven days signed, the last with a gold seal. */
export function calendar(paint: Paint, x: number, y: number): string {
  const days = Array.from({ length: 12 }, (_, i) => {
    const cx = -63 + (i % 4) * 42
    const cy = -8 + Math.floor(i / 4) * 42
    if (i === 6) {
      return (
        `<circle cx="${cx}" cy="${cy}" r="18" fill="${paint.linear(gold)}"/>` +
        `<path d="M${cx - 8} ${cy}l6 6 11-12" fill="none" stroke="#6B3A06" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>`
      )
    }
    const signed = i < 6
    const tick = `<path d="M${cx - 6} ${cy}l4.5 4.5 8-9" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`
    return `<circle cx="${cx}" cy="${cy}" r="14" fill="${signed ? '#3E63F0' : '#E4E8F0'}"/>${signed ? tick : ''}`
  })
  const rings = [-58, 0, 58].map(
    cx =>
      `<rect x="${cx - 6}" y="-104" width="12" height="34" rx="6" fill="${paint.linear(gold, 'down')}"/>`,
  )
  const body =
    `<rect x="-98" y="-84" width="204" height="206" rx="22" fill="#05123F" opacity=".35" filter="${paint.blur(6)}"/>` +
    `<rect x="-100" y="-88" width="200" height="204" rx="22" fill="${paint.linear(['#FFFFFF', '#F4F7FF', '#D5DEF6'])}"/>` +
    `<path d="M-100-40V-66A22 22 0 0 1-78-88H78A22 22 0 0 1 100-66V-40z" fill="${paint.linear(['#F4574A', '#D92D20', '#A5160F'])}"/>` +
    '<path d="M-84-76q60-8 110 0" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3" stroke-linecap="round"/>'
  return placed(x, y, body + rings.join('') + days.join(''), 1, -4)
}

/** Head and shoulders in a gold-rimmed medallion of radius 74. */
function medallion(
  paint: Paint,
  tones: { ground: [string, string]; shirt: [string, string]; hair: string },
): string {
  const inside = paint.clip('<circle r="66"/>')
  return (
    `<circle r="74" cx="3" cy="7" fill="#001014" opacity=".35" filter="${paint.blur(6)}"/>` +
    `<circle r="74" fill="${paint.linear(gold)}"/><circle r="67" fill="${paint.linear(['#A86A16', '#FFF3C9'])}"/>` +
    `<g clip-path="${inside}"><rect x="-66" y="-66" width="132" height="132" fill="${paint.linear(tones.ground)}"/>` +
    `<path d="M-56 76C-52 34-26 24 0 24S52 34 56 76z" fill="${paint.linear(tones.shirt)}"/>` +
    '<path d="M-12 12h24v18q-12 10-24 0z" fill="#EFC199"/>' +
    `<circle cy="-10" r="29" fill="${paint.linear(['#FFE7CE', '#F2C296'])}"/>` +
    `<path d="${tones.hair}" fill="#2A2F45"/></g>`
  )
}

/** Two members side by side. */
export function twoFriends(paint: Paint, x: number, y: number): string {
  const short = 'M-31-6C-36-40-14-48 2-46 22-46 33-30 31-6 26-20 20-26 10-29-4-20-20-19-31-6z'
  const long =
    'M-33 26C-42-18-34-48 0-48S42-18 33 26C24 24 22 8 26-8 16-12 8-20 4-28-4-18-16-12-26-8-22 8-24 24-33 26z'
  const left = medallion(paint, {
    ground: ['#FFE9C2', '#D98A3A'],
    shirt: ['#3E63F0', '#1A34A8'],
    hair: short,
  })
  const right = medallion(paint, {
    ground: ['#FFD9D2', '#D9604F'],
    shirt: ['#7C4BD0', '#3C1A8A'],
    hair: long,
  })
  return placed(x, y, placed(66, 2, right, 0.96) + placed(-66, 0, left, 1))
}

/** A cake of two tiers with three candles; the origin is the middle of its foot. */
export function cake(paint: Paint, x: number, y: number): string {
  const tier = (half: number, top: number, height: number, cream: string): string => {
    const ry = round(half * 0.17)
    const drips = Array.from({ length: 6 }, (_, i) => {
      const from = -half + (i * half) / 3
      return `q${round(half / 12)} ${i % 2 === 0 ? 30 : 18} ${round(half / 6)} 4q${round(half / 12)}-8 ${round(half / 6)}-4${from > half ? 'z' : ''}`
    })
    return (
      `<path d="M${-half} ${top}v${height}a${half} ${ry} 0 0 0 ${half * 2} 0v${-height}z" ` +
      `fill="${paint.linear(['#FFF7EC', '#FFDFC4', '#E7A98A'], 'across')}"/>` +
      `<path d="M${-half} ${round(top + height * 0.52)}v8a${half} ${ry} 0 0 0 ${half * 2} 0v-8a${half} ${ry} 0 0 1 ${-half * 2} 0z" fill="${paint.linear(gold, 'across')}"/>` +
      `<path d="M${-half} ${top}v12${drips.join('')}V${top}z" fill="${cream}" transform="translate(0 4)"/>` +
      `<ellipse cy="${top}" rx="${half}" ry="${ry}" fill="${paint.linear(['#FFFFFF', '#FFD3E2', '#F08CB2'])}"/>`
    )
  }
  const candle = (cx: number, top: number, colour: string): string =>
    `<rect x="${cx - 5}" y="${top}" width="10" height="44" rx="4" fill="${colour}"/>` +
    `<path d="M${cx - 5} ${top + 16}l10-8v8l-10 8zM${cx - 5} ${top + 32}l10-8v8l-10 8z" fill="#fff" opacity=".7"/>` +
    `<circle cx="${cx}" cy="${top - 12}" r="26" fill="${paint.radial(0.5, 0.5, 0.5, [
      [0, '#FFE9A8', 0.8],
      [1, '#FFE9A8', 0],
    ])}"/>` +
    `<path d="M${cx} ${top - 26}q9 12 6 18a6.5 6.5 0 0 1-12 0q-3-6 6-18z" fill="${paint.linear(['#FFF6D0', '#FFB43A', '#F0641E'], 'down')}"/>`
  const plate =
    `<ellipse cy="-4" rx="132" ry="20" fill="${paint.linear(['#FFFFFF', '#E9EDF6', '#A9B4CC'])}"/>` +
    '<ellipse cy="-8" rx="112" ry="15" fill="#7A2148" opacity=".25"/>'
  return placed(
    x,
    y,
    plate +
      tier(100, -84, 70, '#FFC2D8') +
      candle(-30, -186, '#7CB8FF') +
      candle(30, -186, '#8CE0B4') +
      candle(0, -178, '#FFD36A') +
      tier(62, -142, 54, '#FFD7E5'),
  )
}

/** A winner's cup. */
export function trophy(paint: Paint, x: number, y: number): string {
  const metal = paint.linear(
    [
      [0, '#B5761A'],
      [0.28, '#F4CB6C'],
      [0.45, '#FFF3C9'],
      [0.75, '#D99A34'],
      [1, '#8F5A12'],
    ],
    'across',
  )
  const handle = `<path d="M-66-88C-116-92-118-16-54-2" fill="none" stroke="${paint.linear(gold)}" stroke-width="13" stroke-linecap="round"/>`
  const body =
    handle +
    `<g transform="scale(-1 1)">${handle}</g>` +
    `<path d="M-72-106H72C74-34 54 10 14 26V58H-14V26C-54 10-74-34-72-106z" fill="${metal}"/>` +
    `<ellipse cy="-106" rx="72" ry="13" fill="${paint.linear(['#FFF6D6', '#D9A03D'])}"/><ellipse cy="-105" rx="60" ry="8.5" fill="#7A4A0A" opacity=".7"/>` +
    '<path d="M-54-80C-52-36-42-8-24 6" fill="none" stroke="#fff" stroke-opacity=".65" stroke-width="5" stroke-linecap="round"/>' +
    `<path d="M-34 62q34-16 68 0l8 18H-42z" fill="${metal}"/>` +
    `<rect x="-64" y="80" width="128" height="44" rx="9" fill="${paint.linear(['#3A2A7A', '#1C0F4A'])}"/>` +
    `<rect x="-36" y="91" width="72" height="22" rx="5" fill="${paint.linear(gold)}"/>` +
    `<text y="107" ${sansBold} font-size="15" letter-spacing="3" text-anchor="middle" fill="#5A3506">WIN</text>` +
    `<path d="M0-84 10.6-61.5 35.2-58.4 17-41.5 21.7-17 0-29-21.7-17-17-41.5-35.2-58.4-10.6-61.5z" fill="${paint.linear(['#8CF3FF', '#3E7BFF', '#5B2FD0'])}" stroke="#FFF3C9" stroke-width="2.5" stroke-linejoin="round"/>`
  return placed(x, y, body)
}
