/** What may have to be reported. */
export const incidentKinds = {
  outage: '系统中断',
  mispay: '派彩或计算错误',
  data_breach: '个人信息泄露',
  suicide: '会员自杀（已知或疑似）',
  third_party_request: '第三方请求',
  court_order: '法院命令',
  dispute_body_change: '争议解决机构变更',
  funds_protection_change: '资金保护方式变更',
} as const
export type IncidentKind = keyof typeof incidentKinds

/** `proposed` waits for a second person. */
export const incidentStates = {
  open: '处理中',
  proposed: '待第二人批准',
  closed: '已结束',
} as const
export type IncidentState = keyof typeof incidentStates

/** Filter of the list; `late` has a duty that is near its end or past it. */
export const incidentFilters = {
  open: '未结束',
  late: '临期与逾期',
  closed: '已结束',
  '': '全部',
} as const
export type IncidentFilter = keyof typeof incidentFilters

/** Who has to hear of an incident. */
export const incidentDuties = { authority: '报告监管机构', members: '通知受影响会员' } as const
export type IncidentDuty = keyof typeof incidentDuties

/** Kinds that others ask for: each needs its papers and a second person. */
export const requestedKinds = ['third_party_request', 'court_order'] as const
export const isRequested = (kind: IncidentKind): boolean =>
  (requestedKinds as readonly string[]).includes(kind)

/** What is done about a request. */
export const requestAnswers = {
  comply: '按请求处理',
  exclude: '按请求处理并停止该会员游戏',
  refuse: '不予处理',
} as const
export type RequestAnswer = keyof typeof requestAnswers

/** Papers of an incident: bytes of one piece, of a file, and how many. */
export const PAPER_PART_BYTES = 128 * 1024
export const MOST_PAPER_BYTES = 8 * 1024 * 1024
export const MOST_PAPERS = 20
export const INCIDENT_TEXT_MAX = 2_000

/** What stands in the record of an incident. */
export const incidentNotes = {
  opened: '开立',
  changed: '更新',
  note: '备注',
  file: '文件',
  done: '已登记完成',
  proposed: '提出处理意见',
  returned: '退回',
  closed: '结束',
} as const
export type IncidentNote = keyof typeof incidentNotes

/** What a person may do with a round that the venue made void. */
export const voidStates = { open: '待处理', opened: '已开立事件', dismissed: '无需处理' } as const
export type VoidState = keyof typeof voidStates

/** Groups of the report, in their order. */
export const figureGroups = {
  members: '会员',
  money: '资金',
  play: '游戏',
  bonus: '优惠',
  protection: '玩家保护',
  harm: '玩家关怀',
  complaints: '投诉',
  identity: '身份认证',
  laundering: '反洗钱',
  incidents: '事件',
  funds: '会员资金',
} as const
export type FigureGroup = keyof typeof figureGroups

/** How a figure reads: so many, so much, or both. */
export type FigureKind = 'count' | 'money' | 'both'

type Figure = { group: FigureGroup; label: string; kind: FigureKind }
const figure = (group: FigureGroup, kind: FigureKind, label: string): Figure => ({
  group,
  kind,
  label,
})

/** Every figure of the report for a regulator; its rows can be looked at one by one. */
export const reportFigures = {
  members_joined: figure('members', 'count', '新注册会员'),
  members_closed: figure('members', 'count', '注销账户'),
  members_active: figure('members', 'count', '投注会员'),
  deposits: figure('money', 'both', '存款'),
  withdrawals: figure('money', 'both', '取款'),
  adjustments: figure('money', 'both', '人工调整'),
  stakes: figure('play', 'money', '结算投注'),
  payouts: figure('play', 'money', '派彩'),
  gross: figure('play', 'money', '毛收入（GGR）'),
  voided: figure('play', 'count', '作废局'),
  red_packets: figure('bonus', 'both', '红包'),
  rebates: figure('bonus', 'both', '返水'),
  activity_bonuses: figure('bonus', 'both', '活动奖金'),
  commissions: figure('bonus', 'both', '代理佣金'),
  limits_set: figure('protection', 'count', '新设限额'),
  limits_lowered: figure('protection', 'count', '调低限额'),
  limits_raised: figure('protection', 'count', '调高或取消限额'),
  breaks: figure('protection', 'count', '暂停'),
  exclusions: figure('protection', 'count', '自我排除'),
  staff_blocks: figure('protection', 'count', '由平台停止'),
  exclusions_ended: figure('protection', 'count', '排除后返回'),
  refused_age: figure('protection', 'count', '因年龄被拒绝'),
  harm_tasks: figure('harm', 'count', '关怀任务'),
  harm_interactions: figure('harm', 'count', '关怀互动'),
  harm_ended: figure('harm', 'count', '终止服务'),
  complaints_received: figure('complaints', 'count', '收到'),
  complaints_upheld: figure('complaints', 'count', '成立或部分成立'),
  complaints_rejected: figure('complaints', 'count', '不成立'),
  complaints_settled: figure('complaints', 'count', '和解'),
  complaints_deadlock: figure('complaints', 'count', '未达成一致'),
  complaints_old: figure('complaints', 'count', '超过 28 天未结束'),
  kyc_approved: figure('identity', 'count', '通过'),
  kyc_rejected: figure('identity', 'count', '未通过'),
  cases_opened: figure('laundering', 'count', '新开案件'),
  cases_closed: figure('laundering', 'count', '结案'),
  reports_filed: figure('laundering', 'count', '可疑交易报告'),
  incidents_opened: figure('incidents', 'count', '新增事件'),
  incidents_reported: figure('incidents', 'count', '已报告监管机构'),
  funds_short: figure('funds', 'count', '会员资金不足的日子'),
  liability: figure('funds', 'money', '期末应付会员'),
  client_funds: figure('funds', 'money', '期末专户余额'),
} as const satisfies Record<string, Figure>
export type FigureKey = keyof typeof reportFigures
export const isFigure = (key: string): key is FigureKey => Object.hasOwn(reportFigures, key)

