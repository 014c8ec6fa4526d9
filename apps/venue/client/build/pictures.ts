import sharp from 'sharp'
import type { Plugin } from 'vite'
import { artFiles, bitmapPx, grainPixels } from '../art/artFiles.ts'

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

/**
 * Draws the pictures at build time: symbols, scenes and icons as SVG, small ones of the tables and
 * the rooms' grain as bitmaps.
 */
export function pictures(): Plugin {
  return {
    name: 'tianping-pictures',
    async generateBundle() {
      for (const [name, drawing] of artFiles()) {
        const [fileName, source] = await served(name, drawing)
        this.emitFile({ type: 'asset', fileName: `art/${fileName}`, source })
      }
      this.emitFile({ type: 'asset', fileName: 'art/grain.png', source: await grain() })
    },
  }
}
