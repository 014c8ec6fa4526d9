import type { Broken } from '@tianping/contract/rules'

/**
 * Thrown to refuse a call with a text the member may read. `data` explains it: the rule, its
 * inputs, what is missing.
 */
export class Refusal extends Error {
  readonly code: number
  readonly data: unknown
  constructor(message: string, code = 400, data: unknown = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const sessionOver = () => new Refusal('登录已过期，请重新登录', 401)

/** Refuses with the first broken rule, if any. */
export function refuseIf(broken: Broken | null): void {
  if (broken) throw new Refusal(broken.text, 400, { field: broken.field })
}
