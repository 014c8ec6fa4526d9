import { z } from 'zod'

const fen = z.number().int().min(0).max(1_000_000_000_000)
const percent = z.number().int().min(1).max(1_000)
const members = z.number().int().min(2).max(1_000)
const days = z.number().int().min(1).max(90)
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
  /** What went in, or out, within some days. */
  largeSum: z
    .object({ enabled, days: days.default(7), sumFen: fen.min(1).default(200_000_00) })
    .prefault({}),
  /** Several deposits, each a little below a sum that would be noticed. */
  structuring: z
    .object({
      enabled,
      limitFen: fen.min(1).default(50_000_00),
      nearPercent: percent.max(99).default(80),
      atLeast: z.number().int().min(2).max(1_000).default(3),
      hours: z.number().int().min(1).max(720).default(72),
    })
    .prefault({}),
  /** Deposits that somebody with another name paid, where the payer is known. */
  thirdParty: z.object({ enabled, minFen: fen.default(1_000_00) }).prefault({}),
  /** Accounts that share a card, a device or an address and only pass money on. */
  mule: z
    .object({
      enabled,
      members: members.default(3),
      throughFen: fen.min(1).default(20_000_00),
      turnoverPercent: percent.default(50),
    })
    .prefault({}),
  /** Deposits by many methods, or from many accounts or addresses, within some days. */
  manyMethods: z
    .object({
      enabled,
      days: days.default(7),
      methods: z.number().int().min(2).max(20).default(5),
      accounts: z.number().int().min(2).max(100).default(4),
    })
    .prefault({}),
  /** Deposits of 30 days beyond so many times what the member said to expect in a month. */
  beyondProfile: z
    .object({ enabled, profileTimes: z.number().int().min(1).max(100).default(10) })
    .prefault({}),
  /** The second tier was refused to a member whose deposits of 30 days reach a sum. */
  refusedDiligence: z.object({ enabled, aboveFen: fen.min(1).default(15_000_00) }).prefault({}),
})
export type RiskRule = z.output<typeof riskSchema>

export const RISK_SETTING = 'risk'
