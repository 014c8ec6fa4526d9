// The symbols of the five-reel slots, in the same 96 x 96 box and enamel: letters A to J pay, W is
// wild, S scatters.
import { itemAt } from '../../model/present.ts'
import { CARD_PICTURES } from './cardArt.ts'
import {
  dot,
  fill,
  FLAME,
  FONT,
  line,
  mirror,
  plate,
  ribbon,
  shine,
  SYMBOLS,
  under,
  WIRE,
} from './symbols.ts'

const CLOUDS = line(
  'M12 82C8 74 16 68 22 72 24 64 36 64 38 72M38 82H12M84 82C88 74 80 68 74 72 72 64 60 64 58 72M58 82H84',
  2.2,
  '#F3C98B',
  0.75,
)
const LEAVES = fill(
  'M8 82C16 72 30 72 38 82 28 88 16 88 8 82ZM58 82C66 72 80 72 88 82 78 88 66 88 58 82Z',
  'leaf',
  1.2,
)
const FACETS =
  line('M12 84 24 74 36 84 48 74 60 84 72 74 84 84', 2.2, '#C8B4FF', 0.8) +
  line('M20 88 28 81 36 88M60 88 68 81 76 88', 1.4, '#C8B4FF', 0.5)
const PETALS = [16, 32, 48, 64, 80]
  .map(
    (x, i) =>
      `<path d="M${x} ${80 + (i % 2) * 4}c-5-4-5-9 0-11 5 2 5 7 0 11Z" fill="#F7C04A" opacity=".8"/>`,
  )
  .join('')

const glow = (opacity = 1) =>
  `<circle cx="48" cy="44" r="47" fill="url(#e-glow)" opacity="${opacity}"/>`
const word = (text: string, y: number, size: number, colour: string) =>
  `<text x="48" y="${y}" font-size="${size}" font-weight="700" text-anchor="middle" fill="${colour}" font-family="${FONT}">${text}</text>`
