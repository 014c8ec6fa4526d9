import { say } from '@tianping/contract/refusals'
import { row, sql, type Db } from '@tianping/database'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Kept, Trying } from '../../kernel/operator/settingForm.ts'
import { inForce, ruled } from '../profiles/profiles.ts'

const MAX_POOLS = 20

const pool = z
  .object({
    /** Its name at the venue; never another pool's. */
    ref: z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
    name: z.string().min(1).max(12),
    venue: z.string().min(1).max(12),
    games: z
      .array(z.string().regex(/^[a-z0-9-]{1,40}$/))
      .min(1)
      .max(50),
    /** Of each stake, in hundredths of a percent; it is the house's. */
    shareHundredths: z.number().int().min(1).max(300),
    /** What the house puts in after each win, and what the pool never passes. */
    seedFen: z.number().int().min(1).max(100_000_000),
    boundFen: z.number().int().min(2).max(1_000_000_000),
    open: z.boolean(),
  })
  .refine(({ seedFen, boundFen }) => seedFen < boundFen, '必开上限须高于起始金额')
export type WantedPool = z.output<typeof pool>

const gamesOf = (pools: readonly WantedPool[]) =>
  pools
    .filter(({ open }) => open)
    .flatMap(({ venue, games }) => games.map(game => `${venue.toUpperCase()} ${game}`))
const isEachOnce = (all: readonly string[]) => new Set(all).size === all.length

export const jackpotSchema = z.object({
  /** False takes all pools out at once, as a profile does that refuses them. */
  allowed: z.boolean().default(true),
  pools: z
    .array(pool)
    .max(MAX_POOLS)
    .refine(all => isEachOnce(all.map(({ ref }) => ref)), '每个编号只能用一次')
    .refine(all => isEachOnce(gamesOf(all)), '一个游戏只能有一个进行中的奖池')
    .default([]),
})

export const JACKPOT_SETTING = 'jackpots'
/**
 * The pools as they are wanted, and whether any may be offered at all: where the operator or a
 * profile says no, none is open, and what is in a pool stays.
 */
export async function jackpotSetting(db: Db) {
  const { own, demands } = await ruled(db, JACKPOT_SETTING, jackpotSchema)
  const allowed = own.allowed && !demands.jackpotsRefused
  const pools = own.pools.map(each => ({ ...each, open: each.open && allowed }))
  return { allowed, pools }
}

/** Venues and games that do not exist are found before anybody approves. */
async function refuseUnknown(db: Db, { pools }: z.output<typeof jackpotSchema>) {
  for (const { venue, games } of pools) {
    const found = await row(
      db,
      sql<{ missing: string | null }>`
      select (select g.code from unnest(${games}::text[]) g (code)
        where not exists (select from game x where x.venue_id = v.venue_id and x.game_code = g.code) limit 1) as missing
      from venue v where upper(v.platname) = ${venue.toUpperCase()}`,
    )
    if (!found) throw new Refusal(say('jackpot.venue_unknown', { venue }))
    if (found.missing !== null)
      throw new Refusal(say('jackpot.game_unknown', { venue, game: found.missing }))
  }
}

/** A venue without pools says so before anybody approves; a silent one says nothing yet. */
async function refuseIncapable({ venues }: Trying, { pools }: z.output<typeof jackpotSchema>) {
  const codes = new Set(pools.filter(({ open }) => open).map(({ venue }) => venue.toUpperCase()))
  for (const code of codes) {
    const venue = await venues.named(code)
    const said = venue && (await venues.client(venue).jackpots({}))
    if (said?.kind === 'refused')
      throw new Refusal(say('jackpot.venue_without', { venue: venue?.platname ?? code }))
  }
}

async function refuseByProfile(db: Db) {
  if ((await inForce(db)).demands.jackpotsRefused) throw new Refusal(say('jackpot.refused_here'))
}

export const jackpotRule: Kept & { group: 'promotion' } = {
  key: JACKPOT_SETTING,
  label: '奖池',
  group: 'promotion',
  schema: jackpotSchema,
  tryOut: async (at, value) => {
    const { db } = at
    const wanted = jackpotSchema.parse(value)
    await refuseUnknown(db, wanted)
    await refuseIncapable(at, wanted)
    if (wanted.allowed && wanted.pools.some(({ open }) => open)) await refuseByProfile(db)
  },
}
