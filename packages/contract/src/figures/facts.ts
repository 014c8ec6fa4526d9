// The figures of the reports: what each is called, in what unit, and what it is made of. One place
// for the server, the screens and the exported files.

type FigureFact = { label: string; unit: 'yuan' | 'count'; formula: string }

export const figureFacts = {
  registrations: { label: '注册', unit: 'count', formula: '当日注册的会员数，不含测试账号' },
  first_deposits: { label: '首存', unit: 'count', formula: '当日第一次存款到账的会员数' },
  active: {
    label: '活跃',
    unit: 'count',
    formula: '当日有结算注单或存款到账的会员，一人在一段时间内只计一次',
  },
  deposits: { label: '存款笔数', unit: 'count', formula: '到账的存款笔数' },
  deposit: { label: '存款', unit: 'yuan', formula: '到账存款之和（科目 200），按到账时间' },
  withdrawals: { label: '取款笔数', unit: 'count', formula: '已付款的取款笔数' },
  withdrawal: {
    label: '取款',
    unit: 'yuan',
    formula: '已付款取款之和（科目 220），按付款时间，不按审核时间',
  },
  net_cash: { label: '净入金', unit: 'yuan', formula: '存款 − 取款' },
  bets: { label: '注单', unit: 'count', formula: '已结算注单数，按首次结算日；作废的不计' },
  stake: { label: '投注额', unit: 'yuan', formula: '已结算注单的投注之和' },
  valid: { label: '有效投注额', unit: 'yuan', formula: '已结算注单的有效投注之和' },
  payout: { label: '派彩额', unit: 'yuan', formula: '已结算注单的派彩之和' },
  ggr: { label: '平台输赢 GGR', unit: 'yuan', formula: '投注 − 派彩；重新结算改回首次结算日' },
  bonus: { label: '活动奖金', unit: 'yuan', formula: '活动奖金（科目 320），放弃的彩金冲减' },
  packet: { label: '红包', unit: 'yuan', formula: '领取的红包（科目 300）' },
  rebate: { label: '返水', unit: 'yuan', formula: '领取的返水（科目 310），按领取时间' },
  commission: { label: '代理佣金', unit: 'yuan', formula: '已支付的佣金（科目 330）' },
  adjustment: {
    label: '人工调整净额',
    unit: 'yuan',
    formula: '人工调整与欠款核销给会员的净额（科目 340、900、910）',
  },
  fee: { label: '手续费收入', unit: 'yuan', formula: '向会员收取的手续费（科目 500）' },
  rail_fee: {
    label: '通道费用',
    unit: 'yuan',
    formula: '支付通道收取的费用（科目 520），按费率入账，按通道账单更正',
  },
  ngr: {
    label: '净收入 NGR',
    unit: 'yuan',
    formula: 'GGR − 活动奖金 − 红包 − 返水 − 代理佣金 − 人工调整 + 手续费收入 − 通道费用',
  },
} as const satisfies Record<string, FigureFact>
export type FigureName = keyof typeof figureFacts

/** From GGR to NGR, in the order of the picture; `fee` adds, the others take away. */
export const ngrSteps = [
  'bonus',
  'packet',
  'rebate',
  'commission',
  'adjustment',
  'fee',
  'rail_fee',
] as const satisfies readonly FigureName[]

/** By what the figures of a span are told apart. */
export const dimensions = {
  day: '日期',
  month: '月份',
  venue: '场馆',
  game: '游戏',
  agent: '代理',
  channel: '来源',
  link: '推广渠道',
  level: '等级',
  tag: '标签',
  device: '设备',
  member: '会员',
} as const
export type Dimension = keyof typeof dimensions

/** What a report that leaves the house may be told apart by: nothing that names a member. */
export const reportDimensions = {
  day: dimensions.day,
  month: dimensions.month,
  venue: dimensions.venue,
  game: dimensions.game,
  channel: dimensions.channel,
  level: dimensions.level,
  tag: dimensions.tag,
  device: dimensions.device,
} as const satisfies Partial<Record<Dimension, string>>
export type ReportDimension = keyof typeof reportDimensions

/** What a report that is made by itself has in it. */
export const planReports = {
  groups: '分组',
  compared: '与对比期',
  retention: '留存与漏斗',
  targets: '月度目标',
  liability: '负债',
} as const
export type PlanReport = keyof typeof planReports

/** How often a report is made by itself, and of which span. */
export const cadences = {
  day: '每日（前一日）',
  week: '每周（上周）',
  month: '每月（上月）',
} as const
export type Cadence = keyof typeof cadences
export const planFormats = ['csv', 'xlsx', 'parquet'] as const
export type PlanFormat = (typeof planFormats)[number]

/** What became of a letter with a report; numbers as in the database. */
export const letterState = { waiting: 1, sent: 2, failed: 3, unwanted: 4 } as const

/** How a member came. */
export const channelLabels = { direct: '自行注册', agent: '代理推荐', friend: '好友推荐' } as const

/** What the first device of a member was. */
export const deviceLabels = {
  ios: '苹果手机与平板',
  android: '安卓手机',
  desktop: '电脑',
  unknown: '未知',
} as const

/** The group of members whom nobody invited, who came by no link or have no tag. */
export const NO_GROUP = 0

/** Costs without a bet of that day have no venue to bear them. */
export const UNSHARED = '未分摊'

/** What a span is compared with. */
export const comparisons = {
  before: '上一个同长时段',
  month: '上月同期',
  year: '去年同期',
} as const
export type Comparison = keyof typeof comparisons

