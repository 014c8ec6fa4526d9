import { captchaAnswers, captchaDigest, captchaSalt, type Captcha } from './captcha-answers.ts'
import { createPaint, round } from './draw/paint.ts'
import { sansBold, serif } from './draw/parts.ts'
import { type Picture, publicDirectory } from './picture.ts'

/** What the login page reads. `file` is a name in `public/captcha/`. */
export interface CaptchaList {
  salt: string
  images: { file: string; digest: string }[]
}

/**
 * Ground, wire and the inks of the four characters; each ink keeps 4.5:1 on the ground, in both
 * themes alike.
 */
const looks = [
  { ground: '#E9EEFF', wire: '#9DB0F5', inks: ['#2443C4', '#B42318', '#067647', '#6A3AC9'] },
  { ground: '#FBF1DF', wire: '#E0B566', inks: ['#85560F', '#9A1F5C', '#1F4E9C', '#17634A'] },
  { ground: '#E7F6EE', wire: '#86CDA8', inks: ['#06613B', '#5A2FA8', '#A12A12', '#1D4ED8'] },
] as const

function draw({ answer, chance }: Captcha): string {
  const between = (low: number, high: number): number => round(low + chance() * (high - low))
  const paint = createPaint()
  const look = looks[Math.floor(chance() * looks.length)] ?? looks[0]
  const turned = Math.floor(chance() * 4)
  const wire = (): string =>
    `M-4 ${between(6, 38)}Q${between(14, 44)} ${between(-6, 50)} ${between(50, 64)} ${between(12, 32)}T116 ${between(6, 38)}`
  const character = (char: string, i: number): string => {
    const ink = look.inks[(i + turned) % 4]
    const face = chance() < 0.35 ? serif : sansBold
    const place = `translate(${round(16.5 + i * 26.3 + between(-1.5, 1.5))} ${between(30, 34)})`
    const shape = `rotate(${between(-16, 16)}) skewX(${between(-14, 10)})`
    return `<text ${face} font-size="${between(25, 29)}" text-anchor="middle" fill="${ink}" transform="${place} ${shape}">${char}</text>`
  }
  const dots = Array.from(
    { length: 12 },
    () => `<circle cx="${between(2, 110)}" cy="${between(2, 42)}" r="${between(0.7, 1.4)}"/>`,
  )
  return paint.svg(
    112,
    44,
    `<rect width="112" height="44" fill="${look.ground}"/>` +
      `<path d="${wire()}${wire()}" fill="none" stroke="${look.wire}" stroke-width="1.5"/>` +
      [...answer].map(character).join('') +
      `<path d="${wire()}" fill="none" stroke="${look.wire}" stroke-width="1.1"/>` +
      `<g fill="${look.wire}">${dots.join('')}</g>`,
  )
}

export function captchaPictures(): Picture[] {
  return captchaAnswers().map(captcha => {
    const bend = round(captcha.chance() * 6)
    const svg = draw(captcha)
    return {
      file: `${publicDirectory}/captcha/${captcha.file}`,
      svg: () => svg,
      format: 'webp',
      width: 224,
      quality: 70,
      bend,
      maxBytes: 4000,
    }
  })
}

/** The list that goes into the bundle: files and digests, never answers. */
export function captchaList(): CaptchaList {
  const images = captchaAnswers().map(({ file, answer }) => ({
    file,
    digest: captchaDigest(answer),
  }))
  return { salt: captchaSalt, images }
}
