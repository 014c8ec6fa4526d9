// Games, offers and the member's own pages, with /concise and /welfare: what only a browser shows.
// Their subjects share one stack.
import { expect, test } from 'vitest'
import './offers/games.ts'
import './offers/packets.ts'
import './offers/activities.ts'
import './offers/account.ts'
import { world } from './offers/world.ts'

test('the browser complained of nothing', () => {
  expect(world.complaints).toEqual([])
})