/** The same drawing at several points. */
const scattered = (
  points: readonly (readonly [number, number])[],
  drawing: (x: number, y: number) => string,
) => points.map(([x, y]) => drawing(x, y)).join('')
/** A symbol's drawing without the ribbon below it, to put another one there. */
const bare = (id: string) => SYMBOLS[id]!.replace(/<path d="M14 74 20 71H76[\s\S]*?<\/text>/, '')

const LETTERS = (
  prefix: string,
  paints: readonly [string, string, string, string],
  ground: string,
) =>
  Object.fromEntries(
    (['A', 'K', 'Q', 'J'] as const).map((letter, i) => [
      `${prefix}-${'GHIJ'[i]}`,
      plate(letter, itemAt(paints, i), ground),
    ]),
  )

/** A cut stone: its outline, the table on top, the facets between. */
const stone = (outline: string, table: string, facets: string, paint: string) =>
  under(26, 90) +
  glow(0.35) +
  fill(outline, paint, 2.2) +
  `<path d="${table}" fill="#fff" opacity=".34"/>` +
  line(facets, 1.3, '#fff', 0.6) +
  `<path d="${outline}" fill="none" ${WIRE} stroke-width="2.4"/>` +
  shine('M30 24 40 18', 0.9, 3)

const STAR =
  glow() +
  fill('M48 2 60 28 90 22 72 46 88 70 58 64 48 78 38 64 8 70 24 46 6 22 36 28Z', 'teal', 2.2) +
  '<path d="M48 2 48 44 36 28ZM90 22 48 44 60 28ZM72 46 48 44 88 70ZM48 78 48 44 58 64ZM8 70 48 44 24 46Z" fill="#fff" opacity=".34"/>' +
  dot(48, 44, 8, '#FFFDF2')

export const SYMBOLS5: Record<string, string> = {
  // 锦鲤龙门: the carp of the three reels, a pearl as wild, the gate as scatter.
  'koi-J': plate('J', 'amethyst'),
  'koi5-W': bare('fu-W') + ribbon('百搭', 'ruby'),
  'koi5-S': bare('koi-W') + ribbon('龙门', 'sapphire'),

  // 西游取经
  ...LETTERS('xy', ['orange', 'teal', 'amethyst', 'jade'], CLOUDS),
  'xy5-W': bare('xy-W') + ribbon('百搭', 'ruby'),

  // 蟠桃消消: what grows and is served at the feast of peaches.
  'pt-A':
    under(30, 90) +
    glow(0.6) +
    fill('M54 80C68 86 84 82 92 70 78 66 64 68 54 80Z', 'leaf', 1.8) +
    fill('M42 80C28 86 12 82 4 70 18 66 32 68 42 80Z', 'leaf', 1.8) +
    fill(
      'M48 4C57 18 86 26 86 54 86 76 68 88 48 88 28 88 10 76 10 54 10 26 39 18 48 4Z',
      'pink',
      2.4,
    ) +
    `<path d="M48 4C44 18 22 28 22 54 22 72 34 84 48 88 28 88 10 76 10 54 10 26 39 18 48 4Z" fill="#FFF1C9" opacity=".5"/>` +
    `<circle cx="48" cy="56" r="17" fill="url(#e-gold)" ${WIRE} stroke-width="1.8"/>` +
    word('寿', 63.5, 21, '#9B2A1A') +
    shine('M22 44C24 36 29 31 35 28', 0.8, 3.4),
  'pt-B':
    under(24, 92) +
    line('M48 78C44 60 44 44 48 34', 4, '#7A4A22') +
    fill(
      'M46 44C30 44 20 36 16 24 32 22 44 30 46 44ZM50 52C66 52 76 44 80 32 64 30 52 38 50 52Z',
      'leaf',
      1.6,
    ) +
    scattered(
      [
        [48, 20],
        [30, 54],
        [66, 62],
        [70, 22],
      ],
      (x, y) =>
        Array.from(
          { length: 5 },
          (_, i) =>
            `<ellipse cx="${x}" cy="${y - 9}" rx="6.4" ry="9" fill="url(#e-pink)" ${WIRE} stroke-width="1" transform="rotate(${i * 72} ${x} ${y})"/>`,
        ).join('') + dot(x, y, 4, '#FFE08A'),
    ),
  'pt-C':
    under(26, 92) +
    fill('M24 34H72C76 60 66 84 48 84 30 84 20 60 24 34Z', 'jade', 2.2) +
    fill('M20 26H76C79 26 79 36 76 36H20C17 36 17 26 20 26Z', 'gold', 1.8) +
    fill('M70 42C86 36 92 54 82 64 78 68 72 68 68 68L70 60C78 62 82 50 70 52Z', 'jade', 1.8) +
    fill('M40 24C40 12 56 12 56 24Z', 'gold', 1.5) +
    dot(48, 12, 3.6, '#DB3B2A') +
    fill('M34 84H62L66 91H30Z', 'gold', 1.6) +
    line('M31 52C40 58 56 58 65 52', 1.6, '#E4FFE9', 0.8) +
    shine('M30 42C30 52 32 60 36 66', 0.6, 3),
  'pt-D':
    under(30, 90) +
    fill('M12 54H84C82 76 68 86 48 86 28 86 14 76 12 54Z', 'sapphire', 2.2) +
    line('M20 66C34 74 62 74 76 66', 1.8, '#CFE2FF', 0.8) +
    `<circle cx="32" cy="42" r="15" fill="url(#e-pink)" ${WIRE} stroke-width="1.8"/><circle cx="64" cy="42" r="15" fill="url(#e-pink)" ${WIRE} stroke-width="1.8"/><circle cx="48" cy="28" r="15" fill="url(#e-pink)" ${WIRE} stroke-width="1.8"/>` +
    fill('M48 14C54 6 64 6 70 10 64 18 56 20 48 14Z', 'leaf', 1.3) +
    shine('M40 24C42 20 45 18 48 18', 0.8, 2.6) +
    line('M10 54H86', 3, 'url(#wire)'),
  'pt-E':
    under(22, 92) +
    line('M48 6V20', 2) +
    fill('M26 30C26 20 70 20 70 30 76 52 66 66 60 74H36C30 66 20 52 26 30Z', 'orange', 2.2) +
    fill('M34 18H62L60 26H36ZM38 74H58L56 82H40Z', 'gold', 1.5) +
    `<ellipse cx="48" cy="48" rx="14" ry="18" fill="#FFF1A8" opacity=".5"/>` +
    line('M36 28C31 44 33 60 40 73M60 28C65 44 63 60 56 73', 1.4, '#8A3A12', 0.6) +
    line('M43 83V93M48 83V95M53 83V93', 2.4, '#F0C060'),
  'pt-F':
    under(28, 92) +
    fill(
      'M48 88C18 74 8 52 14 26 28 30 40 40 48 56 56 40 68 30 82 26 88 52 78 74 48 88Z',
      'leaf',
      2.2,
    ) +
    fill('M48 84C38 62 38 34 48 10 58 34 58 62 48 84Z', 'jade', 2) +
    line('M48 18V80M20 36C28 54 36 68 46 80M76 36C68 54 60 68 50 80', 1.4, '#EDFBD0', 0.7),
  ...LETTERS('pt', ['ruby', 'jade', 'orange', 'sapphire'], LEAVES),
  'pt-W':
    glow() +
    fill(
      'M48 6C56 20 78 22 82 40 92 44 90 60 78 62 74 72 58 72 48 66 38 72 22 72 18 62 6 60 4 44 14 40 18 22 40 20 48 6Z',
      'gold',
      2.2,
    ) +
    `<circle cx="48" cy="43" r="17" fill="url(#e-pearl)" ${WIRE} stroke-width="1.8"/>` +
    shine('M38 34C41 30 45 28 49 28', 0.9, 3) +
    ribbon('百搭', 'jade'),

  // 琉璃宝石: stones, each with a cut of its own.
  'gm-A': stone(
    'M28 14H68L92 40 48 88 4 40Z',
    'M30 18H66L58 36H38Z',
    'M4 40H92M28 14 38 38 48 88 58 38 68 14M38 38 48 14 58 38',
    'silver',
  ),
  'gm-B': stone(
    'M48 84C18 62 6 48 8 30 10 16 28 8 48 26 68 8 86 16 88 30 90 48 78 62 48 84Z',
    'M26 24 48 34 70 24 62 46H34Z',
    'M8 32 34 46 48 84 62 46 88 32M34 46H62M26 24 34 46M70 24 62 46',
    'ruby',
  ),
  'gm-C': stone(
    'M34 8H62L86 30V62L62 86H34L10 62V30Z',
    'M38 26H58L68 38V54L58 66H38L28 54V38Z',
    'M34 8 38 26M62 8 58 26M86 30 68 38M86 62 68 54M62 86 58 66M34 86 38 66M10 62 28 54M10 30 28 38M38 26H58L68 38V54L58 66H38L28 54V38Z',
    'sapphire',
  ),
  'gm-D': stone(
    'M26 8H70L84 22V72L70 86H26L12 72V22Z',
    'M34 26H62V68H34Z',
    'M26 8 34 26M70 8 62 26M84 22 62 26M84 72 62 68M70 86 62 68M26 86 34 68M12 72 34 68M12 22 34 26M34 26H62V68H34Z',
    'jade',
  ),
  'gm-E': stone(
    'M48 6C68 28 80 46 80 60 80 78 66 88 48 88 30 88 16 78 16 60 16 46 28 28 48 6Z',
    'M48 28 66 58 48 76 30 58Z',
    'M48 6V28M48 28 66 58 48 76 30 58ZM66 58 80 62M30 58 16 62M48 76V88',
    'amethyst',
  ),
  'gm-F': stone(
    'M48 6 88 76 80 86H16L8 76Z',
    'M48 28 68 66H28Z',
    'M48 6V28M48 28 68 66H28ZM68 66 84 82M28 66 12 82',
    'orange',
  ),
  ...LETTERS('gm', ['ruby', 'sapphire', 'jade', 'gold'], FACETS),
  'gm-W': STAR + ribbon('百搭', 'amethyst'),
  'gm3-W': STAR + ribbon('×2', 'amethyst'),

  // 桂月玉兔: the hare in the moon and the night of the full moon.
  'mn-A':
    under(26, 92) +
    mirror(
      fill('M40 36C28 28 24 10 30 2 40 6 46 20 46 36Z', 'ivory', 1.9) +
        `<path d="M40 31C33 24 30 14 32 8 37 12 41 21 42 31Z" fill="#F78CA8" opacity=".75"/>`,
    ) +
    fill(
      'M48 28C68 28 80 42 80 60 80 80 66 90 48 90 30 90 16 80 16 60 16 42 28 28 48 28Z',
      'ivory',
      2.2,
    ) +
    mirror(
      `<ellipse cx="36" cy="56" rx="4.6" ry="6" fill="#B5202C"/>` +
        dot(37.4, 54, 1.6, '#fff') +
        dot(26, 70, 6, '#FFC9D2'),
    ) +
    fill('M44 66H52L48 71Z', 'pink', 1) +
    line('M48 71V75M48 75C45 80 40 80 38 77M48 75C51 80 56 80 58 77', 1.8, '#8A4A3A') +
    fill('M40 32C42 24 54 24 56 32 52 36 44 36 40 32Z', 'gold', 1.3),
  'mn-B':
    under(32, 88) +
    `<circle cx="48" cy="46" r="38" fill="url(#e-orange)" ${WIRE} stroke-width="2.4"/>` +
    Array.from(
      { length: 12 },
      (_, i) =>
        `<circle cx="48" cy="13" r="6" fill="url(#e-gold)" ${WIRE} stroke-width="1" transform="rotate(${i * 30} 48 46)"/>`,
    ).join('') +
    `<circle cx="48" cy="46" r="24" fill="url(#e-gold)" ${WIRE} stroke-width="1.8"/>` +
    word('月', 57, 30, '#8A3A12') +
    shine('M24 30C29 22 36 18 43 17', 0.6, 3),
  'mn-C':
    under(24, 92) +
    line('M18 84C34 70 52 50 76 16', 3.4, '#7A5A2A') +
    fill(
      'M30 74C16 66 12 52 16 40 30 46 36 60 30 74ZM52 54C62 62 76 62 86 54 76 44 62 44 52 54ZM60 40C50 30 48 18 54 8 66 16 68 30 60 40Z',
      'leaf',
      1.7,
    ) +
    scattered(
      [
        [38, 40],
        [50, 30],
        [64, 34],
        [36, 58],
        [58, 70],
        [70, 72],
        [28, 28],
      ],
      (x, y) =>
        [0, 90, 180, 270]
          .map(
            turn =>
              `<ellipse cx="${x}" cy="${y - 4.6}" rx="3.4" ry="4.6" fill="#F7C04A" stroke="#B4741B" stroke-width=".7" transform="rotate(${turn} ${x} ${y})"/>`,
          )
          .join('') + dot(x, y, 2, '#FFF3C9'),
    ),
  'mn-D':
    under(16, 94) +
    `<circle cx="48" cy="38" r="33" fill="url(#e-teal)" ${WIRE} stroke-width="2.6"/><circle cx="48" cy="38" r="27" fill="none" stroke="#DFFFFB" stroke-opacity=".6" stroke-width="1.2"/>` +
    fill('M44 70H52L51 92H45Z', 'ruby', 1.5) +
    fill('M38 64C42 58 54 58 58 64 54 70 42 70 38 64Z', 'gold', 1.3) +
    line('M30 48C38 40 44 30 46 18', 2.4, '#6B3A1A') +
    scattered(
      [
        [34, 40],
        [44, 28],
        [48, 18],
        [58, 34],
      ],
      (x, y) => dot(x, y, 4.6, '#F78CA8') + dot(x, y, 1.6, '#FFE08A'),
    ) +
    shine('M22 28C26 20 32 15 39 13', 0.7, 3),
  'mn-E':
    under(26, 92) +
    fill('M18 40H78C80 64 70 82 48 82 26 82 16 64 18 40Z', 'ivory', 2.2) +
    fill('M12 34H84C87 34 87 42 84 42H12C9 42 9 34 12 34Z', 'sapphire', 1.8) +
    fill('M32 82H64L68 90H28Z', 'sapphire', 1.6) +
    line('M28 56C36 64 46 64 48 56 50 64 60 64 68 56', 2, '#3A6CE0', 0.8) +
    line(
      'M38 28C34 22 42 18 38 10M50 28C46 20 54 16 50 6M62 28C58 22 66 18 62 10',
      2.6,
      '#F5F1E6',
      0.75,
    ),
  'mn-F':
    under(20, 92) +
    line('M48 2V14', 2) +
    fill('M48 12 78 32V58L48 78 18 58V32Z', 'ruby', 2.2) +
    line('M48 12V78M18 32 48 46 78 32M18 58 48 46 78 58', 1.4, '#FFD79A', 0.7) +
    `<circle cx="48" cy="46" r="12" fill="#FFE39A" opacity=".55"/>` +
    fill('M42 77H54L52 83H44Z', 'gold', 1.2) +
    line('M44 84V93M48 84V95M52 84V93', 2.4, '#F0C060'),
  ...LETTERS('mn', ['gold', 'teal', 'pink', 'sapphire'], PETALS),
  'mn-W':
    glow() +
    `<circle cx="48" cy="42" r="36" fill="url(#e-pearl)" ${WIRE} stroke-width="2.2"/>` +
    '<circle cx="37" cy="32" r="6" fill="#C98B2B" opacity=".3"/><circle cx="60" cy="48" r="9" fill="#C98B2B" opacity=".26"/><circle cx="56" cy="24" r="4" fill="#C98B2B" opacity=".3"/>' +
    shine('M24 30C28 20 36 14 45 12', 0.9, 3.4) +
    ribbon('百搭', 'ruby'),
  'mn-S':
    glow(0.7) +
    fill('M16 70H80V78H16ZM24 36H32V70H24ZM64 36H72V70H64ZM42 40H54V70H42Z', 'ruby', 1.4) +
    fill(
      'M6 36C16 34 22 28 26 18H70C74 28 80 34 90 36 86 42 82 44 76 44H20C14 44 10 42 6 36Z',
      'sapphire',
      1.9,
    ) +
    fill('M30 18C36 14 38 10 40 4H56C58 10 60 14 66 18Z', 'sapphire', 1.6) +
    dot(48, 4, 3.4, '#FFE39A') +
    line('M34 36V24M42 36V24M54 36V24M62 36V24', 1.2, '#CFE2FF', 0.6) +
    ribbon('月宫', 'sapphire'),

  // 龙腾虎跃: a festival with dragon and tiger, for the lines.
  'dr-A': under(28, 92) + CARD_PICTURES['m-dragon']!.drawing,
  'dr-B': under(28, 92) + itemAt(CARD_PICTURES, 'm-tiger').drawing,
  'dr-C':
    under(22, 92) +
    fill('M20 22H76V66C76 84 20 84 20 66Z', 'ruby', 2.2) +
    `<ellipse cx="48" cy="22" rx="28" ry="10" fill="url(#e-ivory)" ${WIRE} stroke-width="2.2"/>` +
    line('M22 32C34 42 62 42 74 32M22 66C34 76 62 76 74 66', 2, '#F3CD7E', 0.85) +
    [28, 40, 52, 64].map(x => dot(x, 53, 3, '#F3CD7E')).join('') +
    line('M66 4 52 20M82 10 58 22', 3.4, '#7A4A22') +
    dot(66, 4, 4, '#E98B7A') +
    dot(82, 10, 4, '#E98B7A'),
  'dr-D':
    under(20, 92) +
    line('M48 4C44 12 52 16 48 22', 2.4, '#C9A24A') +
    [
      'M34 22H46V48H34Z',
      'M50 22H62V48H50Z',
      'M28 52H40V78H28Z',
      'M56 52H68V78H56Z',
      'M42 52H54V78H42Z',
    ]
      .map(d => fill(d, 'ruby', 1.5))
      .join('') +
    line('M34 29H46M50 29H62M28 59H40M42 59H54M56 59H68', 2.4, '#F3CD7E', 0.9) +
    line('M34 79 30 90M48 79V92M62 79 66 90', 1.8, '#8A5A2A') +
    line('M22 16 28 20M74 14 68 20M80 26 72 26', 2.2, '#FFE9A8', 0.9),
  'dr-E':
    under(30, 90) +
    fill('M10 40H86L80 52H16Z', 'gold', 1.8) +
    fill('M20 52H76V84H20Z', 'ruby', 2) +
    fill('M28 40C28 20 68 20 68 40Z', 'gold', 2) +
    word('财', 76, 22, '#FFE3A0') +
    dot(48, 20, 4, '#2FAF79') +
    line('M28 52V84M68 52V84', 1.4, '#F3CD7E', 0.7),
  'dr-F':
    under(24, 92) +
    line('M20 8C40 14 60 14 78 6', 3, '#7A4A22') +
    scattered(
      [
        [30, 24],
        [52, 26],
        [70, 20],
      ],
      (x, y) =>
        line(`M${x} ${y - 12}V${y}`, 1.6, '#D6402F') +
        `<circle cx="${x}" cy="${y + 10}" r="11" fill="url(#e-gold)" ${WIRE} stroke-width="1.6"/><path d="M${x - 3.4} ${y + 6.6}h6.8v6.8h-6.8Z" fill="#7A3E0C"/>`,
    ) +
    line('M30 46V84M52 48V90M70 42V80', 2.6, '#D6402F') +
    line('M26 84 30 92 34 84M48 88 52 95 56 88M66 80 70 88 74 80', 2.2, '#F0C060'),
  'dr-G': plate('A', 'ruby', CLOUDS),
  'dr-H': plate('K', 'jade', CLOUDS),
  'dr-W':
    glow() +
    fill(FLAME, 'orange', 2) +
    fill(
      'M48 12C56 22 70 26 70 44 70 60 60 68 48 68 36 68 26 60 26 44 26 26 40 22 48 12Z',
      'gold',
      1.6,
    ) +
    `<circle cx="48" cy="46" r="15" fill="url(#e-jade)" ${WIRE} stroke-width="1.8"/>` +
    shine('M40 40C42 36 45 34 49 34', 0.9, 3) +
    ribbon('百搭', 'ruby'),
}
