// What a test opens, it ends. Vitest drops an `afterAll` of a test or of a hook without a word, and
// what is left open goes on in its worker until the whole run is over.
import { afterAll, onTestFinished, TestRunner } from 'vitest'

type End = () => unknown

const ends: End[] = []

/** Ends with the test that opened it, else after the file's own `afterAll`; the last first. */
export function atEnd(end: End): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
  else ends.push(end)
}

/** Hooks are called in reverse: what is registered before the file's own comes after them. */
export function endAfterFile(): void {
  afterAll(async () => {
    const failed: unknown[] = []
    for (const end of ends.splice(0).toReversed())
      try {
        await end()
      } catch (error) {
        failed.push(error)
      }
    if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed)
  })
}
