import type { Given } from '@tianping/contract'
import { noticeAdvert, offerWordsOf } from '@tianping/contract/adverts/rules'
import { rows, sql, type Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { safeHtml } from '../../kernel/safeHtml.ts'
import { advertSetting } from '../adverts/adverts.ts'
import { COMPLAINT_SETTING, complaintSchema } from '../complaints/complaints.ts'
import { AGE_SETTING, ageSchema } from '../profiles/profiles.ts'
import { PROTECTION_SETTING, protectionSchema, whoMayBenefit } from '../protection/protection.ts'
import { CASHIER_SETTING, cashierSchema } from '../cashier/cashier.ts'
import { VIP_SETTING, vipSchema } from '../vip/vip.ts'
import { REDPACKET_SETTING, redPacketSchema } from '../redpacket/redpacket.ts'
import { segmentsWith } from '../segments/segments.ts'
import { appSchema, soundApp, type AppSetting } from '../../kernel/appSetting.ts'
import { kept } from '../../kernel/http/kept.ts'
import { parsed, perChange } from '../../kernel/setting.ts'

const MAX_BANNERS = 10
const BANNERS_READ = 100
const MAX_NOTICES = 20
/** What has a schedule shows within it. */
const shows = (now: Date) =>
  sql`(shows_from is null or shows_from <= ${now}) and (shows_until is null or shows_until > ${now})`

/** Times of one form compare as texts. */
const popupShows = (app: AppSetting, now: string) =>
  (app.modal_from === '' || app.modal_from <= now) &&
  (app.modal_until === '' || now < app.modal_until)

/** What stands at the foot of home. */
function footOf(app: AppSetting, held: Record<string, unknown>) {
  const { disputeBody } = parsed(complaintSchema, held[COMPLAINT_SETTING])
  return {
    licensee: app.licensee,
    licence: app.licence,
    harm_message: app.harm_message,
    help_url: parsed(protectionSchema, held[PROTECTION_SETTING]).helpUrl,
    dispute_body: { name: disputeBody.name, url: disputeBody.url },
  }
}

const SHOWN = [
  'app',
  REDPACKET_SETTING,
  VIP_SETTING,
  CASHIER_SETTING,
  AGE_SETTING,
  PROTECTION_SETTING,
  COMPLAINT_SETTING,
]

type AppInfo = Given<'POST /api/app'>
type Made = { app: AppSetting; segmentIds: bigint[]; withPopup: AppInfo; plain: AppInfo }
type Needed = Pick<Services, 'db' | 'settings' | 'clock'>

/** Made once per change of a setting; the popup comes and goes by the clock. */
const madeOf = perChange(SHOWN, (held, { settings }: Needed): Made => {
  const app = soundApp(parsed(appSchema, held['app']), settings.mode)
  const info = infoOf(app, held, settings)
  const forSome = app.modal_segment !== ''
  return {
    app,
    segmentIds: forSome ? [BigInt(app.modal_segment)] : [],
    withPopup: kept({ ...info, index_modal: 1 }),
    plain: kept(forSome ? { ...info, webcontent: '' } : info),
  }
})

function infoOf(
  app: AppSetting,
  held: Record<string, unknown>,
  settings: Services['settings'],
): AppInfo {
  const age = parsed(ageSchema, held[AGE_SETTING])
  const packets = parsed(redPacketSchema, held[REDPACKET_SETTING])
  return {
    title: app.title,
    site_logo: app.site_logo,
    site_state: app.site_state,
    repair_tips: app.repair_tips,
    redpacket_switch: app.redpacket_switch,
    h5_url: app.h5_url || settings.publicUrl,
    index_modal: 0,
    webcontent: safeHtml(app.webcontent),
    ios_download_url: app.ios_download_url || `${settings.publicUrl}/`,
    ios_download_qrcode: app.ios_download_qrcode,
    foot: footOf(app, held),
    rules: {
      packet_opens: packets.opens,
      packet_closes: packets.closes,
      vip_days: parsed(vipSchema, held[VIP_SETTING]).windowDays,
      withdraw_min: yuanOf(parsed(cashierSchema, held[CASHIER_SETTING]).withdrawal.minFen),
      min_age: age.minAge,
      earliest_birthday: age.earliestBirthday,
    },
  }
}

/** What everybody may see of a part of home, and whether members of a segment see more or less. */
export type ForAll<T> = { shown: T; varies: boolean }

async function popupNow(services: Needed) {
  const made = await madeOf(services.db, services)
  const { app } = made
  const isShown = app.index_modal === 1 && popupShows(app, beijing(services.clock.now()))
  return { ...made, segmentIds: isShown ? made.segmentIds : [], isShown }
}

export async function appInfo(services: Needed, memberId: bigint | null): Promise<AppInfo> {
  const { isShown, segmentIds, withPopup, plain } = await popupNow(services)
  if (!isShown || segmentIds.length === 0) return isShown ? withPopup : plain
  const now = services.clock.now()
  const own = await segmentsWith(services.db, { segmentIds, memberId, now })
  return own.size > 0 ? withPopup : plain
}

export async function appInfoForAll(services: Needed): Promise<ForAll<AppInfo>> {
  const { segmentIds } = await popupNow(services)
  return { shown: await appInfo(services, null), varies: segmentIds.length > 0 }
}

type Banner = { src: string; title: string; link: string; segmentId: bigint | null }
type Banners = Given<'POST /api/bannerList'>

/** In their order; what comes after the first hundred is shown to nobody. */
const bannersNow = (db: Db, kind: number, now: Date) =>
  rows(
    db,
    sql<Banner>`
    select src, title, link, segment_id from banner
    where enabled and kind = ${kind} and ${shows(now)} order by rank, banner_id limit ${BANNERS_READ}`,
  )

const bannersFor = (all: Banner[], own: Set<bigint>): Banners =>
  all
    .filter(({ segmentId }) => segmentId === null || own.has(segmentId))
    .slice(0, MAX_BANNERS)
    .map(({ src, title, link }) => ({ src, pic: src, title, ...(link && { link }) }))

const segmentsIn = (all: { segmentId: bigint | null }[]) => [
  ...new Set(all.flatMap(({ segmentId }) => segmentId ?? [])),
]

export async function banners(
  db: Db,
  { kind, memberId, now }: { kind: number; memberId: bigint | null; now: Date },
): Promise<Banners> {
  const all = await bannersNow(db, kind, now)
  return bannersFor(all, await segmentsWith(db, { segmentIds: segmentsIn(all), memberId, now }))
}

export async function bannersForAll(db: Db, kind: number, now: Date): Promise<ForAll<Banners>> {
  const all = await bannersNow(db, kind, now)
  return { shown: bannersFor(all, new Set()), varies: segmentsIn(all).length > 0 }
}

/** What members may be shown: all of it, or what is no offer. */
export type NoticesNow = { shown: string[]; service: string[] }

export async function noticesNow(db: Db, now: Date): Promise<NoticesNow> {
  const found = await rows(
    db,
    sql<{
      content: string
    }>`select content from notice where enabled and ${shows(now)} order by rank, notice_id desc limit ${MAX_NOTICES}`,
  )
  const shown = found.map(({ content }) => content)
  if (shown.length === 0) return { shown, service: shown }
  const { words } = await advertSetting(db)
  const isService = (content: string) => offerWordsOf(noticeAdvert(content), words).length === 0
  return { shown, service: shown.filter(isService) }
}

/** Like letters: those that are offers are kept from a member who may be offered nothing. */
export async function notices(db: Db, memberId: bigint | null, now: Date): Promise<string[]> {
  const { shown, service } = await noticesNow(db, now)
  if (memberId === null || service.length === shown.length) return shown
  return (await whoMayBenefit(db, [memberId], now)).length > 0 ? shown : service
}

export async function noticesForAll(db: Db, now: Date): Promise<ForAll<string[]>> {
  const { shown, service } = await noticesNow(db, now)
  return { shown, varies: service.length < shown.length }
}
