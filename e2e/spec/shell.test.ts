// The shell, the session and home: what only a browser shows. Their subjects share one stack.
import { expect, test } from 'vitest'
import './shell/routes.ts'
import './shell/frame.ts'
import './shell/session.ts'
import './shell/failures.ts'
import './shell/home.ts'
import './shell/keyboard.ts'
import './shell/waiting.ts'
import { world } from './shell/world.ts'

test('the browser complained of nothing', () => {
  expect(world.complaints).toEqual([])
})
