import type { ConsoleRowOf, ConsoleSent } from '@tianping/contract/console'
import type { ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { DrawerList } from './DrawerList.tsx'

type Name =
  | 'POST /api/console/figures/members/list'
  | 'POST /api/console/figures/funnel/list'
  | 'POST /api/console/figures/cohort/list'
  | 'POST /api/console/figures/owed/list'
type Row = ConsoleRowOf<'POST /api/console/figures/members/list'>
type PartsProps<N extends Name> = {
  name: N
  sent: ConsoleSent<N>
  /** What of the member's page shows more. */
  open?: Record<string, string>
  /** How the part of a member is called and shown; none where it is always 1. */
  part?: { title: string; show: (value: number) => ReactNode }
}
/** Members that a drawer shows. */
export type MembersShown = { title: string; parts: { [N in Name]: PartsProps<N> }[Name] }

/** The members that a figure is made of, the largest part first; each opens where it comes from. */
export function MemberParts<N extends Name>({ name, sent, open = {}, part }: PartsProps<N>) {
  return (
    <DrawerList<Name>
      name={name}
      sent={sent}
      columns={[
        { ...columnOf('member_id'), render: (_, row: Row) => row.member_id },
        {
          ...columnOf('username'),
          render: (_, row: Row) => (
            <a href={href(`/members/${row.member_id}`, open)}>{row.username}</a>
          ),
        },
        ...(part
          ? [
              {
                title: part.title,
                key: 'value',
                align: 'right' as const,
                render: (_: unknown, row: Row) => part.show(row.value),
              },
            ]
          : []),
      ]}
      label="构成这个数字的会员"
      rowKey={row => row.member_id}
    />
  )
}
