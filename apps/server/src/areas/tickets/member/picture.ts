import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import type { FastifyInstance } from 'fastify'
import { pictureTypeOf, reencoded } from '../../../kernel/files/picture.ts'
import { openFile, sealFile } from '../../../kernel/files/sealedFile.ts'
import { explained } from '../../../kernel/http/explain.ts'
import { existing, Refusal, sessionOver } from '../../../kernel/http/refusal.ts'
import type { Handler, Services } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { lockForLine, writeLine } from '../own.ts'
import { sendPicture } from '../sendPicture.ts'
import { ticketSetting } from '../setting.ts'
import { countPictures, insertPicture, sealedPicture } from '../store/picture.sql.ts'

const HOUR_MS = 3_600_000
const MOST_PICTURES = 20

const unreadable = () => new Refusal(say('ticket.picture_unreadable'), { field: 'file' })

/** One picture as a line of its own, re-encoded and sealed. */
export const addPicture: Handler<'POST /api/tickets/picture'> = async ({
  db,
  clock,
  bus,
  settings,
  member: { memberId },
  body: { ticket_no },
  file,
}) => {
  if (!file || file.bytes.length === 0)
    throw new Refusal(say('ticket.picture_missing'), { field: 'file' })
  const type = pictureTypeOf(file.bytes)
  if (!type) throw new Refusal(say('ticket.picture_format'), { field: 'file' })
  const now = clock.now()
  const { picturesPerHour: attempts } = await ticketSetting(db)
  await attempt(db, `ticket:picture:${memberId}`, { attempts, windowMs: HOUR_MS }, now)
  // Refused before anything is decoded, and again below, where it counts.
  await transaction(db, tx => lockForLine(tx, ticket_no, memberId, now))
  const plain = await reencoded(file.bytes, type, unreadable)
  const sealed = sealFile(settings.documentKey, memberId, plain)
  const id = await transaction(db, async tx => {
    const found = await lockForLine(tx, ticket_no, memberId, now)
    const { ticketId } = found
    if ((await countPictures(tx, ticketId)) >= MOST_PICTURES)
      throw new Refusal(say('ticket.pictures_full', { max: MOST_PICTURES }))
    const lineId = await writeLine(tx, found, { content: '', at: now })
    const bytes = plain.length
    return insertPicture(tx, { ticketId, lineId, memberId, bytes, at: now, ...sealed })
  })
  bus.publish('member', [memberId.toString()])
  return { message: '已发送', data: { id: Number(id) } }
}

/** `GET /api/tickets/picture/<id>`: a picture, for the member who sent it alone. */
export function servePictures(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>(
    '/api/tickets/picture/:id',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const member = await services.sessions.of(token)
      if (!member) throw sessionOver()
      if (member.mustChange)
        throw explained(say('password.must_change'), { rule: 'password_once', version: 0 })
      const id = /^\d{1,15}$/.test(request.params.id) ? BigInt(request.params.id) : 0n
      const found = await sealedPicture(services.db, id)
      const own = found?.memberId === member.memberId ? found : undefined
      const picture = existing(own, 'ticket.not_found')
      return sendPicture(
        reply,
        picture,
        openFile(services.settings.documentKey, picture.memberId, picture),
      )
    },
  )
}
