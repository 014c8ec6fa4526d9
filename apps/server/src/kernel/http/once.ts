import { say } from '@tianping/contract/refusals'
import { createHash } from 'node:crypto'
import { row, run, sql, theRow, type Db } from '@tianping/database'
import type { Answer } from '@tianping/contract'
import type { Clock } from '../clock.ts'
import { Refusal } from './refusal.ts'

/**
 * An instance at work renews its lease; when it died, another may take the call over after this
 * long.
 */
const LEASE_MS = 6_000
const RENEW_MS = 2_000
const KEEP_MS = 7 * 86_400_000
const POLL_MS = 100
const MAX_POLLS = 300

/** An answer as it is kept: a refusal's stable code stands in it too. */
export type KeptAnswer = Answer<unknown> & { reason?: string }

export type OnceRequest = { memberId: bigint; key: string; endpoint: string; body: unknown }

/** In the place of a request's hash: nothing runs under this key any more. */
const CLOSED = 'closed'
/** A handler whose process was lost is surely over this long after its lease, in ms. */
const OVER_MS = 60_000

type Stored = { requestHash: string; answer: KeptAnswer | null }

/**
 * Answers a call once per (member, key). A repetition gets the first answer, refusals included; one
 * that comes while the first is under way waits for it; the same key with another request is
 * refused. When the first died on the way, the repetition runs the call again: the handler finds
 * what it began by the same key, so nothing happens twice.
 */
export async function once(
  db: Db,
  clock: Clock,
  request: OnceRequest,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const requestHash = createHash('sha256')
    .update(`${request.endpoint}\n${JSON.stringify(request.body)}`)
    .digest('hex')
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    if (await lease(db, clock, request, requestHash)) return finish(db, clock, request, work)
    const stored = await find(db, request)
    if (!stored) continue
    if (stored.requestHash === CLOSED) throw new Refusal(say('request.given_up'))
    if (stored.requestHash !== requestHash) throw new Refusal(say('request.key_reused'))
    if (stored.answer) return stored.answer
    await new Promise(done => setTimeout(done, POLL_MS))
  }
  throw new Refusal(say('request.still_running'))
}

/**
 * What is known of a key. `lost`: its process died, and what it began may stand in the tables;
 * `closed`: nothing was begun.
 */
export type Kept =
  | { kind: 'answered'; answer: KeptAnswer }
  | { kind: 'running' }
  | { kind: 'lost'; endpoint: string }
  | { kind: 'closed' }

type Key = Pick<OnceRequest, 'memberId' | 'key'>

/**
 * Tells what became of a key. One that never came is closed at once, so that a request still on its
 * way is refused, and whoever is told that nothing happened can rely on it.
 */
export async function keptOf(db: Db, clock: Clock, request: Key): Promise<Kept> {
  const now = clock.now()
  await run(
    db,
    sql`
    insert into call_once (member_id, key, endpoint, request_hash, leased_until, expires_at)
    values (${request.memberId}, ${request.key}, '', ${CLOSED}, ${now}, ${new Date(now.getTime() + KEEP_MS)})
    on conflict do nothing`,
  )
  const { requestHash, answer, endpoint, leasedUntil } = await theRow(
    db,
    sql<Stored & { endpoint: string; leasedUntil: Date }>`
    select request_hash, answer, endpoint, leased_until from call_once
    where member_id = ${request.memberId} and key = ${request.key}`,
  )
  if (requestHash === CLOSED) return { kind: 'closed' }
  if (answer) return { kind: 'answered', answer }
  return now.getTime() - leasedUntil.getTime() < OVER_MS
    ? { kind: 'running' }
    : { kind: 'lost', endpoint }
}

/** Closes a key whose process was lost before it began anything. */
export const closeLost = (db: Db, clock: Clock, request: Key) =>
  run(
    db,
    sql`
    update call_once set request_hash = ${CLOSED}
    where member_id = ${request.memberId} and key = ${request.key} and answer is null
      and leased_until <= ${new Date(clock.now().getTime() - OVER_MS)}`,
  )

async function finish(db: Db, clock: Clock, request: OnceRequest, work: () => Promise<KeptAnswer>) {
  const renewal = setInterval(() => void renew(db, clock, request).catch(() => {}), RENEW_MS)
  try {
    const answer = await work()
    await run(
      db,
      sql`/* prepared */
      update call_once set answer = ${JSON.stringify(answer)}::json, expires_at = ${new Date(clock.now().getTime() + KEEP_MS)}
      where member_id = ${request.memberId} and key = ${request.key}`,
    )
    return answer
  } catch (error) {
    // Nothing is known of the outcome: the next repetition may try again at once, under the same
    // key.
    await run(
      db,
      sql`
      update call_once set leased_until = ${clock.now()}
      where member_id = ${request.memberId} and key = ${request.key} and answer is null`,
    ).catch(() => {})
    throw error
  } finally {
    clearInterval(renewal)
  }
}

const renew = (db: Db, clock: Clock, request: OnceRequest) =>
  run(
    db,
    sql`
    update call_once set leased_until = ${new Date(clock.now().getTime() + LEASE_MS)}
    where member_id = ${request.memberId} and key = ${request.key} and answer is null`,
  )

async function lease(
  db: Db,
  clock: Clock,
  request: OnceRequest,
  requestHash: string,
): Promise<boolean> {
  const now = clock.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const taken = await run(
    db,
    sql`/* prepared */
    insert into call_once (member_id, key, endpoint, request_hash, leased_until, expires_at)
    values (${request.memberId}, ${request.key}, ${request.endpoint}, ${requestHash}, ${until}, ${new Date(now.getTime() + KEEP_MS)})
    on conflict (member_id, key) do update set leased_until = excluded.leased_until
    where call_once.answer is null and call_once.leased_until <= ${now} and call_once.request_hash = excluded.request_hash`,
  )
  return taken === 1
}

const find = (db: Db, request: OnceRequest) =>
  row(
    db,
    sql<Stored>`
    select request_hash, answer from call_once where member_id = ${request.memberId} and key = ${request.key}`,
  )
