import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { langOf } from '../../client/words/words.ts'
import { zh, type Catalogue } from '../../client/words/zh.ts'

const venue = join(import.meta.dirname, '../..')
/** Every other language, by the name of its file. */
const OTHERS = globSync('client/words/*.ts', { cwd: venue })
  .map(path => basename(path, '.ts'))
  .filter(name => !['words', 'zh'].includes(name))
const blanksOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank)

test.each(OTHERS)(
  '%s and Chinese say the same things, with values in the same places',
  async language => {
    expect(langOf(language)).toBe(language)
    const file = (await import(`../../client/words/${language}.ts`)) as Record<string, Catalogue>
    const catalogue = file[language]!
    const latin = new Intl.Locale(language).maximize().script === 'Latn'
    expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(zh).toSorted())
    for (const [name, text] of Object.entries(catalogue)) {
      expect(text, name).not.toBe('')
      if (latin) expect(text, name).not.toMatch(/\p{Script=Han}/u)
      // Only Chinese counts rounds by a unit and names each.
      const wanted = blanksOf(zh[name as keyof typeof zh]).filter(
        blank => !['{unit}', '{round}'].includes(blank),
      )
      expect(new Set(blanksOf(text)), name).toEqual(new Set(wanted))
    }
  },
)

test('a catalogue of another language exists', () => {
  expect(OTHERS).toContain('en')
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
  expect(['en', 'en-GB', 'EN', 'zh-CN', 'zh-Hans', '', 'qaa', 'enx'].map(langOf)).toEqual([
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
