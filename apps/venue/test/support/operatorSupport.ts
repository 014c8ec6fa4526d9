import type { RunningVenue } from '../../server/index.ts'
import { DEMO_OPERATOR } from '../../server/operator/operators.ts'

export const OPERATOR_KEY = 'a key for the authenticators of tests'

export type Typed = { name: string; password: string; code?: string }

/** Signs in at the operator page, as its form does. */
export const enter = ({ url }: Pick<RunningVenue, 'url'>, typed: Typed, headers: object = {}) =>
  fetch(`${url}/operator/api/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ code: '', ...typed }),
  })

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieOf = (answer: Response): string =>
  (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

/** What calls of the demo operator carry. */
export async function asDemoOperator(venue: Pick<RunningVenue, 'url'>) {
  const answer = await enter(venue, DEMO_OPERATOR)
  return { cookie: cookieOf(answer), 'content-type': 'application/json' }
}
