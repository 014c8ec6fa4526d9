import {
  MOST_PAPER_BYTES,
  MOST_PAPERS,
  PAPER_PART_BYTES,
} from '@tianping/contract/compliance/facts'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { Refusal, existing } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { viewed } from '../../../kernel/operator/viewed.ts'
import { digestOf, paperKeys, piecesOf, readPiece, sealPiece } from '../incidents/papers.ts'
import { insertNote } from '../store/incident.sql.ts'
import {
  completePaper,
  countPapers,
  countPieces,
  insertPaper,
  insertPiece,
  lockPaper,
  paperRow,
} from '../store/paper.sql.ts'
import { lockedIncident, refuseUnlessOpen, subjectOf } from './step.ts'

/** A name is only shown and given to a browser that saves: no path, no control character. */
const plainName = (name: string) =>
  name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || 'file'

export const paperHandlers = {
  'POST /api/console/incidents/file/begin': async context => {
    const { body, operator } = context
    if (body.bytes < 1 || body.bytes > MOST_PAPER_BYTES)
      throw new Refusal(say('compliance.file_bytes', { most: MOST_PAPER_BYTES / 1024 / 1024 }))
    const name = plainName(body.name)
    const made = await runAction(context, async (tx, at) => {
      const found = await lockedIncident(tx, body.incident_id, operator)
      refuseUnlessOpen(found)
      const { incidentId } = found
      if ((await countPapers(tx, incidentId)).begun >= MOST_PAPERS)
        throw new Refusal(say('compliance.files', { most: MOST_PAPERS }))
      const { bytes } = body
      const { fileId } = await insertPaper(tx, { incidentId, name, bytes, by: operator.name, at })
      const after = { file: fileId, bytes }
      return {
        answer: fileId,
        entry: { action: 'incident.file', subject: subjectOf(incidentId), after },
      }
    })
    return { data: { file_id: Number(made ?? 0n), part_bytes: PAPER_PART_BYTES } }
  },
  'POST /api/console/incidents/file/add': async ({ db, clock, settings, operator, body }) => {
    const content = Buffer.from(body.content, 'base64')
    const keys = paperKeys(settings)
    await transaction(db, async tx => {
      const paper = existing(await lockPaper(tx, body.file_id), 'compliance.file_not_found')
      const { fileId, incidentId, bytes, name } = paper
      refuseUnlessOpen(await lockedIncident(tx, incidentId, operator))
      const last = piecesOf(bytes) - 1
      const expected = body.no === last ? bytes - last * PAPER_PART_BYTES : PAPER_PART_BYTES
      const fits = body.no >= 0 && body.no <= last && content.length === expected
      if (paper.complete || paper.broughtBy !== operator.name || !fits)
        throw new Refusal(say('compliance.file_bytes', { most: MOST_PAPER_BYTES / 1024 / 1024 }))
      await insertPiece(tx, fileId, body.no, sealPiece(keys, fileId, body.no, content))
      if ((await countPieces(tx, fileId)) < last + 1) return
      await completePaper(tx, fileId, await digestOf(tx, keys, fileId, last + 1))
      const note = { incidentId, kind: 'file', content: name } as const
      await insertNote(tx, { ...note, by: operator.name, at: clock.now() })
    })
    return { data: null }
  },
  'POST /api/console/incidents/file/show': async context => {
    const { db, settings, body } = context
    const paper = existing(await paperRow(db, body.file_id), 'compliance.file_not_found')
    const piece = paper.complete
      ? await readPiece(db, paperKeys(settings), paper.fileId, body.no)
      : undefined
    if (!piece) throw new Refusal(say('compliance.file_not_found'))
    await viewed(context, {
      action: 'incident.file_view',
      subject: `incident:${paper.incidentId}:file:${paper.fileId}`,
    })
    return { data: { content: piece.toString('base64') } }
  },
} satisfies ConsoleHandlers
