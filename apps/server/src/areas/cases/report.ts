// The report of a suspicious activity: what the books say, and what a person has written.
import { reportFields, type ReportField } from '@tianping/contract/cases/facts'
import { reviewLabels } from '@tianping/contract/facts'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import { openContacts } from '../../kernel/sealedContact.ts'
import type { Case, Movement, Person } from './store/case.sql.ts'
import type { Evidence } from './store/alert.sql.ts'
import { evidenceText } from './evidence.ts'

export type Draft = Record<ReportField, string>
export const emptyDraft: Draft = {
  subject_identity: '',
  suspicion: '',
  source_of_funds: '',
  action_taken: '',
  reporter: '',
}

const names = Object.keys(reportFields) as ReportField[]
/** What a report cannot do without and does not have yet. */
export const missingOf = (draft: Draft): ReportField[] =>
  names.filter(name => draft[name].trim() === '')

/** As the draft is kept, sealed. */
export const draftText = (draft: Draft): string => JSON.stringify(draft)
export function draftOf(text: string | null): Draft {
  const read = text === null ? {} : (JSON.parse(text) as Partial<Draft>)
  return { ...emptyDraft, ...read }
}

export type ReportInputs = {
  found: Case
  people: Person[]
  evidence: Evidence[]
  movements: Movement[]
  draft: Draft
  now: Date
  approvedBy: string
  /** What the contacts of the people open with. */
  keys: SealingKeys
}

const numberOf = ({ caseId, openedAt }: Case) =>
  `STR-${beijing(openedAt).slice(0, 4)}-${String(caseId).padStart(4, '0')}`

const personOf = (keys: SealingKeys) => (p: Person) => ({
  member_id: Number(p.memberId),
  username: p.username,
  realname: p.realname,
  birthday: p.birthday ?? '',
  ...openContacts(keys, p),
  joined_at: beijing(p.joinedAt),
  role: p.alerted ? 'subject' : 'linked',
  relation: p.why,
  deposits_total: yuanOf(p.depositsFen),
  withdrawals_total: yuanOf(p.withdrawalsFen),
  valid_bets_total: yuanOf(p.validFen),
})
const movementOf = (m: Movement) => ({
  member_id: Number(m.memberId),
  kind: m.kind,
  number: m.no,
  at: beijing(m.at),
  amount: yuanOf(m.fen),
  currency: 'CNY',
  method: m.method,
  state: m.state,
  counterparty: m.party,
  account_tail: m.tail,
})

/** The report as data; a field that is empty is named in `missing`. */
export function reportOf(given: ReportInputs) {
  const { found, people, evidence, movements, draft, now, approvedBy, keys } = given
  const times = movements.map(each => beijing(each.at)).toSorted()
  return {
    format: 'tianping-suspicious-activity-report',
    version: 1,
    number: numberOf(found),
    case_id: Number(found.caseId),
    title: found.title,
    opened_at: beijing(found.openedAt),
    made_at: beijing(now),
    proposed_by: found.proposedBy,
    approved_by: approvedBy,
    period: { from: times.at(0) ?? '', to: times.at(-1) ?? '' },
    subjects: people.map(personOf(keys)),
    transactions: movements.map(movementOf),
    indicators: evidence.map(each => ({
      member_id: Number(each.memberId),
      kind: each.kind,
      weight: each.weight,
      raised_at: beijing(each.raisedAt),
      text: evidenceText(each),
    })),
    statement: draft,
    conclusion: found.proposal,
    missing: missingOf(draft),
    member_informed: false,
  }
}
export type Report = ReturnType<typeof reportOf>

const stateLabels: Record<number, string> = Object.fromEntries(
  Object.values(reviewLabels).map((label, n) => [n + 1, label]),
)

/** The same for a person who reads. */
export function reportText(report: Report): string {
  const money = (yuan: number) => `¥${formatFen(BigInt(Math.round(yuan * 100)))}`
  const lines = [
    `可疑交易报告 ${report.number}`,
    '',
    `案件：${report.case_id} ${report.title}`,
    `建案：${report.opened_at}　制作：${report.made_at}`,
    `提出：${report.proposed_by}　批准：${report.approved_by}`,
    `期间：${report.period.from} 至 ${report.period.to}`,
    '是否告知会员：否（依法不得泄露）',
    ...(report.missing.length > 0
      ? [`缺少：${report.missing.map(name => reportFields[name]).join('、')}`]
      : []),
    '',
    '一、主体',
    ...report.subjects.map(
      each =>
        `- ${each.username}（${each.member_id}）${each.realname} ${each.birthday} ${each.role === 'subject' ? '主体' : '关联'}：${each.relation}；存款 ${money(each.deposits_total)}，取款 ${money(each.withdrawals_total)}，有效投注 ${money(each.valid_bets_total)}`,
    ),
    '',
    '二、可疑特征',
    ...report.indicators.map(each => `- ${each.raised_at} ${each.text}`),
    '',
    '三、陈述',
    ...names.map(name => `${reportFields[name]}：${report.statement[name] || '（未填写）'}`),
    '',
    '四、结论',
    report.conclusion,
    '',
    `五、交易（${report.transactions.length} 笔）`,
    ...report.transactions.map(
      each =>
        `- ${each.at} ${each.kind === 'deposit' ? '存款' : '取款'} ${money(each.amount)} ${each.number} ${each.method} ${each.counterparty} ${each.account_tail} ${stateLabels[each.state] ?? ''}`,
    ),
  ]
  return `${lines.join('\r\n')}\r\n`
}
