import { type Paint, type Stop, round } from './paint.ts'

export const serif = 'font-family="\'Noto Serif CJK SC\',serif" font-weight="700"'
export const sans = 'font-family="\'Noto Sans CJK SC\',sans-serif"'
export const sansBold = `${sans} font-weight="700"`

/**
 * The metals of the house: coins, frames and ribbons take these so that all gold is the same gold.
 */
export const gold: readonly Stop[] = [
  [0, '#FFF3C9'],
  [0.3, '#F3CF7A'],
  [0.7, '#D79A35'],
  [1, '#A86A16'],
]
export const coinRim: readonly Stop[] = ['#FFF6D6', '#F2C865', '#B97A1E']

/** Moves, turns (degrees) and scales a piece. */
export const placed = (x: number, y: number, body: string, scale = 1, turn = 0): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`

/** The engraved rosette of bank notes: one ellipse turned `count` times over half a circle. */
export function rosette(
  x: number,
  y: number,
  rx: number,
  ry: number,
  count: number,
  look: string,
): string {
  const ellipses = Array.from({ length: count }, (_, i) => {
    const turn = Math.round((i * 1800) / count) / 10
    return `<ellipse rx="${rx}" ry="${ry}" transform="rotate(${turn})"/>`
  })
  return `<g transform="translate(${x} ${y})" fill="none" ${look}>${ellipses.join('')}</g>`
}

/** A four-pointed glint. */
export function sparkle(x: number, y: number, r: number, colour = '#fff'): string {
  const d = `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}z`
  return `<path d="${d}" fill="${colour}" opacity="0.9"/>`
}

/** The soft shadow under a subject. */
export const groundShadow = (
  paint: Paint,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  colour: string,
): string =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour}" opacity="0.45" filter="${paint.blur(6)}"/>`

/** A gold coin seen from the front, with `sign` struck on it. */
export function coin(paint: Paint, x: number, y: number, r: number, turn = 0, sign = '¥'): string {
  const struck = (dy: number, colour: string): string =>
    `<text y="${round(dy)}" ${sansBold} font-size="${round(r * 0.95)}" text-anchor="middle" fill="${colour}">${sign}</text>`
  const s = r / 26
  const body =
    `<circle r="${r}" fill="${paint.linear(coinRim)}"/>` +
    `<circle r="${round(r * 0.84)}" fill="${paint.linear(['#D9A03D', '#F6D27C', '#FFF0BF'])}"/>` +
    `<circle r="${round(r * 0.78)}" fill="${paint.linear(['#FBE2A0', '#E9B84F', '#C88A2A'])}"/>` +
    (sign === '' ? '' : struck(r * 0.34, '#8E5A10') + struck(r * 0.31, '#FFF3CC')) +
    `<path d="M${round(-15.6 * s)} ${round(-16.1 * s)}A${round(22.4 * s)} ${round(22.4 * s)} 0 0 1 ${round(2.6 * s)} ${round(-22.4 * s)}" ` +
    `fill="none" stroke="#fff" stroke-width="${round(1.6 * s)}" stroke-linecap="round" opacity=".8"/>`
  return `<g transform="translate(${x} ${y}) rotate(${turn})">${body}</g>`
}

/** A pile of `count` coins lying flat; `y` is the rim of the lowest one. */
export function coinPile(paint: Paint, x: number, y: number, rx: number, count: number): string {
  const edge = paint.linear(
    [
      [0, '#B5761A'],
      [0.3, '#F4CB6C'],
      [0.5, '#FFE9AE'],
      [0.8, '#D99A34'],
      [1, '#8F5A12'],
    ],
    'across',
  )
  const face = paint.linear(['#FFF2C6', '#F1C763', '#D2942F'])
  const ry = round(rx * 0.36)
  const thick = round(rx * 0.3)
  const jitter = [0, 2, -1.5, 1]
  let pile = ''
  for (let i = 0; i < count; i++) {
    const cx = x + (jitter[i % jitter.length] ?? 0)
    const cy = round(y - i * thick * 1.06)
    pile +=
      `<path d="M${cx - rx} ${cy}v${thick}a${rx} ${ry} 0 0 0 ${rx * 2} 0v${-thick}z" fill="${edge}"/>` +
      `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${face}"/>`
    if (i === count - 1) {
      const ring = `cx="${cx}" rx="${round(rx * 0.76)}" ry="${round(ry * 0.74)}" fill="none"`
      pile +=
        `<ellipse cy="${cy}" ${ring} stroke="#B9791F" stroke-opacity=".55" stroke-width="1.4"/>` +
        `<ellipse cy="${round(cy - 0.8)}" ${ring} stroke="#FFF8DF" stroke-width="1"/>`
    }
  }
  return pile
}
