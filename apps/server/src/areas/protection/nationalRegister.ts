// The national register of excluded persons, behind one port: a signed question, a signed answer.
// Without an answer nobody plays or deposits; withdrawals never ask.
import { say } from '@tianping/contract/refusals'
import type { RegisterOutcome } from '@tianping/contract/protection/facts'
import type { Db } from '@tianping/database'
import {
  HEADERS,
  newNonce,
  responseAction,
  signatureMatches,
  signatureOf,
} from '@tianping/venue-protocol'
import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleAll,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { Settings } from '../../kernel/environment.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { inForce } from '../profiles/profiles.ts'
import {
  registerOf,
  registerPerson,
  takeUnknown,
  unclearAmong,
  writeRegister,
} from './store/register.sql.ts'

declare module '../../kernel/http/services.ts' {
  interface Services {
    /** Null where no register is configured. */
    nationalRegister: NationalRegister | null
  }
}

/** A log-in waits no longer. */
const ANSWER_MS = 3_000
/** So many failures in a row stop the questions for so long; then one is tried. */
const FAILURES = 5
const REST_MS = 15_000
const AGAIN_MS = 20_000
const AT_ONCE = 20

export type Person = { name: string; birthday: string }
export type NationalRegister = { excluded(person: Person): Promise<boolean> }

const answer = z.object({ check: z.string(), excluded: z.boolean() })

export function nationalRegister(
  settings: Settings['nationalRegister'],
  clock: Clock,
): NationalRegister | null {
  if (!settings) return null
  const policy = wrap(
    circuitBreaker(handleAll, {
      halfOpenAfter: REST_MS,
      breaker: new ConsecutiveBreaker(FAILURES),
    }),
    timeout(ANSWER_MS, TimeoutStrategy.Aggressive),
  )
  return {
    excluded: person => policy.execute(({ signal }) => ask(settings, clock, person, signal)),
  }
}

/** One question; the answer is bound to it by its nonce and its signature. */
async function ask(
  { url, keyId, secret }: NonNullable<Settings['nationalRegister']>,
  clock: Clock,
  person: Person,
  signal: AbortSignal,
): Promise<boolean> {
  const { pathname: target } = new URL(url)
  const nonce = newNonce()
  const body = JSON.stringify({ check: nonce, ...person })
  const timestampMs = String(clock.now().getTime())
  const said = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal,
    headers: {
      'content-type': 'application/json',
      [HEADERS.keyId]: keyId,
      [HEADERS.timestamp]: timestampMs,
      [HEADERS.nonce]: nonce,
      [HEADERS.signature]: signatureOf(secret, {
        action: 'POST',
        target,
        timestampMs,
        nonce,
        body,
      }),
    },
  })
  const text = await said.text()
  const signed = {
    action: responseAction(said.status, 'POST'),
    target,
    timestampMs: said.headers.get(HEADERS.timestamp) ?? '',
    nonce,
    body: text,
  }
  if (!signatureMatches(secret, signed, said.headers.get(HEADERS.signature) ?? ''))
    throw new Error('the answer of the register is not signed')
  const { check, excluded } = answer.parse(JSON.parse(text))
  if (check !== nonce) throw new Error('the answer of the register is to another question')
  return excluded
}

type Asking = Pick<Services, 'db' | 'clock' | 'log' | 'nationalRegister'>

async function outcomeOf(
  { nationalRegister: register, log }: Asking,
  person: Person,
): Promise<RegisterOutcome> {
  if (!register) return 'unknown'
  try {
    return (await register.excluded(person)) ? 'excluded' : 'clear'
  } catch (error) {
    log.warn({ err: error as Error }, 'the national register did not answer')
    return 'unknown'
  }
}

const isDemanded = async (db: Db) => (await inForce(db)).demands.nationalRegister

/**
 * At registration: refuses who is on the register, and everybody while it does not answer. Answers
 * whether it was asked.
 */
export async function refuseRegistered(
  services: Asking,
  { name, birthday }: { name: string; birthday: string | null },
): Promise<boolean> {
  if (!(await isDemanded(services.db))) return false
  if (birthday === null)
    throw new Refusal(say('protection.register_birthday'), { field: 'birthday' })
  const outcome = await outcomeOf(services, { name, birthday })
  if (outcome === 'excluded') throw new Refusal(say('protection.account_unavailable'))
  if (outcome === 'unknown') throw new Refusal(say('protection.register_unknown'))
  return true
}

/** Keeps what was answered before the account was made. */
export const noteClear = (db: Db, memberId: bigint, at: Date) =>
  writeRegister(db, { memberId, at, outcome: 'clear', nextAt: at })

async function askAbout(services: Asking, memberId: bigint): Promise<void> {
  const { db, clock } = services
  const { name, birthday } = await registerPerson(db, memberId)
  const outcome = birthday === null ? 'unknown' : await outcomeOf(services, { name, birthday })
  const at = clock.now()
  await writeRegister(db, { memberId, at, outcome, nextAt: new Date(at.getTime() + AGAIN_MS) })
}

/** At a log-in: what it says is kept, and the log-in goes on, since money may go out. */
export async function checkRegister(services: Asking, memberId: bigint): Promise<void> {
  if (await isDemanded(services.db)) await askAbout(services, memberId)
}

/** Asks again about those of whom nothing is known; answers about how many. */
export async function repeatRegister(services: Asking): Promise<number> {
  const { db, clock } = services
  if (!services.nationalRegister || !(await isDemanded(db))) return 0
  const now = clock.now()
  const due = await takeUnknown(db, {
    now,
    nextAt: new Date(now.getTime() + AGAIN_MS),
    limit: AT_ONCE,
  })
  for (const memberId of due) await askAbout(services, memberId)
  return due.length
}

/** Refuses who is on the register, and of whom nothing is known. */
export async function refuseUnregistered(db: Db, memberId: bigint): Promise<void> {
  if (!(await isDemanded(db))) return
  const outcome = await registerOf(db, memberId)
  if (outcome === 'excluded')
    throw new Refusal(say('protection.register_excluded'), { rule: 'national_register' })
  if (outcome !== 'clear')
    throw new Refusal(say('protection.register_unknown'), { rule: 'national_register' })
}

/** Of some members those who may not be rewarded for what the register says, or does not. */
export const unregisteredAmong = async (db: Db, memberIds: bigint[]): Promise<bigint[]> =>
  (await isDemanded(db)) ? unclearAmong(db, memberIds) : []

/** Whether a member is on the register, where a profile asks for it. */
export const isRegistered = async (db: Db, memberId: bigint): Promise<boolean> =>
  (await isDemanded(db)) && (await registerOf(db, memberId)) === 'excluded'
