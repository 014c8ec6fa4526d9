import { say } from '@tianping/contract/refusals'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { turns } from '../../../kernel/http/turns.ts'
import { refuseRestricted } from '../../restriction/restriction.ts'
import { keepAvatar } from '../store/uploadimg.sql.ts'

/** What an avatar becomes, in pixels. */
const SIDE = 256
/**
 * The longest side that is decoded: a small file can unfold into a picture that fills the memory.
 */
const MAX_SIDE = 4_096
const DECODE_TIMEOUT_S = 5
/** Decoding is heavy. */
const inTurn = turns({ atOnce: 2, maxWaiting: 50 })
const uploadsByMember = { attempts: 20, windowMs: 3_600_000 }

/**
 * Gif and png (P1-9-16), by content and whatever the file is called. Re-encoded, so that nothing
 * but pixels is kept.
 */
export const uploadimg: Handler<'POST /api/uploadimg'> = async ({ db, clock, member, file }) => {
  if (!file || file.bytes.length === 0) throw new Refusal(say('picture.missing'), { field: 'file' })
  const format = formatOf(file.bytes)
  if (!format) throw new Refusal(say('picture.format'), { field: 'file', formats: ['gif', 'png'] })
  await refuseRestricted(db, member.memberId)
  await attempt(db, `uploadimg:${member.memberId}`, uploadsByMember, clock.now())
  const webp = await inTurn(() => squared(file.bytes, format))
  const name = randomBytes(16).toString('hex')
  const url = `/avatar/${name}.webp`
  await keepAvatar(db, { memberId: member.memberId, name, webp, at: clock.now(), url })
  return { message: '上传成功', data: { avatar: url } }
}

/** By the first bytes, which is all that a decoder goes by either. */
function formatOf(bytes: Buffer): 'gif' | 'png' | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  return /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')) ? 'gif' : null
}

/** A square WebP of the first frame, without any of the file's metadata. */
async function squared(bytes: Buffer, format: 'gif' | 'png'): Promise<Buffer> {
  const options = {
    limitInputPixels: MAX_SIDE * MAX_SIDE,
    failOn: 'error',
    animated: false,
  } as const
  const { width, height, ...found } = await sharp(bytes, options).metadata().catch(unreadable)
  if (found.format !== format) throw unreadableRefusal()
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new Refusal(say('picture.too_wide', { max: MAX_SIDE }), {
      field: 'file',
      max_side: MAX_SIDE,
      width,
      height,
    })
  return sharp(bytes, options)
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(unreadable)
}

const unreadableRefusal = () => new Refusal(say('picture.unreadable'), { field: 'file' })
const unreadable = (): never => {
  throw unreadableRefusal()
}
