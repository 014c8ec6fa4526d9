import { z } from 'zod'

const fen = z.number().int().min(0).max(1_000_000_000_000)
const percent = z.number().int().min(1).max(1_000)
const members = z.number().int().min(2).max(1_000)
const enabled = z.boolean().default(true)

/**
 * What is looked for, and from where on it is remarkable: data, key `risk` of the settings. A flag
 * keeps the version it was raised by.
 */
export const riskSchema = z.object({
  /** How far back log-ins, cards, deposits and bets are looked at. */
  lookBackDays: z.number().int().min(1).max(90).default(30),
  sharedAddress: z.object({ enabled, members: members.default(3) }).prefault({}),
  /**
   * The same mark of a browser, whatever the address: a cookie, so a browser that is made to forget
   * it is another device.
   */
  sharedDevice: z.object({ enabled, members: members.default(2) }).prefault({}),
  sharedCard: z.object({ enabled, members: members.default(2) }).prefault({}),
  /** Red packets and bonuses of the time looked at, against the deposits of the same time. */
  bonusAbuse: z
    .object({ enabled, minFen: fen.default(300_00), percent: percent.default(30) })
    .prefault({}),
  /**
   * Members who are linked (address, card, invitation) and bet differently on the same rounds, with
   * stakes of the same size.
   */
  oppositeSides: z
    .object({
      enabled,
      rounds: z.number().int().min(1).max(1_000).default(3),
      percent: percent.max(100).default(60),
    })
    .prefault({}),
  /** A withdrawal soon after deposits that were hardly played with. */
  rapidInOut: z
    .object({
      enabled,
      hours: z.number().int().min(1).max(720).default(24),
      minFen: fen.default(1_000_00),
      percent: percent.max(100).default(80),
      turnoverPercent: percent.default(120),
    })
    .prefault({}),
  /** A reset or another contact, then a new card, then a withdrawal to it. */
  changedPayout: z
    .object({ enabled, hours: z.number().int().min(1).max(720).default(72) })
    .prefault({}),
  /** Won on one Beijing day, or by one bet. */
  largeWin: z
    .object({
      enabled,
      dayFen: fen.min(1).default(50_000_00),
      betFen: fen.min(1).default(5_000_00),
      times: z.number().int().min(2).max(100_000).default(100),
    })
    .prefault({}),
})
export type RiskRule = z.output<typeof riskSchema>

export const RISK_SETTING = 'risk'
