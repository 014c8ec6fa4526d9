import type { DocumentType } from '@tianping/contract/verification/facts'
import { say } from '@tianping/contract/refusals'
import sharp from 'sharp'
import { Refusal } from '../../kernel/http/refusal.ts'
import { turns } from '../../kernel/http/turns.ts'

/** Enough to read the smallest print of a paper. */
const MAX_SIDE = 2_400
/** The largest picture that is decoded, in pixels: a phone's camera, and no bomb. */
const MAX_PIXELS = 52_000_000
const DECODE_TIMEOUT_S = 15
/** Decoding is heavy. */
const inTurn = turns({ atOnce: 1, maxWaiting: 20 })

const starts = (bytes: Buffer, ...wanted: number[]) =>
  wanted.every((byte, at) => bytes[at] === byte)

/** What a file is, by its first bytes, whatever it is called; null for anything else. */
export function typeOf(bytes: Buffer): DocumentType | null {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'pdf' : null
}

/**
 * What is kept of a file: of a picture its pixels alone, upright and as WebP; a PDF as it came,
 * since nothing of ours ever opens it.
 */
export function keepable(bytes: Buffer, type: DocumentType): Promise<Buffer> {
  if (type !== 'pdf') return inTurn(() => reencoded(bytes, type))
  const ends = bytes.subarray(-1_024).toString('latin1').includes('%%EOF')
  return ends ? Promise.resolve(bytes) : Promise.reject(unreadableRefusal())
}

async function reencoded(bytes: Buffer, type: 'jpeg' | 'png'): Promise<Buffer> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false } as const
  const { format } = await sharp(bytes, options).metadata().catch(unreadable)
  if (format !== type) throw unreadableRefusal()
  return sharp(bytes, options)
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .rotate()
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer()
    .catch(unreadable)
}

const unreadableRefusal = () => new Refusal(say('verification.file_unreadable'), { field: 'file' })
const unreadable = (): never => {
  throw unreadableRefusal()
}
