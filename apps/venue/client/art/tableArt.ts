import { itemAt } from '../../model/present.ts'

// Pictures of the tables: chips, dice, balls and racing cars, each from one template and a row of
// colours. Every picture is a file of its own with its own paints, so ids need to be unique within
// one only.

export type Picture = { box: string; drawing: string }

/** Monoline figures in a 60 x 100 box. */
const FIGURES = [
  'M30 6C14 6 7 24 7 50 7 76 14 94 30 94 46 94 53 76 53 50 53 24 46 6 30 6Z',
  'M14 26 34 8V97',
  'M8 30C8 13 19 6 31 6 44 6 53 14 53 28 53 42 40 53 24 68 14 78 9 86 8 94H55',
  'M9 23C12 11 20 6 31 6 44 6 52 14 52 26 52 39 43 47 29 47 45 47 54 57 54 70 54 85 44 94 30 94 17 94 8 87 6 75',
  'M42 97V6L6 70H57',
  'M50 6H15L11 46C16 40 23 37 31 37 45 37 54 48 54 65 54 84 44 94 29 94 17 94 9 88 6 77',
  'M46 7C24 16 7 40 7 66 7 84 16 94 30 94 44 94 53 84 53 67 53 51 44 41 31 41 19 41 10 49 7 62',
  'M5 6H54C40 30 28 60 24 97',
  'M30 6C17 6 9 14 9 26 9 38 18 47 30 47 42 47 51 38 51 26 51 14 43 6 30 6ZM30 47C15 47 6 57 6 71 6 86 16 94 30 94 44 94 54 86 54 71 54 57 45 47 30 47Z',
  'M14 93C36 84 53 60 53 34 53 16 44 6 30 6 16 6 7 16 7 33 7 49 16 59 29 59 41 59 50 51 53 38',
]
const round = (value: number) => Math.round(value * 1_000) / 1_000

/** A number of whole figures, centred, `height` tall. */
export function figures(
  text: string,
  cx: number,
  cy: number,
  height: number,
  colour: string,
  weight: number,
): string {
  const scale = height / 100
  const advance = (figure: string) => (figure === '1' ? 50 : 74)
  const total = [...text].reduce((sum, figure) => sum + advance(figure), 0) - 14
  let x = cx - (total * scale) / 2
  return [...text]
    .map(figure => {
      const at = x - (figure === '1' ? 4 * scale : 0)
      x += advance(figure) * scale
      return `<path transform="translate(${round(at)} ${round(cy - height / 2)}) scale(${round(scale)})" d="${FIGURES[Number(figure)]}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linejoin="round"/>`
    })
    .join('')
}

const SHADE =
  '<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".35"/></linearGradient>'
const IVORY =
  '<linearGradient id="ivory" x1="0" y1="0" x2=".35" y2="1"><stop stop-color="#FFFEFA"/><stop offset=".7" stop-color="#F7F2E6"/><stop offset="1" stop-color="#E6DDCB"/></linearGradient>'

/** Face, edge and marks of each chip, by its value in yuan. */
const CHIPS: Record<string, readonly [string, string, string]> = {
  1: ['#7C8796', '#4A5362', '#EEF1F5'],
  5: ['#CF4436', '#7E1D17', '#FFF1E4'],
  10: ['#3B74D6', '#17357E', '#EAF2FF'],
  50: ['#2C9D6E', '#0D4B36', '#E8FFF3'],
  100: ['#39404E', '#12151C', '#F0CB7A'],
  500: ['#8450C8', '#371766', '#F6E3B0'],
}

/** How large the figures of a chip are, by how many there are. */
const CHIP_FIGURES: Record<number, number> = { 1: 22, 2: 19 }

