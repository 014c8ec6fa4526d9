// Where content may lead: pages of the member app, activities, games, and addresses outside. They
// are stored as addresses, so that what was written by hand before is one of them too. No zod here:
// the browser loads it.
import { isOwnPath, isWebAddress } from '../addresses.ts'

/** Pages of the member app that one may be sent to. */
export const appPages = {
  '/': '首页',
  '/activity': '优惠活动',
  '/hongbao': '天天抢红包',
  '/tournaments': '锦标赛',
  '/vip': 'VIP特权',
  '/welfare': '福利中心',
  '/fanshui': '返水中心',
  '/recharge': '存款',
  '/zhanzhu': '赞助',
  '/applyagent': '合营计划',
  '/message': '消息',
  '/kefu': '在线客服',
  '/protect': '理性博彩',
  '/boutBallBet': '帮助中心',
} as const
export type AppPage = keyof typeof appPages

/** Those that are nothing but offers. */
const offerPages: readonly AppPage[] = [
  '/activity',
  '/hongbao',
  '/tournaments',
  '/vip',
  '/welfare',
  '/fanshui',
]

export const targetKinds = {
  none: '不跳转',
  page: '应用页面',
  activity: '活动',
  game: '游戏',
  web: '其他地址',
} as const
export type TargetKind = keyof typeof targetKinds

const ACTIVITY = /^\/#\/activityInfo\?id=(\d{1,9})$/
const GAME = /^\/#\/gamePage\?/

export const pageAddress = (path: AppPage): string => `/#${path}`
export const activityAddress = (id: number): string => `/#/activityInfo?id=${id}`
export const gameAddress = (game: {
  platname: string
  category: string
  code: string
  name: string
  venue: string
}): string => {
  const query = new URLSearchParams({
    name: game.platname,
    type: game.category,
    code: game.code,
    title: game.name,
    venue: game.venue,
  })
  return `/#/gamePage?${query.toString()}`
}

const pageOf = (address: string) => address.slice(2) as AppPage

/** What an address is; what is none of the choices is one written by hand. */
export function targetKind(address: string): TargetKind {
  if (address === '') return 'none'
  if (ACTIVITY.test(address)) return 'activity'
  if (GAME.test(address)) return 'game'
  return address.startsWith('/#') && Object.hasOwn(appPages, address.slice(2)) ? 'page' : 'web'
}

export function leadsToOffer(address: string): boolean {
  const kind = targetKind(address)
  return kind === 'activity' || (kind === 'page' && offerPages.includes(pageOf(address)))
}

/** As operators read it. */
export function targetLabel(address: string): string {
  const kind = targetKind(address)
  if (kind === 'none') return targetKinds.none
  if (kind === 'page') return appPages[pageOf(address)]
  if (kind === 'activity') return `活动 ${ACTIVITY.exec(address)?.[1] ?? ''}`
  if (kind === 'game')
    return new URLSearchParams(address.slice(address.indexOf('?'))).get('title') ?? address
  return address
}

/** Whether content may lead there at all; which hosts it may lead to the server decides. */
export const isTarget = (address: string): boolean =>
  address === '' || isOwnPath(address) || isWebAddress(address)
