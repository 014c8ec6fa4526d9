/** One thing that a drill proves. */
export type Finding = { name: string; expected: string; seen: string; holds: boolean }

/** What a drill expects and sees, printed line by line as it comes. */
export class Report {
  readonly findings: Finding[] = []
  readonly #print: (line: string) => void

  constructor(print: (line: string) => void = console.log) {
    this.#print = print
  }

  expect(name: string, expected: string, seen: string | number, holds: boolean): boolean {
    this.findings.push({ name, expected, seen: String(seen), holds })
    this.#print(`  ${holds ? 'ok  ' : 'FAIL'} ${name}: expected ${expected}, seen ${seen}`)
    return holds
  }

  /** A figure that proves nothing. */
  say(text: string): void {
    this.#print(`       ${text}`)
  }

  get holds(): boolean {
    return this.findings.length > 0 && this.findings.every(each => each.holds)
  }
}

/** The value that a share of `all` does not exceed; NaN of nothing. */
export function quantile(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The longest time without a success between `from` and `to`, which are moments in ms. */
export function longestGap(moments: readonly number[], from: number, to: number): number {
  const within = [from, ...moments.filter(at => at > from && at < to).toSorted((a, b) => a - b), to]
  return within.slice(1).reduce((longest, at, n) => Math.max(longest, at - (within[n] ?? at)), 0)
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