function chip(value: string): string {
  const [face, edge, mark] = itemAt(CHIPS, value)
  const size = CHIP_FIGURES[value.length] ?? 14.5
  return (
    `<radialGradient id="face" cx=".42" cy=".3" r=".8"><stop stop-color="${face}"/><stop offset="1" stop-color="${edge}"/></radialGradient>${SHADE}` +
    `<circle cx="32" cy="35" r="30" fill="#05070A"/><circle cx="32" cy="34" r="30" fill="${edge}"/><circle cx="32" cy="34" r="27.5" fill="none" stroke="${mark}" stroke-opacity=".55" stroke-width="5" stroke-dasharray="9.6 19.2"/>` +
    `<circle cx="32" cy="31" r="30" fill="url(#face)"/><circle cx="32" cy="31" r="26.3" fill="none" stroke="${mark}" stroke-width="7.2" stroke-dasharray="13.77 13.77" transform="rotate(-15 32 31)"/>` +
    `<circle cx="32" cy="31" r="29.6" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width=".9"/><circle cx="32" cy="31" r="22.4" fill="url(#face)"/><circle cx="32" cy="31" r="22.4" fill="${edge}" fill-opacity=".5"/>` +
    `<circle cx="32" cy="31" r="20" fill="none" stroke="${mark}" stroke-opacity=".75" stroke-width="1.1" stroke-dasharray="1.6 2.4"/><circle cx="32" cy="31" r="30" fill="url(#shade)" opacity=".42"/>${figures(value, 32, 31, size, '#FFFFFF', 17)}`
  )
}

const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
}

/** One side of a die, 64 square; six of them make the cube that rolls. */
function dieSide(pips: number): string {
  const colour = pips === 1 || pips === 4 ? '#C4161F' : '#1B2230'
  const radius = pips === 1 ? 9.6 : 6.8
  const dots = itemAt(PIPS, pips)
    .map(
      ([x, y]) =>
        `<circle cx="${32 + x * 16}" cy="${33 + y * 16}" r="${radius}" fill="#7d705c" opacity=".5"/><circle cx="${32 + x * 16}" cy="${32 + y * 16}" r="${radius}" fill="${colour}"/>`,
    )
    .join('')
  return `${IVORY}<rect width="64" height="64" rx="13" fill="url(#ivory)"/><rect x="4" y="4" width="56" height="54" rx="12" fill="#fff" fill-opacity=".55"/><rect x=".75" y=".75" width="62.5" height="62.5" rx="12.5" fill="none" stroke="#9C907B" stroke-opacity=".55" stroke-width="1.5"/>${dots}`
}

const BALLS: Record<string, readonly [string, string, string]> = {
  gold: ['#FFE9B0', '#DDA23F', '#7F4E12'],
  red: ['#FFA58F', '#D13A2D', '#6E1111'],
  blue: ['#A9CBFF', '#3566D2', '#142A72'],
  jade: ['#AFF0CC', '#2A9C6C', '#0A4632'],
  grey: ['#C9D1DC', '#6A7585', '#2B323D'],
}

/** A ball without its figure, which the page puts into the white disc. */
function ball(colour: string): string {
  const [light, body, dark] = itemAt(BALLS, colour)
  return (
    `<radialGradient id="ball" cx=".36" cy=".28" r=".82"><stop stop-color="${light}"/><stop offset=".45" stop-color="${body}"/><stop offset="1" stop-color="${dark}"/></radialGradient>` +
    '<radialGradient id="disc" cx=".5" cy=".4" r=".62"><stop stop-color="#fff"/><stop offset=".7" stop-color="#F4EFE4"/><stop offset="1" stop-color="#CFC6B4"/></radialGradient>' +
    '<circle cx="24" cy="24" r="22.5" fill="url(#ball)"/><ellipse cx="18" cy="10" rx="9" ry="5" fill="#fff" opacity=".5" transform="rotate(-24 18 10)"/><circle cx="24" cy="24.6" r="14.4" fill="url(#disc)"/>'
  )
}

const CARS: Record<string, readonly [string, string]> = {
  1: ['#F5D547', '#A67C08'],
  2: ['#3E8BF0', '#123E8C'],
  3: ['#5B6472', '#232932'],
  4: ['#F58A35', '#93400A'],
  5: ['#3FCFD6', '#0C6470'],
  6: ['#5F5BE0', '#231F7A'],
  7: ['#D7DDE6', '#7D8795'],
  8: ['#E5463B', '#7D1512'],
  9: ['#A4502F', '#4A1D0C'],
  10: ['#3DAF5C', '#0E4F25'],
}

