import { z } from 'zod'
import { anyone } from '../call.ts'
import { flag, int2, nothing, oneOf, time, yuan } from '../fields.ts'
import { serviceLabels } from './facts.ts'

export const appInfo = z.object({
  title: z.string(),
  site_logo: z.string(),
  /** 1 shows the app, 0 only `repair_tips`. */
  site_state: flag,
  repair_tips: z.string(),
  /** 0 = the red packet is closed. */
  redpacket_switch: flag,
  /** The permanent domain that the menu copies. */
  h5_url: z.string(),
  /** 1 shows the home popup with `webcontent` (sanitised HTML). */
  index_modal: flag,
  webcontent: z.string(),
  ios_download_url: z.string(),
  ios_download_qrcode: z.string(),
  /** Who runs the site, and where help and an independent word are; empty texts show nothing. */
  foot: z.object({
    licensee: z.string(),
    licence: z.string(),
    harm_message: z.string(),
    help_url: z.string(),
    dispute_body: z.object({ name: z.string(), url: z.string() }),
  }),
  /** The figures in the rules that members read (`ruleTexts.ts`). */
  rules: z.object({
    packet_opens: z.string(),
    packet_closes: z.string(),
    vip_days: z.number().int(),
    withdraw_min: yuan,
    /** Which birthdays the site takes. */
    min_age: z.number().int(),
    earliest_birthday: z.string(),
  }),
})

export const banner = z.object({
  src: z.string(),
  pic: z.string(),
  title: z.string(),
  /** Where it leads, beyond the documents; left out for nowhere. */
  link: z.string().optional(),
})

const serviceState = oneOf(serviceLabels)
const service = z.object({ name: z.string(), state: serviceState })

/** How the services do, for everybody; no more than some seconds old. */
export const siteStatus = z.object({
  state: serviceState,
  venues: z.array(service),
  /** `back_at`: when a channel in maintenance is expected back, Beijing time; may be empty. */
  channels: z.array(service.extend({ back_at: z.string() })),
  /** Planned maintenance that has not ended, soonest first; Beijing time, to the minute. */
  windows: z.array(
    z.object({
      name: z.string(),
      from: z.string(),
      until: z.string(),
      note: z.string(),
      /** Whether it has begun. */
      now: z.boolean(),
    }),
  ),
  /** When it was looked at. */
  at: time,
})

export const siteCalls = {
  'POST /api/status': anyone(nothing, siteStatus),
  /**
   * A code other than 200 means the visitor already is on a listed address
   * (docs/decisions/0020-visitors-are-led-to-a-listed-entrance.md).
   */
  'GET /api/getVisitUrl': anyone(nothing, z.object({ url: z.string() })),
  'POST /api/app': anyone(nothing, appInfo),
  'POST /api/bannerList': anyone(z.object({ type: int2.optional() }), z.array(banner)),
  'POST /api/homenotice': anyone(nothing, z.array(z.string())),
  'POST /api/getservicerurl': anyone(nothing, z.object({ url: z.string() })),
  'POST /api/article': anyone(
    z.object({ type: int2.optional() }),
    z.object({ title: z.string(), content: z.string() }),
  ),
} as const
