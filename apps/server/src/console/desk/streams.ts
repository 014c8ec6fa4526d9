// Lists that grow without end and have no cursors yet, read for a file: each page begins where the
// one before ended, so the last costs what the first did, and rows that come meanwhile move
// nothing. Each reads the same statement as its room, and writes the same rows.
import type { ConsoleCallName, ConsolePayload } from '@tianping/contract/console'
import { suppressedAfter, suppressedRowOf } from '../../areas/message/message.ts'
import type { Operator, Services } from '../../kernel/http/services.ts'
import type { Worth } from '../../ledger/ledger.ts'
import { auditBefore } from '../../kernel/operator/audit.sql.ts'
import { auditRowOf } from './auditList.ts'
import { contactKeys } from '../../kernel/sealedContact.ts'
import { memberRows, type MemberRow } from '../../areas/risk/risk.ts'
import { listedOf, withWorth } from '../../areas/member/member.ts'

export type Batch = Record<string, unknown>[]
export type Reading = Services & { operator: Operator; body: Record<string, unknown> }
type Stream = (reading: Reading) => AsyncIterable<Batch>

export const BATCH = 1_000
const page = { limit: BATCH, offset: 0 }

/** Reads on from the last row until a page is not full. */
async function* following<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  write: (row: Row) => Record<string, unknown>,
): AsyncGenerator<Batch> {
  let last: Row | undefined
  for (;;) {
    const rows: Row[] = await read(last)
    yield rows.map(row => write(row))
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

/** A stream with its call's own filters. */
const of =
  <N extends ConsoleCallName>(
    _name: N,
    stream: (services: Reading, filters: ConsolePayload<N>) => AsyncIterable<Batch>,
  ): Stream =>
  reading =>
    stream(reading, reading.body as ConsolePayload<N>)

export const streams: Record<string, Stream> = {
  'POST /api/console/audit/list': of('POST /api/console/audit/list', ({ db }, filters) =>
    following(last => auditBefore(db, filters, last?.auditId ?? null, BATCH), auditRowOf),
  ),
  'POST /api/console/suppressions/list': of(
    'POST /api/console/suppressions/list',
    ({ db, clock, settings }) => {
      const now = clock.now()
      const rowOf = suppressedRowOf(settings)
      return following(last => suppressedAfter(db, { now, last, limit: BATCH }), rowOf)
    },
  ),
  'POST /api/console/members/list': of('POST /api/console/members/list', (services, filters) =>
    following(
      async (last: (MemberRow & Worth) | undefined) =>
        withWorth(
          services.db,
          (
            await memberRows(services.db, {
              q: filters.q,
              keys: contactKeys(services.settings),
              state: filters.state,
              day: filters.day,
              played: filters.played ?? '',
              ...page,
              before: last?.memberId ?? null,
            })
          ).rows,
        ),
      listedOf,
    ),
  ),
}
