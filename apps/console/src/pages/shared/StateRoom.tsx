import { everyState } from '@tianping/contract/facts'
import type { ReactNode } from 'react'
import { NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import type { StandardFilters } from '../../parts/list/standard.ts'
import type { ListTable } from '../../parts/list/useTable.ts'
import { optionsOf } from '../../parts/states.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'

type StateRoomProps<Row extends { id: number }> = {
  title: string
  table: ListTable<Row, { state: number } & StandardFilters>
  columns: Columns<Row>
  states: readonly { state: number; text: string }[]
  label: string
  empty: string
  /** Beside the state: what begins a new row. */
  tools: ReactNode
  /** Above the list. */
  children: ReactNode
}

/** A room whose one list is narrowed by state and by the days on which its rows begin. */
export function StateRoom<Row extends { id: number }>(props: StateRoomProps<Row>) {
  const { title, table, columns, states, label, empty, tools, children } = props
  return (
    <Room
      title={title}
      tools={
        <>
          <span style={{ flex: 1 }} />
          <NarrowStates table={table} options={optionsOf(states)} every={everyState} />
          <NarrowDays table={table} label="开始" />
          {tools}
        </>
      }
    >
      {children}
      <Card flush>
        <Rows table={table} columns={columns} rowKey={row => row.id} label={label} empty={empty} />
      </Card>
    </Room>
  )
}
