// Calls to providers over HTTP: one deadline, no redirections, and in production no inner address.
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Settings } from '../../kernel/environment.ts'
import { outerLookup } from '../../kernel/innerAddress.ts'
import { isNamedHost, outerUrlProblem, type Hosts } from '../../kernel/outerUrl.ts'
import { ProviderUnreached } from './port.ts'

const DEADLINE_MS = 6_000
const MAX_BYTES = 64 * 1024

export type Posting = {
  method?: 'GET' | 'POST'
  url: string
  /** A form; empty for a GET. */
  form?: Record<string, string>
  headers?: Record<string, string>
}
export type Answer = { status: number; body: string }
export type Outside = (posting: Posting) => Promise<Answer>

type Reach = Pick<Settings, 'mode' | 'providerHosts'>

const hostsOf = ({ mode, providerHosts }: Reach): Hosts => ({ mode, hosts: providerHosts })

/** Why an address may not be called; null where it may. */
export const endpointProblem = (reach: Reach, endpoint: string) =>
  outerUrlProblem(hostsOf(reach), endpoint)

/**
 * Speaks to providers. Throws `ProviderUnreached` while nothing was sent; whatever else it throws
 * leaves open what the other side did.
 */
export const outside =
  (reach: Reach, deadlineMs = DEADLINE_MS): Outside =>
  posting => {
    if (endpointProblem(reach, posting.url.replace(/\?.*$/, '')) !== null)
      throw new ProviderUnreached('the address may not be called')
    return ask(posting, isNamedHost(hostsOf(reach), new URL(posting.url)), deadlineMs)
  }

function ask(
  { method = 'POST', url, form, headers = {} }: Posting,
  named: boolean,
  deadlineMs: number,
): Promise<Answer> {
  const body = form ? new URLSearchParams(form).toString() : ''
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let connected = false
  const secure = url.startsWith('https:')
  const asked = (secure ? httpsRequest : httpRequest)(url, {
    method,
    agent: false,
    signal: AbortSignal.timeout(deadlineMs),
    ...(named ? {} : { lookup: outerLookup }),
    headers: {
      ...(form && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      }),
      accept: 'application/json',
      ...headers,
    },
  })
  asked.on('socket', socket => {
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      connected = true
    })
  })
  asked.on('error', error => {
    reject(connected ? error : new ProviderUnreached(error.message, { cause: error }))
  })
  asked.on('response', answer => {
    const parts: Buffer[] = []
    let bytes = 0
    answer.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > MAX_BYTES) asked.destroy(new Error('the provider answered too much'))
      else parts.push(part)
    })
    answer.on('error', reject)
    answer.on('end', () => {
      if (!answer.complete) reject(new Error('the answer of the provider was cut off'))
      else resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') })
    })
  })
  asked.end(body)
  return promise
}