/** A racing car from above, its nose to the right. */
function car(number: string): string {
  const [body, dark] = itemAt(CARS, number)
  return (
    `<linearGradient id="body" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${dark}"/><stop offset=".3" stop-color="${body}"/><stop offset=".6" stop-color="${body}"/><stop offset="1" stop-color="${dark}"/></linearGradient>` +
    '<g fill="#0A0C10"><rect x="10" y=".6" width="14" height="6.6" rx="2.6"/><rect x="10" y="20.8" width="14" height="6.6" rx="2.6"/><rect x="49" y="1.6" width="11" height="5.6" rx="2.4"/><rect x="49" y="20.8" width="11" height="5.6" rx="2.4"/></g>' +
    '<g fill="#3A414D"><rect x="12" y="1.6" width="10" height="1.4" rx=".7"/><rect x="12" y="24.8" width="10" height="1.4" rx=".7"/></g>' +
    `<rect x="1" y="4" width="6" height="20" rx="2" fill="${dark}"/><path d="M4 10H8V18H4Z" fill="${dark}"/>` +
    '<path d="M7 8C9 5.6 14 5.4 19 5.8L40 7.2C44 9.4 54 11 70 12.4V15.6C54 17 44 18.6 40 20.8L19 22.2C14 22.6 9 22.4 7 20Z" fill="url(#body)" stroke="#05070A" stroke-opacity=".5" stroke-width=".8"/>' +
    `<path d="M62 5.4H66.6V22.6H62Z" fill="${dark}"/><path d="M62.8 5.4H66V22.6H62.8Z" fill="${body}"/><path d="M10 9.2C20 7.8 30 8.4 38 9.6" stroke="#fff" stroke-opacity=".55" stroke-width="1.2" fill="none" stroke-linecap="round"/>` +
    '<path d="M38 11C42 10.6 45 12 46 14 45 16 42 17.4 38 17Z" fill="#0C1016"/><path d="M39.4 11.8C41.6 11.8 43.4 12.6 44 13.4" stroke="#9CC6FF" stroke-width="1" fill="none"/><circle cx="23" cy="14" r="8.4" fill="#05070A" fill-opacity=".25"/><circle cx="23" cy="14" r="7.8" fill="#fff"/>' +
    figures(number, 23, 14, number.length > 1 ? 8 : 9.4, '#12151C', 18)
  )
}

/** The night over the race track: a skyline, a crowd of lights, three lamps. */
function night(): string {
  const lights = Array.from(
    { length: 60 },
    (_, i) =>
      `<rect x="${6 + i * 6}" y="${round(38.3 - 3.6 * Math.sin((Math.PI * i) / 60) + (i % 3))}" width="1.6" height="1.4"/>`,
  ).join('')
  const lamp = (x: number) =>
    `<path d="M${x - 7} 8 ${x - 33} 44H${x + 35}L${x + 9} 8Z" fill="url(#beam)"/><path d="M${x} 8V38" stroke="#0C1118" stroke-width="2"/><rect x="${x - 8}" y="4" width="18" height="5" rx="1.5" fill="#FFF6DC"/>`
  return (
    '<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#141A26"/><stop offset="1" stop-color="#4B4250"/></linearGradient><linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#FFF3D0" stop-opacity=".5"/><stop offset="1" stop-color="#FFF3D0" stop-opacity="0"/></linearGradient>' +
    '<rect width="366" height="44" fill="url(#sky)"/><path d="M0 44V26H16V20H30V28H44V16H52V30H70V22H86V31H104V18H112V29H130V24H146V32H166V21H180V28H198V15H206V30H226V24H240V31H258V19H268V29H286V23H300V32H320V18H330V28H346V24H366V44Z" fill="#1B212D"/>' +
    `<path d="M0 44V36Q183 26 366 36V44Z" fill="#0F141B"/><g fill="#E9C98D" opacity=".5">${lights}</g>${lamp(59)}${lamp(182)}${lamp(305)}`
  )
}

