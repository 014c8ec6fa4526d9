import { reviewState, type ValueOf } from '../facts.ts'

/** How far a member has proven who they are, as everybody reads it. */
export const tierLabels = { 0: '未认证', 1: '身份认证', 2: '高级认证' } as const
export type Tier = keyof typeof tierLabels
export const LAST_TIER = 2

export const tierLabel = (tier: number): string => tierLabels[tier as Tier] ?? `${tier} 级`

/** How an assessed member is looked after from then on. */
export const assessmentLevels = { low: '低', medium: '中', high: '高' } as const
export type AssessmentLevel = keyof typeof assessmentLevels

/** What a member shows. */
export const documentKinds = {
  id_front: '身份证人像面',
  id_back: '身份证国徽面',
  passport: '护照资料页',
  selfie: '手持证件自拍',
  address: '住址证明',
} as const
export type DocumentKind = keyof typeof documentKinds

/** By which paper a member says who they are, and the documents that show it. */
export const papers = { id_card: '居民身份证', passport: '护照' } as const
export type Paper = keyof typeof papers
const documentsOf: Record<Paper, readonly DocumentKind[]> = {
  id_card: ['id_front', 'id_back'],
  passport: ['passport'],
}

/** `whole` also proves again what the tiers below have proven: after it ran out. */
export type Wanted = { tier: number; whole: boolean }

/** Whether a case asks who the member is, and not only what the second tier adds. */
export const asksIdentity = ({ tier, whole }: Wanted): boolean => tier === 1 || whole

/** The documents that a case needs before it can be looked at. */
export const documentsFor = (wanted: Wanted, paper: Paper): readonly DocumentKind[] => [
  ...(asksIdentity(wanted) ? documentsOf[paper] : []),
  ...(wanted.tier === LAST_TIER ? (['selfie', 'address'] as const) : []),
]

/** Of the other kinds a new one takes the place of the one before. */
export const manyOf: readonly DocumentKind[] = ['address']

/** What a file may be and how large. */
export const documentTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
} as const
export type DocumentType = keyof typeof documentTypes
export const DOCUMENT_BYTES = 8 * 1024 * 1024
export const MAX_DOCUMENTS = 10

/** A member collects, then waits; `more` is collecting again what was asked for. */
export const verificationState = {
  ...reviewState,
  collecting: 4,
  more: 5,
  /** Approved, and taken back later. */
  reversed: 6,
} as const
export type VerificationState = ValueOf<typeof verificationState>

export const verificationLabels = {
  waiting: '待审核',
  approved: '已通过',
  rejected: '已拒绝',
  collecting: '上传中',
  more: '待补充',
  reversed: '已撤销',
} as const

/** Why a case was refused, sent back or taken back; the member reads the label. */
export const verificationReasons = {
  blurred: '照片不清晰',
  incomplete: '资料不完整',
  expired: '证件已过期',
  mismatch: '填写的信息与证件不符',
  not_own: '不是本人的证件',
  address_old: '住址证明超过三个月',
  under_age: '未达到法定年龄',
  forged: '证件真实性存疑',
  other: '其他',
} as const
export type VerificationReason = keyof typeof verificationReasons

/** To what a member consents, each on its own. */
export const verificationConsents = {
  identity: '同意为核实身份处理我的证件信息',
  face: '同意为核实身份处理我的面部照片',
  provider: '同意将以上资料提供给核验机构',
} as const
export type VerificationConsent = keyof typeof verificationConsents

/** What members say of their account before it is used for large sums. */
export const accountPurposes = {
  leisure: '休闲娱乐',
  regular: '经常游戏',
  sports: '关注体育赛事',
  other: '其他',
} as const
export type AccountPurpose = keyof typeof accountPurposes
export const expectedDeposits = {
  to_1000: '1,000 元以内',
  to_5000: '1,000 至 5,000 元',
  to_20000: '5,000 至 20,000 元',
  to_100000: '20,000 至 100,000 元',
  above_100000: '100,000 元以上',
} as const
export type ExpectedDeposit = keyof typeof expectedDeposits
/** The upper end of each band in fen, and the lower end of the last. */
export const expectedFen: Record<ExpectedDeposit, number> = {
  to_1000: 1_000_00,
  to_5000: 5_000_00,
  to_20000: 20_000_00,
  to_100000: 100_000_00,
  above_100000: 100_000_00,
}
export const fundsSources = {
  wages: '工资薪金',
  business: '经营所得',
  investment: '投资收益',
  savings: '积蓄',
  pension: '退休金',
  family: '家庭支持',
  other: '其他',
} as const
export type FundsSource = keyof typeof fundsSources

/** How a value on the document compares with what is stored. */
export const comparisons = {
  same: '一致',
  differs: '不一致',
  new: '未登记',
  invalid: '校验不通过',
} as const
export type Comparison = keyof typeof comparisons
