type Sample = { at: number; position: bigint }

/** Samples further apart say little less, and there are fewer of them. */
const APART_MS = 100

/**
 * How old what a replica shows is. The primary's position is sampled now and then; a replica that
 * has replayed a sample shows everything that was committed before the sample was taken.
 */
export class Lag {
  readonly #keepMs: number
  #samples: Sample[] = []
  #latest = 0n
  #replayed = 0n
  #shownUntil = -Infinity

  /** No sample older than `keepMs` is of use. */
  constructor(keepMs: number) {
    this.#keepMs = keepMs
  }

  /** `at`: a moment before the primary was asked. */
  sampled(sample: Sample): void {
    this.#latest = sample.position
    const last = this.#samples.at(-1)
    if (last && sample.at - last.at < APART_MS) return
    this.#samples.push(sample)
    this.#samples = this.#samples.filter(({ at }) => sample.at - at < this.#keepMs)
  }

  replayed(position: bigint): void {
    this.#replayed = position
    for (const { at, position: sampled } of this.#samples)
      if (sampled <= position) this.#shownUntil = Math.max(this.#shownUntil, at)
    this.#samples = this.#samples.filter(sample => sample.position > position)
  }

  /** Nothing is known of the replica any more. */
  forget(): void {
    this.#replayed = 0n
    this.#shownUntil = -Infinity
  }

  get replayedUntil(): bigint {
    return this.#replayed
  }

  /** Everything committed before this moment is shown. */
  get shownUntil(): number {
    return this.#shownUntil
  }

  get bytes(): bigint {
    return this.#latest > this.#replayed ? this.#latest - this.#replayed : 0n
  }

  ageMs(now: number): number {
    return now - this.#shownUntil
  }
}
