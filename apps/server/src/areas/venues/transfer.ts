import { randomBytes } from 'node:crypto'
import { formatFen } from '@tianping/money'
import { nameOf } from '@tianping/contract/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { transaction, type Db } from '@tianping/database'
import type { VenueOutcome, VenueTransfer } from '@tianping/venue-protocol'
import type { Services } from '../../kernel/http/services.ts'
import { present } from '../../kernel/present.ts'
import { lockMember, mustPost, mustRelease, type Actor } from '../../ledger/ledger.ts'
import {
  apartOf,
  noneApart,
  refuseBlocked,
  setsApart,
  stoppedPlay,
  type Apart,
} from '../protection/protection.ts'
import type { TransferAsked } from './adapters/port.ts'
import { isUnsent } from './connect/breaker.ts'
import { retryEnds } from './endPlay.ts'
import * as db from './store/transfer.sql.ts'
import type { Transfer } from './store/transfer.sql.ts'
import { observe } from './observe.ts'
import { NO_SUCH_PLAYER, type Venue } from './directory.ts'

/**
 * When a transfer of unknown outcome is asked about again, counted from the last question; after 90
 * s it is finalized.
 */
const ASK_AGAIN_S = [1, 3, 10, 30, 60]
const FINALIZE_AFTER_MS = 90_000
/**
 * After the finalization failed too, the venue is asked at this pace until it answers; a person
 * sees it in the console.
 */
const PATIENT_S = 60
/** The first question after a crash in mid-call must not overtake the call itself. */
const FIRST_CHECK_MS = 10_000

export type TransferResult =
  | { kind: 'done' | 'pending' | 'failed'; transfer: Transfer }
  | { kind: 'insufficient'; availableFen: bigint }
  /** Part of the wallet lies above a limit of deposits and is not played with. */
  | { kind: 'apart'; availableFen: bigint; apart: Apart }
  /** Another transfer of this member and venue is still in flight. */
  | { kind: 'busy' }
  /** The venue could not be asked for what is there, or is left alone, so nothing was begun. */
  | { kind: 'unreachable' }
  /** More than the connection allows at once, or than all members may hold there. */
  | { kind: 'over_limit'; mostFen: bigint }
  | { kind: 'empty' }

export type TransferRequest = {
  memberId: bigint
  venue: Venue
  direction: 'IN' | 'OUT'
  amountFen: bigint | 'all'
  requestKey: string
  actor: Actor
  /** Asked under the member's lock; where it is true, nothing begins. */
  unless?: (tx: Db) => Promise<boolean>
}

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>

const refOf = (direction: 'IN' | 'OUT', now: Date) =>
  `${direction[0]}${now.getTime().toString(36)}${randomBytes(8).toString('hex')}`.toUpperCase()

/**
 * Moves money between the central wallet and one venue: hold, call with our ref, settle on success,
 * release only on a definite failure; silence stays pending until the venue answers
 * (docs/money.md). The same request key again answers the same transfer.
 */
export async function transferWithVenue(
  services: Deps,
  request: TransferRequest,
): Promise<TransferResult> {
  const { memberId, venue, direction } = request
  if (venue.wallet === 'seamless') return { kind: 'empty' }
  // A repetition is found by its row when it begins; one that asks the venue first is looked for
  // beforehand.
  const before =
    direction === 'OUT'
      ? await db.transferOfRequest(
          services.db,
          memberId,
          request.requestKey,
          venue.venueId,
          direction,
        )
      : undefined
  if (before) return resultOf(before)
  if (!services.venues.knows(venue.venueId, memberId))
    await db.addVenuePlayer(services.db, memberId, venue.venueId)
  const amount = await (direction === 'IN'
    ? amountIn(services, request)
    : amountOut(services, request))
  if (typeof amount !== 'bigint') return amount
  const begun = await begin(services, request, amount)
  if (begun.kind !== 'begun') return begun.kind === 'repeated' ? resultOf(begun.transfer) : begun
  return carryOut(services, venue, begun.transfer)
}

async function amountIn(
  { venues }: Deps,
  { amountFen, venue }: TransferRequest,
): Promise<bigint | TransferResult> {
  if (amountFen === 'all') throw new Error('a transfer to a venue names its amount')
  if (await venues.rests(venue)) return { kind: 'unreachable' }
  const mostFen = await venues.roomFen(venue)
  if (mostFen !== null && amountFen > mostFen) return { kind: 'over_limit', mostFen }
  return amountFen
}

