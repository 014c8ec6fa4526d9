import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../../client/words/en.ts'
import { langOf } from '../../client/words/words.ts'
import { zh } from '../../client/words/zh.ts'

const venue = join(import.meta.dirname, '../..')
const blanksOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank)

test('both catalogues say the same things, with values in the same places, each in its language', () => {
  expect(Object.keys(en).toSorted()).toEqual(Object.keys(zh).toSorted())
  for (const [name, text] of Object.entries(en)) {
    expect(text, name).not.toBe('')
    expect(text, name).not.toMatch(/\p{Script=Han}/u)
    // English says no unit of rounds, which Chinese counts by, and needs no name for each.
    const wanted = blanksOf(zh[name as keyof typeof zh]).filter(
      blank => !['{unit}', '{round}'].includes(blank),
    )
    expect(new Set(blanksOf(text)), name).toEqual(new Set(wanted))
  }
})

test('every text is said somewhere', () => {
  const sources = globSync(['client/**/*.{ts,tsx}', 'games/**/*.{ts,tsx}'], { cwd: venue })
    .filter(path => !path.startsWith('client/words/'))
    .map(path => readFileSync(join(venue, path), 'utf8'))
    .join('\n')
  const unsaid = Object.keys(zh).filter(
    name => !sources.includes(`'${name}'`) && !/^blocked\.(loss|stake)_/.test(name),
  )
  expect(unsaid).toEqual([])
})

test('a launch asks for English by any of its tags, and for Chinese by every other', () => {
  expect(['en', 'en-GB', 'EN', 'zh-CN', 'zh-Hans', '', 'fr', 'enx'].map(langOf)).toEqual([
    'en',
    'en',
    'en',
    'zh-Hans',
    'zh-Hans',
    'zh-Hans',
    'zh-Hans',
    'zh-Hans',
  ])
})
