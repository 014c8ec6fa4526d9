import type { ConsoleRowOf } from '@tianping/contract/console'
import { payeeStates, type PayeeState } from '@tianping/contract/cashier/facts'
import { Button } from 'antd'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Status, type Tone } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { stale } from './batch.ts'
import css from './batches.module.css'
import { Tabs } from './Tabs.tsx'
import { NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'

const listCall = 'POST /api/console/payees/list'
type Row = ConsoleRowOf<typeof listCall>

const toneOf: Readonly<Record<PayeeState, Tone>> = {
  waiting: 'waiting',
  listed: 'good',
  removed: 'plain',
}

const columns: Columns<Row> = [
  memberColumn<Row>(),
  { title: '收款账户', key: 'receives', render: (_, row) => row.receives },
  {
    title: '状态',
    key: 'state',
    render: (_, row) => <Status tone={toneOf[row.state]}>{payeeStates[row.state]}</Status>,
  },
  { ...columnOf('payable_from'), render: (_, row) => row.payable_from || '—' },
  { title: '登记', key: 'added_by', render: (_, row) => `${row.added_by} ${row.created_at}` },
  {
    title: '确认',
    key: 'listed_by',
    render: (_, row) => (row.listed_by ? `${row.listed_by} ${row.listed_at}` : '—'),
  },
  { title: '说明', key: 'remark', render: (_, row) => <Long text={remarkOf(row)} width="16ch" /> },
  { title: '', key: 'ways', render: (_, row) => <Ways row={row} /> },
]

const remarkOf = (row: Row) =>
  row.state === 'removed'
    ? `${row.removed_by} ${row.removed_at} 移除：${row.removed_for}`
    : row.remark || '—'

function Ways({ row }: { row: Row }) {
  const { name, may } = useOperator()
  if (!may('payout.pay') || row.state === 'removed') return null
  const { payee_id, username, receives } = row
  return (
    <div className={css.ways} style={{ margin: 0 }}>
      {row.state === 'waiting' && (
        <ActionDialog
          type="primary"
          size="small"
          own={row.added_by === name}
          draft={`payees/${payee_id}/confirm`}
          decision={{
            title: '确认列入付款名单',
            sentence: `${username} 的 ${receives}，由 ${row.added_by} 登记`,
            warning: '请先向会员核对账户；确认后经过规则所设的小时数，付款文件才可付给该账户。',
            confirm: '确认列入',
          }}
          action={remark => callOnce('POST /api/console/payees/confirm', { payee_id, remark })}
          done="已列入付款名单"
          stale={stale}
        >
          确认
        </ActionDialog>
      )}
      <ActionDialog
        size="small"
        danger
        draft={`payees/${payee_id}/remove`}
        decision={{
          title: '移出付款名单',
          sentence: `${username} 的 ${receives} 立即不能再由付款文件付款`,
          label: '移出原因（必填）',
          required: '移出原因',
          confirm: '移出名单',
        }}
        action={remark => callOnce('POST /api/console/payees/remove', { payee_id, remark })}
        done="已移出付款名单"
        stale={stale}
      >
        移出
      </ActionDialog>
    </div>
  )
}

const states = Object.entries(payeeStates).map(([value, label]) => ({ value, label }))

/** The accounts that files for the bank may pay, where the rule asks for such a list. */
export function Payees() {
  const table = useTable(listCall, { state: '' })
  const { may } = useOperator()
  return (
    <Room
      title={<Tabs current="payees" />}
      tools={
        <>
          {may('payout.pay') && <Add />}
          <span style={{ flex: 1 }} />
          <NarrowDays table={table} label="登记" />
          <NarrowStates table={table} options={states} every="" />
        </>
      }
    >
      <p className={css.hint}>
        规则 › 存取款 › 付款批次 开启后，付款文件只付名单内的账户。列入须两人，移出一人即可。
      </p>
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.payee_id}
          label="付款名单"
          empty="名单中还没有账户"
        />
      </Card>
    </Room>
  )
}

const fields: EditField[] = [
  { name: 'out_trade_no', label: '取款单号', kind: 'text', max: 32, focus: true },
  { name: 'remark', label: '说明（选填）', kind: 'text', max: 200 },
]

function Add() {
  const { start, form } = useEdited<'add'>({
    draft: what => `payees/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/payees/add', {
        out_trade_no: String(v['out_trade_no']).trim(),
        remark: String(v['remark']),
      }),
    done: '已登记，待另一位同事确认',
    stale: listCall,
  })
  return (
    <>
      <Button type="primary" onClick={() => start('add')}>
        登记账户
      </Button>
      {form && (
        <EditDialog
          title="登记账户"
          fields={fields}
          initial={{ out_trade_no: '', remark: '' }}
          sentence={() => '登记该取款的收款账户；另一位同事确认后列入名单。'}
          confirm="登记"
          {...form}
        />
      )}
    </>
  )
}
