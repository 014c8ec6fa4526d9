import type { Catalogue } from '../say.ts'

export const vipDeskTexts = {
  'vip.check_missing': '请填写“{check}”的日期与结论',
  'vip.check_day': '“{check}”的日期须为今天或之前',
  'vip.check_old': '“{check}”已超过 {days} 天，请重新核查',
  'vip.not_next': [409, '该会员目前为 VIP{vip}，只能登记下一等级'],
  'vip.no_release': '升至 VIP{vip} 无须放行',
  'vip.release_open': [409, '该等级已有待批准的放行'],
  'vip.release_not_found': [404, '放行记录不存在'],
  'vip.release_decided': [409, '该放行已处理'],
  'vip.release_own': [409, '不能批准自己登记的核查，请由另一位同事处理'],
  // One sentence for every reason: whoever reads it learns of no case.
  'vip.not_now': '目前不能放行该会员，请稍后再试',
} as const satisfies Catalogue
