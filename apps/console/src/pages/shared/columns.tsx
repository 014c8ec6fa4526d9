import type { Columns } from '../../ui/Rows.tsx'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'

/** The member of a row, which leads to the member's page. */
export const memberColumn = <
  Row extends { member_id: number; username: string },
>(): Columns<Row>[number] => ({
  ...columnOf('member'),
  fields: ['username', 'member_id'],
  render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
})
