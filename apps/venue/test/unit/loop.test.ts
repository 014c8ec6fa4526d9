import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loop } from '../../server/rounds/loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A loop whose steps a test holds and lets go; each answers that nothing is due for long. */
function held() {
  let going = true
  let letGo = () => {}
  const seen = { begun: 0 }
  const running = loop(
    () =>
      new Promise(done => {
        seen.begun++
        letGo = () => done(60_000)
      }),
    () => going,
    () => {},
  )
  /** Lets the step under way end, and what follows from it at once happen. */
  const end = async () => {
    letGo()
    await vi.advanceTimersByTimeAsync(0)
  }
  const stop = async () => {
    going = false
    running.wake()
    await end()
    await running.done
  }
  return { seen, running, end, stop }
}

test('what wakes a sleeper begins the next step at once', async () => {
  const { seen, running, end, stop } = held()
  await end()
  expect(seen.begun).toBe(1)
  running.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen.begun).toBe(2)
  await stop()
})

test('what happens in the middle of a step, after it has looked, is not slept over', async () => {
  const { seen, running, end, stop } = held()
  running.wake()
  await end()
  expect(seen.begun).toBe(2)
  await end()
  expect(seen.begun).toBe(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen.begun).toBe(3)
  await stop()
})
