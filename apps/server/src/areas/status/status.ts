// The front of the status page: how the services do, as members may know it.
import { byHand, methods, type PayMethod } from '@tianping/contract/payments'
import type { Given } from '@tianping/contract'
import { siteState, type ServiceState } from '@tianping/contract/site/facts'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { appSetting } from '../../kernel/appSetting.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Settings } from '../../kernel/environment.ts'
import { Cached } from '../../kernel/live/cached.ts'
import { readSetting } from '../../kernel/setting.ts'
import { isShown, lacksRate, offerOf, troubledMethods } from '../cashier/cashier.ts'
import { venueStates } from '../venues/venues.ts'
import { STATUS_SETTING, statusSchema } from './setting.ts'

export { STATUS_SETTING, statusSchema } from './setting.ts'

export type Status = Given<'POST /api/status'>

/** Everybody who asks within this time is answered by one look. */
const FRESH_MS = 5_000
/** Orders of so long ago still say something of a channel. */
const CHANNEL_MS = 15 * 60_000

declare module '../../kernel/http/services.ts' {
  interface Services {
    status: Cached<'', Status>
  }
}

type Place = { db: Db; settings: Settings; clock: Clock }

/** The status, remembered for some seconds: the page is asked most when things are bad. */
export const statusRemembered = (place: Place): Cached<'', Status> =>
  new Cached(() => statusOf(place), { ttlMs: FRESH_MS, maxEntries: 1, clock: place.clock })

async function statusOf(place: Place): Promise<Status> {
  const now = place.clock.now()
  const [app, venues, channels, windows] = await Promise.all([
    appSetting(place),
    venueStates(place.db, now),
    channelsOf(place, now),
    windowsOf(place.db, now),
  ])
  const closed = app.site_state === siteState.repair
  return {
    state: worst(closed, [...venues, ...channels]),
    venues,
    channels,
    windows,
    at: beijing(now),
  }
}

function worst(closed: boolean, services: { state: ServiceState }[]): ServiceState {
  if (closed) return 'maintenance'
  return services.some(({ state }) => state === 'disturbed') ? 'disturbed' : 'open'
}

async function channelsOf({ db, settings }: Place, now: Date): Promise<Status['channels']> {
  const [offer, troubled] = await Promise.all([
    offerOf(db, settings, now),
    troubledMethods(db, new Date(now.getTime() - CHANNEL_MS)),
  ])
  const { methods: all, rengong } = offer.setting
  const shown = all.filter(({ method }) => isShown(offer, method))
  const stateOf = (method: PayMethod): ServiceState =>
    troubled.has(method) || lacksRate(offer, method) ? 'disturbed' : 'open'
  return [
    ...shown.map(({ method, maintenance, backAt }) => ({
      name: methods[method].label,
      state: maintenance ? ('maintenance' as const) : stateOf(method),
      back_at: maintenance ? backAt : '',
    })),
    ...(rengong ? [{ name: byHand.label, state: 'open' as const, back_at: '' }] : []),
  ]
}

async function windowsOf(db: Db, now: Date): Promise<Status['windows']> {
  const { windows } = await readSetting(db, STATUS_SETTING, statusSchema)
  const minute = beijing(now).slice(0, 'YYYY-MM-DD HH:mm'.length)
  return windows
    .filter(({ until }) => until > minute)
    .sort((a, b) => a.from.localeCompare(b.from))
    .map(({ service, from, until, remark }) => ({
      name: service,
      from,
      until,
      note: remark,
      now: from <= minute,
    }))
}
