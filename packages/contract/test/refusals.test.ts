import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusals, say } from '../src/refusals.ts'
import type { Catalogue } from '../src/say.ts'

const src = join(import.meta.dirname, '../src')

test('every catalogue is joined, and no code stands in two of them', async () => {
  const codes: string[] = []
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter(each => each.endsWith('/texts.ts'))) {
    const catalogues = (await import(join(src, file))) as Record<string, Catalogue>
    codes.push(...Object.values(catalogues).flatMap(each => Object.keys(each)))
  }
  expect(codes.length).toBeGreaterThan(250)
  expect(new Set(codes).size).toBe(codes.length)
  expect(Object.keys(refusals).sort()).toEqual(codes.sort())
})

test('a code is an area and a name in lower case; a sentence is not empty', () => {
  for (const [code, sentence] of Object.entries(refusals)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z0-9]+(_[a-z0-9]+)*$/)
    expect(typeof sentence === 'string' ? sentence : sentence[1], code).not.toBe('')
  }
})

test('a sentence is said with its values, 400 unless its catalogue says otherwise', () => {
  expect(say('withdrawal.outside_hours', { from: '09:00', to: '21:00' })).toEqual({
    reason: 'withdrawal.outside_hours',
    values: { from: '09:00', to: '21:00' },
    code: 400,
    text: '取款服务时间为09:00-21:00，请稍后再试',
  })
  expect(say('session.over')).toMatchObject({ code: 401, values: {} })
  expect(say('staff.network_format', { typed: '{typed}' }).text).toBe(
    '“{typed}”不是有效的地址或网段',
  )
})
