/** Where somebody outside is reached, and as whom. */
export type Place = { endpoint: string; merchant: string }

/**
 * An account at somebody outside, at whichever host he is reached: a host may move, another path
 * or merchant is somebody else (docs/decisions/0250-a-code-keeps-its-account.md).
 */
export function accountAt(kind: string, { endpoint, merchant }: Place): string {
  const path = URL.canParse(endpoint) ? new URL(endpoint).pathname.replace(/\/$/, '') : ''
  return `${kind} ${path} ${merchant}`
}

/** The same with its host: what may be spoken to as one, however its address is written. */
export const placeOf = ({ endpoint, merchant }: Place): string =>
  `${endpoint.replace(/\/$/, '').toLowerCase()} ${merchant}`

/** Which part of an account another one differs in first. */
export const changedPart = <T extends Place & { adapter: string }>(before: T, after: T) =>
  (['merchant', 'endpoint', 'adapter'] as const).find(each => before[each] !== after[each]) ??
  'merchant'
