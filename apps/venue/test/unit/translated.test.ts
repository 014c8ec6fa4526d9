// A text that a player may read has English: every Chinese text of the games' sources, and every
// refusal of their server, is known to the phrases as it will be drawn.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifierHtml } from '../../client/build/verifier.ts'
import { phrases } from '../../client/phrases/en.ts'
import { phraserOf, type Phrases } from '../../client/phrases/phraser.ts'
import { phrases as ofVerifier } from '../../client/phrases/verifyEn.ts'
import { itemAt } from '../../model/present.ts'
import { sourceTexts } from '../support/sourceTexts.ts'

const venue = join(import.meta.dirname, '../..')
const SOURCES = [
  'client/**/*.{ts,tsx}',
  'games/**/*.{ts,tsx}',
  'model/*.ts',
  'server/play/PlayRefusal.ts',
  'server/http/pages.ts',
  'server/launch/lobby*.ts',
]
/** What no player reads as text: pictures, the operator's page, the catalogues, what builds. */
const UNREAD = /^client\/(art|build|operator|phrases|words)\/|\/test\/|\/frameHtml5?\.ts$/

const HAN = /\p{Script=Han}/u
const NUMBER = /[+−]?\d[\d,]*(?:\.\d+)?/g
/** What may stand where a text has a value: numbers, names, and words that others are made of. */
const VALUES = ['7', '大', '万', '上', 'X', '']
const MARKS = /[·：，、；。（）]/
const HOLE = '\u0000'
const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
/** Values in turn, or the same in every place. */
const filled = ([first = '', ...rest]: readonly string[], values: readonly string[]) =>
  first + rest.map((part, i) => itemAt(values, i % values.length) + part).join('')

/** Finds the texts of a source that these phrases do not know. */
function missingFrom(catalogue: Phrases) {
  const said = phraserOf(catalogue)
  const known = Object.keys(catalogue).map(text => text.replaceAll(/\{\d+\}/g, '#'))
  /** A phrase that has any values at all in the places of these. */
  const isPhrase = (parts: readonly string[]) => {
    const pattern = parts.map(part => escaped(part.replaceAll(NUMBER, '#'))).join('.*')
    const whole = new RegExp(`^\\s*${pattern}\\s*$`, 'u')
    return known.some(text => whole.test(text))
  }
  const isSaid = (parts: readonly string[]) =>
    VALUES.some(odd => VALUES.some(even => !HAN.test(said(filled(parts, [odd, even])))))
  /** As a whole, or each of the texts between its marks. */
  const isKnown = (parts: readonly string[]): boolean => {
    if (isPhrase(parts) || isSaid(parts)) return true
    const between = parts.join(HOLE).split(MARKS)
    return (
      between.length > 1 &&
      between.every(text => !HAN.test(text) || isKnown(text.trim().split(HOLE)))
    )
  }
  return (path: string, source: string) =>
    sourceTexts(path, source)
      .filter(({ parts }) => !isKnown(parts))
      .map(({ line, parts }) => `${path}:${line} ${parts.join('…')}`)
}

test('every Chinese text of the games, and every refusal, has English', () => {
  const missing = missingFrom(phrases)
  const paths = globSync(SOURCES, { cwd: venue }).filter(path => !UNREAD.test(path))
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.flatMap(path => missing(path, readFileSync(join(venue, path), 'utf8')))).toEqual([])
})

test('every text of the verifier has English, and its form is English from the first byte', async () => {
  const html = await verifierHtml('en')
  expect(html).toContain('<html lang="en">')
  const outside = html.replaceAll(/<(script|style|!--)[\s\S]*?(<\/\1>|-->)/g, '')
  expect(outside.match(/[^<>]*\p{Script=Han}[^<>]*/gu) ?? []).toEqual([])
  const own = await verifierHtml()
  expect(own).toContain('<html lang="zh-CN">')
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(own)!
  expect(missingFrom(ofVerifier)('verify.js', script)).toEqual([])
})

test('a text without English is found in lines, labels, templates and literals', () => {
  const source = `
    const words = { spoken: '没有这句话' }
    const Line = ({ n }) => (
      <p title="没有这个标题">
        {n} 个没有的东西
      </p>
    )
    const text = n => \`没有 \${n} 的话\`
    const fine = <b>剩余 {n} 秒</b>`
  expect(missingFrom(phrases)('some.tsx', source)).toEqual([
    'some.tsx:2 没有这句话',
    'some.tsx:4 … 个没有的东西',
    'some.tsx:4 没有这个标题',
    'some.tsx:8 没有 … 的话',
  ])
})
