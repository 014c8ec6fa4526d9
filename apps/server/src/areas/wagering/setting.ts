import { categories } from '@tianping/contract/games/facts'
import { say } from '@tianping/contract/refusals'
import { row, sql, type Db } from '@tianping/database'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Kept } from '../../kernel/operator/settingForm.ts'
import { readSetting } from '../../kernel/setting.ts'

const MAX_OVERRIDES = 50

const percent = z.number().int().min(0).max(100).default(100)

const isEachOnce = (all: readonly string[]) => new Set(all).size === all.length

export const wageringSchema = z.object({
  /** What a gift counts of the valid turnover of each kind of game, in whole percent. */
  weights: z
    .object(
      Object.fromEntries(categories.map(category => [category, percent])) as Record<
        (typeof categories)[number],
        typeof percent
      >,
    )
    .prefault({}),
  /** A venue, or one of its games, that counts otherwise than its kind. */
  overrides: z
    .array(
      z.object({
        venue: z.string().min(1).max(12),
        /** Empty for all games of the venue. */
        game: z.string().regex(/^[A-Za-z0-9_-]{0,40}$/, '游戏编号只含字母、数字、- 与 _'),
        counts: percent,
      }),
    )
    .max(MAX_OVERRIDES)
    .refine(
      all => isEachOnce(all.map(({ venue, game }) => `${venue.toUpperCase()}:${game}`)),
      '每个场馆或游戏只能写一次',
    )
    .default([]),
  /** How long a gift may be played through, in whole days; 0 for ever. */
  giftDays: z.number().int().min(0).max(365).default(0),
})
export type WageringSetting = z.output<typeof wageringSchema>

export const WAGERING_SETTING = 'wagering'
export const wageringSetting = (db: Db) => readSetting(db, WAGERING_SETTING, wageringSchema)

/** Venues and games that do not exist are found before anybody approves. */
async function refuseUnknown(db: Db, { overrides }: WageringSetting) {
  for (const { venue, game } of overrides) {
    const found = await row(
      db,
      sql<{ has: boolean }>`
      select ${game} = '' or exists (select from game g where g.venue_id = v.venue_id and g.game_code = ${game}) as has
      from venue v where upper(v.platname) = ${venue.toUpperCase()}`,
    )
    if (!found) throw new Refusal(say('wagering.venue_unknown', { venue }))
    if (!found.has) throw new Refusal(say('wagering.game_unknown', { venue, game }))
  }
}

export const wageringRule: Kept & { group: 'promotion' } = {
  key: WAGERING_SETTING,
  label: '彩金流水',
  group: 'promotion',
  schema: wageringSchema,
  tryOut: ({ db }, value) => refuseUnknown(db, wageringSchema.parse(value)),
}
