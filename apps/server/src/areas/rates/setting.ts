import { createHash } from 'node:crypto'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { minuteOrNone, readSetting } from '../../kernel/setting.ts'

/** Hundredths of a percent. */
const share = z.number().int().min(0).max(1_000)
const price = z
  .number()
  .min(0.0001)
  .max(10_000)
  .refine(value => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, '最多四位小数')
/** Keys and numbers of places, joined by dots: `data.0.price`. */
const path = z
  .string()
  .max(120)
  .regex(/^[\w-]+(\.[\w-]+)*$/)
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

const source = z.object({
  name: z.string().min(1).max(20),
  url: z.string().min(1).max(300),
  /** Where the answer has the price, in yuan for a USDT. */
  path,
  /** Where it says of which moment the price is; empty where it does not. */
  timePath: z.union([z.literal(''), path]).default(''),
  timeoutMs: z.number().int().min(200).max(6_000).default(3_000),
})
export type RateSource = z.output<typeof source>

/** Where the rate of USDT comes from: key `usdtRates` of the settings (docs/usdt.md). */
export const ratesSchema = z
  .object({
    /** Off: the rates of the cashier's rule count. */
    fromSources: z.boolean().default(false),
    sources: z.array(source).max(4).default([]),
    /** How often each source is asked, and how old its price may be. */
    everySeconds: z.number().int().min(10).max(600).default(30),
    maxAgeSeconds: z.number().int().min(30).max(3_600).default(300),
    /** How far apart two sources may be. */
    maxApart: share.default(100),
    /** What a deposit is worth less, and a withdrawal costs more, than the middle. */
    depositSpread: share.default(50),
    withdrawSpread: share.default(50),
    /** A price outside of these is none, whoever says it. */
    lowest: price.default(5),
    highest: price.default(10),
    /** The middle as people state it until a minute of Beijing time; it goes before the sources. */
    byHand: z.object({ rate: price.optional(), until: minuteOrNone.default('') }).prefault({}),
  })
  .refine(
    ({ fromSources, sources }) => !fromSources || sources.length >= 2,
    '至少两个来源，单个来源不能作准',
  )
  .refine(
    ({ sources }) =>
      new Set(sources.map(({ name }) => name)).size === sources.length &&
      new Set(sources.map(({ url }) => hostOf(url))).size === sources.length,
    '来源的名称与网址不能重复',
  )
  .refine(({ lowest, highest }) => lowest < highest, '最低价须低于最高价')
export type RatesSetting = z.output<typeof ratesSchema>

export const RATES_SETTING = 'usdtRates'
export const ratesSetting = (db: Db): Promise<RatesSetting> =>
  readSetting(db, RATES_SETTING, ratesSchema)

/** What a source is known by; its readings count while it is asked for the same. */
export const sourceKey = ({ url, path: at, timePath }: RateSource): string =>
  createHash('sha256').update([url, at, timePath].join('\n')).digest('hex').slice(0, 16)
