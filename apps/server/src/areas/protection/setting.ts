import type { LimitTopic } from '@tianping/contract/protection/facts'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { lessOf, moreOf, ruled, type Demands } from '../profiles/profiles.ts'

const hours = (least: number, preset: number) =>
  z.number().int().min(least).max(720).default(preset)

/**
 * How members are protected: data of the site, key `protection` of its settings. The presets are
 * those of the profile `base` (docs/decisions/0060-members-protect-themselves.md).
 */
export const protectionSchema = z.object({
  /** A looser limit waits this long, and may then be confirmed for so many days. */
  relaxHours: hours(24, 24),
  confirmDays: z.number().int().min(1).max(30).default(7),
  /** Hours from the letter that announces an operator's limit until it counts. */
  operatorHours: hours(0, 0),
  /** Which limits members are offered; those that are set go on. */
  limitTopics: z
    .object({
      deposit: z.boolean().default(true),
      loss: z.boolean().default(true),
      stake: z.boolean().default(true),
      time: z.boolean().default(true),
    })
    .prefault({}),
  /** Minutes between reality checks that are offered; the shortest is the preset. */
  realityOptions: z
    .array(z.number().int().min(10).max(60))
    .min(1)
    .max(10)
    .default([10, 15, 20, 30, 45, 60])
    .refine(all => all.every((each, n) => n === 0 || each > (all[n - 1] ?? 0)), '须从小到大'),
  /** Months until a member is asked to look through activity and limits again. */
  reviewMonths: z.number().int().min(1).max(12).default(6),
  /** Hours from the wish to return after an exclusion until it counts; of one for ever, longer. */
  returnHours: hours(24, 24),
  returnForeverHours: hours(168, 168),
  /** Months before the end of an exclusion for ever may be asked for. */
  foreverMonths: z.number().int().min(60).max(1_200).default(60),
  /** Who begins a return: the member in the app, or staff whom the member has called. */
  returnBy: z.enum(['member', 'staff']).default('member'),
  /** Members may ask for an earlier end of an exclusion; two operators decide. */
  earlierEnd: z.boolean().default(false),
  /** Members are asked for a limit before their first deposit. */
  depositPrompt: z.boolean().default(true),
  /** Opening a game ends the member's other games, at all venues. */
  oneGame: z.boolean().default(false),
  /** Where help is found; shown on the page of protection. */
  helpUrl: z.string().max(200).default(''),
  /** A payee's account is taken only with the consent for it. */
  financeConsent: z.boolean().default(false),
  /** Offers reach the inbox only of members who have asked for them. */
  inboxOptIn: z.boolean().default(false),
  /** Letters with offers to one member in seven days, those to all included; 0 for no cap. */
  offersAWeek: z.number().int().min(0).max(100).default(0),
  /** Nobody plays while a link to help has failed for so many days; 0 for an alert alone. */
  deadHelpDays: z.number().int().min(0).max(90).default(0),
  /** Saved rules of activities: about one product only, and no reward for days in a row. */
  oneProduct: z.boolean().default(false),
  noStreaks: z.boolean().default(false),
  /** Rewards of levels, rebates and packets grow no faster than what they are given for. */
  evenRewards: z.boolean().default(false),
  /** What a payment puts above a limit of deposits can be withdrawn, and not played with. */
  excessApart: z.boolean().default(false),
  /**
   * Who shows a second factor to change profile, passwords and payout accounts: members who have
   * one, or all, who set one up first.
   */
  factorForChanges: z.enum(['own', 'all']).default('own'),
  /** What keeps a member from other sites too, named where exclusions are chosen. */
  blockers: z
    .array(z.object({ name: z.string().min(1).max(30), url: z.url().max(200) }))
    .max(10)
    .default([
      { name: 'BetBlocker（免费屏蔽软件）', url: 'https://betblocker.org/' },
      { name: 'Gamban（屏蔽软件）', url: 'https://gamban.com/' },
    ]),
})
export type ProtectionSetting = z.output<typeof protectionSchema>

export const PROTECTION_SETTING = 'protection'

/** The least that an operator may offer. */
const SHORTEST_REALITY_MIN = 10

/** What is offered of a group of limits that a profile demands; all of it where nothing else is. */
const offeredOf = (own: ProtectionSetting['limitTopics'], groups: LimitTopic[][]) => {
  const missing = groups.filter(group => !group.some(topic => own[topic])).flat()
  return { ...own, ...Object.fromEntries(missing.map(topic => [topic, true])) }
}

/** The choices of minutes within a profile's longest; where none is, the longest itself. */
export function realityOf(options: number[], longest: number | null): number[] {
  if (longest === null) return options
  const short = options.filter(minutes => minutes <= longest)
  return short.length > 0 ? short : [Math.max(longest, SHORTEST_REALITY_MIN)]
}

const stricterOf = (own: ProtectionSetting, d: Demands): ProtectionSetting => ({
  ...own,
  relaxHours: moreOf(own.relaxHours, d.relaxHours),
  operatorHours: moreOf(own.operatorHours, d.operatorHours),
  limitTopics: offeredOf(own.limitTopics, d.limitTopics),
  realityOptions: realityOf(own.realityOptions, d.realityMinutes),
  reviewMonths: lessOf(own.reviewMonths, d.reviewMonths),
  returnHours: moreOf(own.returnHours, d.returnHours),
  returnForeverHours: moreOf(own.returnForeverHours, d.returnForeverHours),
  depositPrompt: own.depositPrompt || d.depositPrompt,
  evenRewards: own.evenRewards || d.evenRewards,
  excessApart: own.excessApart || d.excessApart,
  factorForChanges: d.factorForChanges ? 'all' : own.factorForChanges,
})

/** The setting in force: of the operator's and the enabled profiles' value the stricter one. */
export async function protectionSetting(db: Db): Promise<ProtectionSetting> {
  const { own, demands } = await ruled(db, PROTECTION_SETTING, protectionSchema)
  return stricterOf(own, demands)
}
