import { z } from 'zod'
import type { Db } from '@tianping/database'
import { readSetting } from '../../kernel/setting.ts'

const days = (preset: number) => z.number().int().min(1).max(90).default(preset)
const shown = z.number().int().min(0).max(12).default(8)

/** What stands above the categories of home: data of the site, key `lobby` of its settings. */
export const lobbySchema = z.object({
  /** Games are counted as hot by how many members opened them in so many days. */
  hotDays: days(7),
  /** Fewer members are not counted: the list would tell who plays. */
  hotPlayers: z.number().int().min(3).max(10_000).default(5),
  hotShown: shown,
  /** A game counts as new for so many days after it was first shown. */
  newDays: days(30),
  newShown: shown,
  /** The sport and e-sport sections show the next matches with prices. */
  matches: z.boolean().default(true),
  /** New members are led through their first steps. */
  onboarding: z.boolean().default(true),
  /** The activity that the step of the first deposit names; 0 for none. */
  firstActivity: z.number().int().min(0).max(2_147_483_647).default(0),
})
export type LobbySetting = z.output<typeof lobbySchema>

export const LOBBY_SETTING = 'lobby'

export const lobbySetting = (db: Db): Promise<LobbySetting> =>
  readSetting(db, LOBBY_SETTING, lobbySchema)
