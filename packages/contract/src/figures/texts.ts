import type { Catalogue } from '../say.ts'

export const figureTexts = {
  'figures.span': '开始日期不能晚于结束日期，结束日期不能晚于今天，最长 {days} 天',
  'figures.mail_missing': '本站未配置邮件发送，定时报表不能填写邮箱',
  'figures.file_not_found': '报表文件不存在',
  'figures.no_failed_letter': '没有发送失败的邮件',
} as const satisfies Catalogue
