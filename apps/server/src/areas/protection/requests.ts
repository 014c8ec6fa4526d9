// What loosens a block and needs a person besides the member. A return is taken down by staff and
// confirmed by the member; everything else is proposed by one operator and carried out by another.
import { reviewState, type DecidedState } from '@tianping/contract/facts'
import { DECIDE_DAYS, type ProtectionRequestKind } from '@tianping/contract/protection/facts'
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { beijing, DAY_MS } from '@tianping/money/day'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import { exclusionOf, returnFrom } from './blocks.ts'
import { protectionSetting } from './setting.ts'
import { blocksOf, lockRow, writeAct, type Block } from './store/block.sql.ts'
import {
  closeRequest,
  endExclusions,
  endLinksByPerson,
  endLinksOf,
  insertRequest,
  lockRequest,
  markLate,
  memberOfRequest,
  openRequest,
  setProposal,
  type NewRequest,
  type ProtectionRequest,
} from './store/request.sql.ts'

const HOUR_MS = 3_600_000

/** What an operator may take down for a member now; refuses the rest. */
const allowed = {
  return: async (tx: Db, memberId: bigint, now: Date) => {
    const block = existing(await exclusionOf(tx, memberId, now), 'protection_request.not_excluded')
    const from = await returnFrom(tx, block)
    if (from && from > now)
      throw new Refusal(say('protection_request.not_over', { from: beijing(from) }))
  },
  stranger: async (tx: Db, memberId: bigint, now: Date) => {
    existing(await exclusionOf(tx, memberId, now), 'protection_request.not_excluded')
  },
  unlink: async (tx: Db, memberId: bigint, now: Date) => {
    const linked = (await blocksOf(tx, memberId, now)).find(({ kind }) => kind === 'linked')
    existing(linked, 'protection_request.not_linked')
  },
  earlier: async (tx: Db, memberId: bigint, now: Date) => {
    if (!(await protectionSetting(tx)).earlierEnd) throw new Refusal(say('protection.earlier_off'))
    const block = await exclusionOf(tx, memberId, now)
    if (!block || block.returnAt) throw new Refusal(say('protection.earlier_none'))
    const from = await returnFrom(tx, block)
    // From then on the member returns without anybody's leave.
    if (from && from <= now) throw new Refusal(say('protection.earlier_none'))
    const open = await openRequest(tx, memberId, 'earlier')
    if (open?.decideBy)
      throw new Refusal(say('protection.earlier_open', { until: beijing(open.decideBy) }))
  },
} as const satisfies Record<ProtectionRequestKind, (tx: Db, m: bigint, now: Date) => Promise<void>>

type Asking = Omit<NewRequest, 'decideBy' | 'proposed'>

/** Takes a request down, under the member's lock; answers its number. */
export async function askProtection(tx: Tx, asking: Asking): Promise<bigint> {
  const { memberId, kind, askedBy, askedAt } = asking
  await lockRow(tx, memberId)
  await allowed[kind](tx, memberId, askedAt)
  const made = await insertRequest(tx, {
    ...asking,
    ...(kind === 'earlier' && { decideBy: new Date(askedAt.getTime() + DECIDE_DAYS * DAY_MS) }),
    ...((kind === 'unlink' || kind === 'stranger') && { proposed: reviewState.approved }),
  })
  if (!made) throw new Refusal(say('protection_request.open'))
  const detail = { request: Number(made.requestId), channel: asking.channel }
  await writeAct(tx, { memberId, at: askedAt, act: `${kind}_requested`, detail, by: askedBy })
  return made.requestId
}

/** Whether staff have taken down that the member wants to return; undefined where none must. */
export async function askedReturn(db: Db, memberId: bigint): Promise<boolean | undefined> {
  if ((await protectionSetting(db)).returnBy === 'member') return undefined
  return (await openRequest(db, memberId, 'return')) !== undefined
}

/** The member confirms in the app what staff have taken down, where that has to be first. */
export async function confirmReturnAsked(tx: Tx, memberId: bigint, now: Date): Promise<void> {
  if ((await askedReturn(tx, memberId)) === false)
    throw new Refusal(say('protection.return_by_staff'))
  const open = await openRequest(tx, memberId, 'return')
  if (!open) return
  const { requestId } = open
  await closeRequest(tx, { requestId, state: reviewState.approved, by: '', at: now, remark: '' })
}

