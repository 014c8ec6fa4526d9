import type { Catalogue } from '../say.ts'

/** What the forms of registration, log-in, profile and passwords check (P1-5, P2-5). */
export const accountForm = {
  'register.name_format': '用户名长度6~11位，以字母或数字组合！',
  'register.password_short': '请输入正确的密码长度，最少6位！',
  'register.passwords_differ': '两次密码不一致！',
  'register.realname_short': '请输入您的真实姓名!',
  'register.pay_password_short': '请输入正确的支付密码长度，最少6位！',
  'register.pay_password_long': '请输人支付密码长度',
  'captcha.missing': '请输入验证码！',
  'captcha.wrong': '验证码错误！',
  'login.missing': '请输入您的账号和密码！',
  'profile.mobile_format': '请输入正确手机号',
  'profile.email_format': '请输入正确邮箱号',
  'profile.birthday_format': '请输入正确的日期格式：YYYY-MM-DD',
  'profile.birthday_early': '生日最早为1980-01-01',
  'password.old_missing': '请输入旧密码',
  'password.new_missing': '请输入新密码',
  'password.old_short': '请输入正确的旧密码长度',
  'password.new_short': '请输入正确的新密码长度',
  'password.confirm_missing': '请输入确认密码',
  'password.unchanged': '新旧密码不能一致！',
} as const satisfies Catalogue

export const accountTexts = {
  'register.name_taken': '该用户名已被注册',
  'login.wrong': '账号或密码错误',
  'login.proof_needed': [
    429,
    '该账号近期登录尝试过多，请{minutes}分钟后再试，或使用曾登录过该账号的设备登录',
  ],
  'login.once_over': '一次性密码已过期，请联系客服重新获取',
  'login.locked': '账号已被锁定，请联系客服',
  'password.too_simple': '密码过于简单，请更换一个',
  'password.must_change': [403, '请先修改登录密码'],
  'password.old_wrong': '旧密码错误',
  'pay_password.must_change': '支付密码为一次性密码，请先修改支付密码',
  'pay_password.wrong': '支付密码错误，还可尝试{left}次',
  'pay_password.locked': '支付密码连续输错{failures}次，已锁定，请{minutes}分钟后再试',
} as const satisfies Catalogue
