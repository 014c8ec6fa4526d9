import { planShares } from '@tianping/contract/agent/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState, reviewState } from '@tianping/contract/facts'
import { addMonths, beijingMonth } from '@tianping/money/day'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { TurnDown } from '../../parts/dialogs/TurnDown.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { optionsOf, orderStates, statusIn } from '../../parts/states.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { AgentTabs } from './AgentTabs.tsx'

const list = 'POST /api/console/agent-plans/list'
type Row = ConsoleRowOf<typeof list>

const columns: Columns<Row> = [
  {
    title: '代理',
    key: 'agent',
    fields: ['agent_id', 'username'],
    render: (_, row) => <a href={href(`/members/${row.agent_id}`)}>{row.username}</a>,
  },
  {
    ...columnOf('name'),
    render: (_, row) => (
      <>
        {row.name}
        <div>编号 {row.id}</div>
      </>
    ),
  },
  {
    ...columnOf('plan_terms'),
    render: (_, row) => (
      <div style={{ width: 340, whiteSpace: 'normal' }}>
        {row.plan_terms.map(line => (
          <div key={line}>{line}</div>
        ))}
      </div>
    ),
  },
  { ...columnOf('from_month'), render: (_, row) => row.from_month },
  {
    ...columnOf('proposed_by'),
    render: (_, row) => (
      <>
        {row.proposed_by}
        <div>{row.created_at.slice(0, 16)}</div>
      </>
    ),
  },
  {
    ...columnOf('state'),
    render: (_, row) => {
      const { tone, text } = statusIn(orderStates, row.state)
      return (
        <>
          <Status tone={tone}>{text}</Status>
          {row.decided_by && (
            <div>
              {row.decided_by} {row.remark}
            </div>
          )}
        </>
      )
    },
  },
  {
    title: '',
    key: 'ways',
    render: (_, row) => row.state === reviewState.waiting && <Decide row={row} />,
  },
]

/** Plans of agents: proposed by one operator, approved by another before they begin. */
export default function PlansPage() {
  const table = useTable(list, { state: everyState, q: '' })
  const { may } = useOperator()
  return (
    <Room
      title={<AgentTabs current="plans" />}
      tools={
        <>
          {may('agent.review') && <Propose />}
          <span style={{ flex: 1 }} />
          <NarrowStates table={table} options={optionsOf(orderStates)} every={everyState} />
          <NarrowDays table={table} label="提交" />
          <SearchBox
            value={table.filters.q}
            placeholder="代理名、会员 ID"
            onSearch={q => table.set({ q })}
          />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="佣金方案"
          empty="没有佣金方案：代理按通用规则计佣"
        />
      </Card>
    </Room>
  )
}

const hasCpa = (v: EditValues) => String(v['cpa'] ?? '') !== ''
const fields: EditField[] = [
  { name: 'agent_id', label: '代理的会员 ID', kind: 'text', max: 15, focus: true },
  { name: 'name', label: '方案名称', kind: 'text', max: 30 },
  { name: 'from_month', label: '起始月份（须晚于本月）', kind: 'month' },
  {
    name: 'share',
    label: '直属会员分成',
    kind: 'choice',
    options: Object.entries(planShares).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'percent',
    label: '固定比例（%）',
    kind: 'text',
    max: 6,
    when: v => v['share'] === 'percent',
  },
  {
    name: 'level2',
    label: '二级会员比例（%，留空为不计）',
    kind: 'text',
    max: 6,
    when: v => v['share'] !== 'none',
  },
  {
    name: 'level3',
    label: '三级会员比例（%，留空为不计）',
    kind: 'text',
    max: 6,
    when: v => v['share'] !== 'none',
  },
  { name: 'cpa', label: '每位首存会员（元，留空为不计）', kind: 'text', max: 12 },
  { name: 'min_deposit', label: '首笔存款至少（元）', kind: 'text', max: 12, when: hasCpa },
  { name: 'min_valid', label: '累计有效投注至少（元）', kind: 'text', max: 12, when: hasCpa },
  {
    name: 'verified',
    label: '身份认证',
    kind: 'choice',
    options: [
      { value: 'no', label: '不要求' },
      { value: 'yes', label: '须已完成' },
    ],
    when: hasCpa,
  },
  { name: 'cpa_most', label: '每月最多计（位，0 为不限）', kind: 'number', when: hasCpa },
  { name: 'note', label: '说明（仅后台可见）', kind: 'long', max: 200, rows: 2 },
]

const textOf = (v: EditValues, name: string) => String(v[name] ?? '')
/** A field that is not shown says nothing. */
const shownOf = (v: EditValues, name: string) =>
  fields.find(field => field.name === name)?.when?.(v) === false ? '' : textOf(v, name)

const send = (v: EditValues) =>
  callOnce('POST /api/console/agent-plans/propose', {
    agent_id: Number(v['agent_id']),
    name: textOf(v, 'name'),
    from_month: textOf(v, 'from_month'),
    share: textOf(v, 'share') as keyof typeof planShares,
    percent: shownOf(v, 'percent'),
    level2: shownOf(v, 'level2'),
    level3: shownOf(v, 'level3'),
    cpa: textOf(v, 'cpa'),
    min_deposit: shownOf(v, 'min_deposit'),
    min_valid: shownOf(v, 'min_valid'),
    verified: shownOf(v, 'verified') === 'yes',
    cpa_most: Number(shownOf(v, 'cpa_most')),
    note: textOf(v, 'note'),
  })

const initialOf = (): EditValues => ({
  agent_id: '',
  name: '',
  from_month: addMonths(beijingMonth(new Date()), 1),
  share: 'house',
  percent: '',
  level2: '',
  level3: '',
  cpa: '',
  min_deposit: '',
  min_valid: '',
  verified: 'no',
  cpa_most: 0,
  note: '',
})

/** Another person has to approve it before its first month begins. */
function Propose() {
  const { start, form } = useEdited<'plan'>({
    draft: () => 'agent-plans/propose',
    action: (_, values) => send(values),
    done: '已提交，等待另一位同事复核',
    stale: [list, 'POST /api/console/counts'],
  })
  return (
    <>
      <Button type="primary" onClick={() => start('plan')}>
        新建佣金方案
      </Button>
      {form && (
        <EditDialog
          title="新建佣金方案"
          fields={fields}
          initial={initialOf()}
          abreast
          sentence={() => '须由另一位同事在起始月份前批准；不追溯已开始的月份，批准后不能更改'}
          confirm="提交"
          {...form}
        />
      )}
    </>
  )
}

function Decide({ row: { id, name, username, from_month, proposed_by } }: { row: Row }) {
  const operator = useOperator()
  if (!operator.may('commission.review')) return null
  const stale = [list, 'POST /api/console/counts'] as const
  return (
    <span style={{ display: 'flex', gap: 8 }}>
      <ActionDialog
        size="small"
        type="primary"
        own={proposed_by === operator.name}
        draft={`agent-plans/${id}/approve`}
        decision={{
          title: '批准佣金方案',
          sentence: `自 ${from_month} 起，${username} 的佣金按“${name}”计算，并通知代理`,
          confirm: '批准',
        }}
        action={() => callOnce('POST /api/console/agent-plans/approve', { id })}
        done="已批准"
        stale={[...stale]}
      >
        批准
      </ActionDialog>
      <TurnDown
        size="small"
        what="佣金方案"
        which={` ${username} 的“${name}”，佣金照旧`}
        proposedBy={proposed_by}
        draft={`agent-plans/${id}/reject`}
        action={remark => callOnce('POST /api/console/agent-plans/reject', { id, remark })}
        stale={stale}
      />
    </span>
  )
}
