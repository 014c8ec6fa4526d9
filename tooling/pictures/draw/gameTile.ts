import { type Paint, createPaint, round } from './paint.ts'
import { groundShadow, placed, rosette, sans, serif, sparkle } from './parts.ts'

type Ground = { from: string; middle: string; to: string; glow: string; shade: string }
type Wide = Ground & { title: string; words: string; subject: (paint: Paint) => string }

const WIDTH = 716
const HEIGHT = 256

/** The ground of a tile: a gradient with light from above, and the rosette of bank notes. */
function ground(paint: Paint, width: number, height: number, look: Ground): string {
  const fill = paint.linear([look.from, look.middle, look.to])
  const light = paint.radial(0.7, 0.05, 0.6, [
    [0, look.glow, 0.55],
    [1, look.glow, 0],
  ])
  return (
    `<rect width="${width}" height="${height}" fill="${fill}"/>` +
    `<rect width="${width}" height="${height}" fill="${light}"/>` +
    rosette(
      width * 0.78,
      height * 0.2,
      width * 0.3,
      height * 0.34,
      12,
      'stroke="#fff" stroke-width="0.8" opacity="0.1"',
    )
  )
}

/** A die seen from a corner: its top, and two sides with their pips. */
function die(paint: Paint, pips: readonly [number, number][], colour: string): string {
  const face = paint.linear(['#FFFFFF', '#F1EBDD'])
  const left = paint.linear(['#EFE7D6', '#D8CDB7'])
  const right = paint.linear(['#DCD0B8', '#B9A98A'])
  const dots = pips
    .map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="7" ry="4.4" fill="${colour}"/>`)
    .join('')
  return (
    `<path d="M0-46 50-22 0 2-50-22Z" fill="${face}"/>` +
    `<path d="M-50-22 0 2V60L-50 34Z" fill="${left}"/>` +
    `<path d="M50-22 0 2V60L50 34Z" fill="${right}"/>` +
    dots +
    `<ellipse cx="-26" cy="20" rx="5" ry="7.5" fill="${colour}"/>` +
    `<g fill="#1F2937"><ellipse cx="16" cy="30" rx="4.4" ry="6.6"/><ellipse cx="34" cy="8" rx="4.4" ry="6.6"/></g>`
  )
}

const three = (paint: Paint): string =>
  groundShadow(paint, 510, 214, 190, 18, '#2B0710') +
  placed(408, 140, die(paint, [[0, -22]], '#C81E1E'), 0.92, -8) +
  placed(
    606,
    132,
    die(
      paint,
      [
        [-18, -22],
        [0, -22],
        [18, -22],
      ],
      '#1E3A8A',
    ),
    0.92,
    9,
  ) +
  placed(
    506,
    150,
    die(
      paint,
      [
        [-16, -28],
        [16, -28],
        [-16, -16],
        [16, -16],
      ],
      '#C81E1E',
    ),
    1.14,
    2,
  )

/** A racing car from the side, with its number. */
function car(paint: Paint, body: readonly string[], number: number): string {
  const paintwork = paint.linear(body, 'down')
  const wheel = (x: number) =>
    `<circle cx="${x}" cy="22" r="17" fill="#14161C"/><circle cx="${x}" cy="22" r="8.5" fill="#C9D1DC"/><circle cx="${x}" cy="22" r="3.4" fill="#4B5563"/>`
  return (
    `<path d="M-112 10C-96-6-64-8-44-10-30-30 2-34 26-22L48-10C80-8 108-2 116 12V20H-112Z" fill="${paintwork}"/>` +
    `<path d="M-34-11C-22-26 0-28 20-19L30-11Z" fill="#0F1B33" opacity=".86"/>` +
    `<path d="M-124-18h26v10h-26zM-116-8h10V8h-10z" fill="${paintwork}"/>` +
    `<circle cx="-2" cy="4" r="12.5" fill="#fff"/><text x="-2" y="9.5" ${sans} font-weight="700" font-size="16" text-anchor="middle" fill="#111827">${number}</text>` +
    wheel(-74) +
    wheel(76)
  )
}

function race(paint: Paint): string {
  const speed = [74, 118, 164, 206]
    .map((y, i) => `<path d="M${300 + i * 22} ${y}h${150 - i * 18}" opacity="${0.5 - i * 0.08}"/>`)
    .join('')
  return (
    `<path d="M250 236H716V150L300 236Z" fill="#0B1220" opacity=".5"/>` +
    `<g stroke="#fff" stroke-width="4" stroke-linecap="round" fill="none">${speed}</g>` +
    placed(590, 92, car(paint, ['#7DD3FC', '#0284C7', '#075985'], 3), 0.66) +
    placed(520, 146, car(paint, ['#FDE68A', '#F59E0B', '#B45309'], 7), 0.86) +
    groundShadow(paint, 480, 232, 150, 9, '#050A14') +
    placed(470, 204, car(paint, ['#FCA5A5', '#DC2626', '#7F1D1D'], 1), 1.06)
  )
}

/** A glass ball with its number, as the drum of a lottery throws them. */
function ball(paint: Paint, colours: readonly [string, string, string], digit: number): string {
  const [light, plain, dark] = colours
  const fill = paint.radial(0.38, 0.32, 0.78, [
    [0, light],
    [0.55, plain],
    [1, dark],
  ])
  return (
    `<circle r="44" fill="${fill}"/><circle r="24" fill="#fff" opacity=".95"/>` +
    `<text y="10" ${sans} font-weight="700" font-size="30" text-anchor="middle" fill="#111827">${digit}</text>` +
    `<path d="M-31-14A35 35 0 0 1-4-34" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".7"/>`
  )
}

const balls = [
  [['#FF9A8C', '#E23B2E', '#8E1510'], 5, 334, 164],
  [['#FFD27A', '#F59E1B', '#A85A08'], 1, 420, 122],
  [['#8EF0C0', '#14A06F', '#065A40'], 8, 506, 146],
  [['#9FC0FF', '#2F62D6', '#142C78'], 0, 590, 108],
  [['#D9BBFF', '#8B4FE0', '#43207F'], 6, 660, 172],
] as const

const always = (paint: Paint): string =>
  groundShadow(paint, 500, 222, 210, 14, '#031B2B') +
  balls.map(([colours, digit, x, y]) => placed(x, y, ball(paint, colours, digit))).join('')

/** The lotteries of VR: each a wide picture with its name. */
export const wideTiles: Readonly<Record<string, Wide>> = {
  k3: {
    title: '快三',
    words: '三颗骰子，和值大小',
    from: '#B4243A',
    middle: '#7D1230',
    to: '#3A0618',
    glow: '#FFB3A8',
    shade: '#2B0710',
    subject: three,
  },
  ssc: {
    title: '时时彩',
    words: '五位号码，期期可验',
    from: '#12808F',
    middle: '#0A5F79',
    to: '#052F47',
    glow: '#8BE8E8',
    shade: '#031B2B',
    subject: always,
  },
  pk10: {
    title: '赛车',
    words: '十车竞速，谁是冠军',
    from: '#31508F',
    middle: '#1B2F66',
    to: '#0A1430',
    glow: '#9CC2FF',
    shade: '#050A14',
    subject: race,
  },
}

/** The wide picture of one lottery. */
export function wideTile(name: string): string {
  const look = wideTiles[name]
  if (!look) throw new Error(`There is no wide tile of ${name}.`)
  const paint = createPaint()
  const words =
    `<text x="46" y="116" ${serif} font-size="52" fill="#fff">${look.title}</text>` +
    `<rect x="48" y="138" width="44" height="3" rx="1.5" fill="#F3CF7A"/>` +
    `<text x="46" y="178" ${sans} font-size="21" fill="#fff" opacity=".92">${look.words}</text>`
  return paint.svg(
    WIDTH,
    HEIGHT,
    ground(paint, WIDTH, HEIGHT, look) +
      look.subject(paint) +
      sparkle(300, 52, 6) +
      sparkle(682, 40, 7) +
      words,
  )
}

const CARD_WIDTH = 74
const CARD_HEIGHT = 104

/** A card face: its rank and suit in two corners, the suit large in the middle. */
function card(paint: Paint, rank: string, suit: string, colour: string): string {
  const [x, y] = [-CARD_WIDTH / 2, -CARD_HEIGHT / 2]
  return (
    `<rect x="${x}" y="${y}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="8" fill="${paint.linear(['#FFFFFF', '#F4EEE2'])}"/>` +
    `<text x="${x + 8}" y="${y + 25}" ${serif} font-size="22" fill="${colour}">${rank}</text>` +
    `<text y="${round(24)}" ${sans} font-size="54" text-anchor="middle" fill="${colour}">${suit}</text>`
  )
}

