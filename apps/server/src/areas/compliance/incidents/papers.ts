import { createHash } from 'node:crypto'
import { PAPER_PART_BYTES } from '@tianping/contract/compliance/facts'
import type { Db } from '@tianping/database'
import { openNumber, sealNumber, type SealingKeys } from '../../../kernel/cardNumber.ts'
import { present } from '../../../kernel/present.ts'
import { pieceRow } from '../store/paper.sql.ts'

/** Keys of papers: derived from those of cards, and open nothing of theirs. */
export const paperKeys = ({ cardKey }: { cardKey: SealingKeys }): SealingKeys => {
  const [current, ...old] = cardKey
  const own = (key: string) => `${key}\nincidents`
  return [own(current), ...old.map(own)]
}

export const piecesOf = (bytes: number): number => Math.ceil(bytes / PAPER_PART_BYTES)

/** The place of a piece is sealed with it, so that no piece stands for another. */
export const sealPiece = (keys: SealingKeys, fileId: bigint, no: number, content: Uint8Array) =>
  sealNumber(keys, fileId, `${no} ${Buffer.from(content).toString('base64')}`)

export async function readPiece(
  db: Db,
  keys: SealingKeys,
  fileId: bigint,
  no: number,
): Promise<Buffer | undefined> {
  const found = await pieceRow(db, fileId, no)
  if (!found) return undefined
  const [place, content = ''] = openNumber(keys, fileId, found.sealed).split(' ')
  if (place !== String(no)) throw new Error(`piece ${no} of paper ${fileId} is another one`)
  return Buffer.from(content, 'base64')
}

export async function digestOf(db: Db, keys: SealingKeys, fileId: bigint, pieces: number) {
  const digest = createHash('sha256')
  for (let no = 0; no < pieces; no++)
    digest.update(present(await readPiece(db, keys, fileId, no), 'piece of a paper'))
  return digest.digest('hex')
}
