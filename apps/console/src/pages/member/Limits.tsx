import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, Button, Table } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'

type Limits = ConsoleGiven<'POST /api/console/members/limits'>
type Limit = Limits['limits'][number]

const names: Record<Limit['kind'], string> = {
  deposit_day: '每日存款',
  deposit_month: '每月存款',
  loss_day: '每日净输',
  loss_month: '每月净输',
}
const name = 'POST /api/console/members/limits'
const written = (limit: number | null) => (limit === null ? '不限' : yuan(limit))

const limitFields: EditField[] = [
  { name: 'amount', label: '限额（元，留空为不限）', kind: 'text', max: 15 },
  { name: 'remark', label: '原因（必填）', kind: 'text', max: 200 },
]
const excludeFields: EditField[] = [
  { name: 'days', label: '天数', kind: 'number' },
  { name: 'remark', label: '原因（必填）', kind: 'text', max: 200 },
]

/**
 * Limits that protect the member: a stricter one at once, a looser one after a day, an exclusion
 * never shortened.
 */
export function MemberLimits({ id, username }: { id: number; username: string }) {
  const { may } = useOperator()
  const limits = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
  })
  const {
    what: editing,
    start,
    form,
  } = useEdited<Limit | 'exclude'>({
    draft: what => `member/${id}/limit/${what === 'exclude' ? what : what.kind}`,
    deed: (what, v) =>
      what === 'exclude'
        ? callOnce('POST /api/console/members/exclude', {
            id,
            days: Number(v['days']),
            remark: String(v['remark']),
          })
        : callOnce('POST /api/console/members/limit/set', {
            id,
            kind: what.kind,
            amount: String(v['amount']).trim(),
            remark: String(v['remark']),
          }),
    done: '已记录',
    stale: name,
  })
  if (!limits.data)
    return limits.error ? (
      <Failure error={limits.error} retry={() => void limits.refetch()} />
    ) : (
      <Waiting />
    )
  const { exclusion } = limits.data
  const columns: Columns<Limit> = [
    { title: '限额', key: 'kind', render: (_, row) => <b>{names[row.kind]}</b> },
    { title: '现行', key: 'limit', align: 'right', render: (_, row) => written(row.limit) },
    { title: '已用', key: 'used', align: 'right', render: (_, row) => <Money amount={row.used} /> },
    {
      title: '将改为',
      key: 'next',
      render: (_, row) => (row.next ? `${row.next.from} 起 ${written(row.next.limit)}` : '—'),
    },
    {
      title: '设置人',
      key: 'by',
      render: (_, row) => (row.set_by ? `${row.set_by} ${row.set_at}` : '—'),
    },
    {
      title: '',
      key: 'deeds',
      align: 'right',
      render: (_, row) =>
        may('member.limit') && (
          <Button size="small" onClick={() => start(row)}>
            设置
          </Button>
        ),
    },
  ]
  const sentence = (v: EditValues) => {
    if (editing === 'exclude')
      return `${username} 将在 ${Number(v['days'])} 天内不能存款与进入游戏，可以取款；期限不能提前结束`
    const { limit } = editing as Limit
    const next = String(v['amount']).trim() === '' ? null : Number(v['amount'])
    const stricter = next !== null && (limit === null || next <= limit)
    return stricter
      ? `${names[(editing as Limit).kind]}限额将立即由 ${written(limit)} 变为 ${written(next)}`
      : `放宽须等待 24 小时：此前仍为 ${written(limit)}，之后为 ${written(next)}`
  }
  return (
    <>
      {exclusion && (
        <Alert
          type="warning"
          showIcon
          title={`暂停使用至 ${exclusion.until}`}
          description={`${exclusion.set_by} 于 ${exclusion.set_at} 设置：${exclusion.reason}`}
        />
      )}
      <Card
        title="责任限额"
        extra={
          may('member.limit') && (
            <Button danger onClick={() => start('exclude')}>
              {exclusion ? '延长暂停' : '暂停使用'}
            </Button>
          )
        }
        flush
      >
        <Table<Limit>
          aria-label="责任限额"
          size="small"
          columns={columns}
          dataSource={limits.data.limits}
          rowKey={row => row.kind}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      </Card>
      {editing && form && (
        <EditDialog
          title={editing === 'exclude' ? '暂停使用' : `设置${names[editing.kind]}限额`}
          fields={editing === 'exclude' ? excludeFields : limitFields}
          initial={
            editing === 'exclude'
              ? { days: 30, remark: '' }
              : { amount: editing.limit === null ? '' : String(editing.limit), remark: '' }
          }
          sentence={sentence}
          confirm="确认设置"
          {...form}
        />
      )}
    </>
  )
}
