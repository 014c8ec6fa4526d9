// What the fields of a list's rows are called, in the head of a file and in the choice of its columns. No zod here: the
// browser reads it too. A field without a name leaves in no file.

export const columnLabels = {
  id: '编号', member_id: '会员 ID', agent_id: '代理 ID', username: '会员名', realname: '姓名', mobile: '手机', email: '邮箱', vip: 'VIP', member: '会员',
  deposit_no: '存款单号', out_trade_no: '取款单号', application_id: '申请编号', adjustment_id: '调整编号', activity_id: '活动编号', tx_id: '转账编号', transaction_id: '流水号', bet_id: '注单号', round_id: '局号',
  method: '方式', amount: '金额', usdt_amount: 'USDT 金额', fee_usdt: 'USDT 手续费', receives: '实收', moved: '实际转移', credits: '入账金额', paid_amount: '实付金额', balance: '余额', balance_after: '变动后余额',
  state: '状态', status: '状态', waits_for: '等待', created_at: '提交时间', claimed_by: '领取人', confirmed_by: '首位确认人', decided_by: '处理人', decided_at: '处理时间', remark: '备注', note: '说明', reason: '原因',
  attempt: '付款次数', provider: '通道', reference: '流水号码', title: '标题', bonus: '奖金', turnover_times: '流水倍数', apply_info: '申请说明', content: '内容', label: '名称', name: '名称',
  joined_at: '注册时间', last_login_at: '最近登录', cash: '中心钱包', venues: '场馆余额', invited_by: '推荐人',
  code: '类型', phase: '阶段', account: '账户', layer: '层', source_type: '来源类型', source_id: '来源编号', actor: '操作者',
  month: '月份', members: '会员数', active: '活跃', base: '计佣基数', carried_in: '上期结转', commissionable: '计佣金额', percent: '比例 %', commission: '佣金', carried_out: '结转下期',
  stake: '投注', valid: '有效投注', payout: '派彩', net: '输赢', promotions: '优惠', corrected: '更正', adds: '计入',
  venue: '场馆', venue_id: '场馆编号', platname: '场馆代码', game: '游戏', game_code: '游戏代码', direction: '方向', checks: '查询次数', next_check_at: '下次查询', resolved_at: '完成时间', placed_at: '投注时间', settled_at: '结算时间',
  category: '分类', rank: '排序', shown: '显示', on_home: '首页', enabled: '启用', image: '图片', src: '图片', kind: '类别', type: '类型', changed_at: '修改时间',
  audience: '范围', recipients: '收件人数', sent_by: '发送人', sent_at: '发送时间', withdrawn_by: '撤回人', withdrawn_at: '撤回时间',
  at: '时间', operator: '操作员', role: '角色', role_label: '角色名称', action: '动作', subject: '对象', address: '地址', agent: '设备', device: '设备标识', others: '其他会员', before: '之前', after: '之后',
  must_change_password: '须改密码', second_factor: '双重验证', sessions: '登录数', allowed: '允许网段', created_by: '创建人',
  proposed_by: '提出人', proposed_at: '提出时间', approved_by: '批准人', list: '列表', filters: '筛选', columns: '列', rows: '行数', begun_at: '开始时间', ended_at: '结束时间',
  verdict: '结果', received_at: '收到时间', expected: '应为', found: '实为', check_name: '检查项', severity: '程度', first_seen_at: '首次发现', last_seen_at: '最近发现', weight: '权重', raised_at: '标记时间',
  last_at: '最近时间', first_at: '首次时间', times: '次数', currency: '币种', fee: '手续费', bank: '银行', bank_owner: '户名', bank_no: '账号',
} as const
export type ColumnName = keyof typeof columnLabels
