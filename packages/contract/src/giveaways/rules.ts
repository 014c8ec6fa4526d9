import { rulesOf } from '../rule.ts'
import { codeForm } from './texts.ts'

const form = rulesOf(codeForm)

/** What was typed, however its keyboard wrote it: with spaces and dashes, small, full width. */
export const codeTyped = (typed: string) =>
  typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

export const redeemRules = ({ code }: { code: string }) =>
  form(['code', codeTyped(code) === '', 'giveaway.code_missing'])
