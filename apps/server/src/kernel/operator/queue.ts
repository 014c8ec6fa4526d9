// The approval flow. An item (an order, an application, a risk flag) waits in a queue until an
// operator decides about it. Every queue goes through the same steps in the same order, in one
// transaction: lock, answer a repetition, refuse what is decided or claimed, apply, audit.
import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/money'
import type { Said } from '@tianping/contract/say'
import { transaction, type Tx } from '@tianping/database'
import { Refusal } from '../http/refusal.ts'
import type { Caller, Operator, Services } from '../http/services.ts'
import { audit } from './audit.ts'
import { dropClaim, lockClaim, setClaim, type ClaimRow } from './claim.sql.ts'
import { refuseOwnMember } from './selfGuard.ts'

/** How long an item stays with the operator who took it, in ms. */
export const CLAIM_MS = 10 * 60_000

/** Who decided about an item: the system where no operator did; empty while it is open. */
export const deciderOf = (isOpen: boolean, by: string): string => (isOpen ? '' : by || '系统')

type Working = Services & { operator: Operator; caller: Caller }

/** An item that keeps its claim in columns of its own, and not in `console_claim`. */
export type ClaimColumns<Item> = {
  /** The operator who holds the item now; empty for nobody. */
  holderOf: (item: Item, now: Date) => string
  refusal: (holder: string) => Said
  take: (tx: Tx, item: Item, claim: ClaimRow) => Promise<unknown>
}

export type Queue<Id, Item> = {
  subjectOf: (id: Id) => string
  /** Locks the item until the transaction ends. Refuses an id that does not exist. */
  lock: (tx: Tx, id: Id) => Promise<Item>
  /** Why nothing can be decided about the item any more; undefined while it is open. */
  closed: (item: Item) => { said: Said; data?: Record<string, unknown> } | undefined
  /** The members it is about: nobody decides about their own account. */
  membersOf: (item: Item) => bigint[]
  /** What the audit log keeps of the item. */
  told: (item: Item) => Record<string, unknown>
  /** The members' screens hear nothing of a decision: nobody is to learn that there was one. */
  quiet?: true
  /** Without columns the claim is a row of `console_claim`, named by the subject. */
  columns?: ClaimColumns<Item>
}

/**
 * Whether one approval is enough. `awaits`: the limit in fen from which a second person has to
 * approve too; null when nobody else has to. `first`: who approved first where two have to; empty
 * where one is enough.
 */
export type Approved = { first: string; awaits: bigint | null }
const alone: Approved = { first: '', awaits: null }

export type SecondPerson<Item> = {
  /** The answer to this very request when it was the first approval already. */
  answered: () => Promise<Approved | undefined>
  count: (item: Item) => Promise<Approved>
  /** Leaves the item in its queue for the second person. */
  wait: (item: Item) => Promise<Item>
}

/** `repeated`: the same operator decided the same before, and nothing was done now. */
export type Outcome<Item> = { before: Item; after: Item; repeated: boolean } & Approved

export type Decision<Item> = {
  by: { name: string; now: Date }
  /** Whether exactly this was decided before. */
  repeats: (item: Item) => boolean
  /** Further reasons to refuse an open item. */
  refuse?: (item: Item) => void | Promise<void>
  second?: SecondPerson<Item>
  /** Does what was decided and answers the item as it is now. */
  apply: (item: Item) => Promise<Item>
}

function refuseHeld(holder: string, operator: string, refusal: ClaimColumns<never>['refusal']) {
  if (holder !== '' && holder !== operator)
    throw new Refusal(refusal(holder), { claimed_by: holder })
}

/** Refuses with 409 while another operator holds the row; answers who held it until now. */
async function lockHolder(tx: Tx, subject: string, operator: string, now: Date): Promise<string> {
  const claimed = await lockClaim(tx, subject)
  const holder = claimed && claimed.until > now ? claimed.operator : ''
  refuseHeld(holder, operator, name => say('desk.claimed', { holder: name }))
  return holder
}

/** The same for an item whose claim is in its columns. */
function holderIn<Item>(
  columns: ClaimColumns<Item>,
  item: Item,
  by: { name: string; now: Date },
): string {
  const holder = columns.holderOf(item, by.now)
  refuseHeld(holder, by.name, columns.refusal)
  return holder
}

/** Decides about one item inside the caller's transaction, without claim row and audit log. */
export async function decideLocked<Id, Item>(
  tx: Tx,
  queue: Pick<Queue<Id, Item>, 'lock' | 'closed' | 'columns'>,
  id: Id,
  decision: Decision<Item>,
): Promise<Outcome<Item>> {
  const before = await queue.lock(tx, id)
  const again = { before, after: before, repeated: true, ...alone }
  if (decision.repeats(before)) return again
  const answered = await decision.second?.answered()
  if (answered) return { ...again, ...answered }
  const closed = queue.closed(before)
  if (closed) throw new Refusal(closed.said, closed.data)
  if (queue.columns) holderIn(queue.columns, before, decision.by)
  await decision.refuse?.(before)
  const { second } = decision
  const approved = second ? await second.count(before) : alone
  const waits = second && approved.awaits !== null
  const after = waits ? await second.wait(before) : await decision.apply(before)
  return { before, after, repeated: false, ...approved }
}

