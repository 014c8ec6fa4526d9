// Claiming and deciding what has no columns of its own for it (`console_claim`): the twin of
// decide.ts for the engines' items.
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { CLAIM_MS } from './claimTime.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller, Operator, Services } from '../http/services.ts'
import { audit } from './audit.ts'
import { dropClaim, lockClaim, setClaim } from './claim.sql.ts'
import { refuseOwn } from './own.ts'

type Working = Services & { operator: Operator; caller: Caller }
/** `repeated`: the same operator decided the same before, and nothing was done now. */
export type Deed<T> = { before: T; after: T; repeated: boolean }

/** Refuses with 409 while another operator holds the item; answers who held it until now. */
async function holdOf(tx: Tx, subject: string, operator: Operator, now: Date): Promise<string> {
  const claimed = await lockClaim(tx, subject)
  const holder = claimed && claimed.until > now ? claimed.operator : ''
  if (holder !== '' && holder !== operator.name)
    throw new Refusal(say('desk.claimed', { holder }), { claimed_by: holder })
  return holder
}

/**
 * Takes an item for the operator for ten minutes; taking it again makes it last longer and is not
 * written down anew. `check` refuses what cannot be worked on, and answers the member it is about,
 * if any: nobody takes one's own away from a colleague.
 */
export async function claimItem(
  { db, clock, operator, caller }: Working,
  asked: { action: string; subject: string; check: (tx: Tx) => Promise<bigint | null> },
): Promise<{ data: null }> {
  const now = clock.now()
  await transaction(db, async tx => {
    const holder = await holdOf(tx, asked.subject, operator, now)
    const memberId = await asked.check(tx)
    refuseOwn(operator, memberId === null ? [] : [memberId])
    await setClaim(tx, asked.subject, {
      operator: operator.name,
      until: new Date(now.getTime() + CLAIM_MS),
    })
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

/**
 * Runs an operator's decision with its audit row in one transaction, ends the claim, then tells the
 * screens of the members it touched. The deed refuses by itself what another has decided.
 */
export async function decideItem<T>(
  { db, clock, bus, operator, caller }: Working,
  asked: {
    action: string
    subject: string
    note: string
    done: string
    told: (item: T) => Record<string, unknown>
    touches?: (item: T) => bigint[]
    deed: (tx: Tx, now: Date) => Promise<Deed<T>>
  },
): Promise<{ message: string; data: null }> {
  const now = clock.now()
  const decided = await transaction(db, async tx => {
    await holdOf(tx, asked.subject, operator, now)
    const deed = await asked.deed(tx, now)
    refuseOwn(operator, asked.touches?.(deed.after) ?? [])
    await dropClaim(tx, asked.subject)
    if (!deed.repeated) {
      await audit(
        tx,
        now,
        { operator, address: caller.address },
        {
          action: asked.action,
          subject: asked.subject,
          before: asked.told(deed.before),
          after: asked.told(deed.after),
          note: asked.note,
        },
      )
    }
    return deed
  })
  bus.publish('member', (asked.touches?.(decided.after) ?? []).map(String))
  return { message: decided.repeated ? '该项已处理，无需重复操作' : asked.done, data: null }
}
