import { createHash } from 'node:crypto'

/**
 * A captcha picture: the name of its file in `public/captcha/`, what it shows, and numbers that
 * shape it.
 */
export interface Captcha {
  file: string
  answer: string
  /** Draws the next number in [0, 1) of this captcha's own stream. */
  chance: () => number
}

export const captchaCount = 21
/**
 * Stands beside the digests in captchas.json; it only keeps equal answers of two sites from having
 * equal digests.
 */
export const captchaSalt = '5f0c2f1d9a7be846'

const seed = 'tianping captchas, first series'
/** No letter or digit that resembles another, in either case. */
const characters = 'ACDEFHJKMNPRTUWYadefkmny34678'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A stream of numbers in [0, 1) that is the same on every machine. */
function stream(name: string): () => number {
  let count = 0
  return () => Number.parseInt(sha256(`${seed}|${name}|${count++}`).slice(0, 12), 16) / 2 ** 48
}

/**
 * The digest that the login page compares: sha256 hex of `salt:answer`, the answer in lower case.
 */
export const captchaDigest = (answer: string): string =>
  sha256(`${captchaSalt}:${answer.toLowerCase()}`)

/**
 * All captchas with their answers, computed anew from the seed: nothing that reaches the browser
 * holds them. For the generator, and for browser tests that must pass the captcha.
 */
export function captchaAnswers(): Captcha[] {
  return Array.from({ length: captchaCount }, (_, index) => {
    const chance = stream(`captcha ${index}`)
    const pick = (): string => characters[Math.floor(chance() * characters.length)] ?? 'A'
    const answer = pick() + pick() + pick() + pick()
    return { file: `${sha256(`${seed}|file|${index}`).slice(0, 20)}.webp`, answer, chance }
  })
}

/** The answer shown by a captcha file, by name or address; throws when there is no such file. */
export function captchaAnswer(address: string): string {
  const found = captchaAnswers().find(({ file }) => address.endsWith(file))
  if (!found) throw new RangeError(`No captcha is called ${address}.`)
  return found.answer
}
