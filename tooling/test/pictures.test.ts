import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import captchas from '../../apps/member/src/pages/login/captchas.json' with { type: 'json' }
import { captchaList } from '../pictures/captcha.ts'
import {
  captchaAnswer,
  captchaAnswers,
  captchaCount,
  captchaDigest,
} from '../pictures/captcha-answers.ts'
import { hash, readManifest, root, stalePictures } from '../pictures/manifest.ts'
import { publicDirectory } from '../pictures/picture.ts'
import { allPictures } from '../pictures/pictures.ts'

const manifest = readManifest()
const again = 'run `npm run pictures` and commit what it writes'

describe('the committed pictures', () => {
  test('were made from the drawings as they are now', () => {
    expect(
      stalePictures(manifest).map(({ file }) => file),
      again,
    ).toEqual([])
  })

  test('are the files that the generator wrote, each within its weight', () => {
    for (const { file, maxBytes } of allPictures()) {
      const content = readFileSync(join(root, file))
      expect(hash(content), `${file}: ${again}`).toBe(manifest[file]?.output)
      expect(content.length, file).toBeLessThanOrEqual(maxBytes)
    }
  })

  test('are all there is in their folders', () => {
    const found = ['art', 'captcha', 'icons'].flatMap(folder =>
      readdirSync(join(root, publicDirectory, folder)).map(
        name => `${publicDirectory}/${folder}/${name}`,
      ),
    )
    expect(found.sort()).toEqual(Object.keys(manifest).sort())
  })

  test('leave the home page, all of it scrolled through, room under 400 KB', () => {
    // Each game of the catalogue has a picture of its own; these stand in for games without one.
    const standIn = /\/tile-(vr-wide|lottery|live-[34]|cards)\.\w+$/
    const shown = Object.entries(manifest).filter(
      ([file]) =>
        /\/(banner-[1-4]|tile-[a-z0-9-]+|packet-float|logo)\.\w+$/.test(file) &&
        !standIn.test(file),
    )
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.reduce((sum, [, { bytes }]) => sum + bytes, 0)).toBeLessThan(240_000)
  })

  test('weigh less than 3 MB together', () => {
    expect(Object.values(manifest).reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(
      3_000_000,
    )
  })
})

describe('the captchas', () => {
  test('are listed by file and digest, as the answers give them', () => {
    expect(captchas).toEqual(captchaList())
    expect(captchas.images).toHaveLength(captchaCount)
    expect(new Set(captchas.images.map(({ digest }) => digest)).size).toBe(captchaCount)
  })

  test('are accepted in either case, and no list or file name holds an answer', () => {
    const text = JSON.stringify(captchas)
    for (const { file, answer } of captchaAnswers()) {
      const listed = captchas.images.find(image => image.file === file)
      expect(answer).toMatch(/^[A-Za-z0-9]{4}$/)
      expect(captchaAnswer(`/captcha/${file}`)).toBe(answer)
      expect(listed?.digest).toBe(captchaDigest(answer.toUpperCase()))
      expect(listed?.digest).toBe(captchaDigest(answer.toLowerCase()))
      expect(text).not.toContain(`"${answer}"`)
    }
  })
})
