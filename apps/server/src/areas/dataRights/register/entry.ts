/** Why the law lets us have it. */
export type Basis = 'contract' | 'law' | 'consent' | 'interest'

/** One table that has rows of members, as the record of processing activities names it. */
export type Entry = {
  table: string
  /** The column that names the member. */
  owner: 'member_id' | 'agent_id' | 'friend_id'
  /** What the file of the member's copy is called, and what the rows are for. */
  label: string
  purpose: string
  basis: Basis
  retention: string
  /** Columns of the member's copy; none where `withheld` says why. */
  exported: readonly string[]
  /** Those of them that lie sealed, and are opened for the copy. */
  sealed?: readonly string[]
  /** Every other column, and why the copy lacks it. */
  withheld: Readonly<Record<string, string>>
  /** What an erasure does with the rows. */
  erased: 'deleted' | 'blotted' | 'kept by id'
}

/** The columns that only the software reads. */
export const technical = (...columns: string[]) =>
  Object.fromEntries(columns.map(column => [column, '技术字段']))
/** Whoever reads it could act as the member. */
export const secrets = (...columns: string[]) =>
  Object.fromEntries(columns.map(column => [column, '安全凭据']))
/** The work and the names of staff. */
export const ofStaff = (...columns: string[]) =>
  Object.fromEntries(columns.map(column => [column, '员工信息']))
export const ofOthers = (...columns: string[]) =>
  Object.fromEntries(columns.map(column => [column, '涉及他人']))
/** Telling would defeat the check. */
export const ofChecks = (...columns: string[]) =>
  Object.fromEntries(columns.map(column => [column, '风险防控']))

export const retained = {
  account: '账户存续期间，注销并删除后不再保留',
  law: '注销后按法定年限（设置 data_rights.recordYears）',
  ledger: '账簿永久保留，仅以编号关联',
} as const
