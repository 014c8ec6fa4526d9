import type { Permission } from '@tianping/contract/console'

/**
 * What each permission lets one do, and in which room it belongs. Typed, so that a new one cannot
 * be forgotten.
 */
export const permissionLabels: Record<Permission, { group: string; label: string }> = {
  'deposit.read': { group: '资金', label: '查看存款' },
  'deposit.review': { group: '资金', label: '审核存款' },
  'withdrawal.read': { group: '资金', label: '查看取款' },
  'withdrawal.review': { group: '资金', label: '审核取款' },
  'hold.release': { group: '资金', label: '解除放款限制' },
  'payout.read': { group: '资金', label: '查看付款' },
  'payout.pay': { group: '资金', label: '处理付款' },
  'adjustment.read': { group: '资金', label: '查看人工调整' },
  'adjustment.propose': { group: '资金', label: '提出人工调整' },
  'adjustment.approve': { group: '资金', label: '批准人工调整' },
  'ledger.read': { group: '资金', label: '查看账变流水' },
  'callback.read': { group: '资金', label: '查看通道回调' },
  'reconciliation.read': { group: '资金', label: '查看对账' },
  'reconciliation.work': { group: '资金', label: '处理对账差异' },
  'transfer.resolve': { group: '资金', label: '查询或终结转账' },
  'member.read': { group: '会员', label: '查看会员' },
  'member.unmask': { group: '会员', label: '查看完整资料' },
  'member.note': { group: '会员', label: '写会员备注' },
  'member.lock': { group: '会员', label: '锁定与解锁会员' },
  'member.password': { group: '会员', label: '重设会员密码' },
  'member.limit': { group: '会员', label: '设置会员限额' },
  'member.rename': { group: '会员', label: '更正会员姓名' },
  'bet.read': { group: '会员', label: '查看注单' },
  'activity.read': { group: '活动与代理', label: '查看活动申请' },
  'activity.review': { group: '活动与代理', label: '审核活动申请' },
  'activity.write': { group: '活动与代理', label: '编辑活动' },
  'agent.read': { group: '活动与代理', label: '查看代理' },
  'agent.review': { group: '活动与代理', label: '审核代理申请与资格' },
  'commission.review': { group: '活动与代理', label: '审核佣金账单' },
  'rule.read': { group: '规则与风控', label: '查看规则' },
  'rule.propose': { group: '规则与风控', label: '提出规则修改' },
  'rule.approve': { group: '规则与风控', label: '批准规则修改' },
  'risk.read': { group: '规则与风控', label: '查看风险标记' },
  'risk.review': { group: '规则与风控', label: '处理风险标记' },
  'harm.read': { group: '规则与风控', label: '查看玩家关怀' },
  'harm.review': { group: '规则与风控', label: '处理玩家关怀' },
  'harm.end': { group: '规则与风控', label: '终止对会员的服务' },
  'site.read': { group: '站点与场馆', label: '查看站点内容' },
  'site.write': { group: '站点与场馆', label: '编辑站点内容' },
  'message.read': { group: '站点与场馆', label: '查看站内信' },
  'message.send': { group: '站点与场馆', label: '发送站内信' },
  'delivery.read': { group: '站点与场馆', label: '查看发送记录' },
  'delivery.send': { group: '站点与场馆', label: '重新发送与测试通道' },
  'venue.read': { group: '站点与场馆', label: '查看场馆' },
  'venue.write': { group: '站点与场馆', label: '编辑场馆与游戏' },
  'figure.read': { group: '报表与管理', label: '查看经营数据' },
  'export.run': { group: '报表与管理', label: '导出列表' },
  'audit.read': { group: '报表与管理', label: '查看审计日志' },
  'security.read': { group: '报表与管理', label: '查看安全事件' },
  'security.review': { group: '报表与管理', label: '处理安全警报' },
  'staff.read': { group: '报表与管理', label: '查看员工' },
  'staff.write': { group: '报表与管理', label: '管理员工与角色' },
  'staff.approve': { group: '报表与管理', label: '批准员工变更' },
}

export const permissionLabel = (permission: string): string =>
  permission in permissionLabels ? permissionLabels[permission as Permission].label : permission

/** The groups in their order, each with its permissions. */
export const permissionGroups: [string, Permission[]][] = [
  ...Map.groupBy(
    Object.keys(permissionLabels) as Permission[],
    each => permissionLabels[each].group,
  ),
]
