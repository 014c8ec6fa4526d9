import type { Catalogue } from '../say.ts'

export const dataRightsTexts = {
  'data_export.once_a_day': [409, '每天可申请一次，请在 {again_at} 后再试'],
  'data_export.none': [404, '没有可下载的文件，请重新申请'],
  'data_export.link_over': [404, '下载链接已失效，请重新验证密码'],
  'data_request.kind': '请选择申请类型',
  'data_request.content': '请写明您的要求，最多 1000 个字',
  'data_request.open': [409, '您已有一项同类申请正在处理'],
  'data_request.not_found': [404, '该申请不存在'],
  'data_request.decided': [409, '该申请已由{by}处理'],
  'data_request.not_closed': [409, '会员的账户尚未注销，注销后才能删除个人信息'],
  'data_request.held': [409, '该账户的资料目前依法须保留，暂不能删除'],
  'data_request.claimed': [409, '该会员仍有{what}，结束后才能删除个人信息'],
  'data_request.own_first': [409, '删除个人信息须由另一位同事复核'],
  'data_request.answer_missing': '请填写给会员的答复，最多 1000 个字',
  'data_request.restricted': [
    409,
    '已按申请限制处理个人信息，资料、联系方式与收款账户暂不能修改；如需解除请联系客服',
  ],
  'data_request.not_restricting': [409, '该申请没有生效中的限制'],
  'data_request.extended': [409, '期限只能延长一次'],
} as const satisfies Catalogue
