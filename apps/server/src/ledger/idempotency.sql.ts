import { sql } from '@tianping/database'
import type { KeyedRequest } from './idempotency.ts'

const bytes = (hash: Uint8Array | string) => (typeof hash === 'string' ? Buffer.from(hash) : Buffer.from(hash))

export const begin = <T>(asked: KeyedRequest) => sql<{ fresh: boolean; same: boolean; response: T }>`
  select fresh, same, response from ledger.begin_request(${asked.memberId}, ${asked.key}, ${asked.endpoint}, ${bytes(asked.requestHash)},
    ${asked.ttlMs} * interval '1 millisecond')`

export const finish = (asked: { memberId: bigint; key: string }, code: number | null, response: string) => sql`
  select ledger.finish_request(${asked.memberId}, ${asked.key}, ${code}, ${response})`

export const forgetExpired = (limit: number) => sql<{ forgotten: bigint }>`select ledger.forget_requests(${limit}) as forgotten`
