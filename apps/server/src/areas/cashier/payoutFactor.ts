// A large payout asks for the member's second factor, where there is one. Several small ones are a
// large one, so that what counts is the sum of a day.
import type { FactorProof } from '@tianping/contract/factors'
import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/money'
import { DAY_MS } from '@tianping/money/day'
import type { Db } from '@tianping/database'
import { explained, figures } from '../../kernel/http/explain.ts'
import type { Caller, Services } from '../../kernel/http/services.ts'
import { hasFactor } from '../../kernel/secondFactor/secondFactor.ts'
import { factorHolds, factorsOfMember, factorWays, wrongFactor } from '../account/account.ts'
import type { CashierSetting } from './setting.ts'
import { withdrawnSince } from './store/withdrawal.sql.ts'

type Using = Pick<Services, 'clock' | 'settings'> & { db: Db; caller: Caller }
type Asked = {
  rules: { version: number; value: CashierSetting }
  memberId: bigint
  shown: FactorProof | undefined
}

/**
 * Refuses a payout that needs a second factor and comes without a right one. Runs when the order
 * stands and everything else has been checked, in its transaction: a code that is shown for a
 * payout that fails is not used up. Answers whether
 * one was shown and holds.
 */
export async function refuseWithoutFactor(
  using: Using,
  { rules: { version, value }, memberId, shown }: Asked,
): Promise<boolean> {
  const from = value.withdrawal.factorFromFen
  if (from === undefined) return false
  const factors = await factorsOfMember(using.db, memberId)
  if (!hasFactor(factors)) return false
  const since = new Date(using.clock.now().getTime() - DAY_MS)
  const askedFen = await withdrawnSince(using.db, memberId, since)
  if (askedFen < BigInt(from)) return false
  if (shown && (await factorHolds(using, memberId, shown))) return true
  const said = shown
    ? say(wrongFactor[shown.kind])
    : say('withdrawal.factor_needed', { from: formatFen(BigInt(from)) })
  throw explained(
    said,
    {
      rule: 'factor',
      version,
      inputs: [
        figures.yuan('asked', '24小时内取款', askedFen),
        figures.yuan('from', '需双重验证的金额', BigInt(from)),
      ],
    },
    { methods: factorWays(using, factors) },
  )
}
