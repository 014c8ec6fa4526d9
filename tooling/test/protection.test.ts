import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../root.ts'

const table = readFileSync(inRoot('docs/protection.md'), 'utf8')
const rows = [
  ...table.matchAll(
    /^\| PR-([A-Z]+)-(\d\d) +\| (.+?) \| (.+?) \| (holds|partly|open|operator|n\/a) +\| (.*?) *\|$/gm,
  ),
].map(([, part = '', number = '', , , state = '', where = '']) => ({
  id: `PR-${part}-${number}`,
  state,
  where,
  proofs: [...where.matchAll(/`([\w./-]+\.test\.ts)(?: › ([^`]+))?`/g)].map(
    ([, path = '', title = '']) => ({ path, title }),
  ),
}))

/** How many requirements each part of the list has; they are numbered from 1. */
const PARTS = {
  LIM: 14,
  TIME: 6,
  EXC: 14,
  INT: 12,
  KYC: 10,
  AML: 14,
  ACC: 10,
  GAME: 13,
  DES: 9,
  BRK: 6,
  MKT: 11,
  CMP: 5,
  DATA: 16,
  REC: 9,
  SEC: 11,
}

test('every requirement has one row', () => {
  const expected = Object.entries(PARTS).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, i) => `PR-${part}-${String(i + 1).padStart(2, '0')}`),
  )
  expect(rows.map(({ id }) => id)).toEqual(expected)
})

test('what holds names a test that exists, and all but what is open says where it is', () => {
  const missing = rows.flatMap(({ id, proofs }) =>
    proofs
      .filter(
        ({ path, title }) =>
          !existsSync(inRoot(path)) || !readFileSync(inRoot(path), 'utf8').includes(title),
      )
      .map(({ path, title }) => `${id}: ${path} › ${title}`),
  )
  expect(missing).toEqual([])
  expect(rows.filter(({ state, proofs }) => state === 'holds' && proofs.length === 0)).toEqual([])
  expect(rows.filter(({ state, where }) => state !== 'open' && where === '')).toEqual([])
})

test('the figures at the top are those of the rows', () => {
  for (const state of ['holds', 'partly', 'open', 'operator', 'n/a']) {
    const count = rows.filter(row => row.state === state).length
    expect(table, state).toMatch(new RegExp(`^\\| ${state} +\\| +${count} +\\|$`, 'm'))
  }
})
