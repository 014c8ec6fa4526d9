import { say } from '@tianping/contract/refusals'
import { FILE_PART_BYTES, MOST_FILE_BYTES, MOST_FILES } from '@tianping/contract/cases/facts'
import { transaction } from '@tianping/database'
import { Refusal, existing } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { viewed } from '../../../kernel/operator/viewed.ts'
import { digestOf, partsOf, readPart, sealPart } from '../files.ts'
import { caseKeys } from '../sealed.ts'
import { insertNote } from '../store/case.sql.ts'
import {
  completeFile,
  countFiles,
  fileRow,
  insertFile,
  insertFilePart,
  lockFile,
  partCount,
} from '../store/file.sql.ts'
import { lockedCase, refuseUnlessOpen, subjectOf } from './work.ts'

/** A name is only shown and given to a browser that saves: no path, no control character. */
const plainName = (name: string) =>
  name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || 'file'

export const fileHandlers = {
  'POST /api/console/aml/file/begin': async context => {
    const { body, operator } = context
    if (body.bytes < 1 || body.bytes > MOST_FILE_BYTES)
      throw new Refusal(say('aml.file_too_large', { most: MOST_FILE_BYTES / 1024 / 1024 }))
    const name = plainName(body.name)
    const made = await runAction(context, async (tx, at) => {
      const found = await lockedCase(tx, body.case_id, operator)
      refuseUnlessOpen(found)
      const { caseId } = found
      if ((await countFiles(tx, caseId)) >= MOST_FILES)
        throw new Refusal(say('aml.files', { most: MOST_FILES }))
      const given = { caseId, kind: 'file', name, bytes: body.bytes } as const
      const { id } = await insertFile(tx, { ...given, by: operator.name, at })
      return {
        answer: id,
        entry: {
          action: 'aml.file',
          subject: subjectOf(caseId),
          after: { file: id, bytes: body.bytes },
        },
      }
    })
    return { data: { file_id: Number(made ?? 0n), part_bytes: FILE_PART_BYTES } }
  },
  'POST /api/console/aml/file/add': async ({ db, clock, settings, operator, body }) => {
    const content = Buffer.from(body.content, 'base64')
    const keys = caseKeys(settings)
    await transaction(db, async tx => {
      const file = existing(await lockFile(tx, body.file_id), 'aml.file_not_found')
      const { fileId, caseId, bytes } = file
      refuseUnlessOpen(await lockedCase(tx, caseId, operator))
      const last = partsOf(bytes) - 1
      const expected = body.no === last ? bytes - last * FILE_PART_BYTES : FILE_PART_BYTES
      const fits = body.no >= 0 && body.no <= last && content.length === expected
      if (file.complete || file.broughtBy !== operator.name || !fits)
        throw new Refusal(say('aml.file_part'))
      await insertFilePart(tx, fileId, body.no, sealPart(keys, fileId, body.no, content))
      if ((await partCount(tx, fileId)) < last + 1) return
      await completeFile(tx, fileId, await digestOf(tx, keys, fileId, last + 1))
      const at = clock.now()
      await insertNote(tx, { caseId, kind: 'file', content: file.name, by: operator.name, at })
    })
    return { data: null }
  },
  'POST /api/console/aml/file/show': async context => {
    const { db, settings, body } = context
    const file = existing(await fileRow(db, body.file_id), 'aml.file_not_found')
    const piece = file.complete
      ? await readPart(db, caseKeys(settings), file.fileId, body.no)
      : undefined
    if (!piece) throw new Refusal(say('aml.file_not_found'))
    await viewed(context, {
      action: 'aml.file_view',
      subject: `aml_case:${file.caseId}:file:${file.fileId}`,
    })
    return { data: { content: piece.toString('base64') } }
  },
} satisfies ConsoleHandlers
