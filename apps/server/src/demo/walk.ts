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

/**
 * Does the events in the order of their moments, and before each what every day has to do by then;
 * `works` begins at `firstWorks`.
 */
export async function walk(
  clock: WalkingClock,
  events: readonly DemoEvent[],
  works: { first: Date; happen: () => Promise<void> } | null,
): Promise<void> {
  let due = works?.first
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    for (; works && due && due <= event.at; due = new Date(due.getTime() + DAY_MS)) {
      clock.goTo(due)
      await works.happen()
    }
    clock.goTo(event.at)
    await event.happen()
  }
}