/** The longest span of a report. */
export const REPORT_DAYS = 400

/** The figures whose entries can be opened, with the accounts that hold them. */
export const figureAccounts = {
  deposits: [200],
  deposit: [200],
  withdrawals: [220],
  withdrawal: [220],
  bonus: [320],
  packet: [300],
  rebate: [310],
  commission: [330],
  adjustment: [340, 900, 910],
  fee: [500],
  rail_fee: [520],
} as const satisfies Partial<Record<FigureName, readonly number[]>>
export type EntryFigure = keyof typeof figureAccounts

/** The figures that open the members they are made of; bets of a member follow from there. */
export const memberFigures = [
  'registrations',
  'first_deposits',
  'active',
  'bets',
  'stake',
  'valid',
  'payout',
  'ggr',
] as const satisfies readonly FigureName[]
export type MemberFigure = (typeof memberFigures)[number]

/** The figures that are sums of others, with the sign of each. */
export const figureParts = {
  net_cash: { deposit: 1, withdrawal: -1 },
  ngr: {
    ggr: 1,
    bonus: -1,
    packet: -1,
    rebate: -1,
    commission: -1,
    adjustment: -1,
    fee: 1,
    rail_fee: -1,
  },
} as const satisfies Partial<Record<FigureName, Partial<Record<FigureName, 1 | -1>>>>
export type SumFigure = keyof typeof figureParts

/** Steps of a new member. */
export const funnelSteps = {
  registered: '注册',
  card: '绑定收款账户',
  first_deposit: '首次存款',
  first_bet: '首次投注',
  second_deposit: '第二次存款',
} as const
export type FunnelStep = keyof typeof funnelSteps

/** What the operator owes, item by item; only `counts` is a debt. */
export const liabilities = {
  wallets: { label: '会员中心钱包', formula: '科目 100 余额之和，含冻结', counts: true },
  venues: { label: '会员场馆余额', formula: '科目 110 余额之和', counts: true },
  payable: { label: '已审核待付款取款', formula: '科目 210 余额', counts: true },
  open_stakes: {
    label: '未结算投注',
    formula: '未结算注单的投注额；已从场馆余额扣除，开奖后可能派彩',
    counts: true,
  },
  rebates: { label: '待领取返水', formula: '已计算、会员尚未领取的返水', counts: true },
  bonuses: { label: '待审核活动奖金', formula: '审核通过后须支付的奖金', counts: true },
  commissions: { label: '待审核代理佣金', formula: '审核通过后须支付的佣金', counts: true },
  wagering: {
    label: '未完成流水要求',
    formula: '会员取款前还须达到的有效投注，不是欠款，不计入合计',
    counts: false,
  },
} as const
export type LiabilityItem = keyof typeof liabilities
/** The items that the ledger's days say; the others are kept at the end of each day. */
export const ledgerLiabilities = [
  'wallets',
  'venues',
  'payable',
] as const satisfies readonly LiabilityItem[]
export type KeptLiability = Exclude<LiabilityItem, (typeof ledgerLiabilities)[number]>
/** How many days the history shows at first. */
export const LIABILITY_DAYS = 30
/** After that many minutes of the new day a day counts as counted late. */
export const LATE_MINUTES = 10
/** The items that open the members they are owed to; the others have rooms of their own. */
export const memberLiabilities = [
  'wallets',
  'venues',
  'rebates',
  'wagering',
] as const satisfies readonly LiabilityItem[]
export type MemberLiability = (typeof memberLiabilities)[number]

/** What a cohort is followed by. */
export const cohortMeasures = {
  active: '活跃',
  deposit: '存款',
  ngr: '人均累计 NGR',
} as const
export type CohortMeasure = keyof typeof cohortMeasures

/** The figures that a month may have a target for, in the order of the table. */
export const targetFigures = [
  'ngr',
  'ggr',
  'deposit',
  'registrations',
  'first_deposits',
  'active',
] as const satisfies readonly FigureName[]
export type TargetFigure = (typeof targetFigures)[number]
/** How far ahead a target may be set, in months. */
export const TARGET_MONTHS_AHEAD = 12

/** What became of a target at this moment. */
export const paceLabels = {
  none: '未设目标',
  future: '尚未开始',
  ahead: '快于进度',
  behind: '慢于进度',
  reached: '已达成',
  missed: '未达成',
} as const
export type Pace = keyof typeof paceLabels

/** Reports that are no list, with the fields of the rows that their files have. */
export const sheetFields = {
  'POST /api/console/figures/report': ['figure', 'now', 'before', 'change'],
  'POST /api/console/figures/retention': [
    'report_part',
    'group_name',
    'period',
    'members',
    'value',
  ],
  'POST /api/console/figures/liability': ['label', 'amount', 'formula'],
  'POST /api/console/figures/liability/days': [
    'day',
    'wallets',
    'venues',
    'payable',
    'open_stakes',
    'rebates',
    'bonuses',
    'commissions',
    'total',
    'wagering',
    'counted_at',
  ],
  'POST /api/console/agents/days': [
    'day',
    'team',
    'registrations',
    'first_deposits',
    'deposit',
    'valid',
    'ngr',
  ],
  'POST /api/console/figures/targets': ['figure', 'target', 'reached', 'due', 'expected', 'pace'],
} as const
export type SheetCall = keyof typeof sheetFields
export const isSheet = (list: string): list is SheetCall => Object.hasOwn(sheetFields, list)
