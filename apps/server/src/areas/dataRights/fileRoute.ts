import { say } from '@tianping/contract/refusals'
import { beijingDay } from '@tianping/money/day'
import type { FastifyInstance } from 'fastify'
import { hash as digest, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { openNumber } from '../../kernel/cardNumber.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { partOf, setTicket, takeTicket } from './store/export.sql.ts'

const PATH = '/api/dataRights/file'
const hashOf = (ticket: string): Buffer => digest('sha256', ticket, 'buffer')

/** A path that gives the member's file once; null when there is none. */
export async function ticketFor(
  { db }: Pick<Services, 'db'>,
  memberId: bigint,
): Promise<string | null> {
  const ticket = randomBytes(32).toString('hex')
  return (await setTicket(db, memberId, hashOf(ticket))) ? `${PATH}/${ticket}` : null
}

type Taken = { memberId: bigint; exportId: bigint }

async function* opened({ db, settings }: Services, taken: Taken): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const found = await partOf(db, { ...taken, part })
    if (!found) return
    yield Buffer.from(openNumber(settings.cardKey, taken.memberId, found.sealed), 'base64')
  }
}

/** `GET /api/dataRights/file/<ticket>`: the copy of a member's data, as a ZIP file. */
export function serveDataFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { ticket: string } }>(
    `${PATH}/:ticket`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const taken = await takeTicket(services.db, hashOf(request.params.ticket))
      if (!taken) throw new Refusal(say('data_export.link_over'))
      const name = `tianping-${taken.memberId}-${beijingDay(services.clock.now())}.zip`
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-length', taken.bytes)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(opened(services, taken)))
    },
  )
}
