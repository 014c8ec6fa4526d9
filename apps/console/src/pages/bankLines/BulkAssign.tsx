import { useQueryClient } from '@tanstack/react-query'
import { bulkOutcomes } from '@tianping/contract/cashier/facts'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'

const bulkCall = 'POST /api/console/bank-lines/bulk'
type Row = ConsoleRowOf<'POST /api/console/bank-lines/list'>
type Item = ConsoleGiven<typeof bulkCall>['items'][number]

const columns: PlainColumn<Item>[] = [
  { title: '存款单号', cell: row => row.deposit_no || '—' },
  { title: '金额', cell: row => yuan(row.amount) },
  { title: '结果', cell: row => row.why || bulkOutcomes[row.outcome] },
]

/** Confirms the lines among the chosen ones that one order alone fits, after one summary. */
export function BulkAssign({ rows, clear }: { rows: Row[]; clear: () => void }) {
  const [open, setOpen] = useState(false)
  const fitting = rows.filter(row => row.match === 'one')
  const total = fitting.reduce((sum, row) => sum + row.amount, 0)
  const cache = useQueryClient()
  const assign = useAction({
    mutationFn: () =>
      callOnce(bulkCall, {
        lines: fitting.map(({ line_id, deposit_no }) => ({ line_id, deposit_no })),
      }),
    meta: { inPlace: true },
    onSettled: () => {
      for (const stale of ['bank-lines/list', 'deposits/list', 'counts', 'today'])
        void cache.invalidateQueries({ queryKey: [`POST /api/console/${stale}`] })
    },
  })
  const close = () => {
    setOpen(false)
    if (assign.data) clear()
  }
  return (
    <>
      <Button size="small" type="primary" onClick={() => setOpen(true)}>
        批量归单
      </Button>
      <Modal
        open={open}
        title="批量归单"
        onCancel={close}
        footer={
          <>
            <Button onClick={close}>{assign.data ? '关闭' : '取消'}</Button>
            {!assign.data && (
              <Button
                type="primary"
                disabled={fitting.length === 0}
                loading={assign.isPending}
                onClick={() => assign.mutate()}
              >
                归单 {fitting.length} 笔，共 {yuan(total)}
              </Button>
            )}
          </>
        }
      >
        {!assign.data && (
          <Alert
            type="info"
            title={`所选 ${rows.length} 笔中有 ${fitting.length} 笔唯一匹配。每笔按单独归单的规则处理：超过批量上限的留待逐笔处理，金额须两人审核的等待另一位。`}
          />
        )}
        {assign.error && <ActionError error={assign.error} />}
        {assign.data && (
          <PlainTable
            label="批量归单结果"
            columns={columns}
            rows={assign.data.items}
            rowKey={row => row.line_id}
          />
        )}
      </Modal>
    </>
  )
}
