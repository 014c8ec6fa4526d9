/** Texts with versions, which whoever has an account agrees to. */
export const termsLabels = { terms: '规则与条款', privacy: '隐私政策' } as const
export type TermsKind = keyof typeof termsLabels

/** What the member chooses, each by itself; nothing of the site depends on one of these. */
export const choiceLabels = {
  marketing: '接收优惠与活动信息',
  identity: '处理证件与人脸信息',
  finance: '处理收款账户信息',
  location: '使用大致位置',
  abroad: '向境外提供个人信息',
} as const
export type ChoiceKind = keyof typeof choiceLabels

export const consentLabels = { ...termsLabels, ...choiceLabels } as const
export type ConsentKind = keyof typeof consentLabels

/** What each choice is for, as the member reads it. */
export const choiceNotes: Readonly<Record<ChoiceKind, string>> = {
  marketing: '通过站内信、短信或邮件告知优惠，关闭后立即停止',
  identity: '仅用于实名认证与年龄核验，单独保存并加密',
  finance: '用于向您的银行卡或 USDT 地址付款，单独加密',
  location: '由 IP 得出的城市级位置，用于登录安全提醒',
  abroad: '部分场馆的服务器在境外，仅传送会员编号与余额',
}

/** What offers are about, as a member chooses among them. */
export const offerProducts = {
  betting: '体育与电竞',
  casino: '真人、棋牌与电子',
  lottery: '彩票',
} as const
export type OfferProduct = keyof typeof offerProducts

/** How offers reach a member. */
export const offerChannels = { inbox: '站内信', mail: '邮件', sms: '短信', push: '推送' } as const
export type OfferChannel = keyof typeof offerChannels

/** Where each text is read: its article, which the documents name by number. */
export const termsArticle: Readonly<Record<TermsKind, number>> = { terms: 5, privacy: 6 }

/** The text that an article's number stands for; undefined for any other article. */
export const termsOfArticle = (article: number): TermsKind | undefined =>
  (Object.keys(termsArticle) as TermsKind[]).find(kind => termsArticle[kind] === article)
