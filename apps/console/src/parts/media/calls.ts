import { MEDIA_BYTES } from '@tianping/contract/media/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { callOnce } from '../../app/api.ts'
import { base64Of } from '../files/pieces.ts'

export const mediaList = 'POST /api/console/media/list'
export type MediaPicture = ConsoleRowOf<typeof mediaList>

/** What the file choice offers; the server goes by the content. */
export const MEDIA_ACCEPT = '.jpg,.jpeg,.png,.webp'
const NAME_MOST = 100
const MIB = 1_048_576

/** Sends one file to the library. Throws what the server said. */
export async function sendPicture(file: File, alt: string) {
  if (file.size > MEDIA_BYTES) throw new Error(`图片不得大于 ${MEDIA_BYTES / MIB} MB`)
  const content = base64Of(new Uint8Array(await file.arrayBuffer()))
  return callOnce('POST /api/console/media/add', {
    name: file.name.slice(-NAME_MOST),
    alt,
    content,
  })
}
