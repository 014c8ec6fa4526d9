import { useQuery, useQueryClient } from '@tanstack/react-query'
import { providerPayoutStates } from '@tianping/contract/cashier/facts'
import { everyState } from '@tianping/contract/facts'
import { Button } from 'antd'
import { useRef } from 'react'
import { useAction } from '../../app/useAction.ts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { base64Of } from '../../parts/files/pieces.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { useMessage } from '../../ui/above.ts'
import { Copy } from '../../ui/values/Copy.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { saveFile, stale, type Shown } from './batch.ts'
import css from './batches.module.css'

const columns: PlainColumn<Shown['rows'][number]>[] = [
  { title: '序号', cell: row => row.line },
  {
    title: '付款单号',
    cell: row => (
      <a href={href('/payouts', { state: everyState, open: row.out_trade_no })}>{row.payout_no}</a>
    ),
  },
  { title: '会员', cell: row => row.username },
  { title: '付给', cell: row => row.receives },
  { title: '金额', cell: row => <Money amount={row.amount} /> },
  { title: '结果', cell: row => providerPayoutStates[row.state].replace('通道', '') },
  { title: '流水号或原因', cell: row => row.reference || row.said || '—' },
]

/** One batch: its lines, its file and what can be done. */
export function Batch({ no }: { no: string }) {
  const name = 'POST /api/console/payout-batches/show'
  const { may } = useOperator()
  const shown = useQuery({
    queryKey: [name, no],
    queryFn: ({ signal }) => call(name, { batch_no: no }, signal),
    meta: { inPlace: true },
  })
  if (!shown.data) return <Unloaded query={shown} />
  const batch = shown.data
  return (
    <>
      <Facts>
        <Fact label="制单">{`${batch.built_by} ${batch.created_at}`}</Fact>
        {batch.decided_by && (
          <Fact label={batch.state === 'cancelled' ? '取消' : '复核'}>
            {`${batch.decided_by} ${batch.decided_at}`}
          </Fact>
        )}
        {batch.exported_at && <Fact label="首次导出">{batch.exported_at}</Fact>}
        {batch.results_at && <Fact label="结果导入">{batch.results_at}</Fact>}
        {batch.file_hash && (
          <Fact label="SHA-256">
            <Copy text={batch.file_hash} />
          </Fact>
        )}
        {batch.remark && <Fact label="说明">{batch.remark}</Fact>}
      </Facts>
      {may('payout.pay') && <Ways batch={batch} />}
      <PlainTable
        label={`批次 ${no} 的付款`}
        columns={columns}
        rows={batch.rows}
        rowKey={row => row.payout_no}
      />
    </>
  )
}

function Ways({ batch }: { batch: Shown }) {
  const { name } = useOperator()
  const own = batch.built_by.toLowerCase() === name.toLowerCase()
  if (batch.state === 'cancelled') return null
  if (batch.state === 'approved') return <FileWays batch={batch} />
  return (
    <div className={css.ways}>
      {own ? <span>等待另一位同事复核</span> : <Approve batch={batch} />}
      <Cancel batch={batch} />
    </div>
  )
}

const Approve = ({ batch: { batch_no, lines, amount } }: { batch: Shown }) => (
  <ActionDialog
    type="primary"
    size="small"
    draft={`payout-batches/${batch_no}/approve`}
    decision={{
      title: '复核批次',
      sentence: `复核后生成付款文件：${lines} 笔，合计 ${yuan(amount)}`,
      warning: '每笔付款的暂停、锁卡和两人规则现在和首次导出时各再检查一次；导出后不能取消。',
      confirm: `复核 ${yuan(amount)}`,
    }}
    action={() => callOnce('POST /api/console/payout-batches/approve', { batch_no, amount })}
    done="已复核，可以导出付款文件"
    stale={stale}
  >
    复核
  </ActionDialog>
)

const Cancel = ({ batch: { batch_no } }: { batch: Shown }) => (
  <ActionDialog
    size="small"
    danger
    draft={`payout-batches/${batch_no}/cancel`}
    decision={{
      title: '取消批次',
      sentence: '各笔付款重新等待处理，文件尚未导出。',
      confirm: '取消批次',
      label: '取消原因（必填）',
      required: '取消原因',
    }}
    action={remark => callOnce('POST /api/console/payout-batches/cancel', { batch_no, remark })}
    done="已取消"
    stale={stale}
  >
    取消
  </ActionDialog>
)

function FileWays({ batch }: { batch: Shown }) {
  const { batch_no, exported_at } = batch
  const picker = useRef<HTMLInputElement>(null)
  const results = useResults(batch_no)
  return (
    <div className={css.ways}>
      <ActionDialog
        size="small"
        draft={`payout-batches/${batch_no}/export`}
        decision={{
          title: '导出付款文件',
          sentence: '文件含完整户名与账号，每次导出都会记入审计。',
          confirm: '导出',
        }}
        action={() => callOnce('POST /api/console/payout-batches/export', { batch_no })}
        done="已导出，请妥善保管"
        onDone={file => file && saveFile(file)}
        stale={stale}
      >
        导出文件
      </ActionDialog>
      <Button size="small" loading={results.isPending} onClick={() => picker.current?.click()}>
        导入银行结果
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".csv,.txt"
        aria-label="银行结果文件"
        hidden
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) results.mutate(file)
          event.target.value = ''
        }}
      />
      {exported_at === '' && <Cancel batch={batch} />}
      {results.error && <ActionError error={results.error} />}
    </div>
  )
}

function useResults(batch_no: string) {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: async (file: File) =>
      callOnce('POST /api/console/payout-batches/import', {
        batch_no,
        filename: file.name.slice(0, 120),
        content: base64Of(new Uint8Array(await file.arrayBuffer())),
      }),
    meta: { inPlace: true },
    onSuccess: counts => {
      if (counts)
        void message.success(
          `已付款 ${counts.paid} 笔，失败 ${counts.failed} 笔，未定 ${counts.open} 笔`,
        )
    },
    onSettled: () => Promise.all(stale.map(each => cache.invalidateQueries({ queryKey: [each] }))),
  })
}
