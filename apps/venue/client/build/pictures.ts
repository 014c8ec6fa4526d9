import sharp from 'sharp'
import type { Plugin } from 'vite'
import { artFiles, bitmapPx, grainPixels } from '../art/artFiles.ts'
import { answer } from './answer.ts'

const SMEARED = '-blur.svg'
/** Drawn larger than the bitmap is, so that it is never stretched. */
const DRAWN_DPI = 360

/**
 * What turns is a bitmap: painting a strip of drawings anew would cost a frame, and smeared it
 * needs few pixels.
 */
const smeared = (drawing: string) =>
  sharp(Buffer.from(drawing)).webp({ quality: 60, alphaQuality: 70, effort: 6 }).toBuffer()

const bitmap = (drawing: string, width: number) =>
  sharp(Buffer.from(drawing), { density: DRAWN_DPI })
    .resize(width)
    .webp({ quality: 80, alphaQuality: 90, effort: 6 })
    .toBuffer()

function grain() {
  const { size, pixels } = grainPixels()
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .png({ palette: true, colours: 16 })
    .toBuffer()
}

/** One picture as it is served, by its name there. */
async function served(name: string, drawing: string): Promise<[string, string | Buffer]> {
  const width = bitmapPx(name)
  if (name.endsWith(SMEARED)) return [name.replace('.svg', '.webp'), await smeared(drawing)]
  if (width !== null) return [name.replace('.svg', '.webp'), await bitmap(drawing, width)]
  return [name, drawing]
}

/** In development: one picture by the name under which it is served. */
async function pictureOf(wanted: string, drawings: Map<string, string>) {
  if (wanted === 'grain.png') return grain()
  const name = wanted.replace('.webp', '.svg')
  const drawing = drawings.get(name)
  return drawing === undefined ? null : (await served(name, drawing))[1]
}

const typeOf = (name: string) =>
  name.endsWith('.svg') ? 'image/svg+xml' : `image/${name.slice(name.lastIndexOf('.') + 1)}`

/**
 * Draws the pictures at build time: symbols, scenes and icons as SVG, small ones of the tables and
 * the rooms' grain as bitmaps.
 */
export function pictures(): Plugin {
  return {
    name: 'tianping-pictures',
    configureServer(server) {
      let drawings: Map<string, string> | undefined
      answer(server, async address => {
        const wanted = /^\/art\/([\w.-]+)/.exec(address)?.[1]
        const body = wanted && (await pictureOf(wanted, (drawings ??= artFiles())))
        return wanted && body ? { type: typeOf(wanted), body } : null
      })
    },
    async generateBundle() {
      for (const [name, drawing] of artFiles()) {
        const [fileName, source] = await served(name, drawing)
        this.emitFile({ type: 'asset', fileName: `art/${fileName}`, source })
      }
      this.emitFile({ type: 'asset', fileName: 'art/grain.png', source: await grain() })
    },
  }
}