/** The member's request for an earlier end that waits. */
export const earlierOf = (db: Db, memberId: bigint) => openRequest(db, memberId, 'earlier')

/** Whether the member may ask for an earlier end of this block now. */
export async function mayEndEarlier(db: Db, block: Block, now: Date): Promise<boolean> {
  if (block.kind !== 'exclusion' || block.returnAt) return false
  const from = await returnFrom(db, block)
  return (await protectionSetting(db)).earlierEnd && from !== undefined && from > now
}

/** The member's lock comes first, as where an exclusion ends what waits. */
async function lockOpen(tx: Tx, id: number): Promise<ProtectionRequest> {
  const { memberId } = existing(await memberOfRequest(tx, id), 'protection_request.not_found')
  await lockRow(tx, memberId)
  const found = existing(await lockRequest(tx, id), 'protection_request.not_found')
  if (found.state !== reviewState.waiting) throw new Refusal(say('protection_request.decided'))
  if (found.kind === 'return') throw new Refusal(say('protection_request.of_member'))
  return found
}

export type Decision = { id: number; agree: boolean; remark: string; by: string; now: Date }

/** What the first of two persons would decide. */
export async function proposeDecision(tx: Tx, d: Decision): Promise<ProtectionRequest> {
  const found = await lockOpen(tx, d.id)
  if (found.proposed !== null) throw new Refusal(say('protection_request.proposed'))
  const proposed = d.agree ? reviewState.approved : reviewState.rejected
  const { requestId } = found
  await setProposal(tx, { requestId, proposed, by: d.by, at: d.now, text: d.remark })
  return found
}

/** What an approval does; answers other members whom it frees. */
const effects = {
  earlier: async (tx: Tx, { memberId, askedAt }: ProtectionRequest, now: Date) => {
    const { returnHours, returnForeverHours } = await protectionSetting(tx)
    const exclusions = (await blocksOf(tx, memberId, now)).filter(b => b.kind === 'exclusion')
    const hours = exclusions.some(({ until }) => until === null) ? returnForeverHours : returnHours
    const at = new Date(now.getTime() + hours * HOUR_MS)
    await endExclusions(tx, { memberId, askedAt, now, at })
    return []
  },
  unlink: async (tx: Tx, { memberId }: ProtectionRequest, now: Date) => {
    await endLinksOf(tx, memberId, now)
    return []
  },
  // The account itself stays excluded: whoever holds it asked for that.
  stranger: async (tx: Tx, { memberId }: ProtectionRequest, now: Date) =>
    (await endLinksByPerson(tx, memberId, now)).map(each => each.memberId),
} as const

type Decided = { request: ProtectionRequest; state: DecidedState | null; freed: bigint[] }

/**
 * The second person carries out what the first proposed. A refusal of the second sends an earlier
 * end back (`state` null), since the member is owed an answer by two; it rejects everything else.
 */
export async function decideRequest(tx: Tx, d: Decision): Promise<Decided> {
  const request = await lockOpen(tx, d.id)
  const { requestId, kind, proposed, proposedBy, memberId } = request
  if (proposed === null) throw new Refusal(say('protection_request.not_proposed'))
  if (proposedBy === d.by) throw new Refusal(say('protection_request.own'))
  if (!d.agree && kind === 'earlier') {
    await setProposal(tx, { requestId, proposed: null, by: '', at: d.now, text: '' })
    return { request, state: null, freed: [] }
  }
  const state = d.agree ? proposed : reviewState.rejected
  await closeRequest(tx, { requestId, state, by: d.by, at: d.now, remark: d.remark })
  const approved = state === reviewState.approved && kind !== 'return'
  const freed = approved ? await effects[kind](tx, request, d.now) : []
  const detail = { request: Number(requestId), first: proposedBy }
  const act = `${kind}_${approved ? 'approved' : 'rejected'}`
  await writeAct(tx, { memberId, at: d.now, act, detail, by: d.by })
  for (const other of freed)
    await writeAct(tx, { memberId: other, at: d.now, act: 'unlinked', detail, by: d.by })
  return { request, state, freed }
}

/** Requests that are late, once each. */
export const warnLateRequests = (tx: Tx, now: Date, limit: number) => markLate(tx, now, limit)
