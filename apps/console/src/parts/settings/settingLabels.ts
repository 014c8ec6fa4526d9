import { windowLabels } from '@tianping/contract/activity/facts'
import { categories, categoryLabels, rebateFields } from '@tianping/contract/games/facts'
import { offerProducts } from '@tianping/contract/consents/facts'
import { byHand, methods } from '@tianping/contract/payments'
import { securityKinds } from '@tianping/contract/security/facts'
import { dutyKinds } from '@tianping/contract/duties/facts'
import { incidentKinds } from '@tianping/contract/compliance/facts'
import { harmMarkers } from '@tianping/contract/harm/facts'
import { riskKinds, riskParameters } from '@tianping/contract/risk/facts'
import { formatFen } from '@tianping/money'
import { methodLabel } from '../labels.ts'

const labels: Record<string, string> = {
  // app
  title: '站点名称',
  site_logo: '标志图片',
  site_state: '站点开放',
  repair_tips: '维护提示',
  redpacket_switch: '红包入口',
  index_modal: '首页弹窗',
  licensee: '持牌公司',
  licence: '牌照编号与颁发机构',
  harm_message: '风险提示',
  webcontent: '弹窗内容',
  ios_download_url: '下载地址',
  ios_download_qrcode: '下载二维码',
  h5_url: '永久域名',
  service_url: '客服地址',
  entrances: '备用入口',
  allowed_origins: '允许的域名',
  client_origins: '客户端域名',
  modal_from: '弹窗开始时间',
  modal_until: '弹窗结束时间',
  // status
  windows: '维护时段（北京时间 年-月-日 时:分）',
  service: '维护内容',
  until: '结束时间',
  remark: '说明',
  // lobby
  hotDays: '热门统计天数',
  hotPlayers: '热门最少会员数',
  hotShown: '热门显示个数',
  newDays: '新品天数',
  newShown: '新品显示个数',
  matches: '首页显示赛事与赔率',
  onboarding: '新会员引导',
  firstActivity: '首存活动 ID（0 为不显示）',
  // duties
  ...dutyKinds,
  everyDays: '周期（天）',
  soonDays: '提前几天提示',
  holdUncertified: '未登记认证的游戏改动停止开放',
  trainingRequired: '处理玩家关怀须有有效培训',
  // play
  open: '开放游戏',
  // messages and activities
  audience: '发给',
  member_ids: '会员 ID',
  heading: '标题',
  content: '内容',
  memo: '备注说明',
  banner: '图片地址',
  rank: '顺序',
  type_id: '分类',
  starts_at: '开始时间',
  ends_at: '结束时间',
  // accounts
  bank_name: '银行',
  bank_no: '账号',
  bank_owner: '户名',
  bank_address: '开户行',
  ico: '图标',
  kind: '类型',
  // activities
  apply: '可以申请',
  conditions: '条件',
  bonus: '奖金',
  limit: '申请次数',
  places: '总名额（0 为不限）',
  times: '次数',
  per: '每',
  review: '审核',
  fen: '金额',
  window: '统计时间',
  withinDays: '注册后天数',
  vip: '等级',
  count: '人数',
  of: '按',
  friendFen: '好友奖金',
  category: '类别',
  // complaints and personal data
  answerDays: '答复期限（天）',
  alarmHours: '未答复报警（小时）',
  eventMonths: '受理多久以内（月）',
  disputeBody: '争议解决机构',
  address: '地址与联系方式',
  url: '网址',
  recordYears: '法定保留（年）',
  // conversations with customer service
  linesPerHour: '每小时消息数',
  picturesPerHour: '每小时图片数',
  reopenDays: '多少天内可重新打开',
  answerMinutes: '答复时限（分钟）',
  silentDays: '会员多久未回复即结束（天）',
  canned: '回复模板',
  // compliance and retention
  earlyHours: '期限前多久报警（小时）',
  outageHours: '中断超过多久须报告（小时）',
  terms: '报告期限',
  ...incidentKinds,
  foundHours: '发现后（小时）',
  workingDays: '发现后（工作日）',
  tellMembers: '通知会员',
  memberHours: '通知会员期限（小时）',
  holidays: '节假日',
  fundsAccount: '会员资金专户',
  refusalDays: '被拒绝的操作（天）',
  deviceDays: '登录地址与设备（天）',
  visitDays: '游戏时段（天）',
  deliveryDays: '邮件与短信发送记录（天）',
  messageDays: '站内信（天）',
  receiptDays: '存款付款凭证（天）',
  complaintDays: '投诉内容（天）',
  ticketDays: '客服会话与图片（天）',
  // age and terms
  news: '更新说明',
  minAge: '最低年龄',
  earliestBirthday: '最早生日',
  // risk
  lookBackDays: '回看天数',
  sharedAddress: riskKinds.shared_address,
  sharedDevice: riskKinds.shared_device,
  sharedCard: riskKinds.shared_card,
  bonusAbuse: riskKinds.bonus_abuse,
  oppositeSides: riskKinds.opposite_sides,
  rapidInOut: riskKinds.rapid_in_out,
  changedPayout: riskKinds.changed_payout,
  largeWin: riskKinds.large_win,
  largeSum: riskKinds.large_sum,
  structuring: riskKinds.structuring,
  thirdParty: riskKinds.third_party,
  mule: riskKinds.mule,
  manyMethods: riskKinds.many_methods,
  beyondProfile: riskKinds.beyond_profile,
  refusedDiligence: riskKinds.refused_diligence,
  ...riskParameters,
  percent: '占比达到 %',
  turnoverPercent: '有效投注低于存款的 %',
  // protection
  relaxHours: '调高限额等待（小时）',
  confirmDays: '调高可确认的天数',
  realityOptions: '时间提醒可选间隔（分钟）',
  operatorHours: '平台限额公告提前（小时）',
  limitTopics: '提供的限额',
  loss: '净输',
  stake: '投注额',
  time: '游戏时长',
  reviewMonths: '回顾提醒间隔（月）',
  returnHours: '自我排除期满后恢复等待（小时）',
  returnForeverHours: '永久排除恢复等待（小时）',
  foreverMonths: '永久排除可申请恢复的月数',
  depositPrompt: '首次存款前询问限额',
  oneGame: '同时只能打开一个游戏',
  returnBy: '自我排除期满后由谁先提出恢复',
  earlierEnd: '允许申请提前解除自我排除',
  helpUrl: '援助机构网址',
  oneProduct: '每项活动只涉及一类产品',
  noStreaks: '活动不按连续天数奖励',
  evenRewards: '奖励增幅不超过消费增幅',
  excessApart: '超出存款限额的入账只能取出',
  deadHelpDays: '援助链接失效几天后停止游戏（0 为只报警）',
  blockers: '其他平台与屏蔽软件',
  financeConsent: '绑定收款账户须单独同意',
  factorForChanges: '修改账户信息须双重验证',
  inboxOptIn: '站内优惠须会员先同意',
  // letters
  product: '优惠内容',
  channels: '另经',
  // jurisdiction profiles
  funding: '资金来源',
  fundsNotice: '首次游戏前须确认',
  level: '保护程度',
  text: '说明',
  GB: '英国（GB）',
  MT: '马耳他（MT）',
  countries: '允许游戏的国家或地区（两位代码）',
  rates: '汇率',
  GBP: '1 英镑合（分）',
  EUR: '1 欧元合（分）',
  // screening and cases
  threshold: '制裁名单得分达到',
  pepThreshold: '政治公众人物得分达到',
  caseDays: '案件期限（天）',
  urgentDays: '制裁名单案件期限（天）',
  holds: '立案后暂停放款',
  sanctions: '制裁名单相似',
  // security
  keepDays: '保留天数',
  lookupsPerHour: '每人每小时按个人信息查询次数',
  idleMonths: '多久未登录须再验证（月，0 为不要求）',
  proofSteps: '登录验证的计算量',
  alerts: '警报',
  minutes: '统计分钟数',
  each: '按对象分别计算',
  ...securityKinds,
  // care for players
  strongPercent: '加倍计分（达到阈值的 %）',
  sensitivePercent: '年轻与易受影响会员的阈值 %',
  youngUntil: '年轻会员至（岁）',
  netDeposit: harmMarkers.net_deposit,
  depositGrowth: harmMarkers.deposit_growth,
  chasing: harmMarkers.chasing,
  stakesUp: harmMarkers.stakes_up,
  longHours: harmMarkers.long_hours,
  night: harmMarkers.night,
  longStretch: harmMarkers.long_stretch,
  limitRaises: harmMarkers.limit_raises,
  raisedAtLimit: harmMarkers.raised_at_limit,
  breaks: harmMarkers.breaks,
  words: harmMarkers.words,
  crisis: harmMarkers.crisis,
  bonusAsks: harmMarkers.bonus_asks,
  complaints: harmMarkers.complaints,
  reversed: harmMarkers.reversed,
  backAgain: harmMarkers.back_again,
  failedDeposits: harmMarkers.failed_deposits,
  vulnerable: harmMarkers.vulnerable,
  points: '分数',
  hoursFrom: '小时数达到',
  bets: '注数达到',
  levels: '各级分数',
  nudge: '站内提醒',
  task: '转人工',
  stop: '停止优惠',
  escalateDays: '提醒无效转人工（天）',
  nudgeAgainDays: '再次提醒间隔（天）',
  taskHours: '任务期限（小时）',
  stopHours: '停止优惠后复核期限（小时）',
  quietDays: '处理后不再提示（天）',
  risePercent: '处理后再次提示（原分数的 %）',
  againDays: '停止优惠后再次复核（天）',
  netCheck: '净存款核查',
  months: '核查间隔（月）',
  harmRate: '问题博彩率（‰）',
  // cashier
  methods: '存款方式',
  method: '方式',
  enabled: '启用',
  creditMinutes: '通常到账（分钟，0 为不显示）',
  channelFee: '通道收取（万分之几）',
  maintenance: '维护中',
  backAt: '预计恢复（年-月-日 时:分）',
  minFen: '最低',
  maxFen: '最高',
  [byHand.key]: byHand.label,
  usdtRanges: 'USDT 存款范围',
  usdtAddresses: 'USDT 收款地址',
  // chain
  confirmations: '确认数（按金额）',
  fromUsdt: '金额起（USDT）',
  blocks: '区块确认数',
  dustUsdt: '低于此数不入账（USDT）',
  blocksAtOnce: '每次读取区块数',
  sweepFromUsdt: '归集起点（USDT，0 为不归集）',
  usdtrate: '存款汇率',
  withdrawusdtrate: '取款汇率',
  withdrawcashfee: 'ERC20 手续费',
  withdrawfeeusdttrc: 'TRC20 手续费',
  deposit: '存款',
  maxOpen: '同时未完成笔数',
  turnoverTimes: '流水倍数',
  withdrawal: '取款',
  perDay: '每日次数',
  secondFromFen: '须两人审核的金额',
  reviewerFromFen: '一人一日审核合计',
  waitHours: '账户变更后取款等待（小时）',
  factorFromFen: '取款须双重验证的金额',
  from: '开始时间',
  to: '结束时间',
  // verification
  firstWithdrawalTier: '首次取款起须达到的认证等级',
  depositTier: '存款前须达到的认证等级',
  playTier: '游戏与领取优惠前须达到的认证等级',
  withdrawalSum: '30 天取款合计',
  depositSum: '30 天存款合计',
  tier1AboveFen: '超过时须身份认证',
  tier2AboveFen: '超过时须高级认证',
  byProvider: '先由核验机构核验',
  tries: '30 天内可被拒次数',
  validMonths: '认证有效期（月）',
  renewDays: '到期前多少天可更新',
  answerHours: '承诺审核时间（小时）',
  keepYears: '证件保存年数',
  // levels
  vipname: '名称',
  rechargeFen: '累计存款',
  flowFen: '累计流水',
  keepFen: '保级流水',
  ...Object.fromEntries(
    categories.map(category => [rebateFields[category], `${categoryLabels[category]} %`]),
  ),
  lateMinutes: '多少分钟未完成算迟',
  runAt: '执行时间',
  windowDays: '保级周期（天）',
  winBack: '失去的等级须重新达标',
  releaseFrom: '自该等级起晋级须放行',
  ageSigns: '适龄标志（其一）',
  conditionWords: '主要条件的标题（其一）',
  urgencyWords: '催促或保证性用语',
  minorWords: '可能吸引未成年人的用语',
  releaseDays: '放行核查有效期（天）',
  // red packets
  opens: '开始领取',
  closes: '结束领取',
  maxTimes: '每人每日上限',
  tiers: '档位',
  startDay: '开始日期',
  endDay: '结束日期',
  claims: '次数',
  drawMinFen: '单个最低',
  drawMaxFen: '单个最高',
  // agents
  basis: '计佣基数',
  deductPromotions: '扣除优惠',
  carryNegative: '负数结转',
  activeValidFen: '活跃会员有效投注',
  fromFen: '计佣金额达到',
  minActive: '活跃会员不少于',
  hundredths: '比例 %',
}
const hints: Record<string, string> = {
  foundHours: '0 为不要求；与工作日同时填写时取较早者',
  workingDays: '0 为不要求；不含周末与节假日',
  memberHours: '0 为立即',
  holidays: 'YYYY-MM-DD，北京日期',
  harmRate: '按最近公布的数字；当月被沟通的会员少于此比例会发出警报',
  proofSteps: '最多计算的密钥数，1000约需电脑一秒、手机数秒',
  lookupsPerHour: '手机、邮箱、姓名、卡号、登录地址',
  usdtrate: '元 / USDT',
  withdrawusdtrate: '元 / USDT',
  withdrawcashfee: 'USDT / 笔',
  withdrawfeeusdttrc: 'USDT / 笔',
  'withdrawal.from': '北京时间',
  'withdrawal.to': '北京时间',
  secondFromFen: '元起（含），24小时内同一会员、同一账户合计',
  reviewerFromFen: '元起（含），24小时内',
  waitHours: '0～72，留空为24（沙盒为0）',
  factorFromFen: '元起（含），24小时内合计；只对已启用双重验证的会员，留空为不要求',
  firstWithdrawalTier:
    '0～2，0 为不要求；取款照常受理并暂缓放款。只应为履行法定义务设置：会员随时可取回自己的余额',
  tier1AboveFen: '元，0 为不要求',
  tier2AboveFen: '元，0 为不要求',
  byProvider: '须已配置核验机构；未答复或不可用时转人工',
  runAt: '北京时间',
  opens: '北京时间',
  closes: '北京时间',
  h5_url: '留空为服务器地址',
  service_url: '留空为站内客服页；他站地址须先列入允许的域名',
  allowed_origins: '可嵌入本站，也可在文章和活动中链接，如 https://kefu.example.com',
  client_origins: '部署在其他域名的会员端：可跨域调用接口，并嵌入游戏、客服和代理页面',
  site_state: '关闭后会员只看到维护提示',
  modal_from: 'YYYY-MM-DD HH:mm，留空不限',
  modal_until: 'YYYY-MM-DD HH:mm，留空不限',
  startDay: '美东日期',
  endDay: '美东日期',
}
const options: Record<string, string> = {
  // letters
  ...offerProducts,
  mail: '邮件',
  sms: '短信',
  // protection
  member: '会员在应用内',
  staff: '客服登记后由会员确认',
  debit: '仅借记或自有资金',
  mixed: '可能含信用卡',
  unprotected: '不受保护',
  medium: '部分受保护',
  high: '受保护',
  never: '不通知',
  high_risk: '高风险时通知',
  always: '一律通知',
  all: '全部会员',
  some: '指定会员',
  net_result: '团队净输赢',
  turnover: '团队有效投注',
  bank: '银行',
  alipay: methods.alipay.label,
  min_vip: '等级达到',
  min_deposit: '累计存款达到',
  first_deposit: '首笔存款',
  min_turnover: '有效投注达到',
  min_loss: '净输达到',
  birthday_month: '生日在本月',
  friends: '邀请好友',
  none: '没有奖金',
  fixed: '固定金额',
  by_vip: '按等级',
  by_streak: '按连续天数',
  percent: '按比例',
  per_friend: '按好友人数',
  ...windowLabels,
  ever: '不限时间',
  day: '日',
  week: '周',
  month: '月',
  year: '年',
  person: '人工审核',
  auto: '自动派发',
  ...categoryLabels,
}
/** Kept in hundredths of a percent, and read as percent. */
const hundredths = new Set(['hundredths'])

