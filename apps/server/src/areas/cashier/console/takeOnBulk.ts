import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Operator } from '../../../kernel/http/services.ts'
import type { CashierSetting } from '../setting.ts'
import { bulkSince, noteBulk, waitForBulks } from '../store/bulk.sql.ts'

const DAY_MS = 86_400_000

type Bulk = {
  operator: Pick<Operator, 'operatorId'>
  now: Date
  rules: CashierSetting['review']['bulk']
  orders: number
  totalFen: bigint
}

/** Takes an amount on for the operator; refuses what goes beyond the bounds of a day. */
export async function takeOnBulk(
  tx: Tx,
  { operator, now, rules, orders, totalFen }: Bulk,
): Promise<void> {
  const { operatorId } = operator
  await waitForBulks(tx, operatorId)
  const before = await bulkSince(tx, operatorId, new Date(now.getTime() - DAY_MS))
  if (before + totalFen > BigInt(rules.dayFen))
    throw new Refusal(
      say('order.bulk_day', { most: formatFen(rules.dayFen), before: formatFen(before) }),
    )
  await noteBulk(tx, { operatorId, now, orders, totalFen })
}
