import type { Catalogue } from '../say.ts'

export const dutiesTexts = {
  'duties.day_missing': '请填写完成日期',
  'duties.day_future': '完成日期不能晚于今天',
  'duties.due_order': '到期日须晚于完成日期',
  'duties.due_late': '到期日不能晚于 {latest}',
  'duties.done_by_missing': '请填写执行人或机构',
  'duties.reference_missing': '请填写报告或证书编号',
  'duties.reason_missing': '没有证书编号时，请写明为何无需重新认证',
  'duties.hash_format': '文件指纹须为 64 位十六进制的 SHA-256',
  'duties.hash_missing': '请填写对应程序的 SHA-256',
  'duties.subject_unknown': '没有这一对象的合规事项',
  'duties.own_role': '不能复核自己所在的角色，请由另一位同事登记',
  'duties.own_training': '不能登记自己的培训，请由另一位同事登记',
  'duties.untrained': [403, '您的培训记录缺失或已过期，完成培训并登记后才能处理'],
} as const satisfies Catalogue
