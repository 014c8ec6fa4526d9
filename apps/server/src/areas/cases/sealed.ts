import { openNumber, sealNumber, type SealingKeys } from '../../kernel/cardNumber.ts'

/** Keys of what cases keep: derived from those of cards, and open nothing of theirs. */
export const caseKeys = ({ cardKey }: { cardKey: SealingKeys }): SealingKeys => {
  const [current, ...old] = cardKey
  const own = (key: string) => `${key}\ncases`
  return [own(current), ...old.map(own)]
}

/** Bytes are sealed as base64, since what is sealed is a text. */
export const sealBytes = (keys: SealingKeys, ownerId: bigint, bytes: Uint8Array): Buffer =>
  sealNumber(keys, ownerId, Buffer.from(bytes).toString('base64'))
export const openBytes = (keys: SealingKeys, ownerId: bigint, sealed: Buffer): Buffer =>
  Buffer.from(openNumber(keys, ownerId, sealed), 'base64')
