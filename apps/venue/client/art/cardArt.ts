// Playing cards, the medallions of the tables and their icons: original drawings, one template
// each.
import { itemAt } from '../../model/present.ts'
import { at, icon, type Picture } from './tableArt.ts'

const CARD_BOX = '0 0 100 140'
const MEDALLION_BOX = '0 0 96 96'

/** Monoline ranks in a 60 x 100 box. */
const RANKS = {
  A: 'M5 96 30 6 55 96M14 66H46',
  '2': 'M8 30C8 13 19 6 31 6 44 6 53 14 53 28 53 42 40 53 24 68 14 78 9 86 8 94H55',
  '3': 'M9 23C12 11 20 6 31 6 44 6 52 14 52 26 52 39 43 47 29 47 45 47 54 57 54 70 54 85 44 94 30 94 17 94 8 87 6 75',
  '4': 'M42 97V6L6 70H57',
  '5': 'M50 6H15L11 46C16 40 23 37 31 37 45 37 54 48 54 65 54 84 44 94 29 94 17 94 9 88 6 77',
  '6': 'M46 7C24 16 7 40 7 66 7 84 16 94 30 94 44 94 53 84 53 67 53 51 44 41 31 41 19 41 10 49 7 62',
  '7': 'M5 6H54C40 30 28 60 24 97',
  '8': 'M30 6C17 6 9 14 9 26 9 38 18 47 30 47 42 47 51 38 51 26 51 14 43 6 30 6ZM30 47C15 47 6 57 6 71 6 86 16 94 30 94 44 94 54 86 54 71 54 57 45 47 30 47Z',
  '9': 'M14 93C36 84 53 60 53 34 53 16 44 6 30 6 16 6 7 16 7 33 7 49 16 59 29 59 41 59 50 51 53 38',
  '10': 'M-4 25 9 9V97M48 6C37 6 32 24 32 50 32 76 37 94 48 94 59 94 64 76 64 50 64 24 59 6 48 6Z',
  J: 'M47 5V69C47 86 38 94 26 94 14 94 7 87 6 73',
  Q: 'M30 6C14 6 6 24 6 50 6 76 14 94 30 94 46 94 54 76 54 50 54 24 46 6 30 6ZM33 70 57 98',
  K: 'M10 4V97M54 5 11 57M25 42 57 97',
}
/** Suits in a 100 x 100 box. */
const SUITS = {
  S: 'M50 4C58 22 92 40 92 62 92 75 83 82 73 82 65 82 58 78 54 72 55 82 60 90 68 95H32C40 90 45 82 46 72 42 78 35 82 27 82 17 82 8 75 8 62 8 40 42 22 50 4Z',
  H: 'M50 92C20 66 6 50 6 31 6 16 17 6 29 6 39 6 46 12 50 21 54 12 61 6 71 6 83 6 94 16 94 31 94 50 80 66 50 92Z',
  C: 'M50 5C62 5 71 14 71 26 71 32 69 37 65 41 68 39 72 38 76 38 88 38 96 47 96 59 96 71 87 80 75 80 66 80 58 75 54 68 55 80 60 90 68 95H32C40 90 45 80 46 68 42 75 34 80 25 80 13 80 4 71 4 59 4 47 12 38 24 38 28 38 32 39 35 41 31 37 29 32 29 26 29 14 38 5 50 5Z',
  D: 'M50 3C58 20 72 38 87 50 72 62 58 80 50 97 42 80 28 62 13 50 28 38 42 20 50 3Z',
}
type Rank = keyof typeof RANKS
type Suit = keyof typeof SUITS

const suitAt = (suit: Suit, x: number, y: number, size: number, colour: string) =>
  `<path transform="translate(${x} ${y}) scale(${size / 100})" d="${SUITS[suit]}" fill="${colour}"/>`

