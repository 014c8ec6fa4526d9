import type { ConsoleRowOf } from '@tianping/contract/console'
import { assessmentLevels, type AssessmentLevel } from '@tianping/contract/verification/facts'
import { Button, Tag } from 'antd'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'

const name = 'POST /api/console/assessments/list'
type Row = ConsoleRowOf<typeof name>

const columns: Columns<Row> = [
  {
    title: '会员',
    key: 'username',
    render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
  },
  { title: '达到门槛', key: 'reached_at', render: (_, row) => row.reached_at },
  {
    title: '最迟',
    key: 'due_at',
    render: (_, row) => (
      <>
        {row.due_at} {row.late && <Tag color="error">已逾期，存款与游戏已停</Tag>}
      </>
    ),
  },
]

const fields: EditField[] = [
  {
    name: 'level',
    label: '风险等级',
    kind: 'choice',
    options: Object.entries(assessmentLevels).map(([value, label]) => ({ value, label })),
  },
  { name: 'remark', label: '依据：资金来源、预期用途（必填）', kind: 'text', max: 200 },
]

/** Members whose sums reached the threshold of due diligence, to be assessed in time. */
export default function AssessmentsPage() {
  const table = useTable(name, {})
  const { may } = useOperator()
  const assessing = useEdited<Row>({
    draft: ({ member_id }) => `assessment/${member_id}`,
    action: ({ member_id }, v) =>
      callOnce('POST /api/console/assessments/assess', {
        member_id,
        level: String(v['level']) as AssessmentLevel,
        remark: String(v['remark']),
      }),
    done: '已记录',
    stale: name,
  })
  const actions: Columns<Row>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) =>
      may('verification.review') && (
        <Button size="small" onClick={() => assessing.start(row)}>
          评估
        </Button>
      ),
  }
  return (
    <Room
      title="风险评估"
      tools={
        <>
          <Button href={href('/verifications')}>返回身份认证</Button>
          <NarrowDays table={table} label="最迟" />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={[...columns, actions]}
          rowKey={row => row.member_id}
          label="待评估会员"
          empty="没有待评估的会员"
        />
      </Card>
      {assessing.what && assessing.form && (
        <EditDialog
          title={`风险评估：${assessing.what.username}`}
          fields={fields}
          initial={{ level: 'low', remark: '' }}
          confirm="确认评估"
          {...assessing.form}
        />
      )}
    </Room>
  )
}
