import type { Catalogue } from '../say.ts'

export const memberTexts = {
  'picture.missing': '请选择图片',
  'picture.format': '仅支持gif和png格式的图片',
  'picture.too_wide': '图片边长不能超过{max}像素',
  'picture.unreadable': '图片无法识别，请更换一张',
} as const satisfies Catalogue

/** What the back office refuses about a member. */
export const memberDeskTexts = {
  'member.not_found': [404, '会员不存在'],
  'member.locked_already': [409, '该会员已被锁定'],
  'member.not_locked': [409, '该会员未被锁定'],
  'member.no_sessions': [409, '没有可结束的登录'],
  'pay_request.not_found': [404, '该申请不存在'],
  'pay_request.open': [409, '该会员已有一项待批准的支付密码重置'],
  'factor_request.open': [409, '该会员已有一项待批准的双重验证解除'],
  'factor_request.no_factor': [409, '该会员没有启用双重验证'],
  'pay_request.decided': [409, '该申请已由{by}处理'],
  'pay_request.own': [409, '您提出的申请须由另一位同事批准'],
  'member.realname_short': '请输入您的真实姓名!',
  'member.realname_hidden': '姓名中有看不见的字符，请重新输入',
  'member.realname_unchanged': '姓名没有变化',
  'test_account.used': [
    409,
    '只有从未存款、转账、游戏，没有邀请关系且不是代理的账户才能标记为测试账户',
  ],
  'test_account.asked': [409, '该账户已申请或已是测试账户'],
  'test_account.not_found': [404, '没有这一申请'],
  'test_account.decided': [409, '该申请已处理'],
  'test_account.own': [409, '您提出的申请须由另一位同事批准'],
  'member.birthday_unchanged': '生日没有变化',
} as const satisfies Catalogue