/** What a court wears on its head, over its face. */
const HEADS = {
  K: (c: string, dark: string) =>
    `<path d="M50 84C49 100 56 109 63 112 70 109 77 100 76 84 73 92 68 91 63 90.4 58 91 53 92 50 84Z" fill="${dark}"/><path d="M60 96.4Q63 97.6 66 96.4" stroke="#F9DDBB" stroke-width="1.6" fill="none"/><path d="M46 74 43 50 53 60 63 44 73 60 83 50 80 74Q63 68 46 74Z" fill="#E9BC5E" stroke="#8E5E1C" stroke-width="1.4"/><circle cx="63" cy="43" r="3" fill="${c}"/><circle cx="43" cy="49" r="2.4" fill="${c}"/><circle cx="83" cy="49" r="2.4" fill="${c}"/><path d="M48 70Q63 64 78 70" stroke="${c}" stroke-width="2.4" fill="none"/>`,
  Q: (c: string, dark: string) =>
    `<path d="M48 72C42 84 44 98 50 104L52 82ZM78 72C84 84 82 98 76 104L74 82Z" fill="${dark}"/><path d="M50 80C50 68 57 70 63 70 69 70 76 68 76 80 79 68 74 60 63 60 52 60 47 68 50 80Z" fill="${dark}"/><path d="M49 66C50 58 55 57 56 50 60 56 60 52 63 45 66 52 66 56 70 50 71 57 76 58 77 66Q63 60 49 66Z" fill="#E9BC5E" stroke="#8E5E1C" stroke-width="1.4"/><circle cx="63" cy="57" r="3" fill="${c}"/>`,
  J: (c: string, dark: string) =>
    `<path d="M49 80C48 90 50 97 52 99L52 78ZM77 80C78 90 76 97 74 99L74 78Z" fill="${dark}"/><path d="M47 76C45 60 54 54 63 54 72 54 81 60 79 76 70 69 56 69 47 76Z" fill="${c}"/><path d="M47 76C56 69 70 69 79 76L79 71C70 64 56 64 47 71Z" fill="#E9BC5E"/><path d="M72 58C76 46 86 42 92 44 90 54 82 60 73 62Z" fill="#E9BC5E" stroke="#8E5E1C" stroke-width="1.2"/>`,
}

/** A court as a bust, low and to the right, so that a fan may cover all but its index. */
function court(rank: keyof typeof HEADS, c: string, dark: string): string {
  const robe = `<path d="M32 134C33 112 44 104 52 101L63 108 74 101C82 104 93 112 94 134Z" fill="${c}"/><path d="M55 101 63 134 71 101 63 108Z" fill="#F1D08A"/><path d="M38 134C40 118 46 112 52 109M88 134C86 118 80 112 74 109" stroke="#F1D08A" stroke-width="1.6" fill="none"/>`
  const face = `<path d="M51 80C51 70 56 66 63 66 70 66 75 70 75 80 75 92 70 100 63 100 56 100 51 92 51 80Z" fill="#F9DDBB"/><circle cx="58.4" cy="83" r="1.5" fill="#2a1a12"/><circle cx="67.6" cy="83" r="1.5" fill="#2a1a12"/><path d="M60 93.4Q63 95 66 93.4" stroke="#9c3d31" stroke-width="1.6" fill="none"/>`
  return robe + face + HEADS[rank](c, dark)
}

const FACE =
  '<linearGradient id="face" x1="0" y1="0" x2=".35" y2="1"><stop stop-color="#FFFEFA"/><stop offset=".7" stop-color="#F7F2E6"/><stop offset="1" stop-color="#E6DDCB"/></linearGradient>'
const SCALES =
  '<pattern id="scale" width="12" height="8" patternUnits="userSpaceOnUse"><path d="M0 8a6 6 0 0 1 12 0M-6 4a6 6 0 0 1 12 0M6 4a6 6 0 0 1 12 0M0 0a6 6 0 0 1 12 0" fill="none" stroke="#D9B978" stroke-opacity=".55" stroke-width=".8"/></pattern>'
const EDGE = 'x=".75" y=".75" width="98.5" height="138.5" rx="11"'

