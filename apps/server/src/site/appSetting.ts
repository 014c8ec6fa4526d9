import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from './setting.ts'

const moment = z.string().regex(/^(|\d{4}-\d\d-\d\d \d\d:\d\d)$/)

/** What part 1 §3 calls appInfo, and what else the operator sets for the whole site. Setting key `app`. */
export const appSchema = z.object({
  title: z.string().max(20).default('天平'),
  site_logo: z.string().max(200).default('/art/logo.svg'),
  site_state: z.union([z.literal(0), z.literal(1)]).default(1),
  repair_tips: z.string().max(500).default('系统维护中，请稍后再来'),
  redpacket_switch: z.union([z.literal(0), z.literal(1)]).default(1),
  index_modal: z.union([z.literal(0), z.literal(1)]).default(0),
  /** When the popup shows, Beijing time `YYYY-MM-DD HH:mm`; empty for no bound. */
  modal_from: moment.default(''),
  modal_until: moment.default(''),
  webcontent: z.string().max(20_000).default(''),
  ios_download_url: z.string().max(500).default(''),
  ios_download_qrcode: z.string().max(500).default(''),
  /** The permanent domain; empty means the address the server is reached at. */
  h5_url: z.string().max(200).default(''),
  /** Where customer service answers; empty means the site's own page. */
  service_url: z.string().max(500).default(''),
  /** Listed entrances (decision 13): a visitor on one of them stays. */
  entrances: z.array(z.string().max(200)).max(20).default([]),
})
export type AppSetting = z.output<typeof appSchema>

export const appSetting = (db: Db): Promise<AppSetting> => readSetting(db, 'app', appSchema)
