import { z } from 'zod'
import { flag } from '../fields.ts'
import { categories } from './facts.ts'

export const game = z.object({
  category_id: z.enum(categories),
  /** Only 1 is shown. */
  app_state: flag,
  mobile_img: z.string(),
  platform_name: z.string(),
  game_code: z.string(),
  game_name: z.string(),
  /** What the venue is called, and the largest rebate of its category in percent, for the tile. */
  venue_name: z.string(),
  rebate_percent: z.number(),
})
