import type { DocumentType } from '@tianping/contract/verification/facts'
import type { Refusal } from '../http/refusal.ts'
import { pictureTypeOf, reencoded } from './picture.ts'

/** What a file is, by its first bytes, whatever it is called; null for anything else. */
export const documentTypeOf = (bytes: Buffer): DocumentType | null =>
  pictureTypeOf(bytes) ?? (bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'pdf' : null)

/**
 * What is kept of a file: of a picture its pixels alone, upright and as WebP; a PDF as it came,
 * since nothing of ours ever opens it.
 */
export function keepable(
  bytes: Buffer,
  type: DocumentType,
  unreadable: () => Refusal,
): Promise<Buffer> {
  if (type !== 'pdf') return reencoded(bytes, type, unreadable)
  const ends = bytes.subarray(-1_024).toString('latin1').includes('%%EOF')
  return ends ? Promise.resolve(bytes) : Promise.reject(unreadable())
}
