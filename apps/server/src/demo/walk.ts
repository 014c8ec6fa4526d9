import { DAY_MS } from '@tianping/money/day'
import type { Clock } from '../kernel/clock.ts'

/** Something that happens at its moment. */
export type DemoEvent = { at: Date; happen: () => Promise<unknown> }

/**
 * Stands until it is moved, and never goes back: what took longer than planned puts off what
 * follows.
 */
export class WalkingClock implements Clock {
  #atMs: number

  constructor(at: Date) {
    this.#atMs = at.getTime()
  }

  now(): Date {
    return new Date(this.#atMs)
  }

  goTo(at: Date): void {
    this.#atMs = Math.max(this.#atMs, at.getTime())
  }

  step(ms: number): void {
    this.#atMs += ms
  }
}

/** What every day has to do at its hour, from a first moment on. */
export type DemoWork = { first: Date; happen: () => Promise<unknown> }

/** Does events in the order of their moments, and before each what every day has to do by then. */
export async function walk(
  clock: WalkingClock,
  events: readonly DemoEvent[],
  works: readonly DemoWork[],
): Promise<void> {
  const due = works.map(({ first, happen }) => ({ at: first, happen }))
  const before = (moment: Date) =>
    due.filter(work => work.at <= moment).toSorted((a, b) => a.at.getTime() - b.at.getTime())[0]
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    for (let work = before(event.at); work; work = before(event.at)) {
      clock.goTo(work.at)
      await work.happen()
      work.at = new Date(work.at.getTime() + DAY_MS)
    }
    clock.goTo(event.at)
    await event.happen()
  }
}
