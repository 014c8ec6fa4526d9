/** Rows that a turn reads at most; that so many fail is no matter of single rows. */
export const MOST_IN_TURN = 10_000

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
  throwFailed(failures)
  return done
}

/** Throws what failed in a turn, if anything did. */
export function throwFailed(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, saidOf(failures))
}

/**
 * The same of parts of one turn: one that fails stops none after it. Answers the sum of what they
 * did; a part that answers nothing did nothing that is counted.
 */
export async function partsAlone(parts: readonly (() => Promise<unknown>)[]): Promise<number> {
  const done = await eachAlone(parts, part => part())
  return done.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0)
}

/** Works on rows together; where that fails on each alone, as above. Answers the sum. */
export async function togetherOrAlone<T>(
  rows: T[],
  work: (rows: T[]) => Promise<number>,
): Promise<number> {
  try {
    return await work(rows)
  } catch (error) {
    if (rows.length === 1) throw error
    return partsAlone(rows.map(row => () => work([row])))
  }
}

/** All pages of what is read by its number, the last one being the first that is not full. */
export async function pagesOf(
  limit: number,
  page: (after: bigint) => Promise<bigint[]>,
): Promise<bigint[][]> {
  const pages: bigint[][] = []
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const found = await page(after)
    if (found.length > 0) pages.push(found)
    after = found.length < limit ? undefined : found.at(-1)
  }
  return pages
}

const MOST_SAID = 3

function saidOf(failures: readonly unknown[]): string {
  const said = failures.slice(0, MOST_SAID).map(each => (each as Error).message)
  return `${failures.length} failed: ${said.join(' · ')}`
}
