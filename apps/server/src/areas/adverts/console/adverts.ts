import { beijing } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { advertSetting } from '../setting.ts'
import { picturesStated } from '../store/advert.sql.ts'

const plain = (words: readonly string[]) => [...words]

export const advertHandlers = {
  'POST /api/console/adverts/rule': async ({ db }) => {
    const { mode, words } = await advertSetting(db)
    const { age, conditions, urgency, minors, offers } = words
    return {
      data: {
        mode,
        words: {
          age: plain(age),
          conditions: plain(conditions),
          urgency: plain(urgency),
          minors: plain(minors),
          offers: plain(offers),
        },
      },
    }
  },
  'POST /api/console/adverts/pictures': async ({ db, body }) => ({
    data: (await picturesStated(db, body.srcs)).map(each => ({
      src: each.src,
      age: each.ageSign,
      minors: each.noMinors,
      stated_by: each.statedBy,
      stated_at: beijing(each.statedAt),
    })),
  }),
} satisfies ConsoleHandlers
