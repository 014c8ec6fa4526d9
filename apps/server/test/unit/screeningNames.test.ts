// How well names are found: recall and false alarms on a golden set of invented people, with the
// floors that docs/figures.md states.
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memberKeys } from '../../src/areas/screening/entryKeys.ts'
import { scoreOf } from '../../src/areas/screening/names/score.ts'
import { screeningSchema } from '../../src/areas/screening/setting.ts'

type Pair = {
  same: '0' | '1'
  class: string
  member: string
  listed: string
  birthday: string
  births: string
}
const pairs = parse(readFileSync(join(import.meta.dirname, '../screening/golden.csv')), {
  columns: true,
}) as unknown as Pair[]

const { threshold } = screeningSchema.parse({})
const namesOf = (pair: Pair) => pair.listed.split('; ')
const scored = (pair: Pair) =>
  scoreOf(
    { name: pair.member, birthday: pair.birthday || null, countries: [] },
    {
      names: namesOf(pair),
      weakNames: [],
      births: pair.births === '' ? [] : [pair.births],
      countries: [],
    },
  )

/** As the screening finds it: a key in common first, then the score. */
function alarms(pair: Pair): boolean {
  const keys = new Set(memberKeys(pair.member))
  const shared = namesOf(pair).some(name => memberKeys(name).some(key => keys.has(key)))
  return shared && scored(pair).score >= threshold
}

test('the golden set: at least 95 % of the people are found, at most 4 % of the others alarm', () => {
  const [same, other] = [pairs.filter(p => p.same === '1'), pairs.filter(p => p.same === '0')]
  const [found, falsely] = [same.filter(alarms), other.filter(alarms)]
  const percent = (part: Pair[], whole: Pair[]) => (part.length / whole.length) * 100
  console.log(
    `golden set, threshold ${threshold}: recall ${percent(found, same).toFixed(1)} % of ${same.length}, false alarms ${percent(falsely, other).toFixed(1)} % of ${other.length}`,
  )
  expect(same.length).toBeGreaterThan(120)
  expect(other.length).toBeGreaterThan(180)
  expect(percent(found, same)).toBeGreaterThanOrEqual(95)
  expect(percent(falsely, other)).toBeLessThanOrEqual(4)
})

test('every class but the hard one is found nearly whole', () => {
  const classes = Map.groupBy(
    pairs.filter(pair => pair.same === '1' && pair.class !== 'hard'),
    pair => pair.class,
  )
  for (const [name, of] of classes)
    expect([name, of.filter(alarms).length / of.length >= 0.92]).toEqual([name, true])
})

test('the score says what speaks for and against', () => {
  const entry = { names: ['ZHANG Wei'], weakNames: [], countries: [] }
  const subject = { name: '张伟', birthday: '1971-03-04', countries: [] }
  const own = { ...entry, births: ['1971-03-04'] }
  expect(scoreOf(subject, own)).toEqual({
    score: 93,
    name: 'ZHANG Wei',
    parts: [
      { part: 'name', own: '张伟', listed: 'ZHANG Wei', points: 87 },
      { part: 'birth', own: '1971-03-04', listed: '1971-03-04', points: 6 },
    ],
  })
  expect(scoreOf(subject, { ...entry, births: ['1950'] }).parts.at(-1)).toMatchObject({
    part: 'birth',
    points: -18,
  })
  const weak = { ...entry, names: ['Li Da'], weakNames: ['ZHANG Wei'], births: [] }
  expect(scoreOf(subject, weak).parts.at(-1)).toMatchObject({ part: 'weak_name', points: -5 })
})

test('a long or strange name costs little and breaks nothing', () => {
  const long = Array.from({ length: 300 }, (_, n) => `name${n}`).join(' ')
  const entry = { names: [long, '。'.repeat(50)], weakNames: [], births: [], countries: [] }
  const before = performance.now()
  for (const name of [long, '张'.repeat(200), '\u0301\u200b', '', '1234', '🂡🂢'])
    expect(scoreOf({ name, birthday: null, countries: [] }, entry).score).toBeLessThanOrEqual(100)
  expect(memberKeys(long).length).toBeLessThanOrEqual(60)
  expect(performance.now() - before).toBeLessThan(10_000)
})
