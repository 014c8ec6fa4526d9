import type { Catalogue } from '../say.ts'

export const casesTexts = {
  'aml.not_found': [404, '案件不存在'],
  'aml.closed': [409, '案件已结案'],
  'aml.proposed': [409, '案件结论待批准，请先退回'],
  'aml.not_proposed': [409, '案件还没有提出结论'],
  'aml.own_proposal': [409, '不能批准本人提出的结论，请由另一位同事批准'],
  'aml.note_missing': '请填写备注',
  'aml.reason_missing': '请填写理由',
  'aml.report_missing': '报送资料不完整，缺少：{fields}',
  'aml.open_already': [409, '该会员已在案件 {case} 中'],
  'aml.assignee': '该员工不能处理案件',
  'aml.days': '请填写 1 到 90 天',
  'aml.file_not_found': [404, '文件不存在'],
  'aml.file_too_large': '文件最大 {most} MB',
  'aml.file_part': '文件分段有误，请重新上传',
  'aml.files': [409, '一个案件最多 {most} 个文件'],
  'aml.not_restricted': [409, '没有需要解除的限制'],
  'aml.closed_by_you': [409, '限制由您参与决定，须由另一位同事解除'],
} as const satisfies Catalogue