const isFen = (name: string) => name === 'fen' || name.endsWith('Fen')
const isIndex = (key: string) => /^\d+$/.test(key)
const nameOf = (path: string) => path.split('.').findLast(key => !isIndex(key)) ?? path

/**
 * The unit of a field: amounts are kept in fen and read in yuan, some percentages in hundredths.
 */
export const scaleOf = (path: string): number =>
  isFen(nameOf(path)) || hundredths.has(nameOf(path)) ? 100 : 1
export const settingLabel = (path: string): string => labels[nameOf(path)] ?? nameOf(path)
export const settingHint = (path: string): string =>
  hints[path.replace(/\.?\d+/g, '')] ?? hints[nameOf(path)] ?? (isFen(nameOf(path)) ? '元' : '')
export const optionLabel = (option: string): string => options[option] ?? methodLabel(option)

/** The name of a row: first of its path, it says what the rows are; elsewhere its number does. */
function rowLabel(index: number, isFirst: boolean, field = ''): string {
  if (!isFirst) return `${index + 1}`
  return /^bank_|^enabled$|^kind$|^ico$/.test(field) ? `第 ${index + 1} 行` : `VIP${index + 1}`
}

/** A path as people read it: `tiers.0.maxFen` is 档位 1 › 最高; the ten levels are VIP1 to VIP10. */
export function pathLabel(path: string): string {
  const keys = path.split('.')
  return keys
    .map((key, at) =>
      isIndex(key) ? rowLabel(Number(key), at === 0, keys[1]) : (labels[key] ?? key),
    )
    .join(' › ')
    .replace(/ › (\d+)/g, ' $1')
}

/** A value of a setting as people read it. */
export function settingValue(path: string, value: unknown): string {
  if (value === undefined) return '（无）'
  if (value === null) return '不限'
  if (value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  const name = nameOf(path)
  if (typeof value === 'number' && isFen(name)) return `¥${formatFen(BigInt(Math.round(value)))}`
  if (typeof value === 'number' && hundredths.has(name)) return `${value / 100}%`
  return optionLabel(String(value as string | number))
}
