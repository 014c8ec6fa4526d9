import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Deed } from '../../parts/dialogs/Deed.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { checkLabel, checkRule } from '../../parts/labels.ts'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import lists from '../../parts/list/lists.module.css'

type Run = ConsoleRowOf<'POST /api/console/reconciliation/runs'>
const tasksCall = 'POST /api/console/reconciliation/tasks'
const runsCall = 'POST /api/console/reconciliation/runs'

const columns: Columns<Run> = [
  { title: '开始', key: 'started_at', render: (_, row) => row.started_at },
  { title: '结束', key: 'finished_at', render: (_, row) => row.finished_at },
  {
    title: '结果',
    key: 'result',
    render: (_, row) =>
      row.mismatches > 0 ? (
        <Status tone="bad">账目不符</Status>
      ) : (
        <Status tone="good">账目相符</Status>
      ),
  },
  { title: '不符', key: 'mismatches', align: 'right', render: (_, row) => row.mismatches },
  { title: '关注', key: 'attentions', align: 'right', render: (_, row) => row.attentions },
]

export function Runs() {
  const { may } = useOperator()
  const cache = useQueryClient()
  const table = useTable(runsCall, {})
  const tasks = useQuery({
    queryKey: [tasksCall],
    queryFn: async ({ signal }) => {
      const found = await call(tasksCall, {}, signal)
      void cache.invalidateQueries({ queryKey: [runsCall] })
      return found
    },
    refetchInterval: query =>
      query.state.data?.some(task => task.finished_at === '') ? 2_000 : 30_000,
    meta: { inPlace: true },
  })
  const open = tasks.data?.filter(task => task.finished_at === '') ?? []
  const failed = tasks.data?.find(task => task.error !== '')
  return (
    <>
      {open.length > 0 && (
        <Card title="正在进行">
          <ul>
            {open.map(task => (
              <li key={task.task_id}>
                {task.kind === 'books'
                  ? '账本、场馆与通道对账'
                  : `${task.provider} ${task.day} 账单核对`}
                ，{task.asked_by} 于 {task.asked_at} 发起
              </li>
            ))}
          </ul>
        </Card>
      )}
      {failed && (
        <Card title="最近一次失败">
          <p>
            {failed.asked_at}：{failed.error}
          </p>
        </Card>
      )}
      <Card
        title="对账记录"
        extra={
          may('reconciliation.work') && (
            <span style={{ display: 'flex', gap: 8 }}>
              <Statement />
              <Deed
                type="primary"
                draft="reconciliation/run"
                decision={{
                  title: '立即对账',
                  sentence:
                    '将重新计算全部账目，逐个会员询问每个场馆，并核对通道付款。账目越大用时越长；对账期间业务照常。',
                  confirm: '开始对账',
                }}
                deed={() => callOnce('POST /api/console/reconciliation/run', {})}
                done="已开始对账"
                stale={[tasksCall]}
              >
                立即对账
              </Deed>
            </span>
          )
        }
        flush
      >
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.run_id}
          label="对账记录"
          empty="还没有对过账"
          expandable={{
            expandedRowRender: row => <Report id={row.run_id} />,
            expandRowByClick: true,
          }}
        />
      </Card>
    </>
  )
}

function Report({ id }: { id: string }) {
  const name = 'POST /api/console/reconciliation/report'
  const shown = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { run_id: id }, signal),
    staleTime: Infinity,
    meta: { inPlace: true },
  })
  if (!shown.data)
    return shown.error ? (
      <Failure error={shown.error} retry={() => void shown.refetch()} />
    ) : (
      <Waiting />
    )
  const { checks, accounts, differences } = shown.data
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(340px, 1fr))',
        gap: 20,
        padding: '8px 4px',
      }}
    >
      <table className={lists.conditions} aria-label="检查项">
        <thead>
          <tr>
            <th>检查</th>
            <th>规则</th>
            <th>差异</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(check => (
            <tr key={check.name}>
              <td>{checkLabel(check.name)}</td>
              <td>{checkRule(check.name, check.rule)}</td>
              <td>{check.differences > 0 ? <b>{check.differences}</b> : '无'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {accounts.length > 0 && (
        <table className={lists.conditions} aria-label="科目余额">
          <thead>
            <tr>
              <th>科目</th>
              <th>名称</th>
              <th>余额</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map(a => (
              <tr key={`${a.account_code}/${a.venue}`}>
                <td>{a.account_code}</td>
                <td>
                  {a.account} {a.venue}
                </td>
                <td>
                  <Money amount={a.amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {differences.length > 0 && (
        <table className={lists.conditions} aria-label="差异">
          <thead>
            <tr>
              <th>检查</th>
              <th>对象</th>
              <th>应为</th>
              <th>实为</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((d, index) => (
              <tr key={index}>
                <td>{checkLabel(d.check)}</td>
                <td>
                  {d.member_id > 0 ? (
                    <a href={href(`/members/${d.member_id}`)}>{d.subject}</a>
                  ) : (
                    d.subject
                  )}
                </td>
                <td>{d.expected || '—'}</td>
                <td>{d.found || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

const fields: EditField[] = [
  { name: 'provider', label: '通道', kind: 'text', max: 30 },
  { name: 'day', label: '账单日期（北京时间，YYYY-MM-DD）', kind: 'text', max: 10 },
  {
    name: 'lines',
    label: '账单明细，每行一笔：通道单号, 存款单号, 金额（元）',
    kind: 'long',
    max: 60_000,
    rows: 12,
  },
]

/** A provider's own account of a day, handed in as it came. */
function Statement() {
  const { start, form } = useEdited<'statement'>({
    draft: what => `reconciliation/${what}`,
    deed: (_, v) =>
      callOnce('POST /api/console/reconciliation/send', {
        provider: String(v['provider']),
        day: String(v['day']),
        lines: String(v['lines']),
      }),
    done: '已提交，正在核对',
    stale: tasksCall,
  })
  const lines = (v: EditValues) =>
    String(v['lines'])
      .split('\n')
      .filter(line => line.trim()).length
  return (
    <>
      <Button onClick={() => start('statement')}>提交通道账单</Button>
      {form && (
        <EditDialog
          title="提交通道账单"
          fields={fields}
          initial={{ provider: 'sandbox', day: '', lines: '' }}
          sentence={v =>
            `将把 ${lines(v)} 笔与当日收到的回调逐笔核对，差异成为待处理项；不会改动任何订单`
          }
          confirm="提交核对"
          {...form}
        />
      )}
    </>
  )
}
