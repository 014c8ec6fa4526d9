import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A colour stop: the colour alone (stops are then spread evenly), or `[offset 0-1, colour, opacity
 * 0-1]`.
 */
export type Stop = string | readonly [offset: number, colour: string, opacity?: number]

/**
 * The paint box of one drawing: hands out gradients, blurs and clips, each defined once, and closes
 * the SVG at the end.
 */
export type Paint = ReturnType<typeof createPaint>

const axes = { across: [1, 0], down: [0, 1], diagonal: [1, 1] } as const
const sourceDirectory = join(import.meta.dirname, '..', 'sources')

const stopMarkup = (stops: readonly Stop[]): string =>
  stops
    .map((stop, i) => {
      const [offset, colour, opacity] =
        typeof stop === 'string' ? [i / Math.max(1, stops.length - 1), stop] : stop
      const opacityMarkup = opacity === undefined ? '' : ` stop-opacity="${opacity}"`
      return `<stop offset="${offset}" stop-color="${colour}"${opacityMarkup}/>`
    })
    .join('')

/**
 * Reads a drawing kept in `sources/` as its two halves, so that it can be placed inside another
 * one.
 */
function readSource(name: string): { defs: string; body: string } {
  const text = readSourceText(name)
  const from = text.indexOf('<defs>')
  const to = text.indexOf('</defs>')
  const defs = from < 0 ? '' : text.slice(from + 6, to)
  const body = text.slice(from < 0 ? text.indexOf('>') + 1 : to + 7, text.lastIndexOf('</svg>'))
  return { defs, body: body.trim() }
}

/** The text of `sources/<name>.svg`, with line ends as they are in the repository. */
export function readSourceText(name: string): string {
  return readFileSync(join(sourceDirectory, `${name}.svg`), 'utf8').replaceAll('\r\n', '\n')
}

/** Rounds to two decimals: enough for a picture, and the same text on every machine. */
export const round = (value: number): number => Math.round(value * 100) / 100 || 0

export function createPaint() {
  const ids = new Map<string, string>()
  const included = new Map<string, string>()

  /** `markup` names its own id as `@`; equal markup is defined once. */
  function define(markup: string): string {
    const id = ids.get(markup) ?? `p${ids.size}`
    ids.set(markup, id)
    return `url(#${id})`
  }

  return {
    linear(stops: readonly Stop[], axis: keyof typeof axes = 'diagonal'): string {
      const [x, y] = axes[axis]
      return define(
        `<linearGradient id="@" x1="0" y1="0" x2="${x}" y2="${y}">${stopMarkup(stops)}</linearGradient>`,
      )
    },
    radial(cx: number, cy: number, r: number, stops: readonly Stop[]): string {
      return define(
        `<radialGradient id="@" cx="${cx}" cy="${cy}" r="${r}">${stopMarkup(stops)}</radialGradient>`,
      )
    },
    blur(deviation: number): string {
      const box = 'x="-50%" y="-50%" width="200%" height="200%"'
      return define(`<filter id="@" ${box}><feGaussianBlur stdDeviation="${deviation}"/></filter>`)
    },
    clip(shape: string): string {
      return define(`<clipPath id="@">${shape}</clipPath>`)
    },
    /**
     * The body of `sources/<name>.svg`, whose definitions join this drawing's. Source ids are
     * unique by their prefixes.
     */
    include(name: string): string {
      const { defs, body } = readSource(name)
      included.set(name, defs)
      return body
    },
    svg(width: number, height: number, body: string): string {
      const own = [...ids].map(([markup, id]) => markup.replace('"@"', `"${id}"`)).join('')
      const defs = [...included.values(), own].join('')
      const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
      return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n<defs>${defs}</defs>\n${body}\n</svg>\n`
    },
  }
}
