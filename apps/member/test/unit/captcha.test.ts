import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import captchas from '../../src/pages/login/captchas.json' with { type: 'json' }
import { sha256 } from '../../src/pages/login/sha256.ts'
import { isAnswer } from '../../src/pages/login/useCaptcha.ts'
import { captchaAnswer } from '../../../../tooling/pictures/captcha-answers.ts'

test('our SHA-256 is the one of everybody', () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 300]) {
    const text = '天a'.repeat(length).slice(0, length)
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})

test('there are 21 captcha images, each with its file', () => {
  expect(captchas.images).toHaveLength(21)
  for (const { file } of captchas.images)
    expect(existsSync(new URL(`../../public/captcha/${file}`, import.meta.url))).toBe(true)
})

test('an answer is taken in any case, a wrong one is not', () => {
  for (const image of captchas.images) {
    const answer = captchaAnswer(image.file)
    expect(isAnswer(image, answer)).toBe(true)
    expect(isAnswer(image, answer.toUpperCase())).toBe(true)
    expect(isAnswer(image, `${answer}x`)).toBe(false)
  }
})

test('no answer stands in what the browser is given', () => {
  const given = JSON.stringify(captchas).toLowerCase()
  for (const { file } of captchas.images)
    expect(given).not.toContain(`"${captchaAnswer(file).toLowerCase()}"`)
})
