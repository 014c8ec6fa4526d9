import type { Figure, Why } from '@tianping/contract'
import type { Said } from '@tianping/contract/say'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { Refusal } from './refusal.ts'

/** The figures of explanations, by what they measure. */
export const figures = {
  yuan: (name: string, label: string, fen: bigint | number): Figure => ({
    name,
    label,
    unit: 'yuan',
    value: yuanOf(BigInt(fen)),
  }),
  /** Hundredths of a USDT. */
  usdt: (name: string, label: string, cents: bigint): Figure => ({
    name,
    label,
    unit: 'usdt',
    value: yuanOf(cents),
  }),
  count: (name: string, label: string, value: number): Figure => ({
    name,
    label,
    unit: 'count',
    value,
  }),
  level: (name: string, label: string, value: number): Figure => ({
    name,
    label,
    unit: 'level',
    value,
  }),
  percent: (name: string, label: string, value: number): Figure => ({
    name,
    label,
    unit: 'percent',
    value,
  }),
  times: (name: string, label: string, value: number): Figure => ({
    name,
    label,
    unit: 'times',
    value,
  }),
  /** `HH:mm` of Beijing. */
  clock: (name: string, label: string, value: string): Figure => ({
    name,
    label,
    unit: 'clock',
    value,
  }),
  /** `YYYY-MM-DD`; the label says of which place where it is not Beijing. */
  date: (name: string, label: string, value: string): Figure => ({
    name,
    label,
    unit: 'date',
    value,
  }),
  time: (name: string, label: string, at: Date): Figure => ({
    name,
    label,
    unit: 'time',
    value: beijing(at),
  }),
  text: (name: string, label: string, value: string): Figure => ({
    name,
    label,
    unit: 'text',
    value,
  }),
}

export type Explanation = { rule: string; version: number; inputs?: Figure[]; missing?: Figure[] }

/** The one shape in which rules explain themselves. */
export const whyOf = ({ rule, version, inputs = [], missing = [] }: Explanation): Why => ({
  rule,
  rule_version: version,
  inputs,
  missing,
})

/**
 * Refuses by a rule of an engine. `data.why` has the one shape; `also` is what this call's clients
 * read beside it, and the rule's name and version stand there too.
 */
export const explained = (said: Said, explanation: Explanation, also: object = {}): Refusal =>
  new Refusal(said, {
    ...also,
    rule: explanation.rule,
    rule_version: explanation.version,
    why: whyOf(explanation),
  })
