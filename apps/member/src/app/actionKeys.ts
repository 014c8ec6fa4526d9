import { newKey } from './api.ts'
import { whenSessionEnds } from './session.ts'

/** After this long the member surely means it anew, in ms. */
const rememberedMs = 10 * 60_000

/**
 * Deeds whose outcome is unknown, by what was sent; kept here and not in a page, which the member
 * may leave meanwhile.
 */
const open = new Map<string, { key: string; at: number }>()
whenSessionEnds(() => open.clear())

/** A second factor says who asks and not what for: another code does not make another action. */
const withoutFactor = (key: string, value: unknown) => (key === 'factor' ? undefined : value)

const nameOf = (call: string, sent: unknown) => `${call} ${JSON.stringify(sent, withoutFactor)}`

/**
 * The idempotency key for an action: the same one as long as the same is sent again and no answer
 * settled it.
 */
export function keyForAction(call: string, sent: unknown, now = Date.now()): string {
  if (sent instanceof FormData) return newKey()
  for (const [name, action] of open) if (now - action.at > rememberedMs) open.delete(name)
  const name = nameOf(call, sent)
  const action = open.get(name) ?? { key: newKey(), at: now }
  open.set(name, action)
  return action.key
}

/** The action under this key is over: doing the same again is a new one. */
export function forgetAction(key: string) {
  for (const [name, action] of open) if (action.key === key) open.delete(name)
}

/** An answer came: doing the same again is a new action. */
export const settleAction = (call: string, sent: unknown) => void open.delete(nameOf(call, sent))
