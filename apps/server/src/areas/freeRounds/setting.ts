import type { Db } from '@tianping/database'
import { z } from 'zod'
import type { Kept } from '../../kernel/operator/settingForm.ts'
import { readSetting } from '../../kernel/setting.ts'
import { offered } from './offer.ts'

const fen = z.number().int().min(0).max(1_000_000_000_000)

/** What a rule gives: rounds of some games of one venue at a fixed stake. */
export const giftSchema = z.object({
  venue: z.string().min(1).max(12),
  games: z
    .array(z.string().regex(/^[a-z0-9-]{1,40}$/))
    .min(1)
    .max(50),
  stakeFen: z.number().int().min(1).max(100_000_000),
  rounds: z.number().int().min(1).max(500),
  days: z.number().int().min(1).max(90),
})
export type Gift = z.output<typeof giftSchema>

export const freeRoundsSchema = z.object({
  /** The stakes of all that is given in a Beijing month, at most; nothing is given beyond. */
  monthFen: fen.default(10_000_00),
  /** From these stakes of a day on, what one operator gives by hand waits for another. */
  secondFromFen: fen.default(500_00),
  /** The most that one grant pays; 0 for no such bound. */
  maxPaidFen: fen.default(5_000_00),
  /** Turnover that a yuan won asks for, where a level or an activity gives. */
  turnoverTimes: z.number().int().min(0).max(50).default(10),
  /** What reaching a level gives, once per member and level. */
  levelGifts: z
    .array(giftSchema.extend({ vip: z.number().int().min(2).max(10) }))
    .max(9)
    .refine(all => new Set(all.map(each => each.vip)).size === all.length, 'each level stands once')
    .default([]),
})

export const FREE_ROUNDS_SETTING = 'free_rounds'
export const freeRoundsSetting = (db: Db) => readSetting(db, FREE_ROUNDS_SETTING, freeRoundsSchema)

export const freeRoundsRule: Kept & { group: 'promotion' } = {
  key: FREE_ROUNDS_SETTING,
  label: '赠送旋转',
  group: 'promotion',
  schema: freeRoundsSchema,
  tryOut: async (services, value) => {
    for (const gift of freeRoundsSchema.parse(value).levelGifts) await refuseGift(services, gift)
  },
}

/** A gift that its venue would refuse is found before anybody approves it. */
export const refuseGift = async (
  services: Parameters<typeof offered>[0],
  { venue, games, stakeFen, rounds }: Gift,
): Promise<void> => {
  await offered(services, { venue, games, stakeFen: BigInt(stakeFen), rounds })
}
