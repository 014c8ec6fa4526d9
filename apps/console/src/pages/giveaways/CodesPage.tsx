import type { ConsoleRowOf } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { codesCall } from './calls.ts'

const columns: Columns<ConsoleRowOf<typeof codesCall>> = [
  { ...columnOf('gift_code'), render: (_, row) => <Copy text={row.gift_code} /> },
  { ...columnOf('uses'), align: 'right', render: (_, row) => row.uses },
  { ...columnOf('most_uses'), align: 'right', render: (_, row) => row.most_uses },
]

/** The codes of a giveaway. Every page of them that is read is written down. */
export default function CodesPage({ id }: { id: number }) {
  const table = useTable(codesCall, { id })
  return (
    <Room
      title={<a href={href(`/giveaways/${id}`)}>专项优惠</a>}
      tools={<span>兑换码（持有者即可兑换，每次查看都会记入审计日志）</span>}
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.gift_code}
          label="兑换码"
          empty="批准后生成兑换码"
        />
      </Card>
    </Room>
  )
}
