// A change of the profile, the passwords or a payout account asks for the member's second factor:
// a stolen session and password together do not redirect money (PR-KYC-08).
import type { FactorProof } from '@tianping/contract/factors'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Caller, Services, Session } from '../../kernel/http/services.ts'
import { hasFactor } from '../../kernel/secondFactor/secondFactor.ts'
import { protectionSetting } from '../protection/protection.ts'
import {
  countProof,
  factorHolds,
  factorsOfMember,
  factorWays,
  wrongFactor,
} from './secondFactor.ts'

export type Changing = Pick<Services, 'db' | 'clock' | 'settings'> & {
  member: Pick<Session, 'memberId'>
  caller: Pick<Caller, 'host'>
  body: { factor?: FactorProof | undefined }
}

/** Refuses without a right factor; answers whether one was shown and holds. */
async function proveIn(tx: Tx, context: Changing): Promise<boolean> {
  const {
    member: { memberId },
    body: { factor },
  } = context
  const factors = await factorsOfMember(tx, memberId)
  if (!hasFactor(factors)) {
    const { factorForChanges } = await protectionSetting(tx)
    if (factorForChanges === 'all') throw new Refusal(say('factor.first'), { rule: 'no_factor' })
    return false
  }
  if (factor && (await factorHolds({ ...context, db: tx }, memberId, factor))) return true
  throw new Refusal(say(factor ? wrongFactor[factor.kind] : 'factor.for_change'), {
    field: 'factor',
    rule: 'factor',
    methods: factorWays(context, factors),
  })
}

/**
 * Carries out a change in one transaction. `work` calls `prove` once everything else holds: the
 * code of a change that fails is not used up. Tries are counted outside of the transaction, so that
 * a rollback gives none back.
 */
export async function provenChange<T>(
  context: Changing,
  work: (tx: Tx, prove: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { db, member, body } = context
  const forgetTries = body.factor && (await countProof(context, member.memberId))
  let proved = false
  const done = await transaction(db, tx =>
    work(tx, async () => {
      proved = await proveIn(tx, context)
    }),
  )
  if (proved) await forgetTries?.()
  return done
}
