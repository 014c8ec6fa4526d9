import { useQuery } from '@tanstack/react-query'
import { caseDecisions } from '@tianping/contract/cases/facts'
import { flagLabels, flagState } from '@tianping/contract/risk/facts'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { Pending } from '../../ui/Pending.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { CaseFiles } from './CaseFiles.tsx'
import { CaseNotes } from './CaseNotes.tsx'
import { CaseWays } from './CaseWays.tsx'
import { ReportDraft } from './ReportDraft.tsx'
import { stateOf, type Case } from './caseState.ts'
import css from './cases.module.css'

type Person = Case['people'][number]
type Evidence = Case['evidence'][number]
type Day = Case['days'][number]

const SHOW = 'POST /api/console/aml/show'

const people: PlainColumn<Person>[] = [
  { title: '会员', cell: row => <a href={href(`/members/${row.id}`)}>{row.username}</a> },
  { title: '姓名', cell: row => row.realname },
  { title: '关系', cell: row => `${row.alerted ? '主体' : '关联'} · ${row.why}` },
  { title: '存款', cell: row => <Money amount={row.deposits_total} /> },
  { title: '取款', cell: row => <Money amount={row.withdrawals_total} /> },
  { title: '有效投注', cell: row => <Money amount={row.valid_total} /> },
  {
    title: '放款',
    cell: row => (
      <Status tone={row.holds ? 'bad' : 'plain'}>{row.holds ? '已暂停' : '未限制'}</Status>
    ),
  },
]
const evidence: PlainColumn<Evidence>[] = [
  { title: '时间', cell: row => row.raised_at },
  { title: '会员', cell: row => row.username },
  {
    title: '事实',
    cell: row => (
      <a
        href={
          row.source === 'flag'
            ? href('/risk', { state: row.state, open: row.alert_id })
            : href('/screening', { state: row.state, open: row.alert_id })
        }
      >
        {row.text}
      </a>
    ),
  },
  {
    title: '状态',
    cell: row => {
      const name = (Object.keys(flagState) as (keyof typeof flagState)[]).find(
        each => flagState[each] === row.state,
      )
      return name ? flagLabels[name] : row.state
    },
  },
]
const days: PlainColumn<Day>[] = [
  { title: '日期', cell: row => row.day },
  { title: '存款', cell: row => <Money amount={row.deposits} /> },
  { title: '取款', cell: row => <Money amount={row.withdrawals} /> },
  { title: '有效投注', cell: row => <Money amount={row.valid} /> },
]

/** One case: who and what it is about, its record, and how it ends. */
export default function CasePage({ id }: { id: number }) {
  const query = useQuery({
    queryKey: [SHOW, { case_id: id }],
    queryFn: ({ signal }) => call(SHOW, { case_id: id }, signal),
  })
  const { data } = query
  return (
    <Room
      title={
        <>
          <a href="#/cases">案件</a> AC-{id}
        </>
      }
      tools={data && <CaseWays item={data} />}
    >
      {data ? <Whole item={data} /> : <Pending query={query} />}
    </Room>
  )
}

function Whole({ item }: { item: Case }) {
  const { tone, text } = stateOf(item)
  return (
    <>
      <Card>
        <div className={css.lead}>
          <b>{item.title}</b>
          <Status tone={tone}>{text}</Status>
          <span>权重 {item.weight}</span>
          <span>
            {item.opened_by === 'system' ? '自动建案' : `${item.opened_by} 建案`} {item.created_at}
          </span>
          <span>负责人 {item.assigned_to || '未分配'}</span>
          <span className={css.due} data-late={item.overdue}>
            期限 {item.due_at}
            {item.overdue && '（已超期）'}
          </span>
        </div>
        {item.decision !== '' && (
          <p className={css.proposal}>
            结论：{caseDecisions[item.decision]}（{item.proposed_by} {item.proposed_at} 提出
            {item.decided_by && `，${item.decided_by} ${item.closed_at} 批准`}）：{item.proposal}
          </p>
        )}
      </Card>
      <div className={css.case}>
        <div className={css.main}>
          <Card title={`会员 ${item.members}`}>
            <PlainTable label="会员" columns={people} rows={item.people} rowKey={row => row.id} />
          </Card>
          <Card title={`证据 ${item.alerts}`}>
            <PlainTable
              label="证据"
              columns={evidence}
              rows={item.evidence}
              rowKey={row => `${row.source}${row.alert_id}`}
            />
          </Card>
          <Card title="资金流（最近有往来的七天）">
            <PlainTable label="资金流" columns={days} rows={item.days} rowKey={row => row.day} />
          </Card>
          <ReportDraft key={item.case_id} item={item} />
        </div>
        <aside className={css.side}>
          <CaseNotes item={item} />
          <CaseFiles item={item} />
        </aside>
      </div>
    </>
  )
}
