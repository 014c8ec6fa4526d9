import sharp from 'sharp'
import type { Refusal } from '../http/refusal.ts'
import { turns } from '../http/turns.ts'

/** Enough to read the smallest print of a paper. */
const MAX_SIDE = 2_400
/** The largest picture that is decoded, in pixels: a phone's camera, and no bomb. */
const MAX_PIXELS = 52_000_000
const DECODE_TIMEOUT_S = 15
/** Decoding is heavy. */
const inTurn = turns({ atOnce: 1, maxWaiting: 20 })

const starts = (bytes: Buffer, ...wanted: number[]) =>
  wanted.every((byte, at) => bytes[at] === byte)

export type PictureType = 'jpeg' | 'png'

/** What a picture is, by its first bytes, whatever it is called; null for anything else. */
export function pictureTypeOf(bytes: Buffer): PictureType | null {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  return starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'png' : null
}

/** A picture's pixels alone, upright and as WebP; one that cannot be read is refused. */
export const reencoded = (
  bytes: Buffer,
  type: PictureType,
  refusal: () => Refusal,
): Promise<Buffer> =>
  inTurn(async () => {
    const unreadable = (): never => {
      throw refusal()
    }
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false } as const
    const { format } = await sharp(bytes, options).metadata().catch(unreadable)
    if (format !== type) throw refusal()
    return sharp(bytes, options)
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .rotate()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer()
      .catch(unreadable)
  })
