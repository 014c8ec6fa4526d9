import { formatFen } from '@tianping/contract/money'
import { transaction, type Tx } from '@tianping/database'
import { heldBy, type Decided } from '../review.ts'
import type { Caller, Operator, Services } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { refuseOwn } from '../../../kernel/operator/own.ts'

type Reviewing = Services & { operator: Operator; caller: Caller }
type Order = {
  memberId: bigint
  state: 1 | 2 | 3
  remark: string
  claimedBy: string
  claimedUntil: Date | null
}

/**
 * Runs an operator's decision and its audit row in one transaction, then tells the member's
 * screens. A decision the same operator made before is answered without doing it again; the first
 * of two approvals is `confirms` in the log.
 */
export async function decide<O extends Order>(
  { db, clock, bus, operator, caller }: Reviewing,
  asked: {
    action: string
    confirms: string
    subject: string
    note: string
    told: (order: O) => Record<string, unknown>
    deed: (tx: Tx, now: Date) => Promise<Decided<O>>
  },
): Promise<{ message: string; data: null }> {
  const now = clock.now()
  const { before, after, repeated, awaits } = await transaction(db, async tx => {
    const decided = await asked.deed(tx, now)
    refuseOwn(operator, [decided.before.memberId])
    if (!decided.repeated) {
      await audit(
        tx,
        now,
        { operator, address: caller.address },
        {
          action: decided.awaits === null ? asked.action : asked.confirms,
          subject: asked.subject,
          before: asked.told(decided.before),
          after: {
            ...asked.told(decided.after),
            ...(decided.first === '' ? {} : { confirmed_by: decided.first }),
          },
          note: asked.note,
        },
      )
    }
    return decided
  })
  bus.publish('member', [before.memberId.toString()])
  if (awaits !== null)
    return { message: `已确认，金额达到 ¥${formatFen(awaits)}，须由另一位复核`, data: null }
  return {
    message: repeated ? '该订单已处理，无需重复操作' : after.state === 2 ? '已通过' : '已拒绝',
    data: null,
  }
}

/**
 * Takes an item for the operator; taking it again only makes it last longer and is not written down
 * anew.
 */
export async function claim<O extends Order>(
  { db, clock, operator, caller }: Reviewing,
  asked: { action: string; subject: string; deed: (tx: Tx, now: Date) => Promise<O> },
): Promise<{ data: null }> {
  const now = clock.now()
  await transaction(db, async tx => {
    const before = await asked.deed(tx, now)
    refuseOwn(operator, [before.memberId])
    const holder = heldBy(before, now)
    if (holder === operator.name) return
    await audit(
      tx,
      now,
      { operator, address: caller.address },
      {
        action: asked.action,
        subject: asked.subject,
        before: { claimed_by: holder },
        after: { claimed_by: operator.name },
      },
    )
  })
  return { data: null }
}
