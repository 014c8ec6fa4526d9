import { backupKinds, dutyKinds } from '@tianping/contract/duties/facts'
import { everyState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'

type Kind = {
  /** What a subject of this kind is called before its number. */
  word: string
  /** Where it opens. */
  to?: (id: string) => string
  /** The number as people read it, where the log keeps it otherwise. */
  read?: (id: string) => string
}

const inList = (path: string) => (no: string) => href(path, { state: everyState, open: no })
/** A page by number; some numbers have the letter of their kind before them. */
const pageOf = (path: string) => (no: string) => href(`${path}/${no.replace(/^\D/, '')}`)
const room =
  (path: string, query: Record<string, string | number> = {}) =>
  () =>
    href(path, query)
const silent = () => ''
const duties: Record<string, string> = { ...dutyKinds, ...backupKinds }

/** What the audit log and the security events name as `kind:number`. */
const kinds: Record<string, Kind> = {
  activity: { word: '活动', to: pageOf('/activities') },
  adjustment: { word: '人工调整', to: inList('/adjustments') },
  agent: { word: '代理申请', to: inList('/agents') },
  alert: { word: '安全警报', to: room('/security/alerts') },
  aml: { word: '可疑交易', to: room('/cases'), read: silent },
  aml_case: { word: '案件', to: pageOf('/cases') },
  application: { word: '活动申请', to: inList('/applications') },
  article: { word: '文章' },
  bank_import: { word: '银行流水文件', to: room('/bank-lines') },
  bank_line: { word: '银行流水', to: room('/bank-lines') },
  banner: { word: '轮播图' },
  campaign: { word: '投放', to: pageOf('/campaigns') },
  case: { word: '对账差异', to: inList('/reconciliation') },
  channel: { word: '推广渠道', to: room('/channels') },
  complaint: { word: '投诉', to: no => href('/complaints', { state: everyState, q: no }) },
  data_request: { word: '个人信息申请', to: room('/complaints/data-requests') },
  delivery: { word: '发送' },
  deposit: { word: '存款', to: inList('/deposits') },
  dispute: { word: '支付争议', to: room('/disputes') },
  duties: { word: '合规登记', to: room('/duties/records') },
  duty: { word: '合规日程', to: room('/duties'), read: kind => duties[kind] ?? kind },
  flag: { word: '风险提示', to: inList('/risk') },
  free_rounds: { word: '赠送旋转', to: room('/free-rounds') },
  funds: { word: '会员资金', to: room('/compliance/funds') },
  game: { word: '游戏', to: room('/venues', { tab: 'returns', outside: 1 }) },
  giveaway: { word: '专项优惠', to: pageOf('/giveaways') },
  harm: { word: '关怀任务', to: inList('/care') },
  hit: { word: '名单匹配', to: inList('/screening') },
  incident: { word: '事件', to: no => href(`/compliance/incidents/${no.split(':')[0]}`) },
  journey: { word: '自动触达', to: pageOf('/journeys') },
  legal_record: { word: '法定记录', read: silent },
  letter: { word: '定时站内信', to: room('/site', { tab: 'messages' }) },
  link: { word: '求助链接' },
  list: { word: '列表' },
  // The log keeps no personal data: only a digest of what was looked for.
  lookup: { word: '个人信息查询', read: silent },
  media: { word: '素材' },
  member: { word: '会员', to: no => href(`/members/${no}`) },
  message: { word: '站内信' },
  month: { word: '月份', to: room('/months') },
  notice: { word: '公告' },
  operator: { word: '员工' },
  payee: { word: '付款名单账户' },
  payout: { word: '付款', to: inList('/payouts') },
  payout_batch: { word: '付款批次', to: room('/payout-batches') },
  plan: { word: '佣金方案', to: room('/plans') },
  popup: { word: '弹窗' },
  program: { word: '程序清单', to: room('/security/program') },
  proposal: { word: '规则提案', to: room('/rules') },
  provider: { word: '支付通道', to: room('/providers') },
  rail: { word: '通道账务', to: room('/reconciliation') },
  reconciliation: { word: '对账', to: room('/reconciliation') },
  refund: { word: '退款', to: inList('/refunds') },
  report: { word: '监管报告', to: room('/compliance/reports') },
  report_file: { word: '定时报表', to: room('/figures/files') },
  risk: { word: '风控', to: room('/risk'), read: silent },
  role: { word: '角色' },
  round: { word: '作废局', to: room('/compliance/voids') },
  screening: { word: '名单筛查', to: room('/screening/runs'), read: silent },
  screening_version: { word: '名单版本', to: pageOf('/screening/lists') },
  segment: { word: '人群', to: room('/members/segments') },
  sending: { word: '站内信', to: room('/site', { tab: 'messages' }) },
  setting: { word: '设置' },
  statement: { word: '佣金账单', to: room('/statements') },
  tag: { word: '标签', to: room('/members/tags') },
  target: { word: '月度目标', to: room('/figures') },
  ticket: { word: '客服会话', to: inList('/tickets') },
  tournament: { word: '锦标赛', to: pageOf('/tournaments') },
  transfer: { word: '转账', to: room('/venues', { tab: 'transfers' }) },
  venue: { word: '场馆', to: room('/venues') },
  verification: { word: '身份认证', to: inList('/verifications') },
  withdrawal: { word: '取款', to: inList('/withdrawals') },
}

/** A subject in words, with the address where it opens; as it stands where its kind is unknown. */
export function subjectShown(subject: string): { text: string; to: string } {
  const [kind = '', id = ''] = subject.split(/:(.*)/s)
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!known) return { text: subject, to: '' }
  const text = `${known.word} ${known.read ? known.read(id) : id}`.trim()
  return { text, to: known.to?.(id) ?? '' }
}
