import type { Catalogue } from '../say.ts'

/** What is refused whatever the call is about. */
export const requestTexts = {
  'request.malformed': '请求格式不正确',
  'request.invalid': '请求参数不正确',
  'request.key_format': '操作编号格式不正确',
  'request.key_reused': [409, '同一操作编号对应了不同的内容，请刷新后重试'],
  'request.still_running': [409, '上一次操作仍在处理中，请稍后查看记录'],
  'request.given_up': [409, '上一次操作未发生，请重新提交'],
  'request.not_from_console': [403, '请从管理后台操作'],
  'request.not_found': [404, '请求的地址不存在'],
  'request.too_large': [413, '请求内容过大'],
  'request.picture_too_large': [413, '图片不能超过{max}MB'],
  'request.file_too_large': [413, '文件不能超过{max}MB'],
  'request.throttled': [429, '尝试次数过多，请{minutes}分钟后再试'],
  'request.failed': [500, '服务器繁忙，请稍后再试'],
  'request.busy': [503, '服务器繁忙，请稍后再试'],
  'session.over': [401, '登录已过期，请重新登录'],
} as const satisfies Catalogue
