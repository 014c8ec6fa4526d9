import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readVersioned } from '../../kernel/setting.ts'
import { inForce, lessOf, sumOf } from '../profiles/profiles.ts'

const fen = (preset: number) => z.number().int().min(1).max(1_000_000_000_000).default(preset)
const count = (preset: number) => z.number().int().min(1).max(10_000).default(preset)
const points = (preset: number) => z.number().int().min(1).max(200).default(preset)
const enabled = z.boolean().default(true)
const words = (...preset: string[]) =>
  z.array(z.string().min(2).max(20)).min(1).max(100).default(preset)

/** One marker: from where on it counts, and how much. */
const marker = <S extends z.ZodRawShape>(preset: number, shape: S) =>
  z.object({ enabled, points: points(preset), ...shape })

/**
 * Markers of harm: data of the site, key `harm` of its settings. A marker far beyond its threshold
 * counts twice; the sum of the points is the level. Cases keep the version they were opened by.
 */
export const harmSchema = z.object({
  /** So many percent of a threshold count as far beyond it. */
  strongPercent: z.number().int().min(110).max(1_000).default(250),
  /** Thresholds of younger and of vulnerable members, in percent. */
  sensitivePercent: z.number().int().min(10).max(100).default(60),
  youngUntil: z.number().int().min(18).max(40).default(24),
  /** Net deposits of 30 days. */
  netDeposit: marker(40, { minFen: fen(20_000_00) }).prefault({}),
  /** Deposits of a week against the member's own usual week. */
  depositGrowth: marker(20, { percent: count(300), minFen: fen(2_000_00) }).prefault({}),
  /** Deposits of 14 days within an hour after losing so much. */
  chasing: marker(35, { minFen: fen(200_00), times: count(4) }).prefault({}),
  /** Of 7 days: how often a loss was followed by a stake half as high again, in percent. */
  stakesUp: marker(25, { percent: count(35), bets: count(60) }).prefault({}),
  /** Hours of 7 days; of them from 00:00 to 06:00; of one stretch. */
  longHours: marker(30, { hoursFrom: count(28) }).prefault({}),
  night: marker(20, { hoursFrom: count(8) }).prefault({}),
  longStretch: marker(20, { hoursFrom: count(5) }).prefault({}),
  /** Looser limits asked for in 30 days; of them within a day after a limit stopped the member. */
  limitRaises: marker(25, { times: count(3) }).prefault({}),
  raisedAtLimit: marker(30, { times: count(2) }).prefault({}),
  /** Breaks taken in 90 days. */
  breaks: marker(25, { times: count(3) }).prefault({}),
  /** Notes about what the member said, and complaints, of 30 days that have one of these words. */
  words: marker(45, {
    times: count(1),
    words: words('戒赌', '控制不住', '借钱', '欠债', '输光', '家人不知道', '停不下来'),
  }).prefault({}),
  crisis: marker(100, {
    times: count(1),
    words: words('自杀', '轻生', '不想活', '活不下去'),
  }).prefault({}),
  /** Bonuses asked for and not given, in 7 days. */
  bonusAsks: marker(15, { times: count(10) }).prefault({}),
  /** Complaints made in 30 days. */
  complaints: marker(15, { times: count(3) }).prefault({}),
  /** Withdrawals of 30 days that came back and were played with within a day. */
  reversed: marker(30, { times: count(2) }).prefault({}),
  /** Deposits of 30 days within a day after a withdrawal was asked for. */
  backAgain: marker(20, { times: count(5) }).prefault({}),
  /** Methods of payment, and deposits that failed, in 30 days. */
  methods: marker(15, { times: count(4) }).prefault({}),
  failedDeposits: marker(15, { times: count(6) }).prefault({}),
  /** Set by staff. */
  vulnerable: marker(20, {}).prefault({}),
  /** From how many points on each level begins. */
  levels: z
    .object({ nudge: points(30), task: points(60), stop: points(100) })
    .prefault({})
    .refine(({ nudge, task, stop }) => nudge < task && task < stop, '须从低到高'),
  /** A nudge without effect becomes a task after so many days; a new one may follow later. */
  escalateDays: count(7),
  nudgeAgainDays: count(30),
  /** How long a person has for a task, and for one about stopped offers. */
  taskHours: count(72),
  stopHours: count(24),
  /** After a decision only so many percent of its points count anew, or its end. */
  quietDays: count(30),
  risePercent: z.number().int().min(100).max(1_000).default(125),
  /** When stopped offers are looked at again. */
  againDays: count(30),
  /** Net deposits of 30 days above this ask for a check, once in so many months. */
  netCheck: z
    .object({
      enabled: z.boolean().default(false),
      minFen: fen(1_500_00),
      months: z.number().int().min(1).max(60).default(12),
    })
    .prefault({}),
  /** The published rate of problem gambling, of a thousand: no fewer players should be reached. */
  harmRate: z.number().int().min(0).max(1_000).default(25),
})
export type HarmRule = z.output<typeof harmSchema>

export const HARM_SETTING = 'harm'

/** The setting in force, where enabled profiles ask for a check earlier; with its version. */
export async function harmRule(db: Db): Promise<{ version: number; rule: HarmRule }> {
  const { version, value } = await readVersioned(db, HARM_SETTING, harmSchema)
  const { demands } = await inForce(db)
  const own = value.netCheck
  const netCheck = {
    enabled: own.enabled || demands.netCheckFen !== null,
    minFen: sumOf(own.enabled ? own.minFen : 0, demands.netCheckFen) || own.minFen,
    months: lessOf(own.months, demands.netCheckMonths),
  }
  return { version, rule: { ...value, netCheck } }
}