/**
 * What the venue holds may be more than was ever sent there: winnings are booked before they can
 * leave.
 */
async function amountOut(
  services: Deps,
  { memberId, venue, amountFen }: TransferRequest,
): Promise<bigint | TransferResult> {
  const seen = await observe(services, memberId, venue)
  if (seen.kind === 'in_flight') return { kind: 'busy' }
  if (seen.kind === 'unreachable') return { kind: 'unreachable' }
  if (amountFen === 'all') return seen.availableFen === 0n ? { kind: 'empty' } : seen.availableFen
  if (amountFen <= seen.availableFen) return amountFen
  return { kind: 'insufficient', availableFen: seen.availableFen }
}

const resultOf = (transfer: Transfer): TransferResult => ({
  kind: present(nameOf(transferState, transfer.state), 'state of a transfer'),
  transfer,
})

type Start =
  | { kind: 'begun'; transfer: Transfer }
  | { kind: 'repeated'; transfer: Transfer }
  | Exclude<TransferResult, { transfer: Transfer }>

/** The row and the hold commit together, before anything is said to the venue. */
async function begin(services: Deps, request: TransferRequest, amountFen: bigint): Promise<Start> {
  const { memberId, direction, unless } = request
  const now = services.clock.now()
  const of = { request, amountFen, now }
  const isApart = direction === 'IN' && (await setsApart(services.db))
  if (!unless && !isApart) return start(services.db, of, noneApart(now))
  return transaction(services.db, async tx => {
    await lockMember(tx, memberId)
    if (await unless?.(tx)) return { kind: 'busy' }
    return start(tx, of, isApart ? await apartOf(tx, memberId, now) : noneApart(now))
  })
}

type Starting = { request: TransferRequest; amountFen: bigint; now: Date }

async function start(at: Db, { request, amountFen, now }: Starting, apart: Apart): Promise<Start> {
  const { memberId, venue, direction, requestKey, actor } = request
  const transfer = {
    memberId,
    txId: refOf(direction, now),
    requestKey,
    venueId: venue.venueId,
    direction,
    amountFen,
    takeAll: request.amountFen === 'all',
    createdAt: now,
  }
  const nextCheckAt = new Date(now.getTime() + FIRST_CHECK_MS)
  const { kind, availableFen } = await db.beginTransfer(at, {
    ...transfer,
    nextCheckAt,
    actor,
    apartFen: apart.fen,
  })
  const left = availableFen ?? 0n
  switch (kind) {
    case 'begun':
      return { kind, transfer: { ...transfer, ...UNANSWERED } }
    case 'repeated':
      return { kind, transfer: await sameOf(at, request) }
    case 'insufficient':
      return { kind, availableFen: left }
    case 'apart':
      return { kind, availableFen: left, apart }
    case 'stopped':
      throw stoppedPlay()
    case 'blocked':
      await refuseBlocked(at, memberId, now)
  }
  return { kind: 'busy' }
}

/** A transfer that no venue has answered about. */
const UNANSWERED = { movedFen: null, state: transferState.pending, reason: '', checks: 0 } as const

const sameOf = async (at: Db, { memberId, requestKey, venue, direction }: TransferRequest) =>
  present(
    await db.transferOfRequest(at, memberId, requestKey, venue.venueId, direction),
    'transfer of the same action',
  )

const holdKey = (t: Transfer) => `venue:${t.txId}:hold`

function posting(t: Transfer, amountFen: bigint, actor: Actor) {
  const cash = { name: 'memberCash' } as const
  const atVenue = { name: 'memberVenue', venueId: t.venueId } as const
  return {
    memberId: t.memberId,
    code: t.direction === 'IN' ? 'venue_in' : 'venue_out',
    from: t.direction === 'IN' ? cash : atVenue,
    to: t.direction === 'IN' ? atVenue : cash,
    amountFen,
    source: { type: 'venue_transfer', id: t.txId },
    actor,
  } as const
}

