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
