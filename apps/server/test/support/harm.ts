import type { Status } from '../../src/areas/harm/steps.ts'
import type { Facts } from '../../src/areas/harm/store/facts.sql.ts'

/** A member of whom no marker of harm says anything. */
export const quiet: Facts = {
  memberId: 1n,
  age: 40,
  vulnerable: false,
  netFen: 0n,
  weekFen: 0n,
  usualFen: 0n,
  chased: 0,
  losses: 0,
  raisedAfterLoss: 0,
  bets: 0,
  playedSeconds: 0,
  nightSeconds: 0,
  longestSeconds: 0,
  limitRaises: 0,
  raisedAtLimit: 0,
  breaks: 0,
  words: 0,
  crisis: 0,
  bonusAsks: 0,
  complaints: 0,
  reversed: 0,
  backAgain: 0,
  methods: 0,
  failed: 0,
  checked: false,
}

/** Where nothing was done about a member yet. */
export const calm: Status = {
  level: 0,
  score: 0,
  nudgedAt: null,
  nudgeScore: 0,
  settledScore: 0,
  settledUntil: null,
  open: null,
}
