import type { Given } from '@tianping/contract'
import {
  isOfferBanner,
  noticeAdvert,
  offerWordsIn,
  offerWordsOf,
} from '@tianping/contract/adverts/rules'
import { rows, sql, type Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { safeHtml } from '../../kernel/safeHtml.ts'
import { ADVERT_SETTING, advertSchema, advertSetting } from '../adverts/adverts.ts'
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
  ADVERT_SETTING,
]

type AppInfo = Given<'POST /api/app'>
type Made = {
  app: AppSetting
  segmentIds: bigint[]
  /** The popup reads like an offer. */
  isOffer: boolean
  withPopup: AppInfo
  withoutPopup: AppInfo
  /** While no popup shows to anybody. */
  plain: AppInfo
}
type Needed = Pick<Services, 'db' | 'settings' | 'clock'>

/** Made once per change of a setting; the popup comes and goes by the clock. */
const madeOf = perChange(SHOWN, (held, { settings }: Needed): Made => {
  const app = soundApp(parsed(appSchema, held['app']), settings.mode)
  const info = infoOf(app, held, settings)
  const forSome = app.modal_segment !== ''
  const withoutPopup = kept({ ...info, webcontent: '' })
  const { offerWords: offers } = parsed(advertSchema, held[ADVERT_SETTING])
  return {
    app,
    segmentIds: forSome ? [BigInt(app.modal_segment)] : [],
    isOffer: offerWordsIn([info.webcontent], { offers }).length > 0,
    withPopup: kept({ ...info, index_modal: 1 }),
    withoutPopup,
    plain: forSome ? withoutPopup : kept(info),
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

/** What everybody may see of a part of home, and whether some members see more or less. */
export type ForAll<T> = { shown: T; varies: boolean }

/** Like letters: offers are kept from a member who may be offered nothing. */
const seesOffers = async (db: Db, memberId: bigint | null, now: Date): Promise<boolean> =>
  memberId === null || (await whoMayBenefit(db, [memberId], now)).length > 0

async function popupNow(services: Needed) {
  const made = await madeOf(services.db, services)
  const { app } = made
  const isShown = app.index_modal === 1 && popupShows(app, beijing(services.clock.now()))
  const segmentIds = isShown ? made.segmentIds : []
  return {
    ...made,
    segmentIds,
    isShown,
    varies: isShown && (made.isOffer || segmentIds.length > 0),
  }
}

export async function appInfo(services: Needed, memberId: bigint | null): Promise<AppInfo> {
  const made = await popupNow(services)
  const { isShown, isOffer, varies, segmentIds, withPopup, withoutPopup, plain } = made
  if (!varies) return isShown ? withPopup : plain
  const { db } = services
  const now = services.clock.now()
  const isInside =
    segmentIds.length === 0 || (await segmentsWith(db, { segmentIds, memberId, now })).size > 0
  const isFor = isInside && (!isOffer || (await seesOffers(db, memberId, now)))
  return isFor ? withPopup : withoutPopup
}

export async function appInfoForAll(services: Needed): Promise<ForAll<AppInfo>> {
  const { varies } = await popupNow(services)
  return { shown: await appInfo(services, null), varies }
}

type Banner = { src: string; title: string; link: string; segmentId: bigint | null }
type Shown = Banner & { isOffer: boolean }
type Banners = Given<'POST /api/bannerList'>

/** In their order; what comes after the first hundred is shown to nobody. */
async function bannersNow(db: Db, kind: number, now: Date): Promise<Shown[]> {
  const found = await rows(
    db,
    sql<Banner>`
    select src, title, link, segment_id from banner
    where enabled and kind = ${kind} and ${shows(now)} order by rank, banner_id limit ${BANNERS_READ}`,
  )
  const { words } = await advertSetting(db)
  return found.map(each => ({ ...each, isOffer: isOfferBanner(each, words) }))
}

type Reach = { own: Set<bigint>; offers: boolean }

const bannersFor = (all: Shown[], { own, offers }: Reach): Banners =>
  all
    .filter(({ isOffer }) => offers || !isOffer)
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
  const own = await segmentsWith(db, { segmentIds: segmentsIn(all), memberId, now })
  const offers = !all.some(({ isOffer }) => isOffer) || (await seesOffers(db, memberId, now))
  return bannersFor(all, { own, offers })
}

export async function bannersForAll(db: Db, kind: number, now: Date): Promise<ForAll<Banners>> {
  const all = await bannersNow(db, kind, now)
  const varies = all.some(({ isOffer, segmentId }) => isOffer || segmentId !== null)
  return { shown: bannersFor(all, { own: new Set(), offers: true }), varies }
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

export async function notices(db: Db, memberId: bigint | null, now: Date): Promise<string[]> {
  const { shown, service } = await noticesNow(db, now)
  if (service.length === shown.length) return shown
  return (await seesOffers(db, memberId, now)) ? shown : service
}

export async function noticesForAll(db: Db, now: Date): Promise<ForAll<string[]>> {
  const { shown, service } = await noticesNow(db, now)
  return { shown, varies: service.length < shown.length }
}
