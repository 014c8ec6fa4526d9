import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bulkOutcomes } from '@tianping/contract/cashier/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call, callOnce } from '../../app/api.ts'
import { Failure } from '../../ui/Failure.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Status, type Tone } from '../../ui/values/Status.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import lists from '../../parts/list/lists.module.css'

const check = 'POST /api/console/withdrawals/check'
type Answer = ConsoleGiven<typeof check>

const tones: Record<keyof typeof bulkOutcomes, Tone> = {
  ready: 'waiting',
  approved: 'good',
  confirmed: 'waiting',
  left: 'plain',
}

/** Approves what the rules call harmless of the selected withdrawals, after one summary. */
export function BulkApproval({ numbers, clear }: { numbers: string[]; clear: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" type="primary" onClick={() => setOpen(true)}>
        批量通过
      </Button>
      {open && (
        <Summary
          numbers={numbers}
          onClose={done => {
            setOpen(false)
            if (done) clear()
          }}
        />
      )}
    </>
  )
}

function Summary({ numbers, onClose }: { numbers: string[]; onClose: (done: boolean) => void }) {
  const cache = useQueryClient()
  const looked = useQuery({
    queryKey: [check, numbers],
    queryFn: ({ signal }) => call(check, { numbers }, signal),
    staleTime: 0,
    gcTime: 0,
    meta: { inPlace: true },
  })
  const approve = useAction({
    mutationFn: () => callOnce('POST /api/console/withdrawals/bulk', { numbers, remark: '' }),
    meta: { inPlace: true },
    onSettled: () => {
      for (const stale of ['withdrawals/list', 'withdrawals/show', 'today'])
        void cache.invalidateQueries({ queryKey: [`POST /api/console/${stale}`] })
    },
  })
  const shown = approve.data ?? looked.data
  return (
    <Modal
      open
      centered
      width={620}
      title="批量通过取款"
      footer={null}
      onCancel={() => onClose(!!approve.data)}
    >
      {!shown && looked.error && (
        <Failure error={looked.error} retry={() => void looked.refetch()} />
      )}
      {!shown && !looked.error && <Waiting />}
      {shown && (
        <form
          onSubmit={event => {
            event.preventDefault()
            if (!approve.isPending) approve.mutate()
          }}
        >
          <Verdict answer={shown} done={!!approve.data} />
          <Lines answer={shown} />
          {approve.error && <Alert type="error" showIcon title={approve.error.message} />}
          <p style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, margin: '14px 0 0' }}>
            <Button onClick={() => onClose(!!approve.data)}>
              {approve.data ? '完成' : '取消'}
            </Button>
            {!approve.data && (
              <Button
                type="primary"
                htmlType="submit"
                autoFocus
                disabled={shown.count === 0}
                loading={approve.isPending}
              >
                确认通过 {shown.count} 笔 {yuan(shown.total)}
              </Button>
            )}
          </p>
        </form>
      )}
    </Modal>
  )
}

function Verdict({ answer: { items, count, total }, done }: { answer: Answer; done: boolean }) {
  const left = items.length - count
  return (
    <p>
      {done ? '已处理' : '按规则可通过'}{' '}
      <b>
        {count} 笔 {yuan(total)}
      </b>
      {left > 0 && `；${left} 笔须逐笔审核，未处理`}。通过后转为应付，不付款。
    </p>
  )
}

function Lines({ answer: { items } }: { answer: Answer }) {
  return (
    <div className={lists.scroll} style={{ maxHeight: '46vh', overflowY: 'auto' }}>
      <table className={lists.conditions} aria-label="所选取款">
        <tbody>
          {items.map(item => (
            <tr key={item.out_trade_no}>
              <td>{item.username}</td>
              <td>{yuan(item.amount)}</td>
              <td>
                <Status tone={tones[item.outcome]}>{bulkOutcomes[item.outcome]}</Status>
              </td>
              <td>{item.why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