async function carryOut(services: Deps, venue: Venue, transfer: Transfer): Promise<TransferResult> {
  const client = services.venues.client(venue)
  const known = await services.venues.introduce(venue, transfer.memberId)
  // A venue that cannot take the player has not seen the ref: the transfer is asked for all the
  // same, and says so itself.
  if (known?.kind === 'refused') {
    await note(services, transfer, { asked: 'put_player', by: '' }, known)
    return resolve(services, transfer, { state: 'failed', reason: `${known.code}` })
  }
  const answer = await client.transfer(askedOf(transfer))
  return conclude(services, transfer, answer, { asked: 'transfer', by: '' })
}

const askedOf = ({ txId, memberId, direction, amountFen, takeAll }: Transfer): TransferAsked => ({
  ref: txId,
  player: memberId.toString(),
  direction,
  amount: amountFen,
  all: takeAll,
})

type Question = { asked: db.Asked; /** The operator who asked; empty for the system. */ by: string }

/** What a venue said, in a few words for people. */
export function said(answer: VenueOutcome<Partial<VenueTransfer>>): string {
  if (answer.kind === 'unknown') return `没有答复：${answer.reason}`
  if (answer.kind === 'refused') return `拒绝：${answer.code}`
  const { status, amount, code } = answer.data
  return [
    status ?? 'OK',
    amount === null || amount === undefined ? '' : `¥${formatFen(amount)}`,
    code ?? '',
  ]
    .filter(Boolean)
    .join(' ')
}

const note = (
  services: Deps,
  { memberId, txId }: Transfer,
  question: Question,
  answer: VenueOutcome<Partial<VenueTransfer>>,
) =>
  db.addAnswer(services.db, {
    memberId,
    txId,
    at: services.clock.now(),
    ...question,
    said: said(answer),
  })

/** What the venue's word means for the money. Only a definite word ends a transfer. */
async function conclude(
  services: Deps,
  transfer: Transfer,
  answer: VenueOutcome<VenueTransfer>,
  question: Question,
): Promise<TransferResult> {
  // What was done at the first call has nothing to tell; anything else may have to be explained to
  // somebody.
  if (question.asked !== 'transfer' || answer.kind !== 'ok' || answer.data.status !== 'SUCCESS')
    await note(services, transfer, question, answer)
  if (answer.kind === 'refused' && answer.code === NO_SUCH_PLAYER)
    services.venues.forget(transfer.venueId, transfer.memberId)
  const verdict = verdictOf(answer, question)
  if (verdict) return resolve(services, transfer, verdict)
  const { checks } = transfer
  const now = services.clock.now().getTime()
  const next = ASK_AGAIN_S[checks] ?? PATIENT_S
  await db.askAgainAt(services.db, transfer.memberId, transfer.txId, new Date(now + next * 1_000))
  services.log.warn({ ref: transfer.txId, checks, said: gist(answer) }, 'transfer outcome unknown')
  return { kind: 'pending', transfer }
}

/** What the log says of an answer. */
function gist(answer: VenueOutcome<VenueTransfer>): string | number {
  if (answer.kind === 'ok') return answer.data.status
  return answer.kind === 'refused' ? answer.code : answer.reason
}

/** How a transfer ends; undefined while the venue's word is not definite. */
function verdictOf(answer: VenueOutcome<VenueTransfer>, { asked }: Question): Verdict | undefined {
  if (answer.kind === 'ok') {
    const { status, amount, code } = answer.data
    if (status === 'SUCCESS' && amount !== null) return { state: 'done', movedFen: amount }
    if (status === 'FAILED' || status === 'VOIDED')
      return { state: 'failed', reason: `${code ?? status}` }
  }
  return asked === 'transfer' ? notDone(answer) : undefined
}

/**
 * Only the transfer's own call is refused for good: a refused question (too many of them, say)
 * tells nothing about the ref. A ref that was used with another body tells of an earlier call,
 * which is asked about. Of a call that was not made nobody has heard, and nobody will.
 */
function notDone(answer: VenueOutcome<VenueTransfer>): Verdict | undefined {
  if (isUnsent(answer)) return { state: 'failed', reason: 'unsent' }
  return answer.kind === 'refused' && answer.code !== 2004
    ? { state: 'failed', reason: `${answer.code}` }
    : undefined
}

type Verdict = { state: 'done'; movedFen: bigint } | { state: 'failed'; reason: string }

const byVenue = (transfer: Transfer): Actor => ({ type: 'venue', id: String(transfer.venueId) })

