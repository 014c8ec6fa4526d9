import { say, type RefusalCode } from '@tianping/contract/refusals'
import type { BrokenRule } from '@tianping/contract/rule'
import type { Said } from '@tianping/contract/say'
import type { FastifyReply } from 'fastify'
import { failure } from './answer.ts'

/**
 * Thrown to refuse a call with a sentence the caller may read. `data` explains it: the rule, its
 * inputs, what is missing.
 */
export class Refusal extends Error {
  readonly said: Said
  readonly data: unknown
  /** Whom it concerns, where the call does not say it. */
  memberId: bigint | null = null
  /** The operator who was refused, where the handler was never reached. */
  operatorId: bigint | null = null
  constructor(said: Said, data: unknown = null) {
    super(said.text)
    this.said = said
    this.data = data
  }

  /** Names the member whom a visitor's call was about, for the journal. */
  about(memberId: bigint | undefined): this {
    this.memberId = memberId ?? null
    return this
  }

  /** Names the operator who was refused, for the security events. */
  to(operatorId: bigint): this {
    this.operatorId = operatorId
    return this
  }
}

export const sessionOver = () => new Refusal(say('session.over'))

/** The stable code of a refusal travels beside the documents' envelope, as a header. */
export const REASON_HEADER = 'x-refusal'

/** Answers a refusal with an HTTP status; 200 unless the call is none of the contract's. */
export const sendRefusal = (
  reply: FastifyReply,
  { reason, code, text }: Said,
  status: number,
  data: unknown = null,
) => {
  reply.answered = code
  return reply
    .code(status)
    .header(REASON_HEADER, reason)
    .send(failure(code, text, data))
}

/** Refuses with the first broken rule, if any. */
export function refuseIf(broken: BrokenRule | null): void {
  if (broken) throw new Refusal(broken, { field: broken.field })
}

/** Codes of sentences without parameters. */
export type PlainCode = {
  [K in RefusalCode]: Parameters<typeof say<K>>['length'] extends 1 ? K : never
}[RefusalCode]

/** Refuses when a field that must be filled, or a condition that must hold, is not. */
export function need(given: string | boolean, reason: PlainCode, field: string): void {
  if (given === '' || given === false) throw new Refusal(say(reason), { field })
}

/** What was looked for. Refuses when there is none. */
export function existing<T>(found: T | undefined, reason: PlainCode): T {
  if (found === undefined) throw new Refusal(say(reason))
  return found
}
