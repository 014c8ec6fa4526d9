import type { ConsoleRowOf, ConsoleSent } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { codeLabel } from '../../parts/labels.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Booked } from '../../parts/member/Entries.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { Signed } from '../../ui/values/Money.tsx'
import { DrawerList } from './DrawerList.tsx'

const name = 'POST /api/console/figures/entries/list'
type Row = ConsoleRowOf<typeof name>

const columns: Columns<Row> = [
  { ...columnOf('day'), render: (_, row) => row.day },
  {
    ...columnOf('username'),
    render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
  },
  { ...columnOf('code'), render: (_, row) => codeLabel(row.code) },
  { ...columnOf('amount'), align: 'right', render: (_, row) => <Signed amount={row.amount} /> },
  { ...columnOf('source_id'), render: (_, row) => row.source_id },
]

/** The movements that a figure is made of; each opens its entries in the ledger. */
export const Movements = ({ sent }: { sent: ConsoleSent<typeof name> }) => (
  <DrawerList
    name={name}
    sent={sent}
    columns={columns}
    label="构成这个数字的账目"
    rowKey={row => row.transaction_id}
    expandable={{
      expandedRowRender: row => <Booked memberId={row.member_id} sourceId={row.source_id} />,
    }}
  />
)
