// The only code that moves money. Each operation is one call of a database function
// (migrations/010…); this file gives those functions their TypeScript shapes and refuses requests
// that no caller may make.
import { type Db, row, rows, theRow } from '@tianping/database'
import { account, type Account, type AccountName } from './accounts.ts'
import * as statements from './ledger.sql.ts'
import type { Actor, Posting } from './posting.ts'

export { account, type Account, type AccountName }

export type { Actor, Posting, TransactionCode } from './posting.ts'

export type Done = { kind: 'done'; transactionId: string; replayed: boolean }
export type Outcome =
  | Done
  | { kind: 'insufficient'; availableFen: bigint }
  /** The key was used before for another request. */
  | { kind: 'key_conflict' }

export type Resolution =
  | Outcome
  | { kind: 'already_resolved'; as: 'post' | 'void' }
  | { kind: 'unknown_hold' }

/** `key` is the resolution's own. */
type Resolving = {
  memberId: bigint
  holdKey: string
  key: string
  actor: Actor
  effectiveAt?: Date
}

export type Balances = {
  cashFen: bigint
  cashAvailableFen: bigint
  venues: { venueId: number; postedFen: bigint; availableFen: bigint }[]
}

/**
 * Ten billion yuan: no honest movement is larger, and sums of many stay far below the range of
 * bigint.
 */
export const MAX_AMOUNT_FEN = 1_000_000_000_000n
/** A larger batch would hold its locks for too long. */
export const MAX_BATCH = 1_000

/**
 * Moves money at once. The same key and the same request again answers the first outcome
 * (`replayed`); the request is code, accounts, amount and source, so a retry may name another actor
 * or time.
 */
export async function post(db: Db, posting: Posting): Promise<Outcome> {
  return outcome(await theRow(db, statements.move('single', checked(posting))))
}

/**
 * Reserves the amount on `from` until `settle` or `release`; nothing is posted yet. `expiresAt` is
 * when somebody should look at it (reconciliation lists older ones); a hold never lapses by itself,
 * since silence is no answer.
 */
export async function hold(db: Db, posting: Posting & { expiresAt?: Date }): Promise<Outcome> {
  return outcome(await theRow(db, statements.move('pending', checked(posting))))
}

/**
 * Posts a hold, whole or (`amountFen`) in part; what is left of it is released. Throws when the
 * part is larger than the hold.
 */
export async function settle(
  db: Db,
  asked: Resolving & { amountFen?: bigint },
): Promise<Resolution> {
  if (asked.amountFen !== undefined) checkAmount(asked.amountFen)
  checkKey(asked.key)
  return resolution(
    await theRow(
      db,
      statements.resolve({ ...asked, phase: 'post', amountFen: asked.amountFen ?? null }),
    ),
  )
}

/** Voids a hold: the reserved amount is available again. */
export async function release(db: Db, asked: Resolving): Promise<Resolution> {
  checkKey(asked.key)
  return resolution(
    await theRow(db, statements.resolve({ ...asked, phase: 'void', amountFen: null })),
  )
}

/**
 * Posts up to MAX_BATCH independent postings in one transaction. Each has its own key and its own
 * outcome, in the order given.
 */
export async function postBatch(db: Db, postings: Posting[]): Promise<Outcome[]> {
  if (postings.length === 0) return []
  if (postings.length > MAX_BATCH)
    throw new RangeError(`a batch has at most ${MAX_BATCH} postings, not ${postings.length}`)
  return (await rows(db, statements.postBatch(postings.map(checked)))).map(outcome)
}

/**
 * Where what may move was decided before: every other answer is a defect of the caller's, whose
 * transaction ends with it.
 */
export function mustBeDone(outcome: Resolution, key: string): Done {
  if (outcome.kind === 'done') return outcome
  throw new Error(`the ledger answered ${outcome.kind} to ${key}`)
}

/** Moves money at once, or throws ({@link mustBeDone}). */
export const mustPost = async (tx: Db, posting: Posting): Promise<Done> =>
  mustBeDone(await post(tx, posting), posting.key)

/** Posts a hold whole, or throws ({@link mustBeDone}). */
export const mustSettle = async (tx: Db, asked: Resolving): Promise<Done> =>
  mustBeDone(await settle(tx, asked), asked.key)

/** Voids a hold, or throws ({@link mustBeDone}). */
export const mustRelease = async (tx: Db, asked: Resolving): Promise<Done> =>
  mustBeDone(await release(tx, asked), asked.key)

/** Posts each of a batch, or throws ({@link mustBeDone}). */
export async function mustPostAll(tx: Db, postings: Posting[]): Promise<void> {
  for (const [n, outcome] of (await postBatch(tx, postings)).entries())
    // As many outcomes as postings, in their order.
    mustBeDone(outcome, postings[n]!.key)
}

/** What a member has, central and per venue; a member without movements has nothing. */
export async function balances(db: Db, memberId: bigint): Promise<Balances> {
  return balancesFrom(await rows(db, statements.accountsOf([memberId])))
}

/** The same of several members. */
export async function balancesOf(db: Db, memberIds: bigint[]): Promise<Map<bigint, Balances>> {
  const byMember = Map.groupBy(
    await rows(db, statements.accountsOf(memberIds)),
    each => each.memberId,
  )
  return new Map(memberIds.map(each => [each, balancesFrom(byMember.get(each) ?? [])]))
}