/** A card: its index over its suit at the upper left, one large pip or a court below right. */
function card(suit: Suit, rank: Rank): string {
  const red = suit === 'H' || suit === 'D'
  const colour = red ? '#C4161F' : '#14171F'
  const picture = () => {
    if (rank === 'J' || rank === 'Q' || rank === 'K')
      return court(rank, red ? '#C4161F' : '#2B3A5E', red ? '#5A1F16' : '#1E2430')
    return rank === 'A' ? suitAt(suit, 29, 62, 66, colour) : suitAt(suit, 36, 72, 57, colour)
  }
  const index = `<path transform="translate(10 9) scale(.4)" d="${RANKS[rank]}" fill="none" stroke="${colour}" stroke-width="${rank === '10' ? 14 : 16}" stroke-linejoin="round"/>${suitAt(suit, 9, 56, 25, colour)}`
  return `${FACE}<rect ${EDGE} fill="url(#face)" stroke="#B9AE97" stroke-width="1.5"/>${picture()}${index}`
}

const BACK =
  `<linearGradient id="cloth" x1="0" y1="0" x2=".3" y2="1"><stop stop-color="#2C5A86"/><stop offset="1" stop-color="#122B48"/></linearGradient>${SCALES}<rect ${EDGE} fill="#F4EEDF" stroke="#B9AE97" stroke-width="1.5"/>` +
  '<rect x="6" y="6" width="88" height="128" rx="7" fill="url(#cloth)"/><rect x="6" y="6" width="88" height="128" rx="7" fill="url(#scale)" opacity=".7"/><rect x="10" y="10" width="80" height="120" rx="5" fill="none" stroke="#E3C07A" stroke-width="1.2"/>' +
  '<circle cx="50" cy="70" r="23" fill="#142F4E" stroke="#E3C07A" stroke-width="1.6"/><path d="M50 53C58 60 58 66 50 70 42 74 42 80 50 87 60 86 67 79 67 70 67 61 60 54 50 53Z" fill="#E3C07A"/><circle cx="50" cy="61.5" r="2.6" fill="#142F4E"/><circle cx="50" cy="78.5" r="2.6" fill="#E3C07A"/><circle cx="50" cy="70" r="17" fill="none" stroke="#E3C07A" stroke-width="1.2"/>'

const WIRE = 'stroke="url(#wire)" stroke-linejoin="round" stroke-linecap="round"'
const fill = (d: string, paint: string, width = 2) =>
  `<path d="${d}" fill="url(#e-${paint})" ${WIRE} stroke-width="${width}"/>`
