import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { Button } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Report } from './Report.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

const tasksCall = 'POST /api/console/reconciliation/tasks'
const runsCall = 'POST /api/console/reconciliation/runs'
type Run = ConsoleRowOf<typeof runsCall>
type Task = ConsoleGiven<typeof tasksCall>[number]

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

/** Runs asked for by hand. While one is under way, its end is looked for every two seconds. */
function useTasks() {
  const cache = useQueryClient()
  return useQuery({
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
}

/** Every run and what it found; another one can be started here. */
export function Runs() {
  const { may } = useOperator()
  const table = useTable(runsCall, {})
  const { data: tasks = [] } = useTasks()
  return (
    <>
      <Tasks tasks={tasks} />
      <Card
        title="对账记录"
        extra={
          <span style={{ display: 'flex', gap: 8 }}>
            <NarrowDays table={table} label="开始" />
            {may('reconciliation.work') && (
              <>
                <Statement />
                <RunNow />
              </>
            )}
          </span>
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

function Tasks({ tasks }: { tasks: Task[] }) {
  const open = tasks.filter(task => task.finished_at === '')
  const failed = tasks.find(task => task.error !== '')
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
    </>
  )
}

const RunNow = () => (
  <ActionDialog
    type="primary"
    draft="reconciliation/run"
    decision={{
      title: '立即对账',
      sentence:
        '将重新计算全部账目，逐个会员询问每个场馆，并核对通道付款。账目越大用时越长；对账期间业务照常。',
      confirm: '开始对账',
    }}
    action={() => callOnce('POST /api/console/reconciliation/run', {})}
    done="已开始对账"
    stale={[tasksCall]}
  >
    立即对账
  </ActionDialog>
)

const fields: EditField[] = [
  { name: 'provider', label: '通道', kind: 'text', max: 30 },
  { name: 'day', label: '账单日期（北京时间）', kind: 'day' },
  {
    name: 'lines',
    label:
      '账单明细，每行一笔：通道单号, 存款单号, 金额（元）。含付款、退款和费用的账单：收款/付款/退款, 通道单号, 我方单号, 金额, 费用（没有通道单号的退款填 -）',
    kind: 'long',
    max: 60_000,
    rows: 12,
  },
]

/** A provider's own account of a day, handed in as it came. */
function Statement() {
  const { start, form } = useEdited<'statement'>({
    draft: what => `reconciliation/${what}`,
    action: (_, v) =>
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
            `将把 ${lines(v)} 笔与当日收到的回调或账务逐笔核对，差异成为待处理项；不会改动任何订单，费用在另一位同事提交同一账单后按账单入账`
          }
          confirm="提交核对"
          {...form}
        />
      )}
    </>
  )
}