type AccountRow = { accountCode: number; venueId: number; postedFen: bigint; availableFen: bigint }

function balancesFrom(accounts: AccountRow[]): Balances {
  const cash = accounts.find(each => each.accountCode === account.memberCash)
  return {
    cashFen: cash?.postedFen ?? 0n,
    cashAvailableFen: cash?.availableFen ?? 0n,
    venues: accounts
      .filter(each => each.accountCode === account.memberVenue)
      .map(({ venueId, postedFen, availableFen }) => ({ venueId, postedFen, availableFen })),
  }
}

/**
 * What each of these members can spend from the central wallet; one without movements is left out.
 */
export async function cashOf(db: Db, memberIds: bigint[]): Promise<Map<bigint, bigint>> {
  return new Map(
    (await rows(db, statements.cashOf(memberIds))).map(each => [each.memberId, each.availableFen]),
  )
}

/** What a member's postings under these keys moved; a key that moved nothing is left out. */
export async function amountsOf(
  db: Db,
  memberId: bigint,
  keys: string[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map()
  const found = await rows(db, statements.amountsOf(memberId, keys))
  return new Map(found.map(({ key, fen }) => [key, fen]))
}

/**
 * The least that a member has had, in the wallet, at venues and staked together, since a posting
 * (fen). Call after `lockMember`.
 */
export const lowestSince = async (db: Db, memberId: bigint, key: string): Promise<bigint> =>
  (await theRow(db, statements.lowestSince(memberId, key))).fen

export type Worth = { cashFen: bigint; venuesFen: bigint }

/**
 * What each of these members has in the central wallet and at all venues; one without movements is
 * left out.
 */
export async function worthOf(db: Db, memberIds: bigint[]): Promise<Map<bigint, Worth>> {
  return new Map(
    (await rows(db, statements.worthOf(memberIds))).map(({ memberId, ...worth }) => [
      memberId,
      worth,
    ]),
  )
}

/**
 * Makes the caller's transaction the only one that touches this member's money until it ends. Every
 * operation takes the same lock by itself; callers need this only to look before they move: check
 * the turnover, then hold.
 */
export async function lockMember(tx: Db, memberId: bigint): Promise<void> {
  await row(tx, statements.lockMember(memberId))
}

/** Of several members, in the order of their numbers as every batch takes them. */
export async function lockMembers(tx: Db, memberIds: bigint[]): Promise<void> {
  await rows(tx, statements.lockMembers(memberIds))
}

/** What the number of an account is; every other account has none. */
const numbered: Partial<Record<AccountName, 'venueId' | 'railNo' | 'jackpotNo'>> = {
  memberVenue: 'venueId',
  memberStake: 'venueId',
  venueFloat: 'venueId',
  gameResult: 'venueId',
  rail: 'railNo',
  railFees: 'railNo',
  jackpotPool: 'jackpotNo',
}

function checkAccount(side: Account) {
  const { name } = side
  if (!(name in account)) throw new TypeError(`there is no account ${name}`)
  for (const field of ['venueId', 'railNo', 'jackpotNo'] as const) {
    const no = side[field]
    if ((numbered[name] === field) !== (no !== undefined))
      throw new TypeError(`account ${name} ${no === undefined ? 'needs a' : 'has no'} ${field}`)
    if (no !== undefined && !(Number.isInteger(no) && no > 0 && no <= 32_767))
      throw new RangeError(`${no} is no ${field}`)
  }
}

const isSame = (a: Account, b: Account) =>
  a.name === b.name &&
  a.venueId === b.venueId &&
  a.railNo === b.railNo &&
  a.jackpotNo === b.jackpotNo

function checkAmount(amountFen: bigint) {
  if (typeof amountFen !== 'bigint' || amountFen <= 0n || amountFen > MAX_AMOUNT_FEN)
    throw new RangeError(`${amountFen} is no amount in fen`)
}

function checkKey(key: string) {
  if (key.length === 0 || key.length > 200)
    throw new RangeError('an idempotency key has 1 to 200 characters')
}

/** The posting as it came; throws for what only a mistake in our own code can ask. */
export function checked<P extends Posting>(posting: P): P {
  if (posting.memberId <= 0n) throw new RangeError(`${posting.memberId} is no member`)
  checkKey(posting.key)
  checkAmount(posting.amountFen)
  checkAccount(posting.from)
  checkAccount(posting.to)
  if (isSame(posting.from, posting.to))
    throw new TypeError('a posting moves money between two accounts')
  return posting
}

function outcome(found: statements.OutcomeRow): Outcome {
  if (found.kind === 'done')
    // The database function fills the columns that belong to the kind.
    return { kind: 'done', transactionId: found.transactionId!, replayed: found.replayed! }
  if (found.kind === 'insufficient')
    // As above.
    return { kind: 'insufficient', availableFen: found.availableFen! }
  if (found.kind === 'key_conflict') return { kind: 'key_conflict' }
  throw new Error(`the ledger answered ${found.kind}`)
}

function resolution(found: statements.OutcomeRow): Resolution {
  // The column belongs to the kind.
  if (found.kind === 'already_resolved') return { kind: 'already_resolved', as: found.resolvedAs! }
  if (found.kind === 'unknown_hold') return { kind: 'unknown_hold' }
  return outcome(found)
}
