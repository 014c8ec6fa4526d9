import type { ConsoleRowOf } from '@tianping/contract/console'
import { channels } from '@tianping/contract/delivery/facts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { ShownOnce } from '../../parts/dialogs/ShownOnce.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { useAbove } from '../../ui/above.ts'
import { Copy } from '../../ui/values/Copy.tsx'

type Row = ConsoleRowOf<'POST /api/console/suppressions/list'>

const columns: Columns<Row> = [
  { ...columnOf('channel'), render: (_, row) => channels[row.channel] },
  { ...columnOf('contact_hash'), render: (_, row) => <code>{row.contact_hash}</code> },
]

/** Contacts that nobody may write to with offers, to be handed to partners as a file. */
export function Suppressions() {
  const table = useTable('POST /api/console/suppressions/list', {})
  const { may } = useOperator()
  return (
    <Card title="反营销名单" extra={may('message.send') && <Key />} flush>
      <Rows
        table={table}
        columns={columns}
        rowKey={row => `${row.channel}/${row.contact_hash}`}
        label="反营销名单"
        empty="名单为空"
      />
    </Card>
  )
}

/** Partners need it to recognise a contact they have. */
function Key() {
  const showAbove = useAbove()
  return (
    <ActionDialog
      draft="suppressions/key"
      decision={{
        title: '查看摘要密钥',
        sentence: '密钥与名单须分开交给签约的合作方；本次查看记入审计',
        label: '原因（必填）',
        confirm: '查看',
        required: '审计',
      }}
      action={remark => call('POST /api/console/suppressions/key', { remark })}
      done="已记入审计"
      stale={[]}
      onDone={({ key }) => {
        showAbove(
          <ShownOnce title="摘要密钥（HMAC-SHA-256）" ok="知道了" width={640}>
            <Copy text={key} />
          </ShownOnce>,
        )
      }}
    >
      查看密钥
    </ActionDialog>
  )
}
