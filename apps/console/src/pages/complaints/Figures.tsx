import { useQuery } from '@tanstack/react-query'
import { complaintKinds } from '@tianping/contract/complaints/facts'
import { Modal, Table } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { DayPick } from '../../parts/list/DayPick.tsx'
import css from './complaints.module.css'

const name = 'POST /api/console/complaints/figures'
const columns = [
  ['received', '收到'],
  ['open', '处理中'],
  ['upheld', '成立'],
  ['partly', '部分成立'],
  ['rejected', '不成立'],
  ['settled', '和解'],
  ['deadlock', '未达成一致'],
  ['withdrawn', '撤回'],
] as const

/** How many complaints came and how they ended, by type. */
export function Figures({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: [name, from, to],
    queryFn: ({ signal }) => call(name, { from, to }, signal),
  })
  const rows = data ?? []
  const sum = (key: (typeof columns)[number][0]) => rows.reduce((all, row) => all + row[key], 0)
  return (
    <Modal open title="投诉统计" width={860} footer={null} onCancel={onClose}>
      <div className={css.days}>
        <DayPick label="从" value={from} onChange={setFrom} />
        <DayPick label="到" value={to} onChange={setTo} />
      </div>
      <Table
        size="small"
        rowKey="kind"
        loading={isFetching}
        pagination={false}
        dataSource={rows}
        columns={[
          { title: '类型', key: 'kind', render: (_, row) => complaintKinds[row.kind] },
          ...columns.map(([key, title]) => ({ title, dataIndex: key, align: 'right' as const })),
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0}>合计</Table.Summary.Cell>
            {columns.map(([key], n) => (
              <Table.Summary.Cell key={key} index={n + 1} align="right">
                {sum(key)}
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )}
      />
    </Modal>
  )
}
