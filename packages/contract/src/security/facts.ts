/** What the site writes down about its own defence, as operators read it. */
export const securityKinds = {
  login_failed: '会员登录失败',
  login_guarded: '会员登录被要求验证',
  operator_login_failed: '员工登录失败',
  password_reset: '重置密码',
  unmasked: '查看遮盖内容',
  lookup_missed: '查询个人信息未命中',
  signature_refused: '签名被拒绝',
  unauthorized: '会话无效（401）',
  forbidden: '无权限（403）',
  throttled: '请求过频（429）',
  return_outside: '游戏返还率超出理论范围',
  bets_corrected: '场馆作废或更正注单',
  program_changed: '程序文件与发布清单不符',
  harm_rate_low: '玩家关怀覆盖率偏低',
  harm_late: '玩家关怀任务逾期',
  calendar_late: '合规事项逾期',
  protection_late: '提前解除申请逾期',
  help_link: '帮助链接失效',
  case_late: '反洗钱案件逾期',
  duty_near: '事件报告义务临期',
  duty_late: '事件报告义务逾期',
  funds_short: '会员资金专户不足',
  plan_stopped: '计划因人员变动停止',
} as const
export type SecurityKind = keyof typeof securityKinds

/** What a search for a personal value asked by; the audit log names it. */
export const lookupKinds = {
  mobile: '手机',
  email: '邮箱',
  realname: '姓名',
  account: '收款账号',
  tail: '尾号',
  address: '登录地址',
} as const
export type LookupKind = keyof typeof lookupKinds

/** Whether the files of a machine are those of its release. */
export const programStates = { same: '一致', changed: '不符' } as const
export type ProgramCheckState = keyof typeof programStates

/** Who asked for a check: the job at the start and every day, or a person. */
export const programOrigins = { job: '自动', operator: '人工' } as const
export type ProgramOrigin = keyof typeof programOrigins

/** Filter of the list of alerts. */
export const alertFilters = { open: '未查看', seen: '已查看', '': '全部' } as const
export type AlertFilter = keyof typeof alertFilters
