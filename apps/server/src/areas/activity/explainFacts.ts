import type { Figure } from '@tianping/contract'
import { figures } from '../../kernel/http/explain.ts'
import type { Fact } from './facts.ts'

/** Conditions that measure fen; the others count or compare. */
export const isMoney = (kind: Fact['kind']): boolean =>
  kind !== 'min_vip' && kind !== 'birthday_month' && kind !== 'friends'

const figureOf = (kind: Fact['kind'], name: string, label: string, value: number): Figure => {
  if (isMoney(kind)) return figures.yuan(name, label, value)
  return kind === 'min_vip' ? figures.level(name, label, value) : figures.count(name, label, value)
}

/** What was found of each condition, under the condition's own words. */
export const inputsOf = (facts: Fact[]): Figure[] =>
  facts.flatMap(({ kind, text, needed, found }) => [
    figureOf(kind, `${kind}_found`, text, found),
    figureOf(kind, `${kind}_needed`, `${text}：需要`, needed),
  ])

/**
 * What a condition lacks; nothing that a member could add makes a birthday fall into this month.
 */
export const missingOf = ({ kind, text, needed, found }: Fact): Figure[] =>
  kind === 'birthday_month' || found >= needed ? [] : [figureOf(kind, kind, text, needed - found)]
