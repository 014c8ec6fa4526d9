// Payouts wait after what a thief would do first: a reset, another contact, another device and
// another card, another card from a strange device, another address. Only the passing of time or a
// second person ends the wait.
import { waitLabels, type WaitReason } from '@tianping/contract/holds'

/** When each happened last within the wait; null when it did not. */
export type Recent = {
  password: Date | null
  payPassword: Date | null
  /** A second factor that staff took away. */
  factor: Date | null
  contact: Date | null
  /** A corrected real name, under which another's card could be bound. */
  name: Date | null
  /** A device that came in for the first time, and not the member's first. */
  device: Date | null
  /** The card of the payout, when it is not the member's first. */
  newCard: Date | null
  /** The same card, when it was bound in a browser that is not an old one of the member. */
  card: Date | null
  /** The USDT address of the payout. */
  address: Date | null
}

const waitReasons = Object.keys(waitLabels) as WaitReason[]
export type Wait = { until: Date; reasons: readonly string[] }

/** Until when a payout waits; undefined when nothing makes it wait. `waitMs` 0 is no wait. */
export function waitAfter(recent: Recent, waitMs: number): Wait | undefined {
  const { device, newCard, card, ...alone } = recent
  const together = device && newCard ? later(device, newCard) : null
  const since = { ...alone, device: together, card: together ? null : card }
  const reasons = waitReasons.filter(reason => since[reason] !== null)
  if (waitMs === 0 || reasons.length === 0) return undefined
  const last = Math.max(...reasons.map(reason => since[reason]?.getTime() ?? 0))
  return { until: new Date(last + waitMs), reasons }
}

const later = (a: Date, b: Date) => (a > b ? a : b)
