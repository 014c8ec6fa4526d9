import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int8, oneOf, text, time } from '../fields.ts'
import { inOrder, keyed, span } from '../listed.ts'
import { MEDIA_BYTES, mediaPlaces } from './facts.ts'

const once = { once: true } as const
const mediaId = z.object({ media_id: int8 })
/** Base64 takes a third more than the file; the rest of the body is small. */
const BODY_BYTES = Math.ceil((MEDIA_BYTES * 4) / 3) + 16_384

const file = z.object({ src: z.string(), width: z.number().int(), height: z.number().int() })

const picture = z.object({
  media_id: z.number().int(),
  name: z.string(),
  alt: z.string(),
  /** Of the picture that came, in pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** Of all its files together. */
  bytes: z.number().int(),
  banner: file,
  card: file,
  popup: file,
  thumb: file,
  added_by: z.string(),
  added_at: time,
  /** Empty while it is offered. */
  retired_by: z.string(),
  retired_at: z.string(),
  /** Where it stands, at most twenty places. */
  used_by: z.array(z.object({ kind: oneOf(mediaPlaces), id: z.number().int(), title: z.string() })),
})

/** The library of pictures that content is made of. */
export const mediaConsole = {
  /** Newest first; `q` is a part of a name or of what a picture shows. */
  'POST /api/console/media/list': operator(
    'site.read',
    z.object({
      ...inOrder('POST /api/console/media/list'),
      ...span,
      retired: text(1).pipe(z.enum(['', '1'])),
      q: text(40),
    }),
    keyed(picture),
  ),
  /**
   * A picture as base64. It is drawn anew, so that nothing but pixels is kept; one that is in the
   * library already is answered as it is (`known`), and offered again.
   */
  'POST /api/console/media/add': operator(
    'media.write',
    z.object({ name: text(100), alt: text(60), content: z.string().max(BODY_BYTES) }),
    z.object({ media_id: z.number().int(), known: z.boolean(), picture: picture.nullable() }),
    { once: true, large: BODY_BYTES },
  ),
  'POST /api/console/media/save': operator(
    'media.write',
    mediaId.extend({ alt: text(60) }),
    z.null(),
    once,
  ),
  /** Offers it no longer. Refused while it stands anywhere. */
  'POST /api/console/media/retire': operator('media.write', mediaId, z.null(), once),
  'POST /api/console/media/restore': operator('media.write', mediaId, z.null(), once),
  /**
   * Removes a retired one for good, with its files. Refused while it stands anywhere. One that
   * members have seen is removed by another operator than the one who retired it, with a reason.
   */
  'POST /api/console/media/remove': operator(
    'media.write',
    mediaId.extend({ remark: remark.optional() }),
    z.null(),
    once,
  ),
} as const
