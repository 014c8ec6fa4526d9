// What the ordered checks of both documents have in common; the rules of an area stand in its own
// `rules.ts`. The browser's forms and the server run the same ones; no zod in any of them, so that
// they cost the browser nothing.
import { sayOf, type Catalogue, type Said, type Values } from './say.ts'

/** The longest payment password, in characters (P2-9-13). */
export const PAY_PASSWORD_MAX = 18

/** The first rule that is broken: what to say, and which field of the form it concerns. */
export type Broken = { field: string; text: string }
/** With the stable code and the values of its sentence. */
export type BrokenRule = Broken & Said
/** One check: the field it concerns, whether it is broken, and the sentence that says so. */
type Rule<C extends Catalogue> = {
  [K in keyof C & string]: readonly [
    field: string,
    broken: boolean,
    reason: K,
    ...values: Values<C[K]>,
  ]
}[keyof C & string]

/**
 * The checks of one catalogue: called with rules, it answers the first broken one in the order
 * written; null when all hold.
 */
export const rulesOf =
  <C extends Catalogue>(catalogue: C) =>
  (...rules: Rule<C>[]): BrokenRule | null => {
    const found = rules.find(([, broken]) => broken)
    if (!found) return null
    const [field, , reason, ...values] = found
    return { ...sayOf(catalogue, reason, ...(values as Values<C[typeof reason]>)), field }
  }

/** Characters of a text as people count them. */
export const lengthOf = (text: string): number => [...text].length

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u

/**
 * Whether a name has characters without a shape, or ones that turn the direction of what follows:
 * two such names look alike, and one can make the rest of a line read backwards.
 */
export const hasHidden = (name: string): boolean => HIDDEN.test(name)

/**
 * Mainland mobile numbers (P1-5-20); 16x, 17x and 19x are widened to the ranges assigned since
 * (docs/decisions/0024-the-same-form-rules-on-both-sides.md).
 */
export const isMobile = (mobile: string) =>
  /^(0|86|17951)?(13\d|14[57]|15[0-35-9]|16\d|17\d|18\d|19\d)\d{8}$/.test(mobile)
