import { MEDIA_MOST } from '@tianping/contract/media/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Drawn } from './draw.ts'
import * as store from './store/media.sql.ts'

/**
 * Puts a picture into the library. One with the same pixels is there already: it is answered as it
 * is, and offered again.
 */
export async function addPicture(
  tx: Tx,
  { files, ...picture }: Drawn,
  about: { name: string; alt: string; by: string; at: Date },
): Promise<{ mediaId: bigint; known: store.Picture | undefined }> {
  await store.waitForMedia(tx)
  const known = await store.pictureWith(tx, picture.pixelsHash)
  if (known) {
    if (known.retiredAt) await store.setRetired(tx, known.mediaId, '', null)
    return { mediaId: known.mediaId, known }
  }
  if ((await store.countPictures(tx)) >= MEDIA_MOST)
    throw new Refusal(say('media.full', { max: MEDIA_MOST }))
  const mediaId = await store.insertPicture(tx, { ...picture, ...about })
  for (const file of files) await store.insertFile(tx, mediaId, file)
  return { mediaId, known: undefined }
}