/** Ends a transfer once: ledger and row together; whoever comes second finds it ended. */
async function resolve(
  services: Deps,
  transfer: Transfer,
  verdict: Verdict,
): Promise<TransferResult> {
  const { memberId, txId } = transfer
  const now = services.clock.now()
  const movedFen = verdict.state === 'done' ? verdict.movedFen : null
  const reason = verdict.state === 'failed' ? verdict.reason : ''
  const ending = { memberId, txId, movedFen, reason, now, actor: byVenue(transfer) }
  const ended = await (movedFen !== null && movedFen > transfer.amountFen
    ? endWithSurplus(services, transfer, { movedFen, now })
    : db.endTransfer(services.db, ending))
  services.bus.publish('member', [memberId.toString()])
  return resultOf(ended)
}

/**
 * A transfer that took all while a bet was settling moved more than was held: the surplus is a game
 * result that is booked first.
 */
const endWithSurplus = (
  { db: pool }: Deps,
  { memberId, txId }: Transfer,
  { movedFen, now }: { movedFen: bigint; now: Date },
): Promise<Transfer> =>
  transaction(pool, async tx => {
    await lockMember(tx, memberId)
    const current = await db.lockTransfer(tx, memberId, txId)
    if (current.state !== transferState.pending) return current
    await moveSurplus(tx, current, { movedFen, now })
    const state = transferState.done
    await db.resolveTransfer(tx, { memberId, txId, state, movedFen, reason: '', now })
    await db.nextEpoch(tx, memberId, current.venueId)
    return { ...current, state, movedFen }
  })

async function moveSurplus(
  tx: Db,
  t: Transfer,
  { movedFen, now }: { movedFen: bigint; now: Date },
) {
  const actor = byVenue(t)
  if (t.direction === 'IN')
    throw new Error(`venue moved ${movedFen} for ${t.txId}, more than was asked`)
  await mustRelease(tx, {
    memberId: t.memberId,
    holdKey: holdKey(t),
    key: `venue:${t.txId}:release`,
    actor,
    effectiveAt: now,
  })
  await mustPost(tx, {
    memberId: t.memberId,
    key: `venue:${t.txId}:result`,
    code: 'game_result',
    from: { name: 'gameResult', venueId: t.venueId },
    to: { name: 'memberVenue', venueId: t.venueId },
    amountFen: movedFen - t.amountFen,
    source: { type: 'venue_transfer', id: t.txId },
    actor,
    effectiveAt: now,
  })
  await mustPost(tx, {
    ...posting(t, movedFen, actor),
    key: `venue:${t.txId}:settle`,
    effectiveAt: now,
  })
}

/**
 * Asks the venues about transfers whose outcome is unknown; after 90 s the ref is finalized, so
 * that a late original can no longer count. Answers how many were asked. Venues that did not say
 * they ended a game are asked again beside it. Safe on any number of instances.
 */
export async function checkPendingTransfers(services: Deps, limit = 20): Promise<number> {
  const [asked] = await Promise.all([askPending(services, limit), retryEnds(services)])
  return asked
}

async function askPending(services: Deps, limit: number): Promise<number> {
  const now = services.clock.now()
  const due = await db.takeDueTransfers(services.db, now, new Date(now.getTime() + 30_000), limit)
  await Promise.all(due.map(transfer => askByAge(services, transfer, '')))
  return due.length
}

/** Asks a venue about a transfer, and has it end one that is old. */
export function askByAge(services: Deps, transfer: Transfer, by: string) {
  const age = services.clock.now().getTime() - transfer.createdAt.getTime()
  return askVenue(services, transfer, {
    asked: age >= FINALIZE_AFTER_MS ? 'finalize' : 'state',
    by,
  })
}

/**
 * Asks a venue about a transfer, an operator with `by`; `finalize` has it end the ref for good, so
 * that a late original is refused there. What it answers counts alike, whoever asked.
 */
export async function askVenue(
  services: Deps,
  transfer: Transfer,
  question: { asked: 'state' | 'finalize'; by: string },
): Promise<{ result: TransferResult; said: string } | null> {
  const venue = await services.venues.byId(transfer.venueId)
  if (!venue) return null
  const client = services.venues.client(venue)
  const answer =
    question.asked === 'finalize'
      ? await client.finalize(askedOf(transfer))
      : await client.transferState(askedOf(transfer))
  return { result: await conclude(services, transfer, answer, question), said: said(answer) }
}
