import { consoleCalls } from '@tianping/contract/console'
import { expect, test } from 'vitest'
import { accountRoom, countedLists, menuFor, rooms, routeOf } from '../../src/app/rooms.ts'

test('every room of the menu leads somewhere, and so does each of its further pages', () => {
  for (const room of [...rooms, accountRoom]) {
    expect(routeOf(room.path)?.room).toBe(room)
    for (const [path, page] of Object.entries(room.more ?? {}))
      expect(routeOf(path.replace(':id', '7'))).toMatchObject({ room, page })
  }
})

test('the menu shows every room once and in the order of the table', () => {
  expect(menuFor(() => true).flat()).toEqual(rooms)
  expect(menuFor(({ permission }) => permission === '').flat()).toEqual([rooms[0]])
})

test('no two rooms of the menu have the same sign', () => {
  const signs = rooms.map(({ icon }) => icon)
  expect(signs.filter((sign, at) => signs.indexOf(sign) !== at)).toEqual([])
})

test('a room asks for the permission that the server asks of the call that fills it', () => {
  const asked: Record<string, string> = Object.fromEntries(
    Object.entries(consoleCalls).map(([name, spec]) => [
      name,
      'permission' in spec ? spec.permission : '',
    ]),
  )
  for (const room of [...rooms, accountRoom])
    expect(asked[room.call], room.title).toBe(room.permission)
})

test('every counter is one that the server counts, and its list is a call of the contract', () => {
  const figures = Object.keys(consoleCalls['POST /api/console/counts'].gives.shape)
  for (const [counter, list] of countedLists) {
    expect(figures).toContain(counter)
    expect(Object.keys(consoleCalls)).toContain(list)
  }
  expect(countedLists.map(([counter]) => counter).sort()).toEqual(figures.sort())
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
