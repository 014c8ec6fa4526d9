import { captchaWrong } from '@tianping/contract/account/rules'
import type { Broken } from '@tianping/contract/rule'
import { useState } from 'react'
import captchas from './captchas.json' with { type: 'json' }
import { sha256 } from './sha256.ts'

/** Of the 21 images the first 20 are drawn (P1-2.4-09). */
const drawn = 20

/** The list holds more images than are drawn. */
const draw = () => captchas.images[Math.floor(Math.random() * drawn)]!

/** Whether `answer` is what the image shows, whatever its case. The bundle only holds digests. */
export const isAnswer = (image: { digest: string }, answer: string) =>
  sha256(`${captchas.salt}:${answer.toLowerCase()}`) === image.digest

/** One captcha, drawn anew when the page opens and on demand. */
export function useCaptcha() {
  const [image, setImage] = useState(draw)
  return {
    src: `/captcha/${image.file}`,
    /** Draws another image, never the same twice in a row. */
    roll: () => {
      let next = draw()
      while (next === image) next = draw()
      setImage(next)
    },
    /** The page's own last rule: the answer is what the image shows. */
    rule: (answer: string): Broken | null =>
      isAnswer(image, answer) ? null : { field: 'code', text: captchaWrong },
  }
}
