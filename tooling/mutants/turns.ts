// One test in the same process over and over, each time with another mistake. It passes without any
// before the first one and after each that it notices: what a mistake leaves behind in the database
// or in memory is never taken for the next one.

/** What came out of a turn: of a mistake, or of the test itself. */
export type Verdict =
  /** The test fails with this mistake and passes without it. */
  | { what: 'noticed' | 'survived'; n: number }
  /** It failed after others that had passed, and fails without any now: this one asks anew. */
  | { what: 'doubt'; n: number }
  /** The second time the test does not come past it: it is planted in a run of its own. */
  | { what: 'missed'; n: number }
  /** It passes no second time, so all of its mistakes are. */
  | { what: 'once' }
  /** The file begins anew: it no longer passes without any mistake. */
  | { what: 'spoilt' }

/** No mistake is on. */
export const NONE = -1

type Step = 'first' | 'again' | 'mistake' | 'check'

export class Turns {
  private mutants: number[]
  private step: Step = 'first'
  private on = NONE
  /** The last turn was without a mistake. */
  private fresh = true
  private suspect: number | null = null
  private ended = false

  constructor(mutants: readonly number[]) {
    this.mutants = [...mutants]
  }

  /** The most turns that it may take. */
  get most(): number {
    return 2 * this.mutants.length + 2
  }

  /** The mistake of the next turn, `NONE` for a turn without one; null when all are done. */
  next(): number | null {
    if (this.ended) return null
    const on = this.step === 'mistake' ? this.mutants.shift() : NONE
    if (on === undefined) return null
    this.on = on
    return on
  }

  /** What follows from a turn that came past these. */
  told(failed: boolean, passed: ReadonlySet<number>): Verdict[] {
    if (this.step === 'mistake') return this.toldOf(this.on, failed)
    const { step, suspect } = this
    this.suspect = null
    this.fresh = true
    this.ended = failed
    if (failed && step === 'again') return [{ what: 'once' }]
    if (failed) return [...ofSuspect(suspect, 'doubt'), { what: 'spoilt' }]
    this.step = step === 'first' && this.mutants.length > 0 ? 'again' : 'mistake'
    return step === 'again' ? this.narrow(passed) : ofSuspect(suspect, 'noticed')
  }

  /** What a repetition does not come past, repetitions cannot notice. */
  private narrow(passed: ReadonlySet<number>): Verdict[] {
    const missed = this.mutants.filter(n => !passed.has(n))
    this.mutants = this.mutants.filter(n => passed.has(n))
    return missed.map(n => ({ what: 'missed', n }))
  }

  private toldOf(n: number, failed: boolean): Verdict[] {
    const { fresh } = this
    this.fresh = false
    if (!failed) return [{ what: 'survived', n }]
    this.step = 'check'
    if (fresh) return [{ what: 'noticed', n }]
    this.suspect = n
    return []
  }
}

const ofSuspect = (n: number | null, what: 'noticed' | 'doubt'): Verdict[] =>
  n === null ? [] : [{ what, n }]
