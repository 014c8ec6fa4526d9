// A picture that an operator brings is drawn anew: what is kept are its pixels as WebP, in the
// sizes that the app shows. Nothing else of the file comes through, whatever stood in it.
import {
  MEDIA_LEAST,
  MEDIA_PIXELS,
  MEDIA_SIDE,
  mediaSizes,
  type MediaSize,
} from '@tianping/contract/media/facts'
import { say } from '@tianping/contract/refusals'
import { createHash } from 'node:crypto'
import sharp, { type Metadata } from 'sharp'
import { Refusal } from '../../kernel/http/refusal.ts'
import { turns } from '../../kernel/http/turns.ts'

const DECODE_TIMEOUT_S = 15
/** All sizes are made from this one, so that a large picture is decoded once. */
const BASE_SIDE = 2_160
const QUALITY = 84
/** Decoding is heavy; one console waits for another's no longer than its own call lasts. */
const inTurn = turns({ atOnce: 1, maxWaiting: 20, longestMs: 20_000 })

export type DrawnFile = {
  size: MediaSize
  name: string
  width: number
  height: number
  webp: Buffer
}
export type Drawn = { width: number; height: number; pixelsHash: Buffer; files: DrawnFile[] }

type Format = 'jpeg' | 'png' | 'webp'
const starts = (bytes: Buffer, at: number, text: string) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** What a picture is, by its first bytes, whatever it is called; null for anything else. */
function formatOf(bytes: Buffer): Format | null {
  if (starts(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  return starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP') ? 'webp' : null
}

const field = { field: 'content' }
const unreadable = (): never => {
  throw new Refusal(say('media.unreadable'), field)
}

/** The head of a file says how much it would unfold into. */
function refuseBounds({ width, height }: Pick<Metadata, 'width' | 'height'>) {
  if (width > MEDIA_SIDE || height > MEDIA_SIDE || width * height > MEDIA_PIXELS)
    throw new Refusal(
      say('media.pixels', { pixels: MEDIA_PIXELS / 10_000, side: MEDIA_SIDE }),
      field,
    )
  if (width < MEDIA_LEAST.width || height < MEDIA_LEAST.height)
    throw new Refusal(say('media.small', MEDIA_LEAST), field)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes)

/** The pixels of a picture, upright and no larger than any size is made from. */
async function decoded(bytes: Buffer) {
  const format = formatOf(bytes)
  if (!format) throw new Refusal(say('media.format'), field)
  const options = { limitInputPixels: MEDIA_PIXELS, failOn: 'error', animated: false } as const
  // The limit also counts where only the head is read, so the head is read without it.
  const head = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(unreadable)
  if (head.format !== format) return unreadable()
  const upright = (head.orientation ?? 1) < 5
  const size = upright ? head : { width: head.height, height: head.width }
  refuseBounds(size)
  const { data, info } = await sharp(bytes, options)
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .rotate()
    .resize(BASE_SIDE, BASE_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable)
  return { data, info, width: size.width, height: size.height }
}

/** Draws a picture in every size. Refuses what is no picture, too large or too small. */
export const drawn = (bytes: Buffer): Promise<Drawn> =>
  inTurn(async () => {
    const { data, info, width, height } = await decoded(bytes)
    const raw = { width: info.width, height: info.height, channels: 4 } as const
    const files: DrawnFile[] = []
    for (const [size, { fit, width: most, height: highest }] of Object.entries(mediaSizes)) {
      const made = await sharp(data, { raw })
        .timeout({ seconds: DECODE_TIMEOUT_S })
        .resize({ width: most, height: highest, fit, withoutEnlargement: fit === 'inside' })
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true })
      const name = sha256(made.data).digest('hex').slice(0, 32)
      const { width: wide, height: high } = made.info
      files.push({ size: size as MediaSize, name, width: wide, height: high, webp: made.data })
    }
    const pixelsHash = sha256(data).update(`${info.width}x${info.height}`).digest()
    return { width, height, pixelsHash, files }
  })
