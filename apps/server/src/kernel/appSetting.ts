import { isOwnPath, isWebAddress } from '@tianping/contract/addresses'
import { encyclopedias } from '@tianping/contract/sponsors'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import type { Settings } from './environment.ts'
import { aMinute, isMinute, readSetting } from './setting.ts'

const moment = z
  .string()
  .regex(/^(|\d{4}-\d\d-\d\d \d\d:\d\d)$/, '格式为 YYYY-MM-DD HH:mm')
  .meta(aMinute)

/**
 * What P1-3-01 calls appInfo, and what else the operator sets for the whole site. Setting key
 * `app`.
 */
export const appSchema = z.object({
  title: z.string().max(20).default('天平'),
  site_logo: z.string().max(200).default('/art/logo.webp'),
  site_state: z.union([z.literal(0), z.literal(1)]).default(1),
  repair_tips: z.string().max(500).default('系统维护中，请稍后再来'),
  redpacket_switch: z.union([z.literal(0), z.literal(1)]).default(1),
  index_modal: z.union([z.literal(0), z.literal(1)]).default(0),
  /** When the popup shows, Beijing time `YYYY-MM-DD HH:mm`; empty for no bound. */
  modal_from: moment.default(''),
  modal_until: moment.default(''),
  /** The number of the segment that sees the popup; empty for everybody, visitors included. */
  modal_segment: z
    .string()
    .regex(/^(|[1-9]\d{0,14})$/, '须是人群编号')
    .default(''),
  webcontent: z.string().max(20_000).default(''),
  ios_download_url: z.string().max(500).default(''),
  ios_download_qrcode: z.string().max(500).default(''),
  /** The permanent domain; empty means the address the server is reached at. */
  h5_url: z.string().max(200).default(''),
  /** Where customer service answers; empty means the site's own page. */
  service_url: z.string().max(500).default(''),
  /** Who holds the licence, its number and who gave it, and the warning; the foot of home. */
  licensee: z.string().max(60).default(''),
  licence: z.string().max(100).default(''),
  harm_message: z.string().max(60).default('理性娱乐，量力而行，沉迷有害身心'),
  /**
   * Listed entrances (docs/decisions/0020-visitors-are-led-to-a-listed-entrance.md): a visitor on
   * one of them stays.
   */
  entrances: z.array(z.string().max(200)).max(20).default([]),
  /** Other sites that the app may frame, and that texts of a single operator may link to. */
  allowed_origins: z.array(z.string().max(200)).max(20).default([]),
  /** Where members' clients are deployed besides the site itself: they call it and frame games. */
  client_origins: z.array(z.string().max(200)).max(20).default([]),
})
export type AppSetting = z.output<typeof appSchema>

type ListField = 'entrances' | 'allowed_origins' | 'client_origins'
type Mode = Settings['mode']
export type Place = Pick<Settings, 'mode' | 'publicUrl'>
type Issue = { path: string; message: string }

/** Where members may be sent or what they may be shown: https, and plain http only in a sandbox. */
const isWeb = (url: string, mode: Mode) => isWebAddress(url, mode === 'sandbox')
const isInstaller = (url: string) => /^itms-services:\/\/\?[^\s\\]+$/.test(url)
const webOnly = (mode: Mode) =>
  mode === 'sandbox' ? '须是 http:// 或 https:// 开头的完整地址' : '须是 https:// 开头的完整地址'

/** What is wrong with the addresses of a setting, by field. */
export function addressIssues(app: AppSetting, mode: Mode): Issue[] {
  const picture = (path: 'site_logo' | 'ios_download_qrcode'): Issue[] =>
    app[path] === '' || isOwnPath(app[path]) || isWeb(app[path], mode)
      ? []
      : [{ path, message: `${webOnly(mode)}，或站内的 / 开头` }]
  const web = (path: string, url: string): Issue[] =>
    url === '' || isWeb(url, mode) ? [] : [{ path, message: webOnly(mode) }]
  const listed = (field: ListField) =>
    app[field].flatMap((url, n) =>
      url === '' ? [{ path: `${field}.${n}`, message: '不能为空' }] : web(`${field}.${n}`, url),
    )
  const download = isInstaller(app.ios_download_url)
    ? []
    : web('ios_download_url', app.ios_download_url)
  return [
    ...picture('site_logo'),
    ...download.map(issue => ({ ...issue, message: `${issue.message}，或 itms-services://` })),
    ...picture('ios_download_qrcode'),
    ...web('h5_url', app.h5_url),
    ...web('service_url', app.service_url),
    ...listed('entrances'),
    ...listed('allowed_origins'),
    ...listed('client_origins'),
  ]
}

