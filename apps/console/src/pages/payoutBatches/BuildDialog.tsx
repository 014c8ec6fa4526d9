import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BATCH_LINES } from '@tianping/contract/cashier/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call, callOnce } from '../../app/api.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { stale } from './batch.ts'
import css from './batches.module.css'

const choicesCall = 'POST /api/console/payout-batches/choices'
type Choices = ConsoleGiven<typeof choicesCall>
type Choice = Choices['payouts'][number]

/** Open payouts become a batch; all of them unless some are left out. */
export function BuildDialog({ onClose }: { onClose: () => void }) {
  const choices = useQuery({
    queryKey: [choicesCall],
    queryFn: ({ signal }) => call(choicesCall, {}, signal),
  })
  return (
    <Dialog title="组批" width={720} onClose={onClose}>
      {choices.data ? (
        <Form choices={choices.data} onClose={onClose} />
      ) : (
        <Unloaded query={choices} />
      )}
    </Dialog>
  )
}

function Form({
  choices: { layouts, payouts },
  onClose,
}: {
  choices: Choices
  onClose: () => void
}) {
  const [layout, setLayout] = useState(layouts[0]?.code ?? '')
  const [remark, setRemark] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = payouts.filter(each => each.why === '' && !left.has(each.out_trade_no))
  const building = useBuilding(onClose)
  const sum = chosen.reduce((all, each) => all + Math.round(each.amount * 100), 0) / 100
  if (payouts.length === 0) return <p>没有待付款的银行卡取款。</p>
  return (
    <form
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        // The dialog of a row stands within this form.
        if (event.target !== event.currentTarget) return
        building.mutate({ layout, remark, payouts: chosen.map(each => each.out_trade_no) })
      }}
    >
      <label>
        <span>文件格式</span>
        <Select
          value={layout}
          options={layouts.map(({ code, label }) => ({ value: code, label }))}
          onChange={setLayout}
        />
      </label>
      <div className={css.choices}>
        <PlainTable
          label={`待付款，最多 ${BATCH_LINES} 笔`}
          columns={columnsOf(payouts, left, setLeft)}
          rows={payouts}
          rowKey={row => row.out_trade_no}
        />
      </div>
      <label>
        <span>说明（选填）</span>
        <Input maxLength={200} value={remark} onChange={event => setRemark(event.target.value)} />
      </label>
      {building.error && <ActionError error={building.error} />}
      <div className={css.buttons}>
        <Button onClick={onClose}>取消</Button>
        <Button
          type="primary"
          htmlType="submit"
          disabled={chosen.length === 0 || layout === ''}
          loading={building.isPending}
        >
          组批 {chosen.length} 笔，{yuan(sum)}
        </Button>
      </div>
    </form>
  )
}

const columnsOf = (
  payouts: readonly Choice[],
  left: ReadonlySet<string>,
  setLeft: (next: ReadonlySet<string>) => void,
): PlainColumn<Choice>[] => [
  {
    title: '选择',
    cell: ({ out_trade_no: no, why }) => (
      <Checkbox
        aria-label={no}
        disabled={why !== ''}
        checked={why === '' && !left.has(no)}
        onChange={event => {
          const next = new Set(left)
          if (event.target.checked) next.delete(no)
          else next.add(no)
          setLeft(next)
        }}
      />
    ),
  },
  ...(payouts.some(each => each.why !== '') ? [listed] : []),
  { title: '取款单号', cell: row => row.out_trade_no },
  { title: '会员', cell: row => row.username },
  { title: '付给', cell: row => row.receives },
  { title: '金额', cell: row => <Money amount={row.amount} /> },
]

const listed: PlainColumn<Choice> = { title: '付款名单', cell: row => <Listed row={row} /> }

/** Why the account may not be in the file; one that is on no list can be added here. */
function Listed({ row: { out_trade_no, username, receives, why, may_add } }: { row: Choice }) {
  if (why === '') return '在名单中'
  return (
    <span className={css.why}>
      {why}
      {may_add && (
        <ActionDialog
          size="small"
          draft={`payees/add/${out_trade_no}`}
          decision={{
            title: '登记账户',
            sentence: `${username} 的 ${receives}；另一位同事确认后列入付款名单`,
            label: '说明（选填）',
            confirm: '登记',
          }}
          action={remark => callOnce('POST /api/console/payees/add', { out_trade_no, remark })}
          done="已登记，待另一位同事确认"
          stale={stale}
        >
          登记
        </ActionDialog>
      )}
    </span>
  )
}

function useBuilding(onDone: () => void) {
  const cache = useQueryClient()
  return useAction({
    mutationFn: (asked: { layout: string; remark: string; payouts: string[] }) =>
      callOnce('POST /api/console/payout-batches/build', asked),
    meta: { inPlace: true },
    onSuccess: onDone,
    onSettled: () => Promise.all(stale.map(each => cache.invalidateQueries({ queryKey: [each] }))),
  })
}
