/** How far a case is, as operators read it. */
export const caseStates = { open: '调查中', proposed: '待批准', closed: '已结案' } as const
export type CaseState = keyof typeof caseStates

/** What a case ends with. */
export const caseDecisions = {
  unfounded: '排除嫌疑',
  restrict: '限制放款',
  report: '报送可疑交易',
} as const
export type CaseDecision = keyof typeof caseDecisions

/** Filter of the list. */
export const caseFilters = { open: '处理中', closed: '已结案', '': '全部' } as const
export type CaseFilter = keyof typeof caseFilters

/** What stands in the record of a case. */
export const caseNotes = {
  note: '备注',
  opened: '建案',
  joined: '并入',
  assigned: '分派',
  due: '期限',
  file: '文件',
  proposed: '提出结论',
  returned: '退回',
  closed: '结案',
} as const
export type CaseNote = keyof typeof caseNotes

/** What a report says beyond the books, in its order. */
export const reportFields = {
  subject_identity: '主体身份资料',
  suspicion: '可疑特征与理由',
  source_of_funds: '资金来源',
  action_taken: '已采取的措施',
  reporter: '报送人及联系方式',
} as const
export type ReportField = keyof typeof reportFields

/** Files of a case: bytes of one piece, of a file, and how many. */
export const FILE_PART_BYTES = 128 * 1024
export const MOST_FILE_BYTES = 8 * 1024 * 1024
export const MOST_FILES = 50
