import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { findFonts } from './fonts.ts'
import { type Picture } from './picture.ts'

/** Of the wave that bends captchas, in pixels of the double-sized drawing. */
const waveHeight = 9

function openSvg(svg: string, width?: number): Resvg {
  return new Resvg(svg, {
    font: { loadSystemFonts: false, fontFiles: findFonts(), defaultFontFamily: 'Noto Sans CJK SC' },
    ...(width === undefined ? {} : { fitTo: { mode: 'width', value: width } }),
  })
}

/**
 * A vector file for the browser: words become outlines, since a picture cannot rely on the reader's
 * fonts.
 */
function vector(svg: string): string {
  const outlined = svg.includes('<text') ? openSvg(svg).toString() : svg
  return outlined
    .replace(/\d+\.\d{2,}/g, digits => String(Math.round(Number(digits) * 100) / 100))
    .replace(/>\s+</g, '><')
    .trim()
}

/**
 * Bends a double-sized drawing along two crossing waves, then halves it; `phase` in radians says
 * where they begin.
 */
async function bend(png: Buffer, phase: number): Promise<Buffer> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const within = (value: number, size: number): number =>
    Math.min(size - 1, Math.max(0, Math.round(value)))
  const bent = Buffer.alloc(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = within(x + waveHeight * Math.sin(y / 26 + phase), width)
      const fromY = within(y + waveHeight * Math.sin(x / 42 + phase * 2), height)
      const from = (fromY * width + fromX) * 4
      data.copy(bent, (y * width + x) * 4, from, from + 4)
    }
  }
  return sharp(bent, { raw: { width, height, channels: 4 } })
    .resize(width / 2)
    .png()
    .toBuffer()
}

/** The bytes of a picture's file. */
export async function render(picture: Picture): Promise<Buffer> {
  const svg = picture.svg()
  if (picture.format === 'svg') return Buffer.from(`${vector(svg)}\n`)
  const { width = 0, bend: phase } = picture
  const drawn = (scale: number): Buffer =>
    openSvg(svg, width * scale)
      .render()
      .asPng()
  const png = phase === undefined ? drawn(1) : await bend(drawn(2), phase)
  if (picture.format === 'png')
    return sharp(png).png({ compressionLevel: 9, effort: 10, palette: false }).toBuffer()
  return sharp(png)
    .webp({ quality: picture.quality ?? 82, alphaQuality: 90, effort: 6, smartSubsample: true })
    .toBuffer()
}
