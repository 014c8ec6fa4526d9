/** What has to be done again and again, or anew for each change, outside the platform. */
export const dutyKinds = {
  rights_review: '权限复核',
  penetration_test: '渗透与漏洞测试',
  restore_drill: '备份恢复演练',
  risk_assessment: '洗钱风险评估',
  impact_assessment: '个人信息影响评估',
  export_assessment: '个人信息出境评估',
  staff_training: '员工培训',
  release: '版本发布批准',
  game_certificate: '游戏数学认证',
} as const
export type DutyKind = keyof typeof dutyKinds

/** Duties of one program or one game: what a record is about is known by its SHA-256. */
export const changeDuties = ['release', 'game_certificate'] as const satisfies readonly DutyKind[]
export const isChangeDuty = (kind: DutyKind): boolean =>
  (changeDuties as readonly DutyKind[]).includes(kind)

/** What the backup process does, and how it ended. */
export const backupKinds = { backup: '备份', drill: '恢复演练' } as const
export type BackupKind = keyof typeof backupKinds
export const backupOutcomes = {
  running: '进行中',
  passed: '通过',
  failed: '失败',
  lost: '中断',
} as const
export type BackupOutcome = keyof typeof backupOutcomes

export const dutyStates = { done: '有效', soon: '即将到期', overdue: '已逾期' } as const
export type DutyState = keyof typeof dutyStates

/** Features that profile members or handle sensitive data: each has its own assessment. */
export const assessedFeatures = {
  risk: '风控规则',
  harm: '玩家关怀',
  verification: '身份认证',
  screening: '名单筛查',
  cases: '可疑案件',
} as const

/** Who outside receives personal data of members. */
export const recipients = {
  venue: '游戏场馆',
  payment: '支付通道',
  identity: '身份认证服务商',
  mail: '邮件服务商',
  sms: '短信服务商',
} as const
