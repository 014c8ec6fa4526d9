import type { ConsoleCallName, ConsoleRowOf } from '@tianping/contract/console'
import { everyState, reviewState } from '@tianping/contract/facts'
import { Button } from 'antd'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { stateColumn } from '../../parts/review/stateColumn.tsx'
import { payRequestStates } from '../../parts/states.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import css from './payRequests.module.css'

const list = 'POST /api/console/members/tests/list'
const decideCall = 'POST /api/console/members/tests/decide'
const stale: ConsoleCallName[] = [list]
type TestAccount = ConsoleRowOf<typeof list>
type Props = { account: TestAccount }

const columns: Columns<TestAccount> = [
  memberColumn<TestAccount>(),
  ...stateColumn<TestAccount>(payRequestStates),
  { ...columnOf('reason'), render: (_, row) => row.reason },
  { ...columnOf('asked_by'), render: (_, row) => row.asked_by },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { ...columnOf('decided_by'), render: (_, row) => row.decided_by || '—' },
  { ...columnOf('decided_at'), render: (_, row) => row.decided_at || '—' },
  { title: '处理', key: 'ways', fixed: 'right', render: (_, row) => <Ways account={row} /> },
]

/** One's own request is approved by another. */
function Ways({ account }: Props) {
  const { name } = useOperator()
  if (account.state !== reviewState.waiting) return null
  return (
    <span className={css.ways}>
      <Decide account={account} approve={false} />
      {account.asked_by === name ? (
        <small>须由另一位同事批准</small>
      ) : (
        <Decide account={account} approve />
      )}
    </span>
  )
}

function Decide({ account, approve }: Props & { approve: boolean }) {
  const { member_id: id, username } = account
  const verb = approve ? '批准' : '拒绝'
  return (
    <ActionDialog
      size="small"
      type={approve ? 'primary' : 'default'}
      draft={`testAccount/${id}/${verb}`}
      decision={{
        title: `${verb}标记测试账户：${username}`,
        sentence: approve
          ? '批准后不能撤销：该账户不计入任何报表，不能存款、取款或领取优惠，资金只能由人工调整提供。'
          : '拒绝后该账户仍是普通会员账户，可以再次申请。',
        confirm: verb,
      }}
      action={() => callOnce(decideCall, { id, approve })}
      done={approve ? '已批准' : '已拒绝'}
      stale={stale}
    >
      {verb}
    </ActionDialog>
  )
}

const fields: EditField[] = [
  { name: 'member', label: '会员名或会员 ID', kind: 'text', max: 64 },
  { name: 'remark', label: '用途', kind: 'text', max: 200 },
]
const ask = (_: 'new', v: EditValues) =>
  callOnce('POST /api/console/members/tests/ask', {
    member: String(v['member']),
    remark: String(v['remark']),
  })

/** Accounts of the operator's own for tests, which no report counts. */
export default function TestAccountsPage() {
  const table = useTable(list, { state: everyState })
  const asking = useEdited<'new'>({
    draft: () => 'testAccount/ask',
    action: ask,
    done: '已提交，等待另一位同事批准',
    stale: list,
  })
  return (
    <Room
      title={<MemberTabs current="tests" />}
      tools={
        <>
          <OrderNarrow table={table} states={payRequestStates} label="申请" amounts={false} />
          <span style={{ flex: 1 }} />
          <Button type="primary" onClick={() => asking.start('new')}>
            申请标记
          </Button>
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.member_id}
          label="测试账户"
          empty="没有测试账户"
        />
      </Card>
      {asking.form && (
        <EditDialog
          title="申请标记测试账户"
          fields={fields}
          initial={{ member: '', remark: '' }}
          sentence={() => '只有从未存款、转账、游戏，没有邀请关系且不是代理的账户可以标记。'}
          confirm="提交申请"
          {...asking.form}
        />
      )}
    </Room>
  )
}
