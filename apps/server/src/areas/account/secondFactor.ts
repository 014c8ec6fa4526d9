// The second factor of members: optional, and never a way around the password.
import type { FactorProof } from '@tianping/contract/factors'
import type { Db, Tx } from '@tianping/database'
import type { Caller, Services } from '../../kernel/http/services.ts'
import { attempt, forget, type Limit } from '../../kernel/http/throttle.ts'
import {
  dropFactors,
  factorsOf,
  type Factors,
  type Owner,
} from '../../kernel/secondFactor/factor.sql.ts'
import { passkeysPossible } from '../../kernel/secondFactor/passkeys.ts'
import { shownPasskey, takeCode, waysOf } from '../../kernel/secondFactor/secondFactor.ts'

const proofByMember: Limit = { attempts: 10, windowMs: 3_600_000 }

export const ownerOf = (memberId: bigint): Owner => ({ kind: 'member', id: memberId })
export const factorsOfMember = (db: Db, memberId: bigint) => factorsOf(db, ownerOf(memberId))

/** Takes the member's second factor away, with the recovery codes. */
export const dropFactorsOf = (tx: Tx, memberId: bigint) => dropFactors(tx, ownerOf(memberId))

type At = Pick<Services, 'settings'> & { caller: Pick<Caller, 'host'> }

/** Passkeys belong to the site's own name; at its other entrances no browser would show them. */
export const passkeysHere = ({ settings, caller }: At): boolean =>
  passkeysPossible(settings) && caller.host === new URL(settings.publicUrl).host

/** The factors that can be shown where the member is. */
export const factorWays = (at: At, factors: Factors) => waysOf(factors, passkeysHere(at))

/** Counts one try to show a factor while logged in; answers what forgets the tries. */
export async function countProof({ db, clock }: Pick<Services, 'db' | 'clock'>, memberId: bigint) {
  const bucket = `factor:${memberId}`
  await attempt(db, bucket, proofByMember, clock.now())
  return () => forget(db, bucket)
}

type Using = Pick<Services, 'db' | 'clock' | 'settings'>
export const proofKind = { whose: 'member', kind: 'proof' } as const

/** Whether the factor that is shown is the member's; it is taken, and counts once. */
export async function factorHolds(
  using: Using,
  memberId: bigint,
  { kind, code, ticket, response = {} }: FactorProof,
): Promise<boolean> {
  if (kind !== 'passkey') return takeCode(using, ownerOf(memberId), { kind, code })
  const shown = await shownPasskey(using, proofKind, { ticket, response })
  return shown?.holds === true && shown.key?.ownerId === memberId
}

/** What to say of one that does not hold. */
export const wrongFactor = {
  totp: 'factor.code_wrong',
  recovery: 'factor.recovery_wrong',
  passkey: 'factor.passkey_wrong',
} as const
