import { consoleCalls } from '@tianping/contract/console'
import { expect, test } from 'vitest'
import { rooms, routeOf } from '../../src/app/routes.ts'

test('every room of the menu leads somewhere', () => {
  for (const room of rooms) expect(routeOf(room.path)?.room).toBe(room)
})

test('a room asks for the permission that the server asks of its list', () => {
  const asked: Record<string, string> = Object.fromEntries(Object.entries(consoleCalls).map(([name, spec]) => [name, 'permission' in spec ? spec.permission : '']))
  for (const room of rooms) {
    const list = room.path === '/' ? 'POST /api/console/today' : `POST /api/console${room.path}/list`
    expect(asked[list], room.label).toBe(room.permission)
  }
})

test('a member has a page, and what is no number has none', () => {
  expect(routeOf('/members/100001')).toMatchObject({ id: 100001 })
  for (const path of ['/members/x', '/members/1/2', '/members/', '/nowhere', '', '/members/1234567890123456']) expect(routeOf(path)).toBeNull()
})
