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
