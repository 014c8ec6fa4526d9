import { createHash } from 'node:crypto'
import { FILE_PART_BYTES } from '@tianping/contract/cases/facts'
import type { Db, Tx } from '@tianping/database'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import { present } from '../../kernel/present.ts'
import { openBytes, sealBytes } from './sealed.ts'
import { completeFile, filePart, insertFile, insertFilePart } from './store/file.sql.ts'

export const partsOf = (bytes: number): number => Math.ceil(bytes / FILE_PART_BYTES)

/** The bytes of one piece; its place is sealed with it, so that no piece stands for another. */
export const sealPart = (keys: SealingKeys, fileId: bigint, no: number, content: Uint8Array) =>
  sealBytes(keys, fileId, Buffer.concat([Buffer.from([no]), content]))

export async function readPart(
  db: Db,
  keys: SealingKeys,
  fileId: bigint,
  no: number,
): Promise<Buffer | undefined> {
  const found = await filePart(db, fileId, no)
  if (!found) return undefined
  const opened = openBytes(keys, fileId, found.sealed)
  if (opened[0] !== no) throw new Error(`piece ${no} of file ${fileId} is another one`)
  return opened.subarray(1)
}

/** The digest of a file whose pieces are all there. */
export async function digestOf(db: Db, keys: SealingKeys, fileId: bigint, parts: number) {
  const digest = createHash('sha256')
  for (let no = 0; no < parts; no++)
    digest.update(present(await readPart(db, keys, fileId, no), 'piece of a file'))
  return digest.digest('hex')
}

/** Keeps a text that the system made as a file of the case. */
export async function keepReport(
  tx: Tx,
  keys: SealingKeys,
  f: { caseId: bigint; name: string; content: string; by: string; at: Date },
): Promise<bigint> {
  const bytes = Buffer.from(f.content)
  const { id } = await insertFile(tx, {
    caseId: f.caseId,
    kind: 'report',
    name: f.name,
    bytes: bytes.length,
    by: f.by,
    at: f.at,
  })
  for (let no = 0; no < partsOf(bytes.length); no++) {
    const piece = bytes.subarray(no * FILE_PART_BYTES, (no + 1) * FILE_PART_BYTES)
    await insertFilePart(tx, id, no, sealPart(keys, id, no, piece))
  }
  await completeFile(tx, id, createHash('sha256').update(bytes).digest('hex'))
  return id
}