type Claimed<Item> = {
  action: string
  /** Whether a refused claim says the state of the item besides the sentence. */
  tellsState?: boolean
  /** Further reasons to refuse an open item. */
  refuse?: (tx: Tx, item: Item) => void | Promise<void>
}

/**
 * Gives an item back before its ten minutes are over. Nothing to give back is no mistake: the claim
 * may have ended by itself.
 */
async function unclaim<Id, Item>(
  { db, clock, operator, caller }: Working,
  queue: Omit<Queue<Id, Item>, 'told'>,
  id: Id,
  action: string,
): Promise<void> {
  const now = clock.now()
  const { name } = operator
  const subject = queue.subjectOf(id)
  const { columns } = queue
  await transaction(db, async tx => {
    const named = columns ? '' : ((await lockClaim(tx, subject))?.operator ?? '')
    const item = await queue.lock(tx, id)
    if ((columns ? columns.holderOf(item, now) : named) !== name) return
    await (columns ? columns.take(tx, item, { operator: '', until: now }) : dropClaim(tx, subject))
    await audit(
      tx,
      now,
      { operator, address: caller.address },
      { action, subject, before: { claimed_by: name }, after: { claimed_by: '' } },
    )
  })
}

/**
 * Takes an item for the operator for ten minutes. Taking it again makes it last longer and is not
 * written down anew. With `release` it is given back instead; what somebody else holds stays with
 * them.
 */
export async function claim<Id, Item>(
  working: Working & { body: { release: boolean } },
  queue: Omit<Queue<Id, Item>, 'told'>,
  id: Id,
  { action, tellsState = false, refuse }: Claimed<Item>,
): Promise<{ data: null }> {
  if (working.body.release) {
    await unclaim(working, queue, id, `${action}.release`)
    return { data: null }
  }
  const { db, clock, operator, caller } = working
  const now = clock.now()
  const { name } = operator
  const subject = queue.subjectOf(id)
  const { columns } = queue
  await transaction(db, async tx => {
    const named = columns ? '' : await lockHolder(tx, subject, name, now)
    const item = await queue.lock(tx, id)
    const closed = queue.closed(item)
    if (closed) throw new Refusal(closed.said, tellsState ? closed.data : null)
    const holder = columns ? holderIn(columns, item, { name, now }) : named
    await refuse?.(tx, item)
    refuseOwnMember(operator, queue.membersOf(item))
    const taken = { operator: name, until: new Date(now.getTime() + CLAIM_MS) }
    await (columns ? columns.take(tx, item, taken) : setClaim(tx, subject, taken))
    if (holder === name) return
    await audit(
      tx,
      now,
      { operator, address: caller.address },
      { action, subject, before: { claimed_by: holder }, after: { claimed_by: name } },
    )
  })
  return { data: null }
}

export type Asked<Item> = {
  action: string
  /** The action of a first approval that a second person has to follow. */
  confirms?: string
  note: string
  /** What the operator reads, and what after a repetition. */
  done: string
  repeated?: string
  run: (tx: Tx, now: Date) => Promise<Outcome<Item>>
}

/**
 * Runs an operator's decision with its audit row in one transaction, ends the claim, then tells the
 * screens of the members it is about. `run` is a `decideLocked` of the queue.
 */
export async function decide<Id, Item>(
  { db, clock, bus, operator, caller }: Working,
  queue: Queue<Id, Item>,
  id: Id,
  asked: Asked<Item>,
): Promise<{ message: string; data: null }> {
  const now = clock.now()
  const subject = queue.subjectOf(id)
  const { after, repeated, awaits } = await transaction(db, async tx => {
    if (!queue.columns) await lockHolder(tx, subject, operator.name, now)
    const outcome = await asked.run(tx, now)
    refuseOwnMember(operator, queue.membersOf(outcome.after))
    if (!queue.columns) await dropClaim(tx, subject)
    if (!outcome.repeated)
      await audit(
        tx,
        now,
        { operator, address: caller.address },
        {
          action: outcome.awaits === null ? asked.action : (asked.confirms ?? asked.action),
          subject,
          before: queue.told(outcome.before),
          after: {
            ...queue.told(outcome.after),
            ...(outcome.first === '' ? {} : { confirmed_by: outcome.first }),
          },
          note: asked.note,
        },
      )
    return outcome
  })
  if (!queue.quiet) bus.publish('member', queue.membersOf(after).map(String))
  return { message: messageOf(asked, { repeated, awaits }), data: null }
}

function messageOf(
  asked: { done: string; repeated?: string },
  { repeated, awaits }: { repeated: boolean; awaits: bigint | null },
): string {
  if (awaits !== null) return `已确认，金额达到 ¥${formatFen(awaits)}，须由另一位复核`
  if (repeated) return asked.repeated ?? '该项已处理，无需重复操作'
  return asked.done
}
