import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'
import { allPictures } from '../pictures/pictures.ts'

/** A line written on the art: the box it fills, and its colours. */
interface Words {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  colours: string[]
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The colours of a fill: its own, or the stops of its gradient. */
function coloursOf(fill: string, svg: string): string[] {
  const id = /^url\(#(.+)\)$/.exec(fill)?.[1]
  if (id === undefined) return [fill]
  const gradient = new RegExp(`id="${id}".*?</linearGradient>`, 's').exec(svg)?.[0] ?? ''
  return [...gradient.matchAll(/stop-color="([^"]+)"/g)].map(match => match[1] ?? '')
}

function wordsIn(svg: string): Words[] {
  return [...svg.matchAll(/<text class="words"([^>]*)>([^<]*)</g)].map(
    ([, tag = '', text = '']) => {
      const size = Number(attribute(tag, 'font-size'))
      const wide = [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 0x2e80 ? 1 : 0.6), 0)
      const width = wide * size + text.length * Number(attribute(tag, 'letter-spacing'))
      const x = Number(attribute(tag, 'x'))
      const left = attribute(tag, 'text-anchor') === 'middle' ? x - width / 2 : x
      const y = Number(attribute(tag, 'y'))
      return {
        text,
        left,
        right: left + width,
        top: y - size * 0.88,
        bottom: y + size * 0.12,
        colours: coloursOf(attribute(tag, 'fill'), svg),
      }
    },
  )
}

/** The light of each value of an 8-bit channel (sRGB, as WCAG has it). */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** WCAG relative luminance of 8-bit channels. */
const luminance = (red: number, green: number, blue: number): number =>
  0.2126 * LIGHT[red]! + 0.7152 * LIGHT[green]! + 0.0722 * LIGHT[blue]!

function luminanceOf(colour: string): number {
  const hex = colour.length === 4 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1)
  const [r, g, b] = [0, 2, 4].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  return luminance(r, g, b)
}

/** The lightest pixel of the art under the words, which are left out of it. */
function lightestUnder(words: Words, art: ReturnType<Resvg['render']>, pixels: Buffer): number {
  let lightest = 0
  for (let y = Math.floor(words.top); y < words.bottom; y++) {
    for (let x = Math.floor(words.left); x < Math.min(words.right, art.width); x++) {
      const at = (y * art.width + x) * 4
      lightest = Math.max(
        lightest,
        luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0),
      )
    }
  }
  return lightest
}

const written = allPictures()
  .map(({ file, svg }) => ({ name: file.slice(file.lastIndexOf('/') + 1), svg: svg() }))
  .filter(({ svg }) => svg.includes('class="words"'))

test('every banner, the greeting, each download page and wide tile is looked at', () => {
  expect(written.length).toBe(6 + 6 + 1 + 4 + 1)
})

test.each(written)(
  'words on $name stand out 4.5 to 1 from the lightest ground under them',
  ({ svg }) => {
    const wordless = svg.replace(/<text[^>]*>[^<]*<\/text>/g, '')
    const art = new Resvg(wordless, { font: { loadSystemFonts: false } }).render()
    const pixels = art.pixels
    const lines = wordsIn(svg)
    expect(lines.length).toBeGreaterThanOrEqual(2)
    for (const words of lines) {
      const ground = lightestUnder(words, art, pixels)
      const dullest = Math.min(...words.colours.map(luminanceOf))
      expect((dullest + 0.05) / (ground + 0.05), words.text).toBeGreaterThanOrEqual(4.5)
    }
  },
)