const originOf = (url: string) => new URL(url).origin

/** What the app shows in a frame must be the site itself or on the list. */
function frameIssues(app: AppSetting, { mode, publicUrl }: Place): Issue[] {
  const allowed = [publicUrl, ...app.allowed_origins].map(originOf)
  return (['ios_download_url', 'service_url'] as const)
    .filter(path => isWeb(app[path], mode) && !allowed.includes(originOf(app[path])))
    .map(path => ({ path, message: `请先将 ${originOf(app[path])} 列入允许的域名` }))
}

/** Moments that no clock shows, by field. */
const momentIssues = (app: AppSetting): Issue[] =>
  (['modal_from', 'modal_until'] as const)
    .filter(path => app[path] !== '' && !isMinute(app[path]))
    .map(path => ({ path, message: '没有这个时间' }))

/** What stops a setting from being saved, by field. */
export function placeIssues(app: AppSetting, place: Place): Issue[] {
  const issues = [...addressIssues(app, place.mode), ...momentIssues(app)]
  if (issues.length > 0) return issues
  const paths = (['allowed_origins', 'client_origins'] as const).flatMap(field =>
    app[field].flatMap((url, n) =>
      originOf(url) === url ? [] : [{ path: `${field}.${n}`, message: '只填域名，不含路径' }],
    ),
  )
  return [...paths, ...frameIssues(app, place)]
}

type AddressField =
  | 'site_logo'
  | 'ios_download_url'
  | 'ios_download_qrcode'
  | 'h5_url'
  | 'service_url'

/**
 * The setting as members may get it. What was stored before addresses were checked, or while a
 * sandbox took plain http, is passed over; the site's own places stand in for it.
 */
export function soundApp(app: AppSetting, mode: Mode): AppSetting {
  const bad = new Set(addressIssues(app, mode).map(({ path }) => path))
  const text = (path: AddressField) => (bad.has(path) ? '' : app[path])
  const list = (path: ListField) => app[path].filter((_url, n) => !bad.has(`${path}.${n}`))
  return {
    ...app,
    site_logo: text('site_logo') || '/art/logo.webp',
    ios_download_url: text('ios_download_url'),
    ios_download_qrcode: text('ios_download_qrcode'),
    h5_url: text('h5_url'),
    service_url: text('service_url'),
    entrances: list('entrances'),
    allowed_origins: list('allowed_origins'),
    client_origins: list('client_origins'),
  }
}

/** The origins that the member app shows in frames: the listed ones and the encyclopedia's. */
export const framedOrigins = (app: AppSetting, { mode, publicUrl }: Place): string[] => {
  const { allowed_origins: allowed } = soundApp(app, mode)
  return [...new Set([publicUrl, ...allowed, ...Object.values(encyclopedias)].map(originOf))]
}

/**
 * The first web address among these that leads neither to the site nor to a place that two persons
 * have set; undefined when there is none. On the hosts of customer service and of the download only
 * the address itself is such a place: another account there is another person's.
 */
export function foreignAddress(
  addresses: string[],
  app: AppSetting,
  { mode, publicUrl }: Place,
): string | undefined {
  const { entrances, allowed_origins, h5_url, service_url, ios_download_url } = soundApp(app, mode)
  const set = (urls: string[]) => urls.filter(url => /^https?:/i.test(url))
  const places = set([service_url, ios_download_url]).map(url => new URL(url))
  const own = set([publicUrl, h5_url, ...entrances]).map(originOf)
  const listed = set(allowed_origins).map(originOf)
  const open = [...own, ...listed.filter(origin => places.every(place => place.origin !== origin))]
  return addresses.find(address => {
    if (!URL.canParse(address, publicUrl)) return true
    const { protocol, origin, href } = new URL(address, publicUrl)
    const known = open.includes(origin) || places.some(place => place.href === href)
    return /^https?:$/.test(protocol) && !known
  })
}

export const appSetting = async ({ db, settings }: { db: Db; settings: Place }) =>
  soundApp(await readSetting(db, 'app', appSchema), settings.mode)
