import { mediaIn } from '@tianping/contract/media/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { holdNamed } from './store/media.sql.ts'

/**
 * Keeps the pictures of the library that content is about to use from being retired until the
 * transaction ends. `content` are addresses or texts, by field. Refuses a picture that is not in
 * the library any more; `before` is what stood there, whose pictures may stay.
 */
export async function holdPictures(
  tx: Tx,
  content: Readonly<Record<string, string>>,
  before = '',
): Promise<void> {
  const had = new Set(mediaIn(before))
  for (const [field, text] of Object.entries(content)) {
    const names = mediaIn(text)
    if (names.length === 0) continue
    const held = await holdNamed(tx, names)
    for (const name of names) {
      const found = held.filter(each => each.names.includes(name))
      if (found.length === 0 && !had.has(name)) throw new Refusal(say('media.gone'), { field })
      const [first] = found
      if (first && !had.has(name) && found.every(each => each.retired))
        throw new Refusal(say('media.retired', { alt: first.alt }), { field })
    }
  }
}
