import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { Button, Table } from 'antd'
import { href, useAddress } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { useContent } from '../../parts/dialogs/useContent.ts'
import { Failure } from '../../ui/Failure.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import css from './activities.module.css'

type Activity = ConsoleRowOf<'POST /api/console/activities/list'>
type Type = ConsoleGiven<'POST /api/console/activity-types/list'>[number]

const columns: Columns<Activity> = [
  {
    title: '活动',
    key: 'title',
    render: (_, row) => (
      <a className={css.activity} href={href(`/activities/${row.id}`)}>
        <img src={row.banner} alt="" loading="lazy" />
        <span>
          <b>{row.title}</b>
          <small>{row.type}</small>
        </span>
      </a>
    ),
  },
  {
    title: '状态',
    key: 'enabled',
    render: (_, row) => (
      <Status tone={row.enabled ? 'good' : 'plain'}>{row.enabled ? '显示' : '隐藏'}</Status>
    ),
  },
  {
    title: '时间',
    key: 'time',
    render: (_, row) =>
      [
        row.starts_at && `自 ${row.starts_at.slice(0, 16)}`,
        row.ends_at && `至 ${row.ends_at.slice(0, 16)}`,
      ]
        .filter(Boolean)
        .join(' ') || '长期',
  },
  {
    title: '规则',
    key: 'rule',
    render: (_, row) =>
      row.proposed_by ? (
        <Status tone="waiting">{`${row.proposed_by} 的修改待审批`}</Status>
      ) : row.rule_version > 0 ? (
        `第 ${row.rule_version} 版`
      ) : (
        '仅展示'
      ),
  },
  {
    title: '待审申请',
    key: 'applications',
    align: 'right',
    render: (_, row) =>
      row.applications > 0 ? (
        <a href={href('/applications', { activity: row.id })}>{row.applications}</a>
      ) : (
        0
      ),
  },
  {
    title: '近 30 天奖金',
    key: 'paid',
    align: 'right',
    render: (_, row) => <Money amount={row.paid} strong />,
  },
  { title: '顺序', key: 'rank', align: 'right', render: (_, row) => row.rank },
]

/** Activities as members see them, and their kinds. */
export default function ActivitiesPage() {
  const { search } = useAddress()
  const { may } = useOperator()
  const tab = new URLSearchParams(search).get('tab') === 'types' ? 'types' : ''
  const table = useTable('POST /api/console/activities/list', {})
  return (
    <Room
      title="活动"
      tools={
        <>
          <LinkTabs
            label="活动"
            current={tab}
            tabs={[
              { key: '', text: '活动', href: '#/activities' },
              { key: 'types', text: '分类', href: href('/activities', { tab: 'types' }) },
            ]}
          />
          <span style={{ flex: 1 }} />
          {tab === '' && may('activity.write') && (
            <Button type="primary" href="#/activities/0">
              新增活动
            </Button>
          )}
        </>
      }
    >
      {tab === 'types' ? (
        <Types />
      ) : (
        <Card flush>
          <Rows
            table={table}
            columns={columns}
            rowKey={row => row.id}
            label="活动"
            empty="还没有活动"
          />
        </Card>
      )}
    </Room>
  )
}

const typeFields: EditField[] = [
  { name: 'name', label: '名称', kind: 'text', max: 10 },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  { name: 'enabled', label: '显示', kind: 'switch' },
]
const newType: Type = { id: 0, seen: '', name: '', rank: 0, enabled: true, activities: 0 }
const draftOf = (row: Type) => `activity-type/${row.id}/${row.seen}`

function Types() {
  const name = 'POST /api/console/activity-types/list'
  const { may } = useOperator()
  const types = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const content = useContent<Type>(
    name,
    ({ id, seen }, v) =>
      callOnce('POST /api/console/activity-types/save', {
        id,
        seen,
        name: String(v['name']),
        rank: Number(v['rank']),
        enabled: v['enabled'] === 1 ? 1 : 0,
      }),
    draftOf,
  )
  if (!types.data)
    return types.error ? (
      <Failure error={types.error} retry={() => void types.refetch()} />
    ) : (
      <Waiting />
    )
  const row = content.editing
  const typeColumns: Columns<Type> = [
    { title: '名称', key: 'name', render: (_, each) => <b>{each.name}</b> },
    { title: '活动数', key: 'activities', align: 'right', render: (_, each) => each.activities },
    { title: '顺序', key: 'rank', align: 'right', render: (_, each) => each.rank },
    {
      title: '状态',
      key: 'enabled',
      render: (_, each) => (
        <Status tone={each.enabled ? 'good' : 'plain'}>{each.enabled ? '显示' : '隐藏'}</Status>
      ),
    },
    {
      title: '',
      key: 'deeds',
      align: 'right',
      render: (_, each) =>
        may('activity.write') && (
          <Button size="small" onClick={() => content.edit(each)}>
            修改
          </Button>
        ),
    },
  ]
  return (
    <Card
      title="活动分类"
      extra={
        may('activity.write') && (
          <Button type="primary" onClick={() => content.edit(newType)}>
            新增分类
          </Button>
        )
      }
      flush
    >
      <Table<Type>
        aria-label="活动分类"
        size="small"
        columns={typeColumns}
        dataSource={types.data}
        rowKey={each => each.id}
        pagination={false}
      />
      {row && content.form && (
        <EditDialog
          title={row.id ? '修改分类' : '新增分类'}
          fields={typeFields}
          initial={{ name: row.name, rank: row.rank, enabled: row.enabled ? 1 : 0 }}
          sentence={v =>
            row.id && v['enabled'] !== 1
              ? `隐藏后，该分类的 ${row.activities} 个活动不再显示`
              : '会员端将立即更新'
          }
          confirm="保存并生效"
          {...content.form}
        />
      )}
    </Card>
  )
}
