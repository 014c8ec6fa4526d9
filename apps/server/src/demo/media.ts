import { run, sql, transaction, type Db } from '@tianping/database'
import { mediaAddress } from '@tianping/contract/media/facts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPicture, drawn } from '../areas/media/media.ts'

const ART = join(import.meta.dirname, '../../../member/public/art')
const pictures = [
  { file: 'banner-3.webp', alt: 'VIP 十级礼遇', banner: 'VIP 十级礼遇' },
  { file: 'banner-2.webp', alt: 'USDT 存款笔笔加赠', banner: '' },
  { file: 'banner-5.webp', alt: '体育专场首投', banner: '' },
]

/** A library with a picture that a banner shows, and some that wait for use. */
export async function seedMedia(owner: Db, now: Date): Promise<void> {
  for (const { file, alt, banner } of pictures) {
    const path = join(ART, file)
    if (!existsSync(path)) continue
    const picture = await drawn(readFileSync(path))
    await transaction(owner, async tx => {
      const { known } = await addPicture(tx, picture, { name: file, alt, by: 'support', at: now })
      const [wide] = picture.files
      if (known || banner === '' || !wide) return
      await run(tx, sql`update banner set src = ${mediaAddress(wide.name)} where title = ${banner}`)
    })
  }
}
