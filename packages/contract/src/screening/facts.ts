import { reviewState, type Decisions, type ValueOf } from '../facts.ts'

/** The lists that members are compared with, as operators read them. */
export const screeningLists = {
  un: '联合国安理会',
  ofac: '美国 OFAC',
  eu: '欧盟',
  uk: '英国',
  other: '其他制裁名单',
  pep: '政治公众人物',
} as const
export type ScreeningList = keyof typeof screeningLists
/** A confirmed match of every other list stops payouts. */
export const PEP_LIST: ScreeningList = 'pep'

/** The published formats that are read, each with the lists that come in it. */
export const listFormats = {
  un_xml: { label: '联合国综合名单 XML', lists: ['un'] },
  ofac_xml: { label: 'OFAC SDN XML', lists: ['ofac'] },
  eu_xml: { label: '欧盟综合名单 XML 1.1', lists: ['eu'] },
  eu_csv: { label: '欧盟综合名单 CSV 1.1', lists: ['eu'] },
  uk_csv: { label: 'UK Sanctions List CSV', lists: ['uk'] },
  ofsi_csv: { label: 'OFSI ConList CSV', lists: ['uk'] },
  simple_csv: { label: 'OpenSanctions targets.simple.csv', lists: ['pep', 'other'] },
} as const satisfies Record<string, { label: string; lists: readonly ScreeningList[] }>
export type ListFormat = keyof typeof listFormats

/** What becomes of a file that was brought. */
export const versionStates = {
  receiving: '上传中',
  reading: '读取中',
  ready: '待批准',
  active: '生效中',
  replaced: '已被替换',
  rejected: '已拒绝',
  failed: '读取失败',
} as const
export type VersionState = keyof typeof versionStates

/** How a version differs from the one before it. */
export const versionChanges = { added: '新增', changed: '更改', removed: '移除' } as const
export type VersionChange = keyof typeof versionChanges

export const runReasons = { daily: '每日', list: '名单更新', person: '人工' } as const
export type RunReason = keyof typeof runReasons

/** A possible match waits until a person confirms or dismisses it. */
export const hitState = {
  open: reviewState.waiting,
  confirmed: reviewState.approved,
  dismissed: reviewState.rejected,
} as const
export type HitState = ValueOf<typeof hitState>
export const hitLabels = { open: '待核对', confirmed: '已确认', dismissed: '已排除' } as const
export const hitDecisions: Decisions = { approved: '确认', rejected: '排除' }

/** What makes a score, as operators read it. */
export const hitParts = {
  name: '姓名相似度',
  characters: '汉字相同',
  weak_name: '弱别名',
  birth: '出生日期',
  country: '国家',
  wallet: '数字货币地址相同',
  sender: '存款来自名单地址',
} as const
export type HitPart = keyof typeof hitParts

/** Bytes of a file in one call, and of a whole file. */
export const LIST_PART_BYTES = 512 * 1024
export const MOST_LIST_BYTES = 256 * 1024 * 1024
