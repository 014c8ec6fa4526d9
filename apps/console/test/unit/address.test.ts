import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { amend } from '../../src/app/address.ts'

/** Where one is, as browsers tell it. */
const place = {
  hash: '',
  replace(to: string) {
    place.hash = to
  },
}
vi.stubGlobal('location', place)
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  place.hash = '#/members?state=2'
})

test('the query is changed as it stands, and left out when nothing is left of it', () => {
  amend('/members', search => `${search}&q=anna`)
  expect(place.hash).toBe('#/members?state=2&q=anna')
  amend('/members', () => '')
  expect(place.hash).toBe('#/members')
})

test('a search that comes after its pause changes nothing once one has left', () => {
  for (const hash of ['#/members/100001', '#/audit?q=x', '']) {
    place.hash = hash
    amend('/members', search => `${search}&q=anna`)
    expect(place.hash).toBe(hash)
  }
})