export const reportStates = {
  waiting: '等待生成',
  running: '正在生成',
  done: '已完成',
  failed: '未完成',
} as const
export type ReportState = keyof typeof reportStates
/** The longest span of a report, in days. */
export const MOST_REPORT_DAYS = 366

/** Register of breaks and exclusions. */
export const blockFilters = { now: '生效中', over: '已结束', '': '全部' } as const
export type BlockFilter = keyof typeof blockFilters

/** How the books of a day compare with the bank. */
export const fundsStates = { open: '待填报', covered: '足额', short: '不足' } as const
export type FundsState = keyof typeof fundsStates

/** What happens to rows whose time is over. */
export const retentionActions = { delete: '删除', redact: '去标识化', keep: '保留' } as const
export type RetentionAction = keyof typeof retentionActions

/** One class of rows: why they are kept, what becomes of them, and who looks after it. */
type RetentionFact = { label: string; basis: string; action: RetentionAction; from: string }
const rows = (
  label: string,
  basis: string,
  action: RetentionAction,
  from: string,
): RetentionFact => ({ label, basis, action, from })

/** The classes of the retention schedule. */
export const retentionClasses = {
  refusals: rows('被拒绝的操作', '客服查询', 'delete', '发生之日'),
  security: rows('安全事件与警报', '网络安全', 'delete', '发生之日；未查看的警报保留'),
  devices: rows('登录地址与设备', '网络安全、反洗钱', 'delete', '最后一次使用'),
  visits: rows('游戏时段', '玩家保护记录', 'delete', '时段结束'),
  launches: rows('游戏启动与追加转入', '履约、争议处理', 'delete', '启动之日；余额未转回的保留'),
  deliveries: rows('邮件与短信发送记录', '履约证明', 'delete', '发送之日'),
  messages: rows('站内信', '履约', 'delete', '发送之日'),
  documents: rows('证件文件', '反洗钱（客户身份资料）', 'delete', '账户注销；未通过的自上传之日'),
  receipts: rows('存款付款凭证', '履约证明', 'delete', '上传之日；未处理的订单保留'),
  payers: rows('非会员付款人', '反洗钱', 'redact', '流水处理之日；未处理的流水保留'),
  complaints: rows('投诉内容', '争议处理', 'redact', '投诉结束'),
  tickets: rows('客服会话与图片', '客服', 'redact', '会话结束'),
  consents: rows('同意记录', '履约证明', 'keep', '随账户保留'),
  cases: rows('反洗钱案件', '反洗钱', 'keep', '案件结束后依法保留'),
  audit: rows('审计日志', '问责', 'keep', '散列链，不删除；个人信息随删除请求去标识'),
  money: rows('账簿与注单', '会计与反洗钱', 'keep', '永久保留，仅以编号关联'),
} as const satisfies Record<string, RetentionFact>
export type RetentionClass = keyof typeof retentionClasses
/** Classes whose rows end; the others stay. */
export const endingClasses = [
  'refusals',
  'security',
  'devices',
  'visits',
  'launches',
  'deliveries',
  'messages',
  'documents',
  'receipts',
  'payers',
  'complaints',
  'tickets',
] as const satisfies readonly RetentionClass[]
export type EndingClass = (typeof endingClasses)[number]
