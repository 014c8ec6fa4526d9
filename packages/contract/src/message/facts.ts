/** What a message to a member is about; the inbox and the live notices show an icon for each. */
export const messageKinds = {
  money: '资金',
  safety: '安全',
  offer: '优惠',
  play: '理性博彩',
  service: '客服',
  site: '公告',
} as const
export type MessageKind = keyof typeof messageKinds

/** What a message is about, and the page of the member app that belongs to it. */
export type MessageAbout = {
  kind: MessageKind
  /** The address of a page without the `#`: `/payInfo?deposit_no=…`. */
  link?: `/${string}`
}

/** A letter that was approved for a moment. */
export const planStates = {
  planned: '待发送',
  sent: '已发送',
  stopped: '已取消',
  missed: '过时未发',
  refused: '未能发送',
} as const
export type PlanState = keyof typeof planStates

/** How far ahead a letter is planned, in days. */
export const PLAN_DAYS = 60
/** How late a letter may still be sent by itself, in minutes. */
export const LATE_MINUTES = 60
