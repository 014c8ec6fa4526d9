// Breaks and exclusions: set at once, never shortened, and an exclusion ended only by the member.
import {
  exclusions,
  timeouts,
  type ExclusionTerm,
  type TimeoutTerm,
} from '@tianping/contract/protection/facts'
import type { Db, Tx } from '@tianping/database'
import { monthsLater } from '@tianping/money/day'
import { protectionSetting } from './setting.ts'
import {
  blocksOf,
  insertBlock,
  setReturn,
  writeAct,
  type Block,
  type NewBlock,
} from './store/block.sql.ts'
import { withdrawRequests } from './store/request.sql.ts'

export type { Block } from './store/block.sql.ts'

const HOUR_MS = 3_600_000

/** When a break ends. */
export const timeoutEnd = (term: TimeoutTerm | '', days: number, now: Date): Date =>
  new Date(now.getTime() + (term === '' ? days * 24 : timeouts[term].hours) * HOUR_MS)

/** When an exclusion may end at the earliest; null for ever. */
export function exclusionEnd(term: ExclusionTerm, now: Date): Date | null {
  const { months } = exclusions[term]
  return months === null ? null : monthsLater(now, months)
}

/** What counts of all that blocks a member: the one that ends last. */
export const blockNow = async (db: Db, memberId: bigint, now: Date): Promise<Block | undefined> =>
  (await blocksOf(db, memberId, now))[0]

/** Blocks a member, under the member's lock; `acts` names it in the log. */
export async function addBlock(tx: Tx, block: NewBlock): Promise<Block> {
  const added = await insertBlock(tx, block)
  await writeAct(tx, {
    memberId: block.memberId,
    at: block.setAt,
    act: block.kind,
    detail: { term: block.term, until: block.until, reason: block.reason },
    by: block.setBy,
  })
  if (block.kind === 'exclusion') await withdrawReturns(tx, block)
  return added
}

/** Who excludes themselves anew has changed their mind about coming back. */
async function withdrawReturns(tx: Tx, { memberId, setAt: at, setBy: by }: NewBlock) {
  for (const { requestId, kind } of await withdrawRequests(tx, memberId, at)) {
    const detail = { request: Number(requestId) }
    await writeAct(tx, { memberId, at, act: `${kind}_withdrawn`, detail, by })
  }
}

/** From when the member may ask to return; undefined where that ends it by itself or cannot be. */
export async function returnFrom(db: Db, block: Block): Promise<Date | undefined> {
  if (block.kind !== 'exclusion') return undefined
  const { foreverMonths } = await protectionSetting(db)
  return block.until ?? monthsLater(block.setAt, foreverMonths)
}

/** The exclusion that a wish to return is about. */
export const exclusionOf = async (db: Db, memberId: bigint, now: Date) =>
  (await blocksOf(db, memberId, now)).find(({ kind }) => kind === 'exclusion')

/** Asks to return, or takes that back; all exclusions whose term is over end together. */
export async function askReturn(
  tx: Tx,
  { memberId, agree, now }: { memberId: bigint; agree: boolean; now: Date },
): Promise<void> {
  const { returnHours, returnForeverHours } = await protectionSetting(tx)
  for (const block of await blocksOf(tx, memberId, now)) {
    const from = await returnFrom(tx, block)
    if (!from || from > now) continue
    const hours = block.until === null ? returnForeverHours : returnHours
    const at = agree ? new Date(now.getTime() + hours * HOUR_MS) : null
    await setReturn(tx, { memberId, blockId: block.blockId, askedAt: agree ? now : null, at })
    await writeAct(tx, {
      memberId,
      at: now,
      act: agree ? 'return_asked' : 'return_taken_back',
      detail: { block: Number(block.blockId), at },
    })
  }
}
