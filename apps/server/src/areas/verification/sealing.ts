// What is sealed of a verification.
import { numberDigests, openNumber, sealNumber, type SealingKeys } from '../../kernel/cardNumber.ts'

/** As the member stated it; what a case does not ask for is empty. */
export type Stated = {
  name: string
  number: string
  birthday: string
  expires: string
  address: string
}

export const sealStated = (keys: SealingKeys, memberId: bigint, stated: Stated): Buffer =>
  sealNumber(keys, memberId, JSON.stringify(stated))
export const statedIn = (plain: string): Stated => JSON.parse(plain) as Stated
export const openStated = (keys: SealingKeys, memberId: bigint, sealed: Buffer): Stated =>
  statedIn(openNumber(keys, memberId, sealed))

/** Recognises an equal number of a paper: by the current key first, then by older ones. */
export const digestsOf = (keys: SealingKeys, number: string): [Buffer, ...Buffer[]] =>
  numberDigests(keys, number)
