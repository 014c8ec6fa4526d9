import type { Catalogue } from '../say.ts'

/** What the forms of a verified contact and of a forgotten password check. */
export const contactForm = {
  'contact.code_missing': '请输入6位验证码',
  'contact.password_missing': '请输入登录密码',
  'recover.name_missing': '请输入您的账号！',
  'recover.password_short': '请输入正确的密码长度，最少6位！',
  'recover.passwords_differ': '两次密码不一致！',
} as const satisfies Catalogue

export const contactTexts = {
  'contact.missing': '请先在个人资料中填写{channel}',
  'contact.channel_off': '暂未开通{channel}验证，请联系客服',
  'contact.verified': '该{channel}已验证',
  'contact.code_wrong': '验证码错误或已过期',
  'contact.password_wrong': '登录密码错误',
  'notices.off': '推送尚未开通',
  'notices.key_changed': '推送设置已更新，请刷新页面后重试',
  'notices.endpoint': '此浏览器的推送服务暂不支持，可改用邮件',
  'notices.mail_unverified': '请先验证邮箱，再开启邮件提醒',
  'notices.mail_off': '邮件提醒尚未开通',
} as const satisfies Catalogue

export const deliveryTexts = {
  'delivery.not_found': [404, '发送记录不存在'],
  'delivery.not_failed': [409, '只有发送失败的记录可以重新发送'],
  'delivery.gone': [409, '内容已不再保留，请会员重新操作一次'],
  'delivery.contact_format': '请输入正确的{channel}',
  'delivery.off': [409, '该通道未配置'],
} as const satisfies Catalogue
