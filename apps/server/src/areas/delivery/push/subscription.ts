import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import { numberDigests, openNumber, sealNumber } from '../../../kernel/cardNumber.ts'
import type { Settings } from '../../../kernel/environment.ts'

/** A browser that takes messages: where they go, and what they are encrypted for. */
export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** Keys of their own, from those of card numbers: what they seal opens for nothing else. */
export const browserKeys = ({ cardKey }: Pick<Settings, 'cardKey'>): SealingKeys => {
  const [current, ...old] = cardKey
  const own = (key: string) => `${key}\nbrowsers`
  return [own(current), ...old.map(own)]
}

export const sealSubscription = (keys: SealingKeys, memberId: bigint, s: Subscription): Buffer =>
  sealNumber(keys, memberId, JSON.stringify(s))

/** The subscription as the sender takes it. */
export const openSubscription = (keys: SealingKeys, memberId: bigint, sealed: Buffer): string =>
  openNumber(keys, memberId, sealed)

/** Recognises a browser, whoever uses it. The current key comes first. */
export const browserDigests = (keys: SealingKeys, endpoint: string) => numberDigests(keys, endpoint)
