import type { Catalogue } from '../say.ts'

export const screeningTexts = {
  'screening.hit_not_found': [404, '匹配不存在'],
  'screening.opinion_missing': '请填写核对意见',
  'screening.dismissal_missing': '请填写排除原因',
  'screening.decided': [409, '该匹配已由{by}{how}'],
  'screening.not_confirmed': [409, '该匹配未被确认，无需解除'],
  'screening.confirmed_by_you': [409, '该匹配由您确认，须由另一位同事解除'],
  'screening.version_not_found': [404, '名单版本不存在'],
  'screening.version_state': [409, '该版本当前为“{state}”，不能执行此操作'],
  'screening.own_version': [409, '不能批准本人上传的名单，请由另一位同事批准'],
  'screening.version_outdated': [409, '读取后已有新的版本生效，请重新上传'],
  'screening.format_list': '该格式不适用于所选名单',
  'screening.too_large': '文件过大，最多 {most} MB',
  'screening.part_missing': [409, '文件不完整，请重新上传'],
  'screening.part_wrong': '文件分段有误，请重新上传',
  'screening.too_many_open': [409, '还有 {count} 个未处理的文件，请先处理'],
} as const satisfies Catalogue
