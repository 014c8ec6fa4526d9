import type { ConsoleRowOf } from '@tianping/contract/console'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import css from './disputes.module.css'

const listCall = 'POST /api/console/debts/list'
type Row = ConsoleRowOf<typeof listCall>

const columns: Columns<Row> = [
  memberColumn<Row>(),
  { ...columnOf('owed'), align: 'right', render: (_, row) => <Money amount={row.owed} strong /> },
  { title: '最近变动', key: 'changed_at', render: (_, row) => row.changed_at },
  {
    title: '核销',
    key: 'write_off_by',
    render: (_, row) =>
      row.write_off_by === '' ? '—' : `${row.write_off_by} 提出（${row.remark}），待另一位确认`,
  },
  { title: '', key: 'ways', render: (_, row) => <Ways row={row} /> },
]

function Ways({ row }: { row: Row }) {
  const { name, may } = useOperator()
  if (!may('payout.pay')) return null
  return (
    <div className={css.ways} style={{ margin: 0 }}>
      <ActionDialog
        size="small"
        draft={`debts/${row.member_id}/collect`}
        decision={{
          title: '从钱包收回',
          sentence: `从 ${row.username} 的中心钱包收回可用余额，最多 ${yuan(row.owed)}。会员会收到通知。`,
          confirm: '收回',
        }}
        action={() => callOnce('POST /api/console/debts/collect', { member_id: row.member_id })}
        done="已从中心钱包收回"
        stale={[listCall]}
      >
        从钱包收回
      </ActionDialog>
      <ActionDialog
        size="small"
        danger
        own={row.write_off_by === name}
        draft={`debts/${row.member_id}/write-off`}
        decision={{
          title: '核销欠款',
          sentence: `核销 ${row.username} 的欠款 ${yuan(row.owed)}，由平台承担`,
          warning: row.write_off_by === '' ? '须由另一位同事确认后生效。' : '',
          required: '说明原因',
          confirm: row.write_off_by === '' ? '提出核销' : `确认核销 ${yuan(row.owed)}`,
        }}
        action={remark =>
          callOnce('POST /api/console/debts/write-off', {
            member_id: row.member_id,
            owed: row.owed,
            remark,
          })
        }
        done="已提交"
        stale={[listCall]}
      >
        {row.write_off_by === '' ? '核销' : '确认核销'}
      </ActionDialog>
    </div>
  )
}

/** What members owe after chargebacks of money that was spent. */
export function Debts() {
  const table = useTable(listCall, {})
  return (
    <Card title="会员欠款" extra={<NarrowDays table={table} label="变动" />} flush>
      <Rows
        table={table}
        columns={columns}
        rowKey={row => row.member_id}
        label="会员欠款"
        sums={[{ key: 'owed', title: '欠款' }]}
        empty="没有会员欠款"
      />
    </Card>
  )
}
