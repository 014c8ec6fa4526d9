import { useQuery } from '@tanstack/react-query'
import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { transferState } from '@tianping/contract/venues/facts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { layerLabel, phaseLabel } from '../../parts/labels.ts'
import { Copy } from '../../ui/values/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money, Signed, yuan } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import type { Transfer } from './transferColumns.tsx'
import css from './venues.module.css'

const name = 'POST /api/console/transfers/show'
type Shown = ConsoleGiven<typeof name>

const questions: Record<string, string> = {
  transfer: '转账',
  state: '查询',
  finalize: '终结',
  put_player: '建立会员',
}

const answerColumns: PlainColumn<Shown['answers'][number]>[] = [
  { title: '时间', cell: row => row.at },
  { title: '询问', cell: row => questions[row.asked] ?? row.asked },
  { title: '由谁', cell: row => row.by || '系统' },
  { title: '场馆答复', cell: row => row.said },
]
const entryColumns: PlainColumn<Shown['trail'][number]>[] = [
  { title: '时间', cell: row => row.at },
  { title: '步骤', cell: row => phaseLabel(row.phase) },
  { title: '账户', cell: row => row.account },
  { title: '层', cell: row => layerLabel(row.layer) },
  { title: '金额', cell: row => <Signed amount={row.amount} /> },
]

/** Everything that happened to one transfer, down to the ledger's entries. */
export function TransferTrail({ transfer: t }: { transfer: Transfer }) {
  const shown = useQuery({
    queryKey: [name, t.tx_id],
    queryFn: ({ signal }) => call(name, { tx_id: t.tx_id, member_id: t.member_id }, signal),
    meta: { inPlace: true },
  })
  if (!shown.data) return <Unloaded query={shown} />
  const { trail, answers, reason, resolved_at, state } = shown.data
  return (
    <div className={css.trail}>
      <Facts>
        <Fact label="单号">
          <Copy text={t.tx_id} />
        </Fact>
        <Fact label="申请金额">
          <Money amount={t.amount} />
        </Fact>
        <Fact label="实际转动">{t.moved === null ? '' : <Money amount={t.moved} />}</Fact>
        <Fact label="结束时间">{resolved_at}</Fact>
        <Fact label="失败原因">{reason}</Fact>
      </Facts>
      {state === transferState.pending && <Ask transfer={t} />}
      {answers.length > 0 && (
        <PlainTable
          label="场馆答复"
          columns={answerColumns}
          rows={answers}
          rowKey={(_, index) => index}
        />
      )}
      <PlainTable
        label="账务明细"
        columns={entryColumns}
        rows={trail}
        rowKey={(_, index) => index}
      />
    </div>
  )
}

/** What the venue answered a person who asked. */
function answered({ state, said }: { state: number; said: string }): string {
  if (state === transferState.done) return `场馆已确认成功（${said}）`
  if (state === transferState.failed) return `场馆已确认未成功，资金已退回（${said}）`
  return `场馆仍未给出明确结果（${said}）`
}

/** A person may ask the venue at once, or have it end the transfer for good. */
function Ask({ transfer: t }: { transfer: Transfer }) {
  const { may } = useOperator()
  if (!may('transfer.resolve')) return null
  const stale: ConsoleCallName[] = [
    'POST /api/console/transfers/show',
    'POST /api/console/transfers/list',
    'POST /api/console/venues/list',
    'POST /api/console/today',
  ]
  const ask = (how: 'state' | 'finalize') => (remark: string) =>
    call('POST /api/console/transfers/ask', { tx_id: t.tx_id, member_id: t.member_id, how, remark })
  const from = t.direction === 'IN' ? '中心钱包' : t.venue
  return (
    <span className={css.asks}>
      <ActionDialog
        draft={`transfer/${t.tx_id}/state`}
        decision={{
          title: '再次查询',
          sentence: `将立即向 ${t.venue} 查询这笔 ${yuan(t.amount)} 转账的结果`,
          confirm: '立即查询',
        }}
        action={ask('state')}
        done={answered}
        stale={stale}
      >
        再次查询
      </ActionDialog>
      <ActionDialog
        danger
        draft={`transfer/${t.tx_id}/finalize`}
        decision={{
          title: '终结转账',
          sentence: `将要求 ${t.venue} 终结这笔转账：若已执行则入账 ${yuan(t.amount)}；若从未收到，则永久作废，冻结的 ${yuan(t.amount)} 退回 ${t.username} 的${from}`,
          label: '原因（必填）',
          required: '审计',
          confirm: '确认终结',
        }}
        action={ask('finalize')}
        done={answered}
        stale={stale}
      >
        终结
      </ActionDialog>
    </span>
  )
}
