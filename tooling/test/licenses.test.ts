import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LICENSES_FILE, licensesText, mayShip, packages } from '../licenses.ts'
import { inRoot } from '../root.ts'

test('the list of third-party licences is the lockfile’s', () => {
  expect(readFileSync(inRoot(LICENSES_FILE), 'utf8')).toBe(licensesText())
})

test('what ships has a licence that allows it', () => {
  const ships = packages().filter(each => each.ships)
  expect(ships.length).toBeGreaterThan(100)
  expect(ships.filter(each => !mayShip(each))).toEqual([])
})