const CHIP_BOX = '0 0 64 66'
const DIE_BOX = '0 0 64 64'
const BALL_BOX = '0 0 48 48'
const CAR_BOX = '0 0 72 28'

/** Every picture of the tables, by file name. */
export const TABLE_PICTURES: Record<string, Picture> = {
  ...Object.fromEntries(
    Object.keys(CHIPS).map(value => [`chip-${value}`, { box: CHIP_BOX, drawing: chip(value) }]),
  ),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map(pips => [`die-${pips}`, { box: DIE_BOX, drawing: dieSide(pips) }]),
  ),
  ...Object.fromEntries(
    Object.keys(BALLS).map(colour => [`ball-${colour}`, { box: BALL_BOX, drawing: ball(colour) }]),
  ),
  ...Object.fromEntries(
    Object.keys(CARS).map(number => [`car-${number}`, { box: CAR_BOX, drawing: car(number) }]),
  ),
  'pk-night': { box: '0 0 366 44', drawing: night() },
}

/**
 * A picture at a place in another one; its ids get a suffix, as one file must not define the same
 * id twice.
 */
export function at(
  { box, drawing }: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  turn: number,
  suffix: string,
): string {
  const own = drawing
    .replaceAll(/id="(\w+)"/g, `id="$1-${suffix}"`)
    .replaceAll(/url\(#(\w+)\)/g, `url(#$1-${suffix})`)
  return `<g transform="rotate(${turn} ${x + width / 2} ${y + height / 2})"><svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${box}">${own}</svg></g>`
}

export function icon([light, dark, ray]: readonly [string, string, string], hero: string): string {
  const wedges = Array.from({ length: 12 }, (_, i) => {
    const point = (degrees: number) =>
      `${round(80 + 190 * Math.cos((degrees * Math.PI) / 180))} ${round(78 + 190 * Math.sin((degrees * Math.PI) / 180))}`
    return `<path d="M80 78 ${point(i * 30 - 6)} ${point(i * 30 + 8)}Z"/>`
  }).join('')
  return `<radialGradient id="room" cx=".5" cy=".3" r=".85"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient><rect width="160" height="160" fill="url(#room)"/><g fill="${ray}" opacity=".16">${wedges}</g><ellipse cx="80" cy="-12" rx="120" ry="52" fill="#fff" opacity=".09"/>${hero}`
}

const picture = (id: string) => itemAt(TABLE_PICTURES, id)
const die = (pips: number, x: number, y: number, turn: number) =>
  at(picture(`die-${pips}`), x, y, 60, 60, turn, String(pips))
const numbered = (colour: string, figure: string, x: number, y: number, size: number) =>
  at(
    {
      box: BALL_BOX,
      drawing: picture(`ball-${colour}`).drawing + figures(figure, 24, 24.8, 16, '#171B24', 16),
    },
    x,
    y,
    size,
    size,
    0,
    colour,
  )
const racing = (number: string, x: number, y: number) =>
  at(picture(`car-${number}`), x, y, 112, 44, 0, number)

/** A square picture of each table, for whoever lists it. */
export const TABLE_ICONS: Record<string, string> = {
  k3: icon(
    ['#17528C', '#06172E', '#A8D4FF'],
    die(3, 10, 54, -14) + die(1, 52, 20, 8) + die(5, 86, 76, 16),
  ),
  ssc: icon(
    ['#12685A', '#041F1E', '#A8FFE4'],
    numbered('jade', '4', -6, 92, 50) +
      numbered('grey', '0', 116, 92, 50) +
      numbered('gold', '7', 14, 30, 58) +
      numbered('red', '2', 84, 24, 58) +
      numbered('blue', '9', 47, 74, 66),
  ),
  pk10: icon(
    ['#3D4756', '#0D1117', '#FFD27A'],
    `<g transform="rotate(-14 80 80)"><path d="M-30 46H200M-30 82H200M-30 118H200" stroke="#fff" stroke-opacity=".25" stroke-width="2" stroke-dasharray="16 12"/>${racing('8', 34, 28)}${racing('1', -6, 66)}${racing('5', 42, 104)}</g>`,
  ),
}
