import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleRowOf, ConsoleSent } from '@tianping/contract/console'
import type { SortedList } from '@tianping/contract/sorts'
import { Table, type TableProps } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { pageSize } from '../../parts/list/kept.ts'
import { stepTo } from '../../parts/list/standard.ts'
import type { ListCall } from '../../parts/list/useTable.ts'
import { Failure } from '../../ui/Failure.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { counted } from '../../ui/values/counted.ts'

type Name = ListCall & SortedList
type Page<Row> = { data: Row[]; total: number; per_page: number; next: string; prev: string }

/** A list of the contract inside a drawer: read by key, its page not in the address. */
export function DrawerList<N extends Name>(props: {
  name: N
  sent: Omit<ConsoleSent<N>, 'page' | 'per' | 'cursor'>
  columns: Columns<ConsoleRowOf<N> & object>
  label: string
  rowKey: (row: ConsoleRowOf<N>) => string | number
  expandable?: TableProps<ConsoleRowOf<N> & object>['expandable']
}) {
  const { name, columns, label, rowKey, expandable } = props
  const [at, setAt] = useState({ page: 1, cursor: '' })
  const sent = { ...props.sent, per: pageSize.use(), ...at }
  const shown = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent as unknown as ConsoleSent<N>, signal),
    placeholderData: keepPreviousData,
  })
  if (shown.error && !shown.data)
    return <Failure error={shown.error} retry={() => void shown.refetch()} />
  const page = shown.data as Page<ConsoleRowOf<N> & object> | undefined
  return (
    <Table<ConsoleRowOf<N> & object>
      size="small"
      aria-label={label}
      columns={columns}
      dataSource={page?.data ?? []}
      loading={shown.isFetching}
      rowKey={rowKey}
      scroll={{ x: 'max-content' }}
      {...(expandable && { expandable })}
      pagination={{
        current: at.page,
        pageSize: page?.per_page ?? 10,
        total: page?.total ?? 0,
        showSizeChanger: false,
        size: 'small',
        showTotal: total => `共 ${counted(total)} 条`,
        onChange: next => setAt(stepTo(next, at.page, page ?? {})),
      }}
    />
  )
}
