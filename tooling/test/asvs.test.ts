import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../root.ts'

const table = readFileSync(inRoot('docs/asvs.md'), 'utf8')
const rows = [...table.matchAll(/^\| V(\d+\.\d+)\.(\d+) \| (.+?) \| (.+?) \| (.*) \|$/gm)].map(
  ([, section = '', number = '', , state = '', why = '']) => ({
    section,
    id: `${section}.${number}`,
    state,
    why,
    proofs: [...why.matchAll(/`([\w./-]+\.test\.ts|e2e\/[\w./-]+\.ts)(?: › ([^`]+))?`/g)].map(
      ([, path = '', title = '']) => ({ path, title }),
    ),
  }),
)

/** Chapter, then section:count of the requirements of Levels 1 and 2, which are numbered from 1. */
const SECTIONS = `
  1 1:2 2:9 3:11 4:3 5:2
  2 1:3 2:3 3:4 4:1
  3 2:2 3:4 4:6 5:5 7:2
  4 1:3 2:1 3:2 4:4
  5 1:1 2:3 3:2 4:3
  6 1:3 2:12 3:4 4:4 5:5 6:3 8:4
  7 1:3 2:4 3:2 4:5 5:2 6:2
  8 1:2 2:3 3:1 4:1
  9 1:3 2:4
  10 1:2 2:2 3:4 4:11 5:5 6:2 7:3
  11 1:2 2:3 3:3 4:4 5:1 6:1
  12 1:3 2:2 3:4
  13 1:1 2:5 3:2 4:5
  14 1:2 2:4 3:3
  15 1:3 2:3 3:7
  16 1:1 2:5 3:4 4:3 5:3
  17 1:1 2:4 3:2
`
  .trim()
  .split('\n')
  .flatMap(line => {
    const [chapter = '', ...sections] = line.trim().split(' ')
    return sections.map(each => `${chapter}.${each}`.split(':'))
  })

test('every requirement of Levels 1 and 2 has one row, in order', () => {
  const expected = SECTIONS.flatMap(([section, count]) =>
    Array.from({ length: Number(count) }, (_, i) => `${section}.${i + 1}`),
  )
  const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
  expect(rows.map(({ id }) => id)).toEqual(expected.toSorted(byNumber))
})

test('what holds names a test that exists, and what differs says why', () => {
  const missing = rows
    .filter(({ state }) => state !== 'building')
    .flatMap(({ id, proofs }) =>
      proofs
        .filter(
          ({ path, title }) =>
            !existsSync(inRoot(path)) || !readFileSync(inRoot(path), 'utf8').includes(title),
        )
        .map(({ path, title }) => `V${id}: ${path} › ${title}`),
    )
  expect(missing).toEqual([])
  expect(rows.filter(({ state, proofs }) => state === 'holds' && proofs.length === 0)).toEqual([])
  expect(rows.filter(({ state, why }) => state !== 'holds' && why === '')).toEqual([])
})

test('the figures and lists are those of the rows', () => {
  for (const state of new Set(rows.map(row => row.state))) {
    const count = rows.filter(row => row.state === state).length
    expect(table, state).toMatch(new RegExp(`^\\| ${state} \\| .+ \\| ${count} \\|$`, 'm'))
  }
  const listed = (head: string, state: string) =>
    expect(new RegExp(`^${head}: (.+)\\.$`, 'm').exec(table)?.[1]).toBe(
      rows
        .filter(row => row.state === state)
        .map(({ id }) => `V${id}`)
        .join(', '),
    )
  expect(rows.filter(({ state }) => state === 'holds, no test')).toEqual([])
  listed('Differs', 'differs')
})

test('every threat of docs/security.md names a test that exists', () => {
  const page = readFileSync(inRoot('docs/security.md'), 'utf8')
  const threats = [...page.matchAll(/^\| (?!Threat \|)(.+?) \| (.+) \|$/gm)].map(
    ([, threat = '', stands = '']) => ({
      threat,
      paths: [...stands.matchAll(/`([\w./-]+\.test\.ts|e2e\/[\w./-]+\.ts)`/g)].map(
        ([, path = '']) => path,
      ),
    }),
  )
  expect(threats.length).toBeGreaterThan(40)
  expect(threats.filter(({ paths }) => paths.length === 0)).toEqual([])
  const named = threats.flatMap(({ paths }) => paths)
  expect(named.filter(path => !existsSync(inRoot(path)))).toEqual([])
})

test('every further sentence of docs/security.md stands in a bullet that names a test by its title', () => {
  const [, beside = ''] = readFileSync(inRoot('docs/security.md'), 'utf8').split(
    '\n## Beside the threats\n',
  )
  const bullets = beside.split(/\n(?=- |## |\n)/).filter(each => each.trim() !== '')
  const named = bullets
    .filter(each => !each.startsWith('## '))
    .map(each => {
      // A title may be broken over two lines.
      const text = each.replaceAll(/\s+/g, ' ').trim()
      return { text, proofs: [...text.matchAll(/`([\w./-]+\.test\.ts) › ([^`]+)`/g)] }
    })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ text, proofs }) => !text.startsWith('- ') || proofs.length === 0)).toEqual(
    [],
  )
  const missing = named.flatMap(({ proofs }) =>
    proofs.filter(
      ([, path = '', title = '']) =>
        !existsSync(inRoot(path)) || !readFileSync(inRoot(path), 'utf8').includes(title),
    ),
  )
  expect(missing.map(([proof]) => proof)).toEqual([])
})