const line = (d: string, width = 1.4, colour = 'url(#wire)', opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`
const mirror = (drawing: string) => drawing + `<g transform="matrix(-1 0 0 1 96 0)">${drawing}</g>`

const DRAGON =
  mirror(
    fill(
      'M38 26C34 16 26 12 18 4 18 14 20 22 30 32ZM30 18C24 18 18 16 12 12 14 20 20 25 28 26Z',
      'gold',
      1.4,
    ) +
      fill(
        'M30 34C18 30 10 34 4 30 6 40 12 44 20 46 12 48 8 54 4 54 10 62 16 62 22 60 18 66 14 70 10 70 18 78 28 76 32 70Z',
        'jade',
        1.6,
      ),
  ) +
  fill(
    'M48 22C60 22 70 30 72 42 73 52 68 58 66 66 64 78 58 88 48 92 38 88 32 78 30 66 28 58 23 52 24 42 26 30 36 22 48 22Z',
    'ruby',
    2,
  ) +
  mirror(
    fill('M46 44C40 36 30 34 24 38 28 46 36 50 44 50Z', 'gold', 1.4) +
      `<path d="M42 49C38 44 33 43 29 45 32 50 37 52 42 49Z" fill="#FFF6DA"/><circle cx="37" cy="47" r="2.6" fill="#14171F"/>` +
      line('M36 66C26 64 18 70 10 84', 2, 'url(#wire)'),
  ) +
  fill(
    'M48 46C54 52 56 58 66 62 68 70 62 74 56 72H40C34 74 28 70 30 62 40 58 42 52 48 46Z',
    'orange',
    1.7,
  ) +
  mirror(`<path d="M36 64C39 61 43 62 44 66 41 69 37 68 36 64Z" fill="#5B120A"/>`) +
  `<path d="M34 74H62C60 84 55 88 48 88 41 88 36 84 34 74Z" fill="#4A0B0B"/>` +
  mirror(`<path d="M37 74 40 82 43 74Z" fill="#FFF6DA"/>`) +
  fill('M48 78C53 78 54 84 48 92 42 84 43 78 48 78Z', 'pink', 1) +
  fill('M48 24C53 30 53 36 48 42 43 36 43 30 48 24Z', 'gold', 1.3)

const TIGER =
  mirror(
    fill('M34 26C30 14 20 8 10 12 8 24 14 34 24 38Z', 'orange', 1.8) +
      `<path d="M29 26C26 19 20 16 15 17 15 24 19 29 24 31Z" fill="#7A2A12"/>`,
  ) +
  fill(
    'M48 18C70 18 84 34 84 54 88 60 88 68 80 72 74 84 62 92 48 92 34 92 22 84 16 72 8 68 8 60 12 54 12 34 26 18 48 18Z',
    'orange',
    2,
  ) +
  mirror(
    fill('M46 58C36 60 30 66 28 76 34 86 42 88 47 84Z', 'ivory', 1.2) +
      `<path d="M24 38C30 36 36 38 41 44 36 50 28 50 24 44Z" fill="#FFF7DF"/>` +
      `<path d="M26 42C31 38 38 40 41 45 36 49 29 48 26 42Z" fill="#2FAF79"/><circle cx="34" cy="44" r="3" fill="#101318"/><circle cx="33" cy="43" r="1" fill="#fff"/><path d="M22 37C28 31 37 33 42 41L39 40C34 36 28 36 22 39Z" fill="#2A130A"/><path d="M13 52C18 53 22 56 24 60 18 60 14 58 12 55ZM15 66C20 65 25 66 28 69 22 72 18 71 15 69ZM24 28C27 30 29 33 30 36 25 34 22 31 21 30Z" fill="#2A130A"/>` +
      line('M38 74C28 72 20 74 12 80M38 78C30 79 24 82 18 88', 1.2, '#FFF3D6', 0.9),
  ) +
  `<path d="M40 54H56C57 60 52 64 48 65 44 64 39 60 40 54Z" fill="#B5383A" stroke="url(#wire)" stroke-width="1.4"/>` +
  line('M48 65V71M48 71C44 77 39 77 36 74M48 71C52 77 57 77 60 74', 2, '#5B1E0C') +
  `<path d="M40 24H56M42 30H54M39 37H57M48 24V37" stroke="#2A130A" stroke-width="3.2" stroke-linecap="round" fill="none"/>` +
  `<path d="M40 78C44 82 52 82 56 78 55 86 52 88 48 88 44 88 41 86 40 78Z" fill="#7E1E22"/><path d="M42 78 44 83 46 79ZM54 78 52 83 50 79Z" fill="#fff"/>`

const BULL =
  mirror(
    fill('M28 34C14 34 6 24 8 8 16 16 28 16 38 26Z', 'ivory', 1.8) +
      fill('M26 42C16 38 8 42 4 48 12 54 22 54 28 50Z', 'amethyst', 1.6),
  ) +
  fill(
    'M48 24C66 24 74 34 72 48 70 60 66 66 64 76 60 88 54 92 48 92 42 92 36 88 32 76 30 66 26 60 24 48 22 34 30 24 48 24Z',
    'amethyst',
    2,
  ) +
  mirror(
    `<path d="M32 46C36 43 41 45 43 50 38 53 34 51 32 46Z" fill="#FFF7DF"/><circle cx="38.4" cy="48.4" r="2.6" fill="#101318"/>`,
  ) +
  fill(
    'M48 62C60 62 66 70 63 80 60 90 54 92 48 92 42 92 36 90 33 80 30 70 36 62 48 62Z',
    'pink',
    1.7,
  ) +
  mirror(`<ellipse cx="41" cy="75" rx="3.4" ry="4.4" fill="#6B1C36"/>`) +
  `<path d="M40 82A8.4 8.4 0 1 0 56 82" fill="none" stroke="url(#wire)" stroke-width="3.4"/>` +
  fill('M48 26C54 34 54 42 48 50 42 42 42 34 48 26Z', 'gold', 1.3)

/** The shoe the cards come from. */
const SHOE =
  '<path d="M5 11 55 3 67 14V37L14 44 4 34Z" fill="#141B25"/><path d="M5 11 55 3 67 14 14 22Z" fill="#3A4859"/><path d="M9 12 53 5 60 11 16 18Z" fill="#1A2330"/><path d="M14 22 67 14V37L14 44Z" fill="#202B39"/><path d="M4 12 14 22V44L4 34Z" fill="#121923"/><path d="M20 27 40 24V36L20 39Z" fill="#0A0F15"/><path d="M21 31 39 28.4V36L21 38.6Z" fill="#F7F2E6"/><path d="M21 31 39 28.4V30.4L21 33Z" fill="#C9BEA7"/><path d="M46 23 62 20.6V33L46 35.4Z" fill="none" stroke="#EAC683" stroke-opacity=".55"/><path d="M5 11 55 3 67 14 14 22ZM14 22V44" fill="none" stroke="#EAC683" stroke-opacity=".8" stroke-width="1.1"/>'

/** Every picture of the card tables, by file name. */
export const CARD_PICTURES: Record<string, Picture> = {
  ...Object.fromEntries(
    (Object.keys(SUITS) as Suit[]).flatMap(suit =>
      (Object.keys(RANKS) as Rank[]).map(rank => [
        `card-${suit}${rank}`,
        { box: CARD_BOX, drawing: card(suit, rank) },
      ]),
    ),
  ),
  'card-back': { box: CARD_BOX, drawing: BACK },
  'm-dragon': { box: MEDALLION_BOX, drawing: DRAGON },
  'm-tiger': { box: MEDALLION_BOX, drawing: TIGER },
  'm-bull': { box: MEDALLION_BOX, drawing: BULL },
  shoe: { box: '0 0 72 46', drawing: SHOE },
}

const onTile = (id: string, x: number, y: number, width: number, height: number, turn: number) =>
  at(itemAt(CARD_PICTURES, id), x, y, width, height, turn, id.slice(-2))

/** A square picture of each card table, for whoever lists it. */
export const CARD_ICONS: Record<string, string> = {
  bac: icon(
    ['#9A1F2A', '#3D0710', '#FFB08A'],
    onTile('card-SK', 20, 26, 72, 101, -14) + onTile('card-H9', 72, 34, 72, 101, 9),
  ),
  dt: icon(
    ['#213E86', '#0B1230', '#8FB4FF'],
    onTile('m-dragon', 4, 16, 92, 92, -6) + onTile('m-tiger', 66, 52, 92, 92, 6),
  ),
  niu: icon(
    ['#5B2B86', '#1B0A30', '#D9A8FF'],
    onTile('card-S8', 8, 78, 48, 67, -20) +
      onTile('card-D10', 104, 78, 48, 67, 20) +
      onTile('m-bull', 26, 18, 108, 108, 0),
  ),
  rb: icon(
    ['#7A1620', '#14060A', '#FF9A80'],
    onTile('card-HQ', 12, 24, 68, 95, -10) +
      onTile('card-SA', 80, 24, 68, 95, 10) +
      '<circle cx="80" cy="118" r="22" fill="url(#e-ruby)" stroke="#F0CB7A" stroke-width="2.5"/><path d="M84 102 70 121H79L75 134 91 114H82Z" fill="#FFE9A8"/>',
  ),
}
