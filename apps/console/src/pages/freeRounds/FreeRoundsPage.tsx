import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { grantSources, grantState } from '@tianping/contract/freeRounds/facts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { TurnDown } from '../../parts/dialogs/TurnDown.tsx'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Find } from '../../parts/list/Find.tsx'
import { NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { grantStates, optionsOf, statusIn } from '../../parts/states.ts'
import { MonthBudget } from '../shared/MonthBudget.tsx'
import { Needs } from '../shared/Needs.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Long, LongNumber } from '../../ui/values/Long.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'

const listCall = 'POST /api/console/free-rounds/list'
const budgetCall = 'POST /api/console/free-rounds/budget'
type Row = ConsoleRowOf<typeof listCall>
const stale = [listCall, budgetCall] as const

const columns: Columns<Row> = [
  { ...columnOf('grant_no'), render: (_, row) => <LongNumber text={row.grant_no} /> },
  memberColumn<Row>(),
  { ...columnOf('venue'), render: (_, row) => row.venue },
  { ...columnOf('games'), render: (_, row) => <Long text={row.games} width="16ch" /> },
  {
    ...columnOf('stake'),
    title: '每转注额',
    align: 'right',
    render: (_, row) => <Money amount={row.stake} />,
  },
  {
    ...columnOf('used'),
    align: 'right',
    render: (_, row) => `${row.used} / ${row.rounds}`,
  },
  {
    ...columnOf('won'),
    align: 'right',
    render: (_, row) => <Money amount={row.won} />,
  },
  {
    ...columnOf('paid'),
    align: 'right',
    render: (_, row) => <Money amount={row.paid} strong />,
  },
  {
    ...columnOf('source'),
    render: (_, row) => `${grantSources[row.source]}${row.reason ? `：${row.reason}` : ''}`,
  },
  {
    ...columnOf('state'),
    render: (_, row) => {
      const { tone, text } = statusIn(grantStates, row.state)
      return (
        <>
          <Status tone={tone}>{text}</Status>
          {row.said && <Long text={row.said} width="20ch" />}
        </>
      )
    },
  },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { ...columnOf('ends_at'), render: (_, row) => row.ends_at },
  { title: '', key: 'ways', render: (_, row) => <Ways row={row} /> },
]

function Ways({ row }: { row: Row }) {
  const { name, may } = useOperator()
  if (!may('activity.review')) return null
  const { grant_no, username } = row
  const worth = yuan(row.stake * row.rounds)
  if (row.state === grantState.open)
    return (
      <ActionDialog
        size="small"
        danger
        draft={`free-rounds/${grant_no}/end`}
        decision={{
          title: '终止赠送',
          sentence: `终止 ${username} 的赠送旋转，未用次数作废，已赢得的金额照常结算`,
          required: '说明原因',
          confirm: '终止',
        }}
        action={remark => callOnce('POST /api/console/free-rounds/end', { grant_no, remark })}
        done="已终止"
        stale={[...stale]}
      >
        终止
      </ActionDialog>
    )
  if (row.state !== grantState.waiting) return null
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      <ActionDialog
        size="small"
        own={row.proposed_by === name}
        draft={`free-rounds/${grant_no}/approve`}
        decision={{
          title: '批准赠送',
          sentence: `向 ${username} 赠送 ${row.rounds} 次旋转，注额合计 ${worth}`,
          confirm: `批准 ${worth}`,
        }}
        action={() => callOnce('POST /api/console/free-rounds/approve', { grant_no })}
        done="已批准"
        stale={[...stale]}
      >
        批准
      </ActionDialog>
      <TurnDown
        size="small"
        what="赠送"
        which={` ${username} 的 ${row.rounds} 次赠送旋转`}
        proposedBy={row.proposed_by}
        draft={`free-rounds/${grant_no}/reject`}
        action={remark => callOnce('POST /api/console/free-rounds/reject', { grant_no, remark })}
        stale={stale}
      />
    </div>
  )
}

/** Rounds that the house gave to members, with the month's budget. */
export default function FreeRoundsPage() {
  const table = useTable(listCall, { state: everyState, q: '' })
  return (
    <Room
      title="赠送旋转"
      tools={
        <>
          <span style={{ flex: 1 }} />
          <NarrowStates table={table} options={optionsOf(grantStates)} every={everyState} />
          <NarrowDays table={table} label="发放" />
          <Find table={table} width={230} placeholder="编号、会员名、会员 ID" />
          <Needs permission="activity.review" what="赠送">
            <Give />
          </Needs>
        </>
      }
    >
      <MonthBudget from={budgetCall} of={budgetLabels} />
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.grant_no}
          label="赠送旋转"
          empty="没有赠送旋转"
        />
      </Card>
    </Room>
  )
}

const useBudget = () =>
  useQuery({ queryKey: [budgetCall], queryFn: ({ signal }) => call(budgetCall, {}, signal) }).data

const budgetLabels = { budget: '本月注额', given: '已发放注额', left: '剩余', paid: '已派发金额' }

const fields: EditField[] = [
  { name: 'member', label: '会员名或会员 ID', kind: 'text', max: 32 },
  { name: 'venue', label: '场馆代码', kind: 'text', max: 12 },
  { name: 'games', label: '游戏代码（可填多个，用逗号分隔）', kind: 'text', max: 400 },
  { name: 'stake', label: '每转注额（元）', kind: 'text', max: 12 },
  { name: 'rounds', label: '次数', kind: 'number' },
  { name: 'days', label: '有效天数', kind: 'number' },
  { name: 'turnover_times', label: '流水倍数（0 为不要求）', kind: 'number' },
  { name: 'reason', label: '原因（必填，审计可见）', kind: 'long', max: 200, rows: 2 },
]
const initial = {
  member: '',
  venue: '',
  games: '',
  stake: '',
  rounds: 10,
  days: 7,
  turnover_times: 10,
  reason: '',
}

/** Gives rounds by hand; from the limit on another person has to approve it. */
function Give() {
  const budget = useBudget()
  const { start, form } = useEdited<'give'>({
    draft: what => `free-rounds/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/free-rounds/give', {
        member: String(v['member']),
        venue: String(v['venue']),
        games: String(v['games']),
        stake: String(v['stake']),
        rounds: Number(v['rounds']),
        days: Number(v['days']),
        turnover_times: Number(v['turnover_times']),
        reason: String(v['reason']),
      }),
    done: '已提交',
    stale: [...stale],
  })
  return (
    <>
      <Button type="primary" onClick={() => start('give')}>
        发放
      </Button>
      {form && (
        <EditDialog
          title="发放赠送旋转"
          fields={fields}
          initial={initial}
          abreast
          sentence={v => {
            const worth = Number(v['stake']) * Number(v['rounds'])
            const alone = worth + (budget?.given_alone ?? 0)
            const second = budget && alone >= budget.second_from ? '，须由另一位同事批准' : ''
            return worth > 0 ? `注额合计 ${yuan(worth)}${second}` : '赢得的金额在用完或到期后派发'
          }}
          confirm="提交"
          {...form}
        />
      )}
    </>
  )
}
