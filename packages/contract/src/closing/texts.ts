import type { Catalogue } from '../say.ts'

export const closingTexts = {
  'closing.started': [403, '您已申请注销账户，不能再存款与游戏，余额可以取出'],
  'closing.already': [409, '您已申请注销账户'],
  'closing.closed': [409, '该账户已注销，不能再存入款项'],
  'closing.reason_long': '原因最多 200 个字',
  'closing.under_age_pending': [409, '仍有{what}，请先处理后再批准'],
  'closing.under_age_of_age': '该出生日期已满 {age} 周岁',
  'closing.under_age_known': [409, '该会员已在注销或已注销'],
  'login.closed': '该账户已于 {day} 注销，不能再登录',
} as const satisfies Catalogue
