import { encyclopedias } from '@tianping/contract/sponsors'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import type { Settings } from './environment.ts'
import { readSetting } from './setting.ts'

const moment = z.string().regex(/^(|\d{4}-\d\d-\d\d \d\d:\d\d)$/)

/**
 * What P1-3-01 calls appInfo, and what else the operator sets for the whole site. Setting key
 * `app`.
 */
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
  /**
   * Listed entrances (docs/decisions/0020-visitors-are-led-to-a-listed-entrance.md): a visitor on
   * one of them stays.
   */
  entrances: z.array(z.string().max(200)).max(20).default([]),
})
export type AppSetting = z.output<typeof appSchema>

type Mode = Settings['mode']
type Issue = { path: string; message: string }

const schemeOf = (url: string) => (URL.canParse(url) ? new URL(url).protocol : '')
/** Where members may be sent or what they may be shown: https, and plain http only in a sandbox. */
const isWeb = (url: string, mode: Mode) =>
  schemeOf(url) === 'https:' || (mode === 'sandbox' && schemeOf(url) === 'http:')
const webOnly = (mode: Mode) =>
  mode === 'sandbox' ? '须是 http:// 或 https:// 开头的完整地址' : '须是 https:// 开头的完整地址'

/** What is wrong with the addresses of a setting that is about to be saved, by field. */
export function addressIssues(app: AppSetting, mode: Mode): Issue[] {
  const own = (url: string) => /^\/(?![/\\])/.test(url)
  const picture = (path: 'site_logo' | 'ios_download_qrcode'): Issue[] =>
    app[path] === '' || own(app[path]) || isWeb(app[path], mode)
      ? []
      : [{ path, message: `${webOnly(mode)}，或站内的 / 开头` }]
  const web = (path: string, url: string): Issue[] =>
    url === '' || isWeb(url, mode) ? [] : [{ path, message: webOnly(mode) }]
  const download =
    schemeOf(app.ios_download_url) === 'itms-services:'
      ? []
      : web('ios_download_url', app.ios_download_url)
  return [
    ...picture('site_logo'),
    ...download.map(issue => ({ ...issue, message: `${issue.message}，或 itms-services://` })),
    ...picture('ios_download_qrcode'),
    ...web('h5_url', app.h5_url),
    ...web('service_url', app.service_url),
    ...app.entrances.flatMap((url, n) =>
      url === '' ? [{ path: `entrances.${n}`, message: '不能为空' }] : web(`entrances.${n}`, url),
    ),
  ]
}

/**
 * The origins that the member app shows in frames: the configured addresses and the sponsors'
 * encyclopedia.
 */
export const framedOrigins = (
  app: AppSetting,
  { mode, publicUrl }: Pick<Settings, 'mode' | 'publicUrl'>,
): string[] => {
  const framed = [publicUrl, app.service_url, app.ios_download_url].filter(url => isWeb(url, mode))
  return [...new Set([...framed, ...Object.values(encyclopedias)].map(url => new URL(url).origin))]
}

export const appSetting = (db: Db): Promise<AppSetting> => readSetting(db, 'app', appSchema)
