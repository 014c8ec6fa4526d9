// Crests of the invented teams, from plain data: a shape, a pattern, an emblem, three colours.
import { itemAt } from '../../model/present.ts'
import { at, icon, type Picture } from './tableArt.ts'

const SHAPES = {
  shield: 'M4 5H44V26C44 36 34 42 24 46 14 42 4 36 4 26Z',
  round: 'M24 3A21 21 0 1 1 24 45 21 21 0 1 1 24 3Z',
  hex: 'M24 2 43 13V35L24 46 5 35V13Z',
  kite: 'M24 2C30 6 38 7 44 6 45 24 38 38 24 46 10 38 3 24 4 6 10 7 18 6 24 2Z',
}
const PATTERNS = {
  plain: '',
  stripes: 'M10 0H17V48H10ZM24 0H31V48H24ZM38 0H45V48H38Z',
  half: 'M24 0H48V48H24Z',
  sash: 'M-4 40 40 -4H54L10 54H-4Z',
  chevron: 'M0 46 24 24 48 46V30L24 8 0 30Z',
  hoops: 'M0 8H48V16H0ZM0 24H48V32H0ZM0 40H48V48H0Z',
  quarter: 'M24 0H48V24H24ZM0 24H24V48H0Z',
}
const EMBLEMS = {
  star: 'M24 12 27.4 20.4 36.4 21 29.4 26.8 31.7 35.6 24 30.8 16.3 35.6 18.6 26.8 11.6 21 20.6 20.4Z',
  wave: 'M10 24C14 18 19 18 24 23 29 28 34 27 38 22V28C34 33 29 34 24 29 19 24 14 24 10 30Z',
  peak: 'M9 34 20 15 26 25 30 19 39 34Z',
  tower: 'M15 36V20H12V14H16V17H20V14H28V17H32V14H36V20H33V36H27V30C27 26 21 26 21 30V36Z',
  bolt: 'M28 9 14 27H22L19 39 34 20H26Z',
  leaf: 'M24 9C36 18 36 30 26 36L25 40H23L22 36C12 30 12 18 24 9Z',
  wing: 'M8 16C18 16 22 20 24 26 26 20 30 16 40 16 38 26 32 32 24 36 16 32 10 26 8 16Z',
  sun: 'M24 15A9 9 0 1 1 24 33 9 9 0 1 1 24 15ZM23 8H25V13H23ZM23 35H25V40H23ZM8 23H13V25H8ZM35 23H40V25H35Z',
}
type Crest = readonly [
  shape: keyof typeof SHAPES,
  pattern: keyof typeof PATTERNS,
  emblem: keyof typeof EMBLEMS,
  ground: string,
  second: string,
  mark: string,
]

/** By team, football first. */
const CRESTS: Record<string, Crest> = {
  yunhai: ['shield', 'stripes', 'wave', '#1B4FA8', '#123672', '#FFFFFF'],
  chiyan: ['hex', 'chevron', 'peak', '#B3261E', '#7A1512', '#FFE2A8'],
  beiling: ['kite', 'half', 'star', '#17634A', '#0E3E2F', '#F5DFA6'],
  nangang: ['round', 'hoops', 'tower', '#E9EDF2', '#2C7FB8', '#16324A'],
  jinsui: ['round', 'plain', 'leaf', '#D49A23', '#8A5F0C', '#3A2703'],
  leiming: ['shield', 'sash', 'bolt', '#4A2A86', '#2B1554', '#FFE27A'],
  cangyu: ['kite', 'sash', 'wing', '#12808A', '#0A5059', '#FFFFFF'],
  chenxi: ['hex', 'half', 'sun', '#E5732B', '#B44F10', '#FFF3D0'],
  canglang: ['round', 'chevron', 'wave', '#0F4C5C', '#08303B', '#BEEDE6'],
  qinglan: ['shield', 'half', 'leaf', '#5FA36A', '#2E6B45', '#F4FFE8'],
  tieguan: ['hex', 'hoops', 'tower', '#5B6472', '#343B47', '#F0CB7A'],
  bailu: ['kite', 'quarter', 'wing', '#F2EDE2', '#C7BDA6', '#7A2230'],
  xingdu: ['round', 'quarter', 'star', '#24306E', '#141B45', '#FFE08A'],
  wangchao: ['shield', 'hoops', 'wave', '#C8DCEC', '#6FA3C8', '#12345A'],
  luoxia: ['hex', 'sash', 'sun', '#8E2F5B', '#571438', '#FFC27A'],
  xuanhe: ['kite', 'stripes', 'wing', '#23262E', '#10131A', '#E9E2D0'],
  heifeng: ['hex', 'plain', 'peak', '#242B38', '#11151D', '#7FE0C2'],
  jihuo: ['kite', 'chevron', 'bolt', '#C53A1E', '#6E170A', '#FFE9B0'],
  hanguang: ['shield', 'quarter', 'star', '#2D6FB5', '#173F72', '#E8F6FF'],
  yeying: ['round', 'half', 'wing', '#33234F', '#1B1130', '#C9A6FF'],
  liusha: ['hex', 'sash', 'wave', '#B98A3E', '#73511B', '#2A1B05'],
  suzhen: ['kite', 'hoops', 'tower', '#D9DEE6', '#97A2B2', '#2B3340'],
  tianshu: ['round', 'plain', 'star', '#101B3A', '#0A1024', '#F0CB7A'],
  leiniao: ['shield', 'stripes', 'bolt', '#F0B323', '#B27A08', '#241503'],
  bingyuan: ['hex', 'half', 'peak', '#7EC3E0', '#3E86AA', '#FFFFFF'],
  qianji: ['kite', 'quarter', 'sun', '#6B2A2A', '#3B1212', '#FFD9A0'],
  hupo: ['round', 'chevron', 'leaf', '#C8651B', '#7D3607', '#FFF0C8'],
  moyu: ['shield', 'sash', 'wave', '#0E5A4A', '#06342A', '#B9F2DA'],
}

