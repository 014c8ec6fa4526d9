/**
 * Works on each row by itself, so that one that fails keeps none behind it from its turn. Throws at
 * the end what failed, in which case the job has failed; answers the results where nothing did.
 */
export async function eachAlone<T, R>(
  rows: Iterable<T>,
  work: (row: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  const failures: unknown[] = []
  for (const row of rows)
    try {
      done.push(await work(row))
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, saidOf(failures))
  return done
}

/**
 * The same of parts of one turn: one that fails stops none after it. Answers the sum of what they
 * did; a part that answers nothing did nothing that is counted.
 */
export async function partsAlone(parts: readonly (() => Promise<unknown>)[]): Promise<number> {
  const done = await eachAlone(parts, part => part())
  return done.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0)
}

const MOST_SAID = 3

function saidOf(failures: readonly unknown[]): string {
  const said = failures.slice(0, MOST_SAID).map(each => (each as Error).message)
  return `${failures.length} failed: ${said.join(' · ')}`
}
