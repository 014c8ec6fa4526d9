import { parseYuan } from '@tianping/money'
import { beijingDay, daysBetween, isDay, monthsLater, type Instant } from '@tianping/money/day'
import { rulesOf } from '../rule.ts'
import {
  EXCLUSION_WORD,
  MAX_STATEMENT_DAYS,
  MAX_TIMEOUT_DAYS,
  STATEMENT_MONTHS,
  isTime,
  mostMinutes,
  spanOf,
} from './facts.ts'
import type { LimitKind } from './facts.ts'
import { protectionForm } from './texts.ts'

const protection = rulesOf(protectionForm)

/**
 * A limit as a form writes it: fen, or whole minutes of a limit of time; null for no limit, and
 * undefined for what is neither.
 */
export function limitOf(kind: LimitKind, written: string): bigint | null | undefined {
  if (written === '') return null
  if (isTime(kind)) {
    const minutes = /^\d{1,5}$/.test(written) ? Number(written) : Infinity
    return minutes <= mostMinutes[spanOf(kind)] ? BigInt(minutes) : undefined
  }
  return /^0+(\.0{1,2})?$/.test(written) ? 0n : (parseYuan(written) ?? undefined)
}

/** One limit: an empty amount asks to take it away. */
export const limitRules = (f: { kind: LimitKind; amount: string }) => {
  const amount = limitOf(f.kind, f.amount)
  return protection(
    ['amount', isTime(f.kind) && amount === undefined, 'protection.minutes_format'],
    ['amount', amount === undefined, 'protection.limit_format'],
  )
}

/** A break: one of the offered lengths, or with `days` one of one's own. */
export const timeoutRules = (f: { term: string; days: string; password: string }) =>
  protection(
    [
      'days',
      f.term === '' && !(/^\d{1,2}$/.test(f.days) && +f.days >= 1 && +f.days <= MAX_TIMEOUT_DAYS),
      'protection.days_format',
      { max: MAX_TIMEOUT_DAYS },
    ],
    ['password', f.password === '', 'protection.password_missing'],
  )

/** An exclusion: the word first, so that nobody does it by a slip. */
export const exclusionRules = (f: { word: string; password: string }) =>
  protection(
    ['word', f.word !== EXCLUSION_WORD, 'protection.word_wrong', { word: EXCLUSION_WORD }],
    ['password', f.password === '', 'protection.password_missing'],
  )

/** Reasons for an earlier end; fewer words than these say nothing. */
const LEAST_REASON = 10

export const earlierRules = (f: { reason: string; password: string }) =>
  protection(
    ['reason', f.reason.trim().length < LEAST_REASON, 'protection.reason_short'],
    ['password', f.password === '', 'protection.password_missing'],
  )

/** The first day a statement can begin with. */
export const earliestStatementDay = (now: Instant) =>
  beijingDay(monthsLater(new Date(now), -STATEMENT_MONTHS))

/** The days of a statement, both included. */
export const statementRules = (f: { from: string; to: string }, now: Instant) => {
  const earliest = earliestStatementDay(now)
  return protection(
    ['from', !isDay(f.from), 'protection.from_missing'],
    ['to', !isDay(f.to), 'protection.to_missing'],
    ['from', f.from > f.to, 'protection.span_order'],
    ['to', f.to > beijingDay(now), 'protection.span_future'],
    ['from', f.from < earliest, 'protection.span_early', { earliest }],
    [
      'to',
      daysBetween(f.from, f.to) >= MAX_STATEMENT_DAYS,
      'protection.span_long',
      { max: MAX_STATEMENT_DAYS },
    ],
  )
}