const BOX = '0 0 48 48'

function crest([shape, pattern, emblem, ground, second, mark]: Crest): string {
  return (
    `<clipPath id="cut"><path d="${SHAPES[shape]}"/></clipPath><path d="${SHAPES[shape]}" fill="${ground}"/><g clip-path="url(#cut)"><path d="${PATTERNS[pattern]}" fill="${second}"/><path d="M0 0H48V20Q24 28 0 20Z" fill="#fff" opacity=".12"/></g>` +
    `<path d="${EMBLEMS[emblem]}" fill="#05080D" opacity=".35" transform="translate(0 1)"/><path d="${EMBLEMS[emblem]}" fill="${mark}"/><path d="${SHAPES[shape]}" fill="none" stroke="#05080D" stroke-opacity=".55" stroke-width="3.4"/><path d="${SHAPES[shape]}" fill="none" stroke="#F4EBD8" stroke-width="1.5"/>`
  )
}

const PITCH =
  '<linearGradient id="turf" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#2E8A52"/><stop offset="1" stop-color="#12502E"/></linearGradient><rect width="390" height="150" fill="url(#turf)"/>' +
  '<g fill="#fff" opacity=".05"><path d="M40 0h36L56 150H0ZM112 0h36l-4 150H92ZM184 0h36l14 150h-46ZM256 0h36l34 150h-46ZM328 0h36l60 150h-52Z"/></g>' +
  '<g fill="none" stroke="#fff" stroke-opacity=".34" stroke-width="1.5"><path d="M195 0V150M34 14H356L384 142H6Z"/><ellipse cx="195" cy="76" rx="46" ry="27"/><path d="M26 48H66L60 106H16M364 48H324L330 106H374"/></g>'
const ARENA =
  '<linearGradient id="floor" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#3A3F9C"/><stop offset="1" stop-color="#15153C"/></linearGradient><rect width="390" height="150" fill="url(#floor)"/>' +
  '<g stroke="#B9BEFF" stroke-opacity=".13" fill="none"><path d="M91 40-245 150M117 40-135 150M143 40-25 150M169 40 85 150M195 40V150M221 40 305 150M247 40 415 150M273 40 525 150M299 40 635 150M0 58H390M0 76H390M0 102H390M0 138H390"/></g>' +
  '<path d="M0 0H150L120 150H0Z" fill="#7FE0C2" opacity=".09"/><path d="M390 0H240L270 150H390Z" fill="#F0735F" opacity=".12"/>'

/** Every picture of the books, by file name. */
export const BOOK_PICTURES: Record<string, Picture> = {
  ...Object.fromEntries(
    Object.entries(CRESTS).map(([team, parts]) => [
      `crest-${team}`,
      { box: BOX, drawing: crest(parts) },
    ]),
  ),
  pitch: { box: '0 0 390 150', drawing: PITCH },
  arena: { box: '0 0 390 150', drawing: ARENA },
}

const facing = (left: string, right: string) =>
  at(itemAt(BOOK_PICTURES, `crest-${left}`), 12, 34, 78, 78, -8, left) +
  at(itemAt(BOOK_PICTURES, `crest-${right}`), 72, 58, 78, 78, 8, right)

/** A ball of five- and six-sided panels, light from above. */
const ball =
  '<radialGradient id="leather" cx=".38" cy=".3" r=".85"><stop stop-color="#fff"/><stop offset=".62" stop-color="#E9E4D8"/><stop offset="1" stop-color="#8C8674"/></radialGradient><circle cx="26" cy="26" r="24" fill="url(#leather)"/><g fill="#1B222C"><path d="M26 17.4 34.2 23.4 31 33H21L17.8 23.4Z"/><path d="M22.6 2.3 26 5.6 29.4 2.3 26 2ZM49.6 22.4 44.4 21.6 43 27.4 47.6 31.6 49.9 27ZM39 46.2 36.6 41.4 31 43 31 48.6 35 48.2ZM17 48.2 21 48.6 21 43 15.4 41.4 13 46.2ZM2.1 27 4.4 31.6 9 27.4 7.6 21.6 2.4 22.4Z"/></g><g fill="none" stroke="#1B222C" stroke-width="1.4"><path d="M26 17.4V5.6M34.2 23.4 44.4 21.6M31 33 36.6 41.4M21 33 15.4 41.4M17.8 23.4 7.6 21.6"/></g>'

/** A square picture of each book, for whoever lists it. */
export const BOOK_ICONS: Record<string, string> = {
  football: icon(
    ['#22804A', '#06301B', '#C8FFD9'],
    facing('yunhai', 'chiyan') + at({ box: '0 0 52 52', drawing: ball }, 56, 96, 52, 52, 0, 'ball'),
  ),
  esport: icon(['#4A49B8', '#111036', '#C9C8FF'], facing('heifeng', 'jihuo')),
}
