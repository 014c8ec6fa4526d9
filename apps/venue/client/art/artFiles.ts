import { CARD_ICONS, CARD_PICTURES } from './cardArt.ts'
import { BOOK_ICONS, BOOK_PICTURES } from './crestArt.ts'
import { svgFile } from './paints.ts'
import { ICON_BOX, ICONS, partsOf, SCENE_BOX, SCENES } from './scenes.ts'
import { SYMBOLS } from './symbols.ts'
import { SYMBOLS5 } from './symbols5.ts'
import { TABLE_ICONS, TABLE_PICTURES } from './tableArt.ts'

const GRAIN_SIZE = 128
/** How far a symbol is smeared while its reel turns, in its own 96 units. */
const BLUR = 7

/**
 * A symbol as it looks in a turning reel. It is a file of its own, so that no filter runs while the
 * reel moves.
 */
const blurred = (drawing: string) =>
  `<filter id="m" x="-10%" y="-30%" width="120%" height="160%"><feGaussianBlur stdDeviation="0 ${BLUR}"/></filter><g filter="url(#m)">${drawing}</g>`

/**
 * Small pictures that many places of a table show are bitmaps of so many pixels, three for each of
 * the widest on a page: a drawing in a file is a document to the browser, and every collection of
 * garbage walks all of them.
 */
const BITMAP_PX: readonly (readonly [prefix: string, px: number])[] = [
  ['card-', 228],
  ['chip-', 150],
  ['die-', 126],
  ['ball-', 108],
  ['car-', 228],
  ['m-', 312],
  ['pk-', 732],
  ['shoe', 216],
]

/** The width of a picture that is served as a bitmap; null where the drawing itself is. */
export const bitmapPx = (name: string): number | null =>
  BITMAP_PX.find(([prefix]) => name.startsWith(prefix))?.[1] ?? null

/** Every picture of the client, by file name. */
export function artFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const [id, drawing] of Object.entries({ ...SYMBOLS, ...SYMBOLS5 })) {
    files.set(`${id}.svg`, svgFile('0 0 96 96', drawing))
    if (!id.startsWith('p-')) files.set(`${id}-blur.svg`, svgFile('0 0 96 96', blurred(drawing)))
  }
  const scene = (drawing: string) =>
    svgFile(SCENE_BOX, drawing).replace('<svg ', '<svg preserveAspectRatio="xMidYMid slice" ')
  for (const [code, drawing] of Object.entries(SCENES)) {
    const { still, hero } = partsOf(drawing)
    files.set(`scene-${code}.svg`, scene(still))
    files.set(`hero-${code}.svg`, scene(hero))
  }
  for (const [code, drawing] of Object.entries({
    ...ICONS,
    ...TABLE_ICONS,
    ...CARD_ICONS,
    ...BOOK_ICONS,
  }))
    files.set(`${code}.svg`, svgFile(ICON_BOX, drawing))
  for (const [id, { box, drawing }] of Object.entries({
    ...TABLE_PICTURES,
    ...CARD_PICTURES,
    ...BOOK_PICTURES,
  }))
    files.set(`${id}.svg`, svgFile(box, drawing))
  return files
}

/** Fine noise for the rooms, one byte per pixel, the same at every build. */
export function grainPixels(): { size: number; pixels: Uint8Array } {
  let state = 20_260_718
  const pixels = new Uint8Array(GRAIN_SIZE * GRAIN_SIZE).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
  return { size: GRAIN_SIZE, pixels }
}
