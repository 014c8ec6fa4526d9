import { type Paint, type Stop, createPaint } from './paint.ts'
import { rosette, sans, serif } from './parts.ts'

/**
 * Words and colours of a 16:7 banner, 716 x 313. The words stand on the quiet left, the subject on
 * the right.
 */
export interface Banner {
  /** Light, plain and dark of the ground; white text keeps 4.5:1 on the light one. */
  tones: readonly [string, string, string]
  glow: string
  eyebrow: string
  title: string
  line: string
  /** Colours of the title from top to bottom. */
  titleTones?: readonly Stop[]
  accent?: string
  subject: (paint: Paint) => string
}

export const bannerWidth = 716
export const bannerHeight = 313

const all = `width="${bannerWidth}" height="${bannerHeight}"`

/** Ground and subject without the words: what the words must stand out from. */
function scene(paint: Paint, look: Banner): string {
  return (
    `<rect ${all} fill="${paint.linear(look.tones)}"/>` +
    `<rect ${all} fill="${paint.radial(0.66, 0, 0.66, [
      [0, look.glow, 0.3],
      [1, look.glow, 0],
    ])}"/>` +
    rosette(560, 150, 210, 63, 20, 'stroke="#fff" stroke-width="0.9" opacity="0.1"') +
    '<path d="M0 313V250Q260 190 716 262V313z" fill="#000" opacity=".12"/>' +
    look.subject(paint)
  )
}

/**
 * The banner for placing in another drawing. What is written on the art has the class `words`: its
 * contrast is tested.
 */
export function bannerBody(paint: Paint, look: Banner): string {
  const accent = look.accent ?? '#FFEFC9'
  const title = look.titleTones ? paint.linear(look.titleTones, 'down') : '#fff'
  return (
    scene(paint, look) +
    `<text class="words" x="48" y="86" ${sans} font-size="24" letter-spacing="2" fill="${accent}">${look.eyebrow}</text>` +
    `<text class="words" x="46" y="160" ${serif} font-size="62" letter-spacing="1" fill="${title}">${look.title}</text>` +
    `<rect x="48" y="184" width="44" height="4" rx="2" fill="${accent}"/>` +
    `<text class="words" x="48" y="232" ${sans} font-size="28" fill="#fff">${look.line}</text>`
  )
}

export function banner(look: Banner): string {
  const paint = createPaint()
  return paint.svg(bannerWidth, bannerHeight, bannerBody(paint, look))
}
