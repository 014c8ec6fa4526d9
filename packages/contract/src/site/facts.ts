import { standardAge, type AgeBounds } from '../account/facts.ts'

/** Under repair the app shows nothing but `repair_tips`. */
export const siteState = { repair: 0, open: 1 } as const

/** Where a banner is shown; the home page has the only place so far. */
export const bannerKind = { home: 2 } as const

/** How a service does, as members read it: disturbed is what the site notices by itself. */
export const serviceLabels = { open: '正常', maintenance: '维护中', disturbed: '异常' } as const
export type ServiceState = keyof typeof serviceLabels

/** The figures of the rules that an operator may change: hours of Beijing, days, yuan. */
export type PacketHours = { packet_opens: string; packet_closes: string }
export type SiteRules = PacketHours &
  AgeBounds & {
    vip_days: number
    withdraw_min: number
  }

/** The documents' figures, for the moment before the site's own are known. */
export const standardRules: SiteRules = {
  packet_opens: '10:00',
  packet_closes: '12:00',
  vip_days: 90,
  withdraw_min: 100,
  ...standardAge,
}

/** Content whose versions are kept. */
export const contentKinds = {
  banner: '轮播图',
  notice: '公告',
  article: '文章',
  activity: '活动',
  popup: '弹窗',
} as const
export type ContentKind = keyof typeof contentKinds

/**
 * How a version came about; `before` stood there when the first change was kept, and a `draft` was
 * never shown to members.
 */
export const contentHows = {
  before: '原有内容',
  save: '保存',
  schedule: '定时发布',
  draft: '草稿',
  remove: '删除',
} as const
export type ContentHow = keyof typeof contentHows