/** Red against black: three cards of each, fanned out on a table of both colours. */
export function redBlackTile(): string {
  const [width, height] = [348, 232]
  const paint = createPaint()
  const red = paint.linear(['#E0563F', '#9C1C1C', '#5E0D14'])
  const black = paint.linear(['#4B5568', '#1C2433', '#0A0E17'])
  const fan = (x: number, suits: readonly (readonly [string, string])[], colour: string) =>
    suits
      .map(([rank, suit], i) =>
        placed(
          x + (i - 1) * 27,
          112 + Math.abs(i - 1) * 7,
          card(paint, rank, suit, colour),
          0.94,
          (i - 1) * 15,
        ),
      )
      .join('')
  return paint.svg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${black}"/>` +
      `<path d="M0 0H200L148 232H0Z" fill="${red}"/>` +
      rosette(174, 116, 150, 62, 12, 'stroke="#fff" stroke-width="0.7" opacity="0.1"') +
      groundShadow(paint, 94, 186, 66, 10, '#2B0508') +
      groundShadow(paint, 254, 186, 66, 10, '#02040A') +
      fan(
        94,
        [
          ['J', '♦'],
          ['Q', '♥'],
          ['K', '♥'],
        ],
        '#C81E1E',
      ) +
      fan(
        254,
        [
          ['10', '♣'],
          ['A', '♠'],
          ['9', '♠'],
        ],
        '#111827',
      ) +
      `<circle cx="174" cy="176" r="25" fill="${paint.linear(['#FFF3C9', '#F3CF7A', '#A86A16'])}"/>` +
      `<circle cx="174" cy="176" r="20.5" fill="#6B0F17"/>` +
      `<text x="174" y="184" ${serif} font-size="21" text-anchor="middle" fill="#F9E3A9">战</text>` +
      sparkle(44, 40, 6) +
      sparkle(306, 44, 6),
  )
}
