/** Method keys (P2-3-15), in the order of their tabs. */
export const payMethods = [
  'card',
  'usdt',
  'wechat',
  'alipay',
  'zh_wxgue',
  'zh_wxys',
  'zh_wdjt',
  'zh_zfbxe',
  'zh_zfbze',
  'zh_zfbde',
  'zh_ylsm',
] as const
export type PayMethod = (typeof payMethods)[number]

/** How records name a family of methods (P2-2.10-04), and what payinfo calls it (P2-7-21). */
export const families = {
  bank: { record: '银行卡', payinfo: 'bankpay' },
  usdt: { record: 'USDT', payinfo: 'usdtpay' },
  wechat: { record: '微信', payinfo: 'wxpay' },
  alipay: { record: '支付宝', payinfo: 'alipay' },
  unionpay: { record: '云闪付', payinfo: 'bankpay' },
} as const
export type Family = keyof typeof families

/** The headings under which methods stand in the grid. */
export const methodGroups = { bank: '银行', usdt: 'USDT', phone: '手机支付' } as const
export type MethodGroup = keyof typeof methodGroups
export const groupOf = (family: Family): MethodGroup =>
  family === 'bank' || family === 'usdt' ? family : 'phone'

/**
 * The label of a method's tab, and its family. No two labels are alike: the documents have two
 * medium ranges of Alipay.
 */
export const methods: Readonly<Record<PayMethod, { label: string; family: Family }>> = {
  card: { label: '银行卡', family: 'bank' },
  usdt: { label: 'USDT', family: 'usdt' },
  wechat: { label: '微信', family: 'wechat' },
  alipay: { label: '支付宝', family: 'alipay' },
  zh_wxgue: { label: '微信小额', family: 'wechat' },
  zh_wxys: { label: '微信中额', family: 'wechat' },
  zh_wdjt: { label: '支付宝中额一', family: 'alipay' },
  zh_zfbxe: { label: '支付宝小额', family: 'alipay' },
  zh_zfbze: { label: '支付宝中额二', family: 'alipay' },
  zh_zfbde: { label: '支付宝大额', family: 'alipay' },
  zh_ylsm: { label: '云闪付', family: 'unionpay' },
}

/** Clients name some methods in two ways: by tab, and as the call wants it (P2-2.12-03). */
const otherNames = new Map<string, PayMethod>([
  ['bank', 'card'],
  ['wxpay', 'wechat'],
])

/** The method a name means; undefined for what there is not. */
export const methodNamed = (name: string): PayMethod | undefined =>
  otherNames.get(name) ?? payMethods.find(method => method === name)

/** Depositing by hand through customer service: it opens no order, so it is not a method. */
export const byHand = { key: 'rengong', record: '人工', label: '人工存款' } as const

/** What each key is called that a deposit may have. */
export const methodLabels = { ...methods, [byHand.key]: byHand.record }

/** The chains of USDT; records name the chain beside the family. */
export const protocols = ['TRC20', 'ERC20'] as const
export type Protocol = (typeof protocols)[number]
export const usdtRecord = (protocol: string): string => `${families.usdt.record}-${protocol}`

/** How withdrawals name where they go. */
export const withdrawalRecords: readonly string[] = [
  families.bank.record,
  families.alipay.record,
  ...protocols.map(usdtRecord),
]
