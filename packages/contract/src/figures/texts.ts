import type { Catalogue } from '../say.ts'

export const figureTexts = {
  'figures.span': '开始日期不能晚于结束日期，结束日期不能晚于今天，最长 {days} 天',
  'figures.group': '没有这个分组，请从报表打开',
  'figures.mail_missing': '本站未配置邮件发送，定时报表不能填写邮箱',
  'figures.file_not_found': '报表文件不存在',
  'target.past': [409, '该月已结束，目标不能再修改'],
  'target.ahead': '最多提前 {months} 个月设定目标',
  'target.value': '“{figure}”的目标须是大于 0 的数字',
  'target.twice': '同一指标只能填写一次',
  'target.changed': [409, '“{figure}”的目标已被他人修改，请刷新后重试'],
  'target.nothing': '没有修改任何目标',
  'figures.no_failed_letter': '没有发送失败的邮件',
} as const satisfies Catalogue
