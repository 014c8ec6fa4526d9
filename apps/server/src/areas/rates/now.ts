// What a USDT is worth at a moment.
import type { RateOrigin, RateTrouble } from '@tianping/contract/rates/facts'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { ratesSetting, sourceKey, type RatesSetting } from './setting.ts'
import { newestReadings } from './store/reading.sql.ts'

/** Yuan for a USDT. */
type Pair = { usdtrate: number; withdrawusdtrate: number }
export type Rates = Pair & {
  /** Why no order in USDT is taken; empty while orders are. */
  closed: RateTrouble
  from: RateOrigin
}

const SCALE = 10_000
/** Share in hundredths of a percent. */
const WHOLE = 10_000
const scaled = (rate: string | number) => Math.round(Number(rate) * SCALE)

/** Floored for who pays in, raised for who is paid out: a rounding never costs the site. */
function around(middle: number, { depositSpread, withdrawSpread }: RatesSetting): Pair {
  return {
    usdtrate: Math.floor((middle * (WHOLE - depositSpread)) / WHOLE) / SCALE,
    withdrawusdtrate: Math.ceil((middle * (WHOLE + withdrawSpread)) / WHOLE) / SCALE,
  }
}

/** The middle of an ordered list; between the two middle ones of an even number. */
function middleOf(sorted: readonly number[]): number {
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[half - 1] ?? upper) + upper) / 2)
}

export type Said = { rate: string; at: Date }

/** What sources come to at a moment. One price that is fresh is enough; none is not. */
export function judge(
  setting: RatesSetting,
  said: readonly Said[],
  now: Date,
): { middle: number | null; closed: Rates['closed'] } {
  const since = now.getTime() - setting.maxAgeSeconds * 1_000
  const pricesOf = (some: readonly Said[]) =>
    some.map(({ rate }) => scaled(rate)).toSorted((one, other) => one - other)
  const fresh = pricesOf(said.filter(({ at }) => at.getTime() >= since))
  if (fresh.length === 0)
    return { middle: said.length > 0 ? middleOf(pricesOf(said)) : null, closed: 'stale' }
  const [least = 0, most = 0] = [fresh[0], fresh.at(-1)]
  const apart = (most - least) * WHOLE > least * setting.maxApart
  return { middle: middleOf(fresh), closed: apart ? 'apart' : '' }
}

type Now = { middle: number | null; closed: RateTrouble; from: RateOrigin; setting: RatesSetting }

/** The middle at a moment: stated by hand, or by the sources; none where no sources are used. */
export async function ratesNow(db: Db, now: Date): Promise<Now> {
  const setting = await ratesSetting(db)
  const { byHand } = setting
  if (byHand.rate !== undefined && beijing(now).slice(0, 16) < byHand.until)
    return { middle: scaled(byHand.rate), closed: '', from: 'hand', setting }
  if (!setting.fromSources) return { middle: null, closed: '', from: 'rule', setting }
  const said = await newestReadings(db, setting.sources.map(sourceKey))
  return { ...judge(setting, said, now), from: 'sources', setting }
}

/**
 * The rates at a moment, those of the cashier's rule where no sources are used. While `closed` says
 * why, the numbers are the last ones known and count for no new order.
 */
export async function ratesAt(
  db: Db,
  { usdtrate, withdrawusdtrate }: Pair,
  now: Date,
): Promise<Rates> {
  const { middle, closed, from, setting } = await ratesNow(db, now)
  const pair = middle === null ? { usdtrate, withdrawusdtrate } : around(middle, setting)
  return { ...pair, closed, from }
}
