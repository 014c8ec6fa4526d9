import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { turns } from '../../server/rounds/turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Turns whose work a test holds and lets go; each says that nothing is due for long. */
function held() {
  let going = true
  let letGo = () => {}
  const seen = { begun: 0 }
  const turning = turns(
    () =>
      new Promise(done => {
        seen.begun++
        letGo = () => done(60_000)
      }),
    () => going,
    () => {},
  )
  /** Lets the turn under way end, and what follows from it at once happen. */
  const end = async () => {
    letGo()
    await vi.advanceTimersByTimeAsync(0)
  }
  const stop = async () => {
    going = false
    turning.wake()
    await end()
    await turning.done
  }
  return { seen, turning, end, stop }
}

test('what wakes a sleeper begins the next turn at once', async () => {
  const { seen, turning, end, stop } = held()
  await end()
  expect(seen.begun).toBe(1)
  turning.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen.begun).toBe(2)
  await stop()
})

test('what happens in the middle of a turn, after it has looked, is not slept over', async () => {
  const { seen, turning, end, stop } = held()
  turning.wake()
  await end()
  expect(seen.begun).toBe(2)
  await end()
  expect(seen.begun).toBe(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen.begun).toBe(3)
  await stop()
})
