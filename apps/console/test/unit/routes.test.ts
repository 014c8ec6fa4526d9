import { consoleCalls } from '@tianping/contract/console'
import { expect, test } from 'vitest'
import { counters, rooms, routeOf } from '../../src/app/routes.ts'

test('every room of the menu leads somewhere', () => {
  for (const room of rooms) expect(routeOf(room.path)?.room).toBe(room)
})

test('a room asks for the permission that the server asks of the call that fills it', () => {
  const asked: Record<string, string> = Object.fromEntries(
    Object.entries(consoleCalls).map(([name, spec]) => [
      name,
      'permission' in spec ? spec.permission : '',
    ]),
  )
  for (const room of rooms) expect(asked[room.call], room.label).toBe(room.permission)
})

test('every counter is one that the server counts, and its list is a call of the contract', () => {
  const figures = Object.keys(consoleCalls['POST /api/console/counts'].gives.shape)
  for (const [counter, list] of Object.entries(counters)) {
    expect(figures).toContain(counter)
    expect(Object.keys(consoleCalls)).toContain(list)
  }
})

test('a member has a page, and what is no number has none', () => {
  expect(routeOf('/members/100001')).toMatchObject({ id: 100001 })
  for (const path of [
    '/members/x',
    '/members/1/2',
    '/members/',
    '/nowhere',
    '',
    '/members/1234567890123456',
  ])
    expect(routeOf(path)).toBeNull()
})
