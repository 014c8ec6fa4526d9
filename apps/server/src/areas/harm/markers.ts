// Which markers a member shows, as a function of the figures and the rule alone.
import { harmMarkers, type HarmMarker } from '@tianping/contract/harm/facts'
import type { HarmRule } from './setting.ts'
import type { Facts } from './store/facts.sql.ts'

/** Fen, times, percent or hours, by the marker. */
export type Reason = { kind: HarmMarker; value: number; threshold: number; points: number }
export type Found = { level: number; score: number; reasons: Reason[] }

const HOUR_S = 3_600
const percentOf = (part: number, whole: number) =>
  whole > 0 ? Math.floor((part * 100) / whole) : 0

type Reading = {
  enabled: boolean
  points: number
  value: number
  threshold: number
  /** The same for everybody. */
  fixed?: boolean
}

/** Deposits of a week against the usual one; 0 while they are small or there is no usual one. */
function growth({ weekFen, usualFen }: Facts, least: number): number {
  return Number(weekFen) < least ? 0 : percentOf(Number(weekFen), Number(usualFen))
}

const hours = (seconds: number) => Math.floor((seconds / HOUR_S) * 10) / 10

const readings: Record<HarmMarker, (f: Facts, r: HarmRule) => Reading> = {
  net_deposit: (f, { netDeposit: r }) => ({ ...r, value: Number(f.netFen), threshold: r.minFen }),
  deposit_growth: (f, { depositGrowth: r }) => ({
    ...r,
    value: growth(f, r.minFen),
    threshold: r.percent,
    fixed: true,
  }),
  chasing: (f, { chasing: r }) => ({ ...r, value: f.chased, threshold: r.times }),
  stakes_up: (f, { stakesUp: r }) => ({
    ...r,
    value: f.bets >= r.bets ? percentOf(f.raisedAfterLoss, f.losses) : 0,
    threshold: r.percent,
    fixed: true,
  }),
  long_hours: (f, { longHours: r }) => ({
    ...r,
    value: hours(f.playedSeconds),
    threshold: r.hoursFrom,
  }),
  night: (f, { night: r }) => ({ ...r, value: hours(f.nightSeconds), threshold: r.hoursFrom }),
  long_stretch: (f, { longStretch: r }) => ({
    ...r,
    value: hours(f.longestSeconds),
    threshold: r.hoursFrom,
  }),
  limit_raises: (f, { limitRaises: r }) => ({ ...r, value: f.limitRaises, threshold: r.times }),
  raised_at_limit: (f, { raisedAtLimit: r }) => ({
    ...r,
    value: f.raisedAtLimit,
    threshold: r.times,
  }),
  breaks: (f, { breaks: r }) => ({ ...r, value: f.breaks, threshold: r.times }),
  words: (f, { words: r }) => ({ ...r, value: f.words, threshold: r.times }),
  crisis: (f, { crisis: r }) => ({ ...r, value: f.crisis, threshold: r.times }),
  bonus_asks: (f, { bonusAsks: r }) => ({ ...r, value: f.bonusAsks, threshold: r.times }),
  complaints: (f, { complaints: r }) => ({ ...r, value: f.complaints, threshold: r.times }),
  reversed: (f, { reversed: r }) => ({ ...r, value: f.reversed, threshold: r.times }),
  back_again: (f, { backAgain: r }) => ({ ...r, value: f.backAgain, threshold: r.times }),
  methods: (f, { methods: r }) => ({ ...r, value: f.methods, threshold: r.times }),
  failed_deposits: (f, { failedDeposits: r }) => ({ ...r, value: f.failed, threshold: r.times }),
  vulnerable: (f, { vulnerable: r }) => ({ ...r, value: f.vulnerable ? 1 : 0, threshold: 1 }),
}

/** Younger and vulnerable members are looked at earlier. */
const isSensitive = ({ age, vulnerable }: Facts, { youngUntil }: HarmRule) =>
  vulnerable || (age !== null && age <= youngUntil)

function reasonOf(kind: HarmMarker, facts: Facts, rule: HarmRule): Reason | null {
  const { enabled, value, threshold: full, points, fixed } = readings[kind](facts, rule)
  const lowered =
    isSensitive(facts, rule) && !fixed
      ? Math.max(1, Math.ceil((full * rule.sensitivePercent) / 100))
      : full
  if (!enabled || value < lowered) return null
  const strong = value * 100 >= lowered * rule.strongPercent
  return { kind, value, threshold: lowered, points: strong ? points * 2 : points }
}

export function levelOf(score: number, { levels }: HarmRule): number {
  return [levels.nudge, levels.task, levels.stop].filter(least => score >= least).length
}

const kinds = Object.keys(harmMarkers) as HarmMarker[]

/** The level of a member with its reasons, the weightiest first. */
export function markersOf(facts: Facts, rule: HarmRule): Found {
  const reasons = kinds
    .map(kind => reasonOf(kind, facts, rule))
    .filter(reason => reason !== null)
    .toSorted((a, b) => b.points - a.points)
  const score = reasons.reduce((sum, { points }) => sum + points, 0)
  return { level: levelOf(score, rule), score, reasons }
}

/** Whether net deposits ask for a check of vulnerability: once in so many months. */
export const asksCheck = ({ netFen, checked }: Facts, { netCheck }: HarmRule): boolean =>
  netCheck.enabled && !checked && netFen > BigInt(netCheck.minFen)
